package org.omnigraph.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.EntityKind;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.load.LoadRequest;
import org.omnigraph.engine.write.Receipt;

/**
 * One load into one graph, reported.
 *
 * @param from the branch to make the target from, when there is no target
 * @param bulk whether an append or a merge runs under the bulk budget
 */
record LoadRun(
    String uri, GraphConfig config, LoadRequest request, Optional<BranchName> from, boolean bulk) {
  void print(boolean json, PrintWriter out, PrintWriter err) throws IOException {
    try (Graph graph = Graph.open(uri, config)) {
      boolean created = makeBranch(graph);
      Receipt receipt = load(graph, err);
      if (json) {
        Json.print(out, document(graph, receipt, created));
      } else {
        out.println(text(receipt));
      }
    }
  }

  private boolean makeBranch(Graph graph) {
    if (from.isEmpty() || graph.branches().contains(request.branch())) {
      return false;
    }
    graph.createBranch(request.branch(), from.get());
    return true;
  }

  Receipt load(Graph graph, PrintWriter err) {
    try (ProgressBar progress = ProgressBar.on(err)) {
      return bulk ? graph.loadBulk(request, progress) : graph.load(request, progress);
    }
  }

  /** {@code loaded 12 nodes and 30 edges into main as commit 01…}. */
  String text(Receipt receipt) {
    long nodes = total(receipt, EntityKind.NODE);
    long edges = total(receipt, EntityKind.EDGE);
    return String.format(
        "loaded %,d node%s and %,d edge%s into %s%s",
        nodes,
        nodes == 1 ? "" : "s",
        edges,
        edges == 1 ? "" : "s",
        request.branch(),
        receipt.commit().map(id -> " as commit " + id).orElse(""));
  }

  private Map<String, @Nullable Object> document(Graph graph, Receipt receipt, boolean created) {
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("uri", uri);
    document.put("branch", request.branch().value());
    document.put("mode", WordConverter.word(request.mode()));
    from.ifPresent(base -> document.put("base_branch", base.value()));
    document.put("branch_created", created);
    document.put("nodes", loaded(receipt, EntityKind.NODE));
    document.put("edges", loaded(receipt, EntityKind.EDGE));
    document.put(
        "total_entities", total(receipt, EntityKind.NODE) + total(receipt, EntityKind.EDGE));
    document.put(
        "commit",
        Documents.published(graph, request.branch(), receipt).map(Documents::commit).orElse(null));
    return document;
  }

  private static List<Map<String, Object>> loaded(Receipt receipt, EntityKind kind) {
    List<Map<String, Object>> types = new ArrayList<>();
    new TreeMap<>(receipt.written())
        .forEach(
            (type, rows) -> {
              if (type.kind() == kind) {
                Map<String, Object> entry = new LinkedHashMap<>();
                entry.put("name", type.name());
                entry.put("entities_loaded", rows);
                types.add(entry);
              }
            });
    return types;
  }

  private static long total(Receipt receipt, EntityKind kind) {
    return receipt.written().entrySet().stream()
        .filter(entry -> entry.getKey().kind() == kind)
        .mapToLong(Map.Entry<TypeKey, Long>::getValue)
        .sum();
  }
}
