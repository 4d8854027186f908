package org.omnigraph.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.GraphLog;
import org.omnigraph.engine.id.BranchName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "list",
    description = "List the branches, one a line.",
    mixinStandardHelpOptions = true)
final class BranchListCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;
  @Mixin private GraphAddress graph = new GraphAddress();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    PrintWriter out = Streams.out(spec);
    try (GraphLog log = GraphLog.open(graph.uri(), GraphConfig.defaults())) {
      List<String> names = log.branches().stream().map(BranchName::value).toList();
      if (json) {
        Json.print(out, Map.of("branches", names));
      } else {
        names.forEach(out::println);
      }
    }
    return 0;
  }
}
