package org.omnigraph.cli;

import java.io.PrintWriter;
import java.util.Map;
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
    name = "show",
    aliases = "get",
    description = "Print the source text of the accepted schema.",
    mixinStandardHelpOptions = true)
final class SchemaShowCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;
  @Mixin private GraphAddress graph = new GraphAddress();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    PrintWriter out = Streams.out(spec);
    try (Graph open = Graph.open(graph.uri(), GraphConfig.defaults().asReadOnly())) {
      String source = open.schema().source();
      if (json) {
        Json.print(out, Map.of("schema_source", source));
      } else {
        out.print(source.endsWith("\n") ? source : source + System.lineSeparator());
      }
    }
    return 0;
  }
}
