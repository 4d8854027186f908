package org.omnigraph.testkit;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.manifest.GraphCommit;
import org.omnigraph.engine.manifest.Snapshot;

/**
 * Everything that readers of a graph see.
 *
 * @param rows of every branch and type, by id
 * @param commits of every branch, newest first
 */
public record GraphImage(
    Map<BranchName, Map<TypeKey, Map<String, Map<String, @Nullable Object>>>> rows,
    Map<BranchName, List<GraphCommit>> commits) {

  /** The whole graph as it is now. */
  public static GraphImage of(Graph graph) {
    Map<BranchName, Map<TypeKey, Map<String, Map<String, @Nullable Object>>>> rows =
        new TreeMap<>();
    Map<BranchName, List<GraphCommit>> commits = new TreeMap<>();
    for (BranchName branch : graph.branches()) {
      Snapshot snapshot = graph.snapshot(branch);
      Map<TypeKey, Map<String, Map<String, @Nullable Object>>> types = new TreeMap<>();
      for (TypeKey type : snapshot.tables().keySet()) {
        types.put(type, RowReader.rows(graph, snapshot, type));
      }
      rows.put(branch, types);
      commits.put(branch, graph.commits(branch));
    }
    return new GraphImage(rows, commits);
  }
}
