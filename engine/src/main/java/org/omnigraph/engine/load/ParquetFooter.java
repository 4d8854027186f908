package org.omnigraph.engine.load;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a Parquet file says of itself at its end, as far as it takes to read some row groups alone.
 */
final class ParquetFooter {
  static final int MAGIC = 0x31524150;

  private static final int TAIL = 8;
  private static final int MOST_BYTES = 256 << 20;
  private static final int STRUCTS = 0xFC;

  private final byte[] bytes;
  private long rows;
  private final List<RowGroup> groups = new ArrayList<>();

  /** Where the number of rows, and the list of row groups, start and end in the footer. */
  private int rowsFrom;

  private int rowsTo;
  private int groupsFrom;
  private int groupsTo;

  private ParquetFooter(byte[] bytes) {
    this.bytes = bytes;
    new Reader().read();
  }

  long rows() {
    return rows;
  }

  List<RowGroup> groups() {
    return List.copyOf(groups);
  }

  /**
   * One row group.
   *
   * @param from where it starts in the footer
   * @param to where it ends there
   * @param dataFrom where its data starts in the file
   * @param dataTo where that ends
   */
  record RowGroup(int from, int to, long rows, long dataFrom, long dataTo) {
    long bytes() {
      return dataTo - dataFrom;
    }
  }

  /** The footer of a file; empty when it has none that can be read, as when it is encrypted. */
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
      return Optional.of(new ParquetFooter(footer)).filter(f -> f.isWithin(size));
    } catch (IllegalArgumentException | ArithmeticException | IndexOutOfBoundsException e) {
      // Broken: the reader of the file says so in its own words.
      return Optional.empty();
    }
  }

  private static void readFully(FileChannel file, ByteBuffer target, long from) throws IOException {
    while (target.hasRemaining()) {
      if (file.read(target, from + target.position()) < 0) {
        throw new IndexOutOfBoundsException("the file became shorter");
      }
    }
  }

  private boolean isWithin(long size) {
    return groups.stream().allMatch(g -> g.dataFrom() > 0 && g.dataTo() <= size && g.bytes() >= 0);
  }

  /** The same footer with a run of the row groups only. */
  byte[] only(List<RowGroup> kept) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(bytes, 0, rowsFrom);
    writeUnsigned(out, kept.stream().mapToLong(RowGroup::rows).sum() << 1);
    out.write(bytes, rowsTo, groupsFrom - rowsTo);
    out.write(STRUCTS);
    writeUnsigned(out, kept.size());
    kept.forEach(g -> out.write(bytes, g.from(), g.to() - g.from()));
    out.write(bytes, groupsTo, bytes.length - groupsTo);
    return out.toByteArray();
  }

  private static void writeUnsigned(ByteArrayOutputStream out, long value) {
    long left = value;
    while (left > 0x7F) {
      out.write((int) (left & 0x7F) | 0x80);
      left >>>= 7;
    }
    out.write((int) left);
  }

  /** Walks the structs of the footer; the numbers are field ids of the Parquet format. */
  private final class Reader {
    private final ThriftCompact thrift = new ThriftCompact(bytes, 0);
    private long dataFrom;
    private long dataTo;

    void read() {
      int outer = thrift.enter();
      for (int field = thrift.nextField(); field != 0; field = thrift.nextField()) {
        switch (field) {
          case 3 -> {
            rowsFrom = thrift.at();
            rows = thrift.integer();
            rowsTo = thrift.at();
          }
          case 4 -> {
            groupsFrom = thrift.at();
            int size = thrift.listSize();
            for (int i = 0; i < size; i++) {
              groups.add(rowGroup());
            }
            groupsTo = thrift.at();
          }
          default -> thrift.skip();
        }
      }
      thrift.leave(outer);
      if (rowsTo == 0 || groupsTo <= rowsTo) {
        throw new IllegalArgumentException("no row groups behind the number of rows");
      }
    }

    private RowGroup rowGroup() {
      int from = thrift.at();
      long groupRows = 0;
      dataFrom = Long.MAX_VALUE;
      dataTo = 0;
      int outer = thrift.enter();
      for (int field = thrift.nextField(); field != 0; field = thrift.nextField()) {
        switch (field) {
          case 1 -> {
            int columns = thrift.listSize();
            for (int i = 0; i < columns; i++) {
              columnChunk();
            }
          }
          case 3 -> groupRows = thrift.integer();
          default -> thrift.skip();
        }
      }
      thrift.leave(outer);
      return new RowGroup(from, thrift.at(), groupRows, dataFrom, dataTo);
    }

    private void columnChunk() {
      int outer = thrift.enter();
      for (int field = thrift.nextField(); field != 0; field = thrift.nextField()) {
        if (field == 3) {
          columnMetadata();
        } else {
          thrift.skip();
        }
      }
      thrift.leave(outer);
    }

    private void columnMetadata() {
      long size = 0;
      long pages = 0;
      long dictionary = 0;
      int outer = thrift.enter();
      for (int field = thrift.nextField(); field != 0; field = thrift.nextField()) {
        switch (field) {
          case 7 -> size = thrift.integer();
          case 9 -> pages = thrift.integer();
          case 11 -> dictionary = thrift.integer();
          default -> thrift.skip();
        }
      }
      thrift.leave(outer);
      long start = dictionary > 0 ? Math.min(dictionary, pages) : pages;
      dataFrom = Math.min(dataFrom, start);
      dataTo = Math.max(dataTo, start + size);
    }
  }
}
