package org.omnigraph.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.id.EntityKind;
import org.omnigraph.query.PreparedQuery;
import org.omnigraph.query.PreparedUpdate;
import org.omnigraph.query.PreparedUpdate.Committed;
import org.omnigraph.query.QueryContext;
import org.omnigraph.query.QueryEngine;
import org.omnigraph.query.QueryResult;
import org.omnigraph.query.running.RunningStatement;

/** One statement against one graph, printed. */
record SqlRun(
    String uri,
    GraphConfig config,
    BranchName branch,
    Optional<CommitId> snapshot,
    ResultFormat format,
    StatementLimits limits) {
  void print(String sql, PrintWriter out) throws IOException {
    if (QueryEngine.isUpdate(sql)) {
      change(sql, out);
      return;
    }
    try (Graph graph = Graph.open(uri, config.asReadOnly());
        QueryEngine engine = new QueryEngine(graph.allocator(), limits.kernel());
        RunningStatement statement = limits.begin(engine, sql)) {
      String name = catalogName(graph.uri());
      QueryContext context = new QueryContext(Map.of(name, graph), name, branch, snapshot);
      PreparedQuery query = engine.prepare(context, sql, List.of(), statement);
      try (QueryResult result = query.execute(List.of(), statement);
          RowPrinter printer = RowPrinter.of(format, head(query), out)) {
        print(result.reader(), printer, out);
      }
    }
  }

  /** Runs a statement that changes rows as one commit, and prints how many it changed. */
  private void change(String sql, PrintWriter out) throws IOException {
    if (snapshot.isPresent()) {
      throw new InvalidRequest("a snapshot cannot be changed; leave out --snapshot");
    }
    try (Graph graph = Graph.open(uri, config);
        QueryEngine engine = new QueryEngine(graph.allocator(), limits.kernel());
        RunningStatement statement = limits.begin(engine, sql)) {
      String name = catalogName(graph.uri());
      QueryContext context = new QueryContext(Map.of(name, graph), name, branch, Optional.empty());
      PreparedUpdate update = engine.prepareUpdate(context, sql, List.of(), statement);
      Committed done = update.commit(List.of(List.of()), Optional.empty(), statement);
      if (format == ResultFormat.JSON || format == ResultFormat.JSONL) {
        Json.print(out, document(graph, update, done));
      } else {
        out.println(text(update, done));
      }
    }
  }

  /** {@code 2 rows of Person changed on main, commit 01…}. */
  private static String text(PreparedUpdate update, Committed done) {
    long rows = done.affected();
    return String.format(
        "%,d row%s of %s changed on %s%s",
        rows,
        rows == 1 ? "" : "s",
        update.type().name(),
        update.branch(),
        done.receipt().commit().map(id -> ", commit " + id).orElse(""));
  }

  private static Map<String, @Nullable Object> document(
      Graph graph, PreparedUpdate update, Committed done) {
    boolean nodes = update.type().kind() == EntityKind.NODE;
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("branch", update.branch().value());
    document.put("query_name", null);
    document.put("affected_nodes", nodes ? done.affected() : 0);
    document.put("affected_edges", nodes ? 0 : done.affected());
    document.put("actor_id", null);
    document.put(
        "commit",
        done.receipt()
            .commit()
            .flatMap(
                id ->
                    graph.commits(update.branch()).stream()
                        .filter(commit -> commit.id().equals(id))
                        .findFirst())
            .map(Documents::commit)
            .orElse(null));
    return document;
  }

  /** Prints all batches; stops early when nobody reads any more, as in {@code … | head}. */
  static void print(ArrowReader batches, RowPrinter printer, PrintWriter out) throws IOException {
    print(batches, printer, out, Cells::value);
  }

  /** A cell as a plain value. */
  interface Cell {
    @Nullable Object value(FieldVector column, int row);
  }

  /**
   * As {@link #print(ArrowReader, RowPrinter, PrintWriter)}, with cells that are read in another
   * way.
   */
  static void print(ArrowReader batches, RowPrinter printer, PrintWriter out, Cell cell)
      throws IOException {
    while (batches.loadNextBatch()) {
      printBatch(batches.getVectorSchemaRoot(), printer, cell);
      if (out.checkError()) {
        return;
      }
    }
    printer.end();
  }

  private static void printBatch(VectorSchemaRoot batch, RowPrinter printer, Cell cell)
      throws IOException {
    for (int row = 0; row < batch.getRowCount(); row++) {
      List<@Nullable Object> cells = new ArrayList<>();
      for (FieldVector column : batch.getFieldVectors()) {
        cells.add(cell.value(column, row));
      }
      printer.row(cells);
    }
  }

  private ResultHead head(PreparedQuery query) {
    return new ResultHead(
        query.schema().getFields().stream().map(Field::getName).toList(),
        snapshot.isPresent() ? Optional.empty() : Optional.of(branch.value()),
        snapshot.map(CommitId::value),
        query.snapshot().commit().map(CommitId::value));
  }

  /** The graph's directory: how SQL may call it when it spells names in full. */
  static String catalogName(String uri) {
    String path = uri.replaceAll("/+$", "");
    String last = path.substring(path.lastIndexOf('/') + 1);
    return last.isEmpty() || last.equals(".") || last.equals("..") ? "graph" : last;
  }
}
