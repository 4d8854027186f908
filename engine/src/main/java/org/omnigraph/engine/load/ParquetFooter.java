package org.omnigraph.engine.load;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.Util;

/**
 * What a Parquet file says of itself at its end, as far as it takes to read some row groups alone.
 */
final class ParquetFooter {
  static final int MAGIC = 0x31524150;

  private static final int TAIL = 8;
  private static final int MOST_BYTES = 256 << 20;

  private final FileMetaData all;
  private final List<RowGroup> groups;

  private ParquetFooter(FileMetaData all) {
    this.all = all;
    this.groups = all.getRow_groups().stream().map(RowGroup::of).toList();
  }

  long rows() {
    return all.getNum_rows();
  }

  List<RowGroup> groups() {
    return groups;
  }

  /**
   * One row group.
   *
   * @param dataFrom where its data starts in the file
   * @param dataTo where that ends
   */
  record RowGroup(org.apache.parquet.format.RowGroup described, long dataFrom, long dataTo) {
    static RowGroup of(org.apache.parquet.format.RowGroup group) {
      long from = Long.MAX_VALUE;
      long to = 0;
      for (ColumnChunk chunk : group.getColumns()) {
        ColumnMetaData column = chunk.getMeta_data();
        long pages = column.getData_page_offset();
        long dictionary = column.getDictionary_page_offset();
        long start = dictionary > 0 ? Math.min(dictionary, pages) : pages;
        from = Math.min(from, start);
        to = Math.max(to, start + column.getTotal_compressed_size());
      }
      return new RowGroup(group, from, to);
    }

    long rows() {
      return described.getNum_rows();
    }

    long bytes() {
      return dataTo - dataFrom;
    }
  }

  /**
   * The footer of a file; empty when it has none that can be read and written again, as when it is
   * encrypted or newer than this.
   */
  static Optional<ParquetFooter> read(Path path) throws IOException {
    try (FileChannel file = FileChannel.open(path)) {
      ByteBuffer tail = ByteBuffer.allocate(TAIL).order(ByteOrder.LITTLE_ENDIAN);
      long size = file.size();
      if (size < 2 * TAIL) {
        return Optional.empty();
      }
      readFully(file, tail, size - TAIL);
      int length = tail.getInt(0);
      if (tail.getInt(4) != MAGIC || length <= 0 || length > Math.min(size - TAIL, MOST_BYTES)) {
        return Optional.empty();
      }
      byte[] footer = new byte[length];
      readFully(file, ByteBuffer.wrap(footer), size - TAIL - length);
      return parse(footer).filter(f -> f.isWithin(size));
    }
  }

  private static Optional<ParquetFooter> parse(byte[] bytes) {
    try {
      ParquetFooter footer =
          new ParquetFooter(Util.readFileMetaData(new ByteArrayInputStream(bytes)));
      footer.only(List.of());
      return Optional.of(footer);
    } catch (IOException | RuntimeException e) {
      // Broken: the reader of the file says so in its own words.
      return Optional.empty();
    }
  }

  private static void readFully(FileChannel file, ByteBuffer target, long from) throws IOException {
    while (target.hasRemaining()) {
      if (file.read(target, from + target.position()) < 0) {
        throw new IOException("the file became shorter while it was read");
      }
    }
  }

  private boolean isWithin(long size) {
    return groups.stream().allMatch(g -> g.dataFrom() > 0 && g.dataTo() <= size && g.bytes() >= 0);
  }

  /** The same footer with a run of the row groups only. */
  byte[] only(List<RowGroup> kept) throws IOException {
    FileMetaData some =
        new FileMetaData(
            all.getVersion(),
            all.getSchema(),
            kept.stream().mapToLong(RowGroup::rows).sum(),
            kept.stream().map(RowGroup::described).toList());
    some.setKey_value_metadata(all.getKey_value_metadata());
    some.setCreated_by(all.getCreated_by());
    some.setColumn_orders(all.getColumn_orders());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Util.writeFileMetaData(some, out);
    return out.toByteArray();
  }
}
