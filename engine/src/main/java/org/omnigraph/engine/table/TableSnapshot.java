package org.omnigraph.engine.table;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * One immutable version of one table, open for reading. Safe for use by several threads; closing it
 * releases this handle only.
 */
public interface TableSnapshot extends AutoCloseable {
  TableRef ref();

  /** The physical Arrow schema, as stored. Blob columns scan as their descriptor. */
  Schema schema();

  /** Rows visible in this version. */
  long rowCount();

  /** Rows that satisfy {@code filter}, counted by the table. */
  long count(Predicate filter);

  /**
   * Streams the rows. The caller owns the reader and closes it; batches live in {@code allocator}.
   *
   * @throws org.omnigraph.engine.error.StorageUnavailable when the storage fails; the reader may
   *     throw it later too
   */
  ArrowReader scan(ScanRequest request, BufferAllocator allocator);

  /**
   * Some columns of the rows with the given {@link ScanRequest#ROW_ID}, in no order. The caller
   * owns the reader and closes it.
   *
   * @param rowIds of rows of this version, each once
   */
  ArrowReader rows(List<String> columns, List<Long> rowIds);

  /**
   * Some columns of the rows at the given places, which count the rows of this version from zero.
   * The caller owns the reader and closes it.
   *
   * @param places each once, in ascending order
   */
  ArrowReader rowsAt(List<String> columns, List<Long> places);

  /** The fragments that hold the rows, in storage order. */
  List<Integer> fragments();

  /** The indexes of this version, by name. */
  List<TableIndex> indexes();

  /** How many fragments there are, read from the version alone. */
  FragmentCount fragmentCount();

  /** Whether there is a fragment of that number, and it is all that {@code written} became. */
  boolean holds(int fragment, StagedFragments written);

  /**
   * Where rows with one of the ids may be. It costs a read of the column {@code id} where fragments
   * are new to this store, and memory only after that.
   *
   * @return empty when it is not known
   */
  Optional<IdCandidates> candidates(Collection<String> ids);

  /**
   * The fragments that may hold a row with one of the ids, every other one holds none. It reads
   * nothing: what is known of a table comes from writing it.
   *
   * @return empty when it is not known, or when there are too many ids for it to be worth it
   */
  Optional<List<Integer>> fragmentsHolding(Collection<String> ids);

  /** As {@link #scan}, over some of the fragments only. */
  ArrowReader scanFragments(
      List<Integer> fragments, ScanRequest request, BufferAllocator allocator);

  /**
   * As {@link #scan}, over the rows that another version does not have in the same place of the
   * same file: all rows that differ, and those alike that were written anew. Files that both
   * versions share are not read, but for rows that are gone in the other version alone.
   *
   * @param other a version of the same table, on any branch; may be closed before the reader
   * @param request columns and the size of batches only
   */
  ArrowReader scanBeyond(TableSnapshot other, ScanRequest request, BufferAllocator allocator);

  /**
   * The bytes of a blob column for the rows with the given {@link ScanRequest#ROW_ID}, in that
   * order. What is null is what {@link BlobDescriptor#isNull} says.
   *
   * @return one entry a row, empty where the blob is null
   * @throws org.omnigraph.engine.error.ExternalBlobDenied when a content lies outside the graph,
   *     and where it may not be read
   * @throws org.omnigraph.engine.error.ExternalBlobUnavailable when such a content cannot be read
   */
  List<Optional<byte[]>> blobs(String column, List<Long> rowIds);

  /**
   * The bytes of a blob column for the rows with the given {@link ScanRequest#ROW_ID} together,
   * without reading one of them.
   *
   * @throws org.omnigraph.engine.error.ExternalBlobDenied when a content lies outside the graph
   */
  long blobBytes(String column, List<Long> rowIds);

  @Override
  void close();
}
