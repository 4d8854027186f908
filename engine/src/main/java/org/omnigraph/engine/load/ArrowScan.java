package org.omnigraph.engine.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.arrow.compression.CommonsCompressionFactory;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.ArrowStreamReader;

/**
 * A file of Arrow IPC in its file or its streaming form, one record batch at a time. A large record
 * batch is shown in slices, so that what is made of it stays small.
 */
final class ArrowScan implements Batches {
  private static final int MOST_ROWS = 32_768;
  private static final byte[] FILE = "ARROW1".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] STREAM = {-1, -1, -1, -1};

  private final ArrowReader reader;
  private VectorSchemaRoot shown;
  private int from;

  ArrowScan(Path file, BufferAllocator allocator) throws IOException {
    FileChannel channel = FileChannel.open(file);
    try {
      reader = reader(channel, allocator);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
    try {
      shown = reader.getVectorSchemaRoot();
    } catch (IOException | RuntimeException e) {
      reader.close();
      throw e;
    }
  }

  private static ArrowReader reader(FileChannel channel, BufferAllocator allocator)
      throws IOException {
    byte[] head = new byte[FILE.length];
    ByteBuffer read = ByteBuffer.wrap(head);
    while (read.hasRemaining() && channel.read(read, read.position()) >= 0) {}
    if (Arrays.equals(head, FILE)) {
      return new ArrowFileReader(channel, allocator, CommonsCompressionFactory.INSTANCE);
    }
    if (Arrays.equals(head, 0, STREAM.length, STREAM, 0, STREAM.length)) {
      return new ArrowStreamReader(channel, allocator, CommonsCompressionFactory.INSTANCE);
    }
    throw new IOException("it starts neither as a file nor as a stream of Arrow does");
  }

  @Override
  public VectorSchemaRoot root() {
    return shown;
  }

  @Override
  public DictionaryProvider dictionaries() {
    return reader;
  }

  @Override
  public boolean next() throws IOException {
    VectorSchemaRoot whole = reader.getVectorSchemaRoot();
    from += shown == whole ? 0 : MOST_ROWS;
    dropSlice(whole);
    if (from == 0 || from >= whole.getRowCount()) {
      from = 0;
      if (!reader.loadNextBatch()) {
        return false;
      }
    }
    if (whole.getRowCount() > MOST_ROWS) {
      shown = whole.slice(from, Math.min(MOST_ROWS, whole.getRowCount() - from));
    }
    return true;
  }

  private void dropSlice(VectorSchemaRoot whole) {
    if (shown != whole) {
      shown.close();
      shown = whole;
    }
  }

  @Override
  public void close() throws IOException {
    try (reader) {
      dropSlice(reader.getVectorSchemaRoot());
    }
  }
}
