package org.omnigraph.engine.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.omnigraph.engine.load.ParquetFooter.RowGroup;

/**
 * A Parquet file, read some row groups at a time. The native reader keeps every byte of a file that
 * it has read until it closes the file, and its switch for that is out of reach; so a large file
 * goes to it in pieces: sparse files in the temp folder that hold the data of a few row groups
 * where it stands in the whole file, and a footer that lists only those.
 */
final class ParquetScan implements Batches {
  private static final long PIECE_BYTES = 48L << 20;

  private final Path file;
  private final BufferAllocator allocator;
  private final Optional<ParquetFooter> footer;
  private final Iterator<List<RowGroup>> pieces;
  private Path piece;
  private DatasetScan scan;

  ParquetScan(Path file, BufferAllocator allocator) throws IOException {
    this(file, allocator, PIECE_BYTES);
  }

  ParquetScan(Path file, BufferAllocator allocator, long pieceBytes) throws IOException {
    this.file = file;
    this.allocator = allocator;
    this.footer = ParquetFooter.read(file);
    List<List<RowGroup>> all = footer.map(f -> pieces(f, pieceBytes)).orElse(List.of());
    this.pieces = all.size() > 1 ? all.iterator() : List.<List<RowGroup>>of().iterator();
    this.piece = pieces.hasNext() ? write(pieces.next()) : file;
    this.scan = open();
  }

  private static List<List<RowGroup>> pieces(ParquetFooter footer, long pieceBytes) {
    List<List<RowGroup>> pieces = new ArrayList<>();
    List<RowGroup> open = new ArrayList<>();
    long bytes = 0;
    for (RowGroup group : footer.groups()) {
      if (!open.isEmpty() && bytes + group.bytes() > pieceBytes) {
        pieces.add(List.copyOf(open));
        open.clear();
        bytes = 0;
      }
      open.add(group);
      bytes += group.bytes();
    }
    if (!open.isEmpty()) {
      pieces.add(open);
    }
    return pieces;
  }

  @Override
  public OptionalLong totalRows() {
    return footer.map(f -> OptionalLong.of(f.rows())).orElse(OptionalLong.empty());
  }

  private Path write(List<RowGroup> groups) throws IOException {
    Path target = Files.createTempFile("omnigraph-load-", ".parquet");
    try (FileChannel in = FileChannel.open(file);
        FileChannel out =
            FileChannel.open(target, StandardOpenOption.WRITE, StandardOpenOption.SPARSE)) {
      write(out, magic(), 0);
      long end = 0;
      for (RowGroup group : groups) {
        copy(in, out, group.dataFrom(), group.dataTo());
        end = Math.max(end, group.dataTo());
      }
      byte[] tail = footer.orElseThrow().only(groups);
      write(out, ByteBuffer.wrap(tail), end);
      ByteBuffer length = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN);
      write(out, length.putInt(0, tail.length), end + tail.length);
      write(out, magic(), end + tail.length + 4);
      return target;
    } catch (IOException | RuntimeException e) {
      Files.deleteIfExists(target);
      throw e;
    }
  }

  private static ByteBuffer magic() {
    return ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(0, ParquetFooter.MAGIC);
  }

  private static void write(FileChannel out, ByteBuffer bytes, long at) throws IOException {
    while (bytes.hasRemaining()) {
      out.write(bytes, at + bytes.position());
    }
  }

  private static void copy(FileChannel in, FileChannel out, long from, long to) throws IOException {
    out.position(from);
    long at = from;
    while (at < to) {
      long copied = in.transferTo(at, to - at, out);
      if (copied <= 0) {
        throw new IOException("the file became shorter while it was read");
      }
      at += copied;
    }
  }

  private DatasetScan open() throws IOException {
    try {
      return new DatasetScan(piece, allocator);
    } catch (RuntimeException e) {
      dropPiece();
      throw e;
    }
  }

  private void dropPiece() throws IOException {
    if (!piece.equals(file)) {
      Files.deleteIfExists(piece);
    }
  }

  @Override
  public VectorSchemaRoot root() throws IOException {
    return scan.root();
  }

  @Override
  public DictionaryProvider dictionaries() {
    return scan.dictionaries();
  }

  @Override
  public boolean next() throws IOException {
    while (!scan.next()) {
      if (!pieces.hasNext()) {
        return false;
      }
      close();
      piece = write(pieces.next());
      scan = open();
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    try {
      scan.close();
    } finally {
      dropPiece();
    }
  }
}
