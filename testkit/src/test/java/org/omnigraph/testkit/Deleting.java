package org.omnigraph.testkit;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.pending.Budget;
import org.omnigraph.engine.pending.ChangeSet;
import org.omnigraph.engine.pending.ChangeSet.TypeChange;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.engine.pending.RowSink;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.engine.write.CommitOptions;
import org.omnigraph.engine.write.Receipt;

/** A staging without rows that deletes by id. */
record Deleting(Graph graph, MutationStaging empty, Map<TypeKey, Set<String>> ids)
    implements MutationStaging {

  /** One commit on a branch. */
  static Receipt delete(Graph graph, BranchName branch, Map<TypeKey, Set<String>> ids) {
    try (MutationStaging staging =
        new Deleting(graph, graph.begin(branch, Budget.KEYED), Map.copyOf(ids))) {
      return graph.commit(staging, CommitOptions.ANONYMOUS);
    }
  }

  @Override
  public BranchName branch() {
    return empty.branch();
  }

  @Override
  public Snapshot base() {
    return empty.base();
  }

  @Override
  public RowSink rows(TypeKey type, WriteMode mode) {
    throw new IllegalStateException("a test deletes or writes");
  }

  @Override
  public boolean isEmpty() {
    return ids.isEmpty();
  }

  @Override
  public ChangeSet changeSet() {
    TreeMap<TypeKey, TypeChange> changes = new TreeMap<>();
    ids.forEach(
        (type, gone) ->
            changes.put(
                type,
                new TypeChange(
                    graph.schema().type(type).orElseThrow(),
                    WriteMode.INSERT,
                    new ChangeSet.Rows.InMemory(List.of(), 0),
                    gone)));
    return new ChangeSet(base(), changes, empty.changeSet().facts());
  }

  @Override
  public void close() {
    empty.close();
  }
}
