package org.omnigraph.engine.pending;

import org.apache.arrow.memory.BufferAllocator;
import org.omnigraph.engine.blob.ExternalBlobs;
import org.omnigraph.engine.id.IdSource;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.schema.AcceptedSchema;
import org.omnigraph.engine.table.TableStore;

/** Opens stagings. */
public final class Stagings {
  private Stagings() {}

  /**
   * A staging without rows.
   *
   * @param base what the rows are checked against; every type of {@code schema} has a table in it
   * @param allocator the owner of the pending batches; the staging takes a child of it
   * @param external what blobs may refer to
   */
  public static MutationStaging open(
      AcceptedSchema schema,
      Snapshot base,
      Budget budget,
      TableStore tables,
      BufferAllocator allocator,
      IdSource ids,
      ExternalBlobs external) {
    return open(schema, base, budget, tables, allocator, ids, external, Long.MAX_VALUE);
  }

  /**
   * As above, with a lower limit on the validation state.
   *
   * @param stateLimit bytes of heap that what is known of the rows may take; beyond, validation
   *     reads the rows again, for one range of keys after the other
   */
  public static MutationStaging open(
      AcceptedSchema schema,
      Snapshot base,
      Budget budget,
      TableStore tables,
      BufferAllocator allocator,
      IdSource ids,
      ExternalBlobs external,
      long stateLimit) {
    return new RequestStaging(schema, base, budget, tables, allocator, ids, external, stateLimit);
  }

  /** The share of validation state: a quarter of the memory limit, or half of the heap. */
  static long stateLimit(BufferAllocator allocator) {
    return Math.min(allocator.getLimit() / 4, Runtime.getRuntime().maxMemory() / 2);
  }
}
