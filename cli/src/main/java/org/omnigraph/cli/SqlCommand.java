package org.omnigraph.cli;

import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "sql",
    description = "Run one SQL statement against a branch, or a query against a snapshot.",
    mixinStandardHelpOptions = true)
final class SqlCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      arity = "1..2",
      paramLabel = "[URI] QUERY",
      hideParamSyntax = true,
      description = "The graph, unless it is given otherwise, and the query.")
  private List<String> uriAndQuery = List.of();

  @Option(names = "--store", paramLabel = "URI", description = "The graph, as an option.")
  private @Nullable String store;

  @ArgGroup private ReadTarget target = new ReadTarget();
  @Mixin private BlobBases blobs = new BlobBases();
  @Mixin private FormatOption format = new FormatOption();
  @Mixin private StatementLimits limits = new StatementLimits();

  @Override
  public Integer call() throws Exception {
    boolean addressed = uriAndQuery.size() == 2;
    String sql = uriAndQuery.get(uriAndQuery.size() - 1);
    requireQuery(sql);
    new SqlRun(
            GraphAddress.uri(addressed ? uriAndQuery.get(0) : null, store),
            blobs.config(),
            target.branch(),
            target.snapshot(),
            format.format(),
            limits)
        .print(sql, Streams.out(spec));
    return 0;
  }

  /** {@code sql ./graph} without a query must not run the path as SQL. */
  private void requireQuery(String sql) {
    if (uriAndQuery.size() == 1 && store == null && !sql.strip().contains(" ")) {
      throw new ParameterException(
          Streams.of(spec).commandLine(), "no query: give it after the URI, in quotes");
    }
  }
}
