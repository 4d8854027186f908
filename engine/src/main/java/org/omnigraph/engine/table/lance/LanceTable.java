package org.omnigraph.engine.table.lance;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.lance.BlobFile;
import org.lance.Fragment;
import org.lance.ipc.LanceScanner;
import org.lance.ipc.ScanOptions;
import org.omnigraph.engine.error.CorruptState;
import org.omnigraph.engine.table.Predicate;
import org.omnigraph.engine.table.ScanRequest;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.table.TableSnapshot;

/** A table version on an open Lance dataset. */
final class LanceTable implements TableSnapshot {
  private static final String ROW_ID = "_rowid";
  private static final String ROW_ADDRESS = "_rowaddr";

  private final TableRef table;
  private final DatasetCache.Lease lease;
  private final BufferAllocator allocator;
  private final Schema schema;

  LanceTable(TableRef table, DatasetCache.Lease lease, BufferAllocator allocator) {
    this.table = table;
    this.lease = lease;
    this.allocator = allocator;
    this.schema = lease.dataset().getSchema();
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
      return lease.dataset().countRows();
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
      return lease.dataset().countRows(sql);
    } catch (Exception e) {
      throw LanceErrors.classify("counting " + table.path(), e);
    }
  }

  @Override
  public List<Integer> fragments() {
    return lease.dataset().getFragments().stream().map(Fragment::getId).toList();
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

  private ArrowReader scan(ScanOptions.Builder options, BufferAllocator target) {
    String doing = "scanning " + table.path() + " version " + table.version();
    DatasetCache.Lease mine = lease.again();
    LanceScanner scanner = null;
    try {
      scanner = LanceScanner.create(mine.dataset(), options.build(), target);
      return new LanceReader(target, scanner.scanBatches(), doing, scanner, mine);
    } catch (Exception e) {
      if (scanner == null) {
        mine.close();
      } else {
        Closing.all(doing, scanner, mine);
      }
      throw LanceErrors.classify(doing, e);
    }
  }

  @Override
  public List<Optional<byte[]>> blobs(String column, List<Long> rowAddresses) {
    Map<Long, Long> filled = new HashMap<>();
    Map<Long, Long> withoutBytes = new HashMap<>();
    describe(column, rowAddresses, filled, withoutBytes);
    Map<Long, byte[]> bytes = new HashMap<>();
    read(column, filled.values().stream().distinct().toList(), bytes);
    readEmpty(column, withoutBytes.values().stream().distinct().toList(), bytes);
    List<Optional<byte[]>> result = new ArrayList<>(rowAddresses.size());
    for (Long address : rowAddresses) {
      Long id = filled.getOrDefault(address, withoutBytes.get(address));
      result.add(Optional.ofNullable(id).map(bytes::get));
    }
    return result;
  }

  /**
   * The stable row ids of the addressed rows by address. A descriptor tells a blob without bytes
   * from null only by where the bytes would be, so those two come together.
   */
  private void describe(
      String column,
      List<Long> rowAddresses,
      Map<Long, Long> filled,
      Map<Long, Long> withoutBytes) {
    List<Integer> fragments =
        rowAddresses.stream().map(a -> (int) (a >>> 32)).distinct().sorted().toList();
    if (fragments.isEmpty()) {
      return;
    }
    java.util.Set<Long> wanted = new java.util.HashSet<>(rowAddresses);
    ScanOptions.Builder options =
        new ScanOptions.Builder()
            .columns(List.of(column, ROW_ID))
            .fragmentIds(fragments)
            .withRowAddress(true);
    forEachBatch(
        options,
        root -> {
          StructVector blob = (StructVector) LanceReader.column(root, column);
          UInt8Vector sizes = (UInt8Vector) blob.getChild("size");
          UInt8Vector ids = (UInt8Vector) LanceReader.column(root, ROW_ID);
          UInt8Vector addresses = (UInt8Vector) LanceReader.column(root, ROW_ADDRESS);
          for (int row = 0; row < root.getRowCount(); row++) {
            if (wanted.contains(addresses.get(row)) && !blob.isNull(row)) {
              (sizes.get(row) == 0 ? withoutBytes : filled).put(addresses.get(row), ids.get(row));
            }
          }
        });
  }

  /** Reads blobs that are all there. */
  private void read(String column, List<Long> rowIds, Map<Long, byte[]> bytes) {
    if (readIfAll(column, rowIds, bytes) < rowIds.size()) {
      throw new CorruptState(
          "column '" + column + "' of " + table.path() + " gave fewer blobs than it describes");
    }
  }

  /** Reads blobs without bytes; Lance leaves out those that are null, without saying which. */
  private void readEmpty(String column, List<Long> rowIds, Map<Long, byte[]> bytes) {
    int present = readIfAll(column, rowIds, bytes);
    if (present > 0 && present < rowIds.size()) {
      int half = rowIds.size() / 2;
      readEmpty(column, rowIds.subList(0, half), bytes);
      readEmpty(column, rowIds.subList(half, rowIds.size()), bytes);
    }
  }

  /** Takes the bytes of all rows if none is null, otherwise only counts those that are not. */
  private int readIfAll(String column, List<Long> rowIds, Map<Long, byte[]> bytes) {
    if (rowIds.isEmpty()) {
      return 0;
    }
    String doing = "reading blobs of column '" + column + "' of " + table.path();
    try {
      List<BlobFile> files = lease.dataset().takeBlobs(rowIds, column);
      try {
        for (int i = 0; i < files.size() && files.size() == rowIds.size(); i++) {
          bytes.put(rowIds.get(i), files.get(i).read());
        }
        return files.size();
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
    } catch (java.io.IOException e) {
      throw LanceErrors.classify("scanning " + table.path(), e);
    }
  }

  @Override
  public void close() {
    lease.close();
  }
}
