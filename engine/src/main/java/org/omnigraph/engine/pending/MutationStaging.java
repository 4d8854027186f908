package org.omnigraph.engine.pending;

import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.manifest.Snapshot;

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
   * Opens rows of a type. The same type and mode may be opened again; a second mode on one type is
   * refused, and so is any other opening of a type beside {@link WriteMode#REPLACE}.
   *
   * @throws org.omnigraph.engine.error.InvalidRequest for modes that do not go together
   * @throws org.omnigraph.engine.error.NotFound when the schema has no such type
   */
  RowSink rows(TypeKey type, WriteMode mode);

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
