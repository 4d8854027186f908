package org.omnigraph.engine.table.lance;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.lance.BlobFile;
import org.lance.Dataset;
import org.lance.Fragment;
import org.lance.FragmentMetadata;
import org.lance.ipc.LanceScanner;
import org.lance.ipc.ScanOptions;
import org.omnigraph.engine.blob.ExternalBlobs;
import org.omnigraph.engine.error.CorruptState;
import org.omnigraph.engine.error.ExternalBlobDenied;
import org.omnigraph.engine.error.GraphException;
import org.omnigraph.engine.error.ResourceLimitExceeded;
import org.omnigraph.engine.error.Unsupported;
import org.omnigraph.engine.memory.ImportAllocator;
import org.omnigraph.engine.object.StoredFiles;
import org.omnigraph.engine.table.BlobDescriptor;
import org.omnigraph.engine.table.FragmentCount;
import org.omnigraph.engine.table.IdCandidates;
import org.omnigraph.engine.table.Predicate;
import org.omnigraph.engine.table.ScanRequest;
import org.omnigraph.engine.table.StagedFragments;
import org.omnigraph.engine.table.TableBranch.BranchIdentifier;
import org.omnigraph.engine.table.TableIndex;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.table.TableSnapshot;

/** A table version on an open Lance dataset. */
final class LanceTable implements TableSnapshot {
  private static final long MOST_EXTERNAL_BYTES = 32L << 20;

  private final TableRef table;
  private final DatasetCache.Lease lease;
  private final StoredFiles files;
  private final ExternalBlobs external;
  private final IdFilters filters;
  private final BufferAllocator allocator;
  private final Schema schema;

  LanceTable(
      TableRef table,
      DatasetCache.Lease lease,
      StoredFiles files,
      ExternalBlobs external,
      IdFilters filters,
      BufferAllocator allocator) {
    this.files = files;
    this.external = external;
    this.table = table;
    this.lease = lease;
    this.filters = filters;
    this.allocator = allocator;
    this.schema = lease.version().schema();
  }

  StoredFiles files() {
    return files;
  }

