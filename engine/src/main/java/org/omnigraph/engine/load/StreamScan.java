package org.omnigraph.engine.load;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.arrow.compression.CommonsCompressionFactory;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowStreamReader;

/** A file in the streaming form of Arrow IPC, which Arrow Dataset does not read. */
final class StreamScan implements Batches {
  private static final int BUFFER = 1 << 16;

  private final ArrowStreamReader reader;

  StreamScan(Path file, BufferAllocator allocator) throws IOException {
    InputStream in = new BufferedInputStream(Files.newInputStream(file), BUFFER);
    reader = new ArrowStreamReader(in, allocator, CommonsCompressionFactory.INSTANCE);
  }

  /** Whether a file starts as a stream does: with the mark of a message, or its length. */
  static boolean isStream(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] head = in.readNBytes(4);
      return head.length == 4 && head[0] == -1 && head[1] == -1 && head[2] == -1 && head[3] == -1;
    }
  }

  @Override
  public VectorSchemaRoot root() throws IOException {
    return reader.getVectorSchemaRoot();
  }

  @Override
  public DictionaryProvider dictionaries() {
    return reader;
  }

  @Override
  public boolean next() throws IOException {
    return reader.loadNextBatch();
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
