package org.omnigraph.testkit;

import java.util.Map;
import java.util.Set;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.pending.Budget;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.engine.write.CommitOptions;
import org.omnigraph.engine.write.Receipt;

/** Deletes by id. */
final class Deleting {
  private Deleting() {}

  /** One commit on a branch. */
  static Receipt delete(Graph graph, BranchName branch, Map<TypeKey, Set<String>> ids) {
    try (MutationStaging staging = begin(graph, branch, ids)) {
      return graph.commit(staging, CommitOptions.ANONYMOUS);
    }
  }

  /** A staging that deletes. */
  static MutationStaging begin(Graph graph, BranchName branch, Map<TypeKey, Set<String>> ids) {
    MutationStaging staging = graph.begin(branch, Budget.KEYED);
    ids.forEach(staging::deleteIds);
    return staging;
  }
}
