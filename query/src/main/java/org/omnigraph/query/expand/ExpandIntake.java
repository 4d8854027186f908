package org.omnigraph.query.expand;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.ResourceLimitExceeded;
import org.omnigraph.query.lance.FedLeaf;

/** Takes the edges, then the roots. */
final class ExpandIntake implements FedLeaf.Intake {
  private static final int EDGES = 0;

  private final Expand expand;
  private final BufferAllocator allocator;
  private final Adjacency adjacency;
  private final Ints roots;
  private boolean finished;
  private @Nullable Ints seen;

  ExpandIntake(Expand expand, BufferAllocator allocator) {
    this.expand = expand;
    this.allocator = allocator;
    this.adjacency = new Adjacency(allocator, expand.walk().searched());
    this.roots = new Ints(allocator);
  }

  @Override
  public boolean wants(int feed) {
    return true;
  }

  @Override
  public void take(int feed, VectorSchemaRoot batch) {
    try {
      if (feed == EDGES) {
        adjacency.add(column(batch, 0), column(batch, 1), batch.getRowCount());
      } else {
        finish();
        addRoots(column(batch, 0), batch.getRowCount());
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

  private void finish() {
    if (!finished) {
      adjacency.finish();
      finished = true;
    }
  }

  /** A node without edges leads nowhere. */
  private void addRoots(VarCharVector ids, int rows) {
    if (seen == null) {
      seen = Ints.zeros(allocator, adjacency.ids().count());
    }
    for (int row = 0; row < rows; row++) {
      int number = adjacency.ids().find(ids, row);
      if (number >= 0 && seen.get(number) == 0) {
        seen.set(number, 1);
        roots.add(number);
      }
    }
  }

  @Override
  public ArrowReader rows(List<Integer> columns, BooleanSupplier cancelled) {
    finish();
    return new ExpandReader(
        new ExpandReader.Source(adjacency, roots, expand.walk()),
        columns.isEmpty() ? List.of(0) : columns,
        cancelled,
        allocator);
  }

  @Override
  public void close() {
    adjacency.close();
    roots.close();
    if (seen != null) {
      seen.close();
    }
  }
}
