package org.omnigraph.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "quickstart",
    description = {
      "Make a graph of one week of flights, serve it and say how to connect.",
      "A graph that is there already is served as it is."
    },
    mixinStandardHelpOptions = true)
final class QuickstartCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      defaultValue = "flights-quickstart",
      description = "Where the graph goes (default: ./flights-quickstart).")
  private Path directory = Path.of("");

  @Option(names = "--no-serve", description = "Make the graph, start no server.")
  private boolean noServe;

  @Override
  public Integer call() throws Exception {
    QuickstartRun run = new QuickstartRun(directory, Streams.out(spec), Streams.err(spec));
    run.makeGraph();
    if (noServe) {
      run.sayHowToServe();
    } else {
      run.serve();
    }
    return 0;
  }
}
