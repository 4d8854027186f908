package org.omnigraph.engine.validate;

import org.apache.arrow.memory.BufferAllocator;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.pending.ChangeSet;
import org.omnigraph.engine.schema.AcceptedSchema;
import org.omnigraph.engine.table.TableStore;

/**
 * Checks a change set against a snapshot. May be called again for the same change set with a newer
 * snapshot; keeps nothing between calls.
 */
public final class Validator {
  /**
   * Makes a validator of one graph.
   *
   * @param allocator lends memory for the scans of committed columns
   */
  public Validator(AcceptedSchema schema, TableStore tables, BufferAllocator allocator) {}

  /**
   * Returns when {@code changes} may become the next image after {@code base}.
   *
   * @throws org.omnigraph.engine.error.InvalidRequest at the first violation: a duplicate, a broken
   *     unique tuple, a missing end point, a broken cardinality
   * @throws org.omnigraph.engine.error.KeyConflict when a strict insert meets a committed id
   */
  public void validate(ChangeSet changes, Snapshot base) {
    throw new UnsupportedOperationException();
  }
}
