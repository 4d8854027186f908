package org.omnigraph.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "init",
    description = "Create an empty graph from a schema.",
    mixinStandardHelpOptions = true)
final class InitCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;
  @Mixin private GraphAddress graph = new GraphAddress();

  @Option(
      names = "--schema",
      required = true,
      paramLabel = "FILE",
      description = "The .pg file with the types.")
  private Path schema = Path.of("");

  @Override
  public Integer call() throws Exception {
    String uri = graph.uri();
    Graph.init(uri, Files.readString(schema), GraphConfig.defaults()).close();
    Streams.out(spec).println("initialized " + uri);
    return 0;
  }
}
