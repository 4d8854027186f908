package org.omnigraph.query.lance;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.calcite.rel.RelNode;

/**
 * A leaf whose rows are made of the rows of other plans. Those run first, one after the other, each
 * to its end, before anything is asked of the leaf.
 */
public interface FedLeaf extends ArrowLeaf {
  /** The plans that run first, in this order. */
  List<RelNode> feeds();

  /** What takes the rows of the feeds in one run of a statement; the caller closes it. */
  Intake intake(Execution execution);

  @Override
  default ArrowReader open(Execution execution, List<Integer> columns) {
    throw new IllegalStateException("its feeds have not run");
  }

  /** The rows of the feeds, and then those of the leaf. Used by one thread at a time. */
  interface Intake extends AutoCloseable {
    /** Whether a feed has to run. */
    boolean wants(int feed);

    /** Takes a batch of a feed, which stays the caller's. */
    void take(int feed, VectorSchemaRoot batch);

    /**
     * As {@link ArrowLeaf#open}, after all feeds; may be called again.
     *
     * @param cancelled tells that nobody wants the rows any more
     */
    ArrowReader rows(List<Integer> columns, BooleanSupplier cancelled);

    @Override
    void close();
  }
}