  @Override
  public TableRef ref() {
    return table;
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public long rowCount() {
    try {
      return lease.version().rows();
    } catch (Exception e) {
      throw LanceErrors.classify("counting " + table.path(), e);
    }
  }

  @Override
  public long count(Predicate filter) {
    String sql = FilterSql.render(filter, schema);
    if (sql.isEmpty()) {
      return rowCount();
    }
    try {
      return dataset().countRows(sql);
    } catch (Exception e) {
      throw LanceErrors.classify("counting " + table.path(), e);
    }
  }

  @Override
  public List<Integer> fragments() {
    return dataset().getFragments().stream().map(Fragment::getId).toList();
  }

  @Override
  public FragmentCount fragmentCount() {
    try {
      List<Fragment> all = dataset().getFragments();
      long small =
          all.stream()
              .map(Fragment::metadata)
              .filter(f -> f.getPhysicalRows() - f.getNumDeletions() < FragmentCount.SMALL)
              .count();
      return new FragmentCount(all.size(), Math.toIntExact(small));
    } catch (Exception e) {
      throw LanceErrors.classify("counting the fragments of " + table.path(), e);
    }
  }

  @Override
  public List<TableIndex> indexes() {
    try {
      Map<Integer, String> columns = new HashMap<>();
      dataset().getLanceSchema().fields().forEach(f -> columns.put(f.getId(), f.getName()));
      return dataset().getIndexes().stream()
          .map(
              index ->
                  new TableIndex(
                      index.name(),
                      index.fields().stream()
                          .map(id -> columns.getOrDefault(id, "field " + id))
                          .toList(),
                      index.indexType() == null ? "UNKNOWN" : index.indexType().name()))
          .sorted(Comparator.comparing(TableIndex::name))
          .toList();
    } catch (Exception e) {
      throw LanceErrors.classify("listing the indexes of " + table.path(), e);
    }
  }

  @Override
  public boolean holds(int fragment, StagedFragments written) {
    try {
      List<FragmentMetadata> planned = LanceFragments.of(written).fragments();
      return planned.size() == 1
          && LanceFragments.find(dataset(), fragment)
              .filter(found -> LanceFragments.isOfSameFiles(found, planned.get(0)))
              .isPresent();
    } catch (Exception e) {
      throw LanceErrors.classify("looking for rows in " + table.path(), e);
    }
  }

  @Override
  public Optional<IdCandidates> candidates(Collection<String> ids) {
    try {
      return filters.candidates(this, ids);
    } catch (GraphException e) {
      throw e;
    } catch (RuntimeException e) {
      throw LanceErrors.classify("looking for ids in " + table.path(), e);
    }
  }

  @Override
  public Optional<List<Integer>> fragmentsHolding(Collection<String> ids) {
    try {
      return filters.known(this, ids).map(IdCandidates::fragments);
    } catch (GraphException e) {
      throw e;
    } catch (RuntimeException e) {
      throw LanceErrors.classify("looking for ids in " + table.path(), e);
    }
  }

  Dataset dataset() {
    return lease.version().dataset();
  }

  /** The identifier of the branch that this version is of. */
  BranchIdentifier branch() {
    return lease.branch();
  }

  @Override
  public ArrowReader scan(ScanRequest request, BufferAllocator target) {
    return scan(options(request), target);
  }

  @Override
  public ArrowReader scanFragments(
      List<Integer> fragments, ScanRequest request, BufferAllocator target) {
    return scan(options(request).fragmentIds(fragments), target);
  }

  @Override
  public ArrowReader scanBeyond(TableSnapshot other, ScanRequest request, BufferAllocator target) {
    LanceTable mine = again();
    try {
      return new RowsBeyond(mine, ((LanceTable) other).again(), request, target);
    } catch (RuntimeException e) {
      mine.close();
      throw e;
    }
  }

  private LanceTable again() {
    return new LanceTable(table, lease.again(), files, external, filters, allocator);
  }

  /** Every fragment as the version lists it. */
  List<FragmentMetadata> layout() {
    return dataset().getFragments().stream().map(Fragment::metadata).toList();
  }

  /** Rows by their stable ids, in the memory of this table; the caller closes the reader. */
  ArrowReader take(List<Long> rowIds, List<String> columns) {
    String doing = "reading rows of " + table.path() + " version " + table.version();
    try {
      return new LanceReader(allocator, dataset().takeRows(rowIds, columns), doing);
    } catch (Exception e) {
      throw LanceErrors.classify(doing, e);
    }
  }

  private ScanOptions.Builder options(ScanRequest request) {
    ScanOptions.Builder options = new ScanOptions.Builder().columns(request.columns());
    String sql = FilterSql.render(request.filter(), schema);
    if (!sql.isEmpty()) {
      options.filter(sql);
    }
    request.limit().ifPresent(options::limit);
    request.offset().ifPresent(options::offset);
    if (request.batchRows() > 0) {
      options.batchSize(request.batchRows());
    }
    return options.withRowAddress(request.rowAddress());
  }

  ArrowReader scan(ScanOptions.Builder options, BufferAllocator target) {
    String doing = "scanning " + table.path() + " version " + table.version();
    DatasetCache.Lease mine = lease.again();
    LanceScanner scanner = null;
    try {
      scanner =
          LanceScanner.create(
              mine.version().dataset(), options.build(), ImportAllocator.into(target));
      return new LanceReader(target, scanner.scanBatches(), doing, scanner, mine);
    } catch (Exception e) {
      if (scanner == null) {
        mine.close();
      } else {
        Closing.all(doing, scanner, mine);
      }
      throw e instanceof OutOfMemoryException memory
          ? LanceErrors.outOfMemory(target, memory)
          : LanceErrors.classify(doing, e);
    }
  }

  @Override
  public ArrowReader rows(List<String> columns, List<Long> rowIds) {
    return take(dataset -> dataset.takeRows(rowIds, columns));
  }

  @Override
  public ArrowReader rowsAt(List<String> columns, List<Long> places) {
    return take(dataset -> dataset.take(places, columns));
  }

  @FunctionalInterface
  private interface Taking {
    ArrowReader from(Dataset dataset) throws IOException;
  }

  private ArrowReader take(Taking taking) {
    String doing = "reading rows of " + table.path() + " version " + table.version();
    DatasetCache.Lease mine = lease.again();
    try {
      return new LanceReader(allocator, taking.from(mine.version().dataset()), doing, mine);
    } catch (Exception e) {
      mine.close();
      throw LanceErrors.classify(doing, e);
    }
  }

  @Override
  public List<Optional<byte[]>> blobs(String column, List<Long> rowIds) {
    List<Long> distinct = rowIds.stream().distinct().toList();
    Map<Long, byte[]> bytes = new HashMap<>();
    read(column, held(column, distinct, bytes), bytes);
    return rowIds.stream().map(id -> Optional.ofNullable(bytes.get(id))).toList();
  }

  /**
   * The rows whose blob has bytes in the graph, by its descriptor.
   *
   * @param known gets what is empty and what lies outside the graph
   */
  private List<Long> held(String column, List<Long> rowIds, Map<Long, byte[]> known) {
    List<Long> present = new ArrayList<>();
    describe(
        column,
        rowIds,
        (id, blobs, row) -> {
          Optional<String> uri = blobs.externalUri(row);
          if (uri.isPresent()) {
            known.put(id, external(column, uri.get(), blobs.size(row)));
          } else if (blobs.size(row) > 0) {
            present.add(id);
          } else if (!blobs.isNull(row)) {
            known.put(id, new byte[0]);
          }
        });
    return present;
  }

  @Override
  public long blobBytes(String column, List<Long> rowIds) {
    long[] bytes = {0};
    describe(
        column,
        rowIds,
        (id, blobs, row) -> {
          Optional<String> uri = blobs.externalUri(row);
          bytes[0] += uri.isPresent() ? externalSize(column, uri.get()) : blobs.size(row);
        });
    return bytes[0];
  }

  @FunctionalInterface
  private interface Described {
    void accept(long rowId, BlobDescriptor blobs, int row);
  }

  private void describe(String column, List<Long> rowIds, Described use) {
    if (rowIds.isEmpty()) {
      return;
    }
    try (ArrowReader rows = dataset().takeRows(rowIds, List.of(column, ScanRequest.ROW_ID))) {
      while (rows.loadNextBatch()) {
        VectorSchemaRoot batch = rows.getVectorSchemaRoot();
        BlobDescriptor blobs = new BlobDescriptor(LanceReader.column(batch, column));
        UInt8Vector ids = (UInt8Vector) LanceReader.column(batch, ScanRequest.ROW_ID);
        for (int row = 0; row < batch.getRowCount(); row++) {
          use.accept(ids.get(row), blobs, row);
        }
      }
    } catch (Exception e) {
      throw LanceErrors.classify("reading column '" + column + "' of " + table.path(), e);
    }
  }

  private long externalSize(String column, String uri) {
    try {
      return external.size(uri);
    } catch (ExternalBlobDenied e) {
      throw denied(column, e);
    }
  }

  private static ExternalBlobDenied denied(String column, ExternalBlobDenied e) {
    return new ExternalBlobDenied(
        e.uri(), "column '" + column + "' refers to it, and " + e.reason());
  }

  private byte[] external(String column, String uri, long part) {
    if (part != 0) {
      throw new Unsupported(
          "column '" + column + "' refers to a part of " + uri + "; only whole files are read");
    }
    try {
      long size = external.size(uri);
      if (size > MOST_EXTERNAL_BYTES) {
        throw new ResourceLimitExceeded(
            "bytes of the external blob " + uri,
            MOST_EXTERNAL_BYTES,
            size,
            "read it where it lies");
      }
      return external.read(uri, (int) size);
    } catch (ExternalBlobDenied e) {
      throw denied(column, e);
    }
  }

  private void read(String column, List<Long> rowIds, Map<Long, byte[]> bytes) {
    if (rowIds.isEmpty()) {
      return;
    }
    String doing = "reading blobs of column '" + column + "' of " + table.path();
    try {
      List<BlobFile> files = dataset().takeBlobs(rowIds, column);
      try {
        if (files.size() != rowIds.size()) {
          throw new CorruptState(
              "column '" + column + "' of " + table.path() + " gave other blobs than it describes");
        }
        for (int i = 0; i < files.size(); i++) {
          bytes.put(rowIds.get(i), files.get(i).read());
        }
      } finally {
        for (BlobFile file : files) {
          file.close();
        }
      }
    } catch (Exception e) {
      throw LanceErrors.classify(doing, e);
    }
  }

  /** Walks a scan of this version; the batch is gone after the call. */
  void forEachBatch(
      ScanOptions.Builder options, java.util.function.Consumer<VectorSchemaRoot> use) {
    try (ArrowReader reader = scan(options, allocator)) {
      while (reader.loadNextBatch()) {
        use.accept(reader.getVectorSchemaRoot());
      }
    } catch (IOException e) {
      throw LanceErrors.classify("scanning " + table.path(), e);
    }
  }

  @Override
  public void close() {
    lease.close();
  }
}
