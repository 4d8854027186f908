package org.omnigraph.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
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
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.query.PreparedQuery;
import org.omnigraph.query.QueryContext;
import org.omnigraph.query.QueryEngine;
import org.omnigraph.query.QueryResult;

/** One statement against one graph, printed. */
record SqlRun(
    String uri,
    GraphConfig config,
    BranchName branch,
    Optional<CommitId> snapshot,
    ResultFormat format) {
  void print(String sql, PrintWriter out) throws IOException {
    try (Graph graph = Graph.open(uri, config.asReadOnly());
        QueryEngine engine = new QueryEngine(graph.allocator())) {
      String name = catalogName(graph.uri());
      QueryContext context = new QueryContext(Map.of(name, graph), name, branch, snapshot);
      PreparedQuery query = engine.prepare(context, sql);
      try (QueryResult result = query.execute(List.of());
          RowPrinter printer = RowPrinter.of(format, head(query), out)) {
        print(result.reader(), printer, out);
      }
    }
  }

  /** Prints all batches; stops early when nobody reads any more, as in {@code … | head}. */
  static void print(ArrowReader batches, RowPrinter printer, PrintWriter out) throws IOException {
    while (batches.loadNextBatch()) {
      printBatch(batches.getVectorSchemaRoot(), printer);
      if (out.checkError()) {
        return;
      }
    }
    printer.end();
  }

  private static void printBatch(VectorSchemaRoot batch, RowPrinter printer) throws IOException {
    for (int row = 0; row < batch.getRowCount(); row++) {
      List<@Nullable Object> cells = new ArrayList<>();
      for (FieldVector column : batch.getFieldVectors()) {
        cells.add(Cells.value(column, row));
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
