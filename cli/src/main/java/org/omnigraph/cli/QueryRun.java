package org.omnigraph.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.query.PreparedGq;
import org.omnigraph.query.QueryContext;
import org.omnigraph.query.QueryEngine;
import org.omnigraph.query.QueryResult;
import org.omnigraph.query.running.RunningStatement;

/** One read of the query language against one graph, printed. */
record QueryRun(
    String uri,
    GraphConfig config,
    BranchName branch,
    Optional<CommitId> snapshot,
    ResultFormat format,
    StatementLimits limits) {
  /**
   * @param name which query of the source; empty when it has only one
   */
  void print(
      String source,
      Optional<String> name,
      Map<String, ? extends @Nullable Object> parameters,
      PrintWriter out)
      throws IOException {
    try (Graph graph = Graph.open(uri, config.asReadOnly());
        QueryEngine engine = new QueryEngine(graph.allocator(), limits.kernel());
        RunningStatement statement = limits.begin(engine, source)) {
      String graphName = SqlRun.catalogName(graph.uri());
      QueryContext context =
          new QueryContext(Map.of(graphName, graph), graphName, branch, snapshot);
      try (PreparedGq query = engine.prepareGq(context, source, name, statement);
          QueryResult result = query.execute(parameters, statement);
          RowPrinter printer = RowPrinter.of(format, head(query), out)) {
        SqlRun.print(
            result.reader(),
            printer,
            out,
            (column, row) -> Cells.widened(Cells.value(column, row)));
      }
    }
  }

  private ResultHead head(PreparedGq query) {
    return new ResultHead(
        Optional.of(query.name()),
        query.schema().getFields().stream().map(Field::getName).toList(),
        snapshot.isPresent() ? Optional.empty() : Optional.of(branch.value()),
        snapshot.map(CommitId::value),
        query.snapshot().commit().map(CommitId::value));
  }
}
