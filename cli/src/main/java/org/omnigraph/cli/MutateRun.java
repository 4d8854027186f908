package org.omnigraph.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.pending.statement.Affected;
import org.omnigraph.engine.write.CommitOptions;
import org.omnigraph.query.MutatedGq;
import org.omnigraph.query.QueryContext;
import org.omnigraph.query.QueryEngine;
import org.omnigraph.query.running.RunningStatement;

/** One mutation of the query language on one graph. */
record MutateRun(
    String uri,
    GraphConfig config,
    BranchName branch,
    CommitOptions options,
    StatementLimits limits) {
  /**
   * @param name which mutation of the source; empty when it has only one
   */
  void print(
      String source,
      Optional<String> name,
      Map<String, ? extends @Nullable Object> parameters,
      boolean json,
      PrintWriter out)
      throws IOException {
    try (Graph graph = Graph.open(uri, config);
        QueryEngine engine = new QueryEngine(graph.allocator(), limits.kernel());
        RunningStatement statement = limits.begin(engine, source)) {
      String graphName = SqlRun.catalogName(graph.uri());
      QueryContext context =
          new QueryContext(Map.of(graphName, graph), graphName, branch, Optional.empty());
      MutatedGq done = engine.mutateGq(context, source, name, parameters, options, statement);
      if (json) {
        Json.print(out, document(graph, done));
      } else {
        out.println(text(done));
      }
    }
  }

  /** {@code add: 2 nodes and 1 edge on main as commit 01…}. */
  private String text(MutatedGq done) {
    Affected affected = done.result().affected();
    return String.format(
        "%s: %,d node%s and %,d edge%s on %s%s",
        done.name(),
        affected.nodes(),
        affected.nodes() == 1 ? "" : "s",
        affected.edges(),
        affected.edges() == 1 ? "" : "s",
        branch,
        done.result().receipt().commit().map(id -> " as commit " + id).orElse(", nothing changed"));
  }

  private Map<String, @Nullable Object> document(Graph graph, MutatedGq done) {
    Affected affected = done.result().affected();
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("branch", branch.value());
    document.put("query_name", done.name());
    document.put("affected_nodes", affected.nodes());
    document.put("affected_edges", affected.edges());
    document.put("actor_id", options.actor().orElse(null));
    document.put(
        "commit",
        Documents.published(graph, branch, done.result().receipt())
            .map(Documents::commit)
            .orElse(null));
    return document;
  }
}
