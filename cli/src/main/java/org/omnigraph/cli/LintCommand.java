package org.omnigraph.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.schema.AcceptedSchema;
import org.omnigraph.engine.schema.SchemaCompiler;
import org.omnigraph.query.gq.lint.Lint;
import org.omnigraph.query.gq.lint.LintReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "lint",
    description = "Check a file of .gq queries against a schema, without running them.",
    mixinStandardHelpOptions = true)
final class LintCommand implements Callable<Integer> {
  /** The ids of a schema that is only looked at do not matter. */
  private static final String NO_DOMAIN = "00000000000000000000000000";

  @Spec private @Nullable CommandSpec spec;
  @Mixin private GraphAddress graph = new GraphAddress();

  @Option(names = "--query", required = true, paramLabel = "FILE", description = "The queries.")
  private Path queries = Path.of("");

  @Option(
      names = "--schema",
      paramLabel = "FILE",
      description = "A .pg file to check against, instead of the schema of a graph.")
  private @Nullable Path schema;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    String source = Files.readString(queries);
    LintReport report;
    Map<String, String> schemaSource;
    if (schema != null) {
      report = Lint.of(compiled(schema), source);
      schemaSource = Map.of("kind", "file", "path", schema.toString());
    } else {
      String uri = graph.uri();
      try (Graph open = Graph.open(uri, GraphConfig.defaults().asReadOnly())) {
        report = Lint.of(open.schema(), source);
      }
      schemaSource = Map.of("kind", "graph", "uri", uri);
    }
    print(new LintText(report, queries.toString()), schemaSource, Streams.out(spec));
    return report.hasErrors() ? Failures.FAILED : 0;
  }

  private static AcceptedSchema compiled(Path file) throws IOException {
    return SchemaCompiler.accept(Files.readString(file), NO_DOMAIN).accepted();
  }

  private void print(LintText text, Map<String, String> schemaSource, PrintWriter out)
      throws IOException {
    if (json) {
      Json.print(out, text.document(schemaSource));
    } else {
      text.lines().forEach(out::println);
    }
  }
}
