package org.omnigraph.query.expand;

import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.ResourceLimitExceeded;
import org.omnigraph.query.lance.Execution;
import org.omnigraph.query.lance.FedLeaf;
import org.omnigraph.query.lance.TableVersion;

/**
 * Takes the roots, then the edges, unless those are in memory or few enough to be looked up. The
 * edges of a transaction that has written some are never kept.
 */
final class ExpandIntake implements FedLeaf.Intake {
  private static final int ROOTS = 0;

  private final Expand expand;
  private final Execution execution;
  private final BufferAllocator allocator;
  private final Ids rootIds;
  private final Ints roots;
  private @Nullable Adjacency fed;
  private Adjacencies.@Nullable Lease searched;

  ExpandIntake(Expand expand, Execution execution) {
    this.expand = expand;
    this.execution = execution;
    this.allocator = execution.allocator();
    this.rootIds = new Ids(allocator);
    this.roots = new Ints(allocator);
  }

  @Override
  public boolean wants(int feed) {
    try {
      return feed == ROOTS || !findEdges();
    } catch (OutOfMemoryException e) {
      throw outOfMemory(allocator);
    }
  }

  /** Gets the edges from elsewhere than the feed, if that is better. */
  private boolean findEdges() {
    Optional<TableVersion> version = expand.table().version(execution);
    Expand.Direction direction = expand.walk().searched();
    Optional<Adjacencies.Lease> kept =
        version.flatMap(v -> expand.adjacencies().find(v, direction));
    if (kept.isPresent()) {
      searched = kept.get();
      return true;
    }
    boolean looksUp =
        rootIds.count() == 0
            || version.map(v -> expand.adjacencies().looksUp(v, direction)).orElse(true);
    if (looksUp) {
      Neighbourhood.around(rootIds, expand.table(), execution, expand.walk())
          .ifPresent(edges -> searched = Adjacencies.own(edges));
    }
    return searched != null;
  }

  @Override
  public void take(int feed, VectorSchemaRoot batch) {
    try {
      if (feed == ROOTS) {
        VarCharVector ids = column(batch, 0);
        for (int row = 0; row < batch.getRowCount(); row++) {
          rootIds.number(ids, row);
        }
      } else {
        if (fed == null) {
          fed = new Adjacency(allocator, expand.walk().searched());
        }
        fed.add(column(batch, 0), column(batch, 1), batch.getRowCount());
      }
    } catch (OutOfMemoryException e) {
      throw outOfMemory(allocator);
    }
  }

  /** A traversal that needs more than its statement may have. */
  static ResourceLimitExceeded outOfMemory(BufferAllocator allocator) {
    return new ResourceLimitExceeded(
        "memory of a traversal",
        allocator.getLimit(),
        allocator.getAllocatedMemory(),
        "narrow the pattern or raise the limit");
  }

  private static VarCharVector column(VectorSchemaRoot batch, int index) {
    return (VarCharVector) batch.getVector(index);
  }

  /** The edges to search, and the roots among their nodes: one without edges leads nowhere. */
  private Adjacency finished() {
    if (searched == null) {
      Adjacency all = fed == null ? new Adjacency(allocator, expand.walk().searched()) : fed;
      fed = all;
      all.finish();
      searched =
          expand
              .table()
              .version(execution)
              .map(v -> expand.adjacencies().keep(v, expand.walk().searched(), all))
              .orElseGet(() -> Adjacencies.own(all));
      fed = null;
    }
    Adjacency edges = searched.edges();
    roots.clear();
    for (int root = 0; root < rootIds.count(); root++) {
      int number = edges.ids().find(rootIds, root);
      if (number >= 0) {
        roots.add(number);
      }
    }
    return edges;
  }

  @Override
  public ArrowReader rows(List<Integer> columns, BooleanSupplier cancelled) {
    Adjacency edges;
    try {
      edges = finished();
    } catch (OutOfMemoryException e) {
      throw outOfMemory(allocator);
    }
    return new ExpandReader(
        new ExpandReader.Source(edges, roots, expand.walk()),
        columns.isEmpty() ? List.of(0) : columns,
        cancelled,
        allocator);
  }

  @Override
  public void close() {
    rootIds.close();
    roots.close();
    if (fed != null) {
      fed.close();
    }
    if (searched != null) {
      searched.close();
    }
  }
}
