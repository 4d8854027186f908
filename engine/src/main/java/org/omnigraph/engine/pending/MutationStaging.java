package org.omnigraph.engine.pending;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.omnigraph.engine.error.Cancellation;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.pending.statement.Affected;
import org.omnigraph.engine.pending.statement.Value;
import org.omnigraph.engine.table.Predicate;

/**
 * The pending rows of one request or transaction against one base snapshot; becomes one graph
 * commit or nothing.
 *
 * <p>Used by one thread at a time. Closing it releases memory and abandons staged files; closing
 * after a commit is harmless.
 */
public interface MutationStaging extends AutoCloseable {
  BranchName branch();

  /** The snapshot that everything is checked against. */
  Snapshot base();

  /**
   * Opens rows of a type. A type may be opened again; inserts beside upserts bind the request to
   * its base, and any other opening of a type beside {@link WriteMode#REPLACE} is refused. One that
   * has no rows when the next statement begins, as that of a statement that failed, does not count.
   *
   * @throws org.omnigraph.engine.error.InvalidRequest for modes that do not go together
   * @throws org.omnigraph.engine.error.NotFound when the schema has no such type
   */
  RowSink rows(TypeKey type, WriteMode mode);

  /**
   * From here on a strict insert of an id that is taken is refused when its rows are added, as long
   * as those of its type are few enough to be held in memory, and so is one input of an upsert that
   * has the values of a key or a unique group twice; otherwise, and without this, when the staging
   * is committed.
   */
  void conflictAtOnce();

  /**
   * Gives the rows that match new values for some of their properties, pending rows like committed
   * ones. A request that updates is bound to its base.
   *
   * @param set by property, the same for every row; neither a part of the key nor an end of an edge
   * @param places of the statement, for messages
   * @return the rows that matched
   * @throws org.omnigraph.engine.error.InvalidRequest after deletes, and for a predicate or a value
   *     that does not fit the type
   * @throws org.omnigraph.engine.error.NotFound when the schema has no such type
   * @throws org.omnigraph.engine.error.ResourceLimitExceeded when the budget is passed; nothing of
   *     the statement is kept then, unless the budget spills
   */
  Affected update(TypeKey type, Predicate where, Map<String, Value> set, RowPlaces places);

  /**
   * Opens new values for rows that are there, each named by its {@code id}; columns that are left
   * out stay as they are. The key of a node and the ends of an edge may be given, unchanged. As
   * {@link #update} otherwise.
   *
   * @return a sink whose {@code add} throws {@link org.omnigraph.engine.error.NotFound} for an id
   *     that is not there
   */
  RowSink updates(TypeKey type);

  /**
   * The rows of a type as they are now: committed ones of the base, with everything that this
   * staging did. The reader sees no later change of the staging, and is closed before the next one.
   *
   * @param columns physical columns, in the order in which they come back; a blob comes as its
   *     bytes, in a column of large binary
   * @param where on physical columns, none of them a blob
   */
  ArrowReader scan(TypeKey type, List<String> columns, Predicate where, BufferAllocator allocator);

  /**
   * The rows of a type as they are now, for readers that outlast the next changes; empty when they
   * are just those of the base. The caller closes it.
   */
  Optional<FrozenRows> freeze(TypeKey type);

  /**
   * Says that what is staged was decided by reading the base, so that it fits no other snapshot.
   * Updates and deletes say so themselves.
   */
  void bind();

  /**
   * From here on statements and the commit end early when {@code wish} says so: what a statement
   * did so far may be kept then, so that its caller goes back to a {@link #mark}.
   */
  default void heed(Cancellation wish) {}

  /** Goes on unless the one that is heeded says otherwise. */
  default void requireRunning() {}

  /**
   * Notes this moment, so that what comes later can be taken back. Costs time and memory by the
   * batches that are held, and ends the file that rows of each type are written to. Ends with the
   * staging.
   */
  Mark mark();

  /**
   * Takes back what was done since a mark, which stays. What was read stays read: see {@link
   * #bind}.
   *
   * @throws org.omnigraph.engine.error.Unsupported when rows in files cannot be read back; then
   *     nothing of the staging can be committed
   */
  void rollbackTo(Mark mark);

  /**
   * Runs a step that leaves the staging as it was when it fails.
   *
   * @throws RuntimeException what the step threw
   */
  default <T> T atomically(Supplier<T> step) {
    try (Mark before = mark()) {
      try {
        return step.get();
      } catch (RuntimeException | Error e) {
        try {
          rollbackTo(before);
        } catch (RuntimeException | Error again) {
          e.addSuppressed(again);
        }
        throw e;
      }
    }
  }

  /** A moment of a staging. Closing it frees what it keeps. */
  interface Mark extends AutoCloseable {
    @Override
    void close();
  }

  /** The owner of the memory of what is pending; rows in files take none. */
  BufferAllocator memory();

  /** Whether anything was done to a type, so that its rows are not just those of the base. */
  boolean touches(TypeKey type);

  /**
   * Deletes the rows that match, and with a node every edge that has it at an end. A request that
   * deletes does nothing else, and is bound to its base.
   *
   * @return the rows that no earlier deletion of this staging took
   * @throws org.omnigraph.engine.error.InvalidRequest after inserts or updates, and for a predicate
   *     that does not fit the type
   * @throws org.omnigraph.engine.error.NotFound when the schema has no such type
   */
  Affected delete(TypeKey type, Predicate where);

  /** As {@link #delete(TypeKey, Predicate)}, by id; an id that is not there counts for nothing. */
  Affected deleteIds(TypeKey type, Collection<String> ids);

  /** Whether nothing has been staged. */
  boolean isEmpty();

  /** What has been staged so far, as one record. */
  ChangeSet changeSet();

  /**
   * Reads the content that inserted and upserted blobs refer to, after all of it has been counted,
   * and puts it in the place of the references; looks whether what a replacement refers to is
   * there. Later change sets show it.
   *
   * @throws org.omnigraph.engine.error.ExternalBlobDenied for a link that leads out of the bases
   * @throws org.omnigraph.engine.error.ExternalBlobUnavailable for content that cannot be read
   * @throws org.omnigraph.engine.error.ResourceLimitExceeded for more than 32 MiB to copy
   */
  default void copyExternalBlobs() {}

  /**
   * Says that the files of the change set belong to a version, or to an operation that recovery
   * settles: from here on closing leaves them alone.
   */
  default void handOver() {}

  @Override
  void close();
}
