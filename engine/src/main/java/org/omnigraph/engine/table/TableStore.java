package org.omnigraph.engine.table;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.CorruptState;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.engine.id.BranchName;

/**
 * The tables of one graph root. Safe for use by many threads.
 *
 * <p>Only {@link #create}, {@link #mergeByKey}, {@link #compact} and {@link
 * StagedTransaction#commit} make a version, and only {@link #createBranch} and {@link
 * #deleteBranch} change which branches there are; everything else reads, or writes files that no
 * version refers to.
 */
public interface TableStore extends AutoCloseable {
  /**
   * Opens one version of one table. The dataset below is shared between the handles that are open;
   * opening one again is cheap.
   *
   * @throws org.omnigraph.engine.error.NotFound when there is no such table or version
   */
  TableSnapshot open(TableRef table);

  /**
   * The newest version that storage has, published or not.
   *
   * @param branch the table's own branch; empty for the main line
   * @throws org.omnigraph.engine.error.NotFound when there is no such table or branch
   */
  TableRef newest(String path, Optional<BranchName> branch);

  /** The table's own branches, sorted by name. */
  List<TableBranch> branches(String path);

  /** The table's own branch of that name, if there is one now. */
  Optional<TableBranch> branch(String path, BranchName name);

  /**
   * Cuts a branch at exactly one version of a table. It has that version from then on, and the next
   * one is its own.
   *
   * <p>Storage makes the files of a branch before the ref that makes it one. A failure may leave
   * the files, or both; {@link #branch} tells, and {@link #reclaimBranch} removes files alone.
   *
   * @throws org.omnigraph.engine.error.Conflict when there is a branch of that name, or files of
   *     one
   * @throws org.omnigraph.engine.error.NotFound when there is no such version
   */
  TableBranch createBranch(TableRef from, BranchName name);

  /**
   * Removes a branch: first the ref, which ends it, then its files as far as possible. Files that
   * an open {@link TableSnapshot} of this store reads stay until it is closed. A branch that is
   * gone already is fine.
   *
   * @param branch as it was seen; one of its name with another identifier is left alone
   * @throws org.omnigraph.engine.error.ReadSetChanged when the name belongs to another branch now
   * @throws org.omnigraph.engine.error.Conflict when another branch was cut from it
   */
  void deleteBranch(String path, TableBranch branch);

  /**
   * Removes the files that a branch without a ref left; none is fine.
   *
   * @throws org.omnigraph.engine.error.Conflict when there is a branch of that name, or files that
   *     may belong to a branch whose name is a path above or below
   */
  void reclaimBranch(String path, BranchName name);

  /**
   * Starts writing data files beside those of {@code table}. Nothing refers to them until a staged
   * transaction does.
   *
   * @param schema the physical schema of the batches, as {@code PhysicalSchema.of} gives it
   */
  FragmentSink sink(TableRef table, Schema schema);

  /**
   * Streams rows that a sink of {@code table} wrote, in the order of writing.
   *
   * @param columns no Blob, of which a file has the places and not the bytes; none at all of rows
   *     with several Blobs
   */
  ArrowReader read(
      TableRef table, StagedFragments rows, List<String> columns, BufferAllocator allocator);

  /** Removes files that no version refers to and none will; as far as possible, never failing. */
  void abandon(TableRef table, StagedFragments rows);

  /**
   * Gives staged files a second place beside another branch of their table. The files at the first
   * place stay, and either may be abandoned without the other.
   */
  StagedFragments copy(TableRef from, StagedFragments rows, TableRef to);

  /** Where the rows with the given values of the column {@code id} are; absent ids are left out. */
  Map<String, RowLocation> locate(TableRef table, Collection<String> ids);

  /**
   * Prepares one transaction on {@code base}. Writes deletion files, makes no version.
   *
   * @param uuid the identity the transaction will have
   * @param properties what is noted beside it, see {@link TableTransaction#properties}
   */
  StagedTransaction stage(
      TableRef base, String uuid, TableEdit edit, Map<String, String> properties);

  /** As above, with nothing noted. */
  default StagedTransaction stage(TableRef base, String uuid, TableEdit edit) {
    return stage(base, uuid, edit, Map.of());
  }

  /**
   * Makes a table at version 1.
   *
   * @param rows its first rows, in the schema's columns; null for an empty table
   * @throws org.omnigraph.engine.error.Conflict when the path holds a table already
   */
  CommittedVersion create(String path, Schema schema, @Nullable VectorSchemaRoot rows);

  /**
   * Commits rows by key: rows whose key exists are replaced, others are added; of two writers that
   * bring one new key on the same version, one loses. Slow; for the first row of a kind, where
   * there is no row yet to replace.
   */
  CommitOutcome mergeByKey(TableRef base, String keyColumn, VectorSchemaRoot rows);

  /**
   * Rewrites the newest version's small fragments into few large ones, as a version with the same
   * rows. Loses against a commit that was faster, without effect.
   */
  void compact(String path, Optional<BranchName> branch);

  /** The transaction that made a version, if storage still knows. */
  Optional<TableTransaction> transactionOf(TableRef version);

  /** As {@link #transactionOf}; empty also when the version is gone or cannot be read. */
  default Optional<TableTransaction> readableTransactionOf(TableRef version) {
    try {
      return transactionOf(version);
    } catch (NotFound | CorruptState e) {
      return Optional.empty();
    }
  }

  /** What the manifest records about a version besides its number. */
  VersionMetadata metadata(TableRef version);

  @Override
  void close();
}
