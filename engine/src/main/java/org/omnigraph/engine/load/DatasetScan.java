package org.omnigraph.engine.load;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.arrow.dataset.file.FileFormat;
import org.apache.arrow.dataset.file.FileSystemDatasetFactory;
import org.apache.arrow.dataset.jni.NativeMemoryPool;
import org.apache.arrow.dataset.scanner.ScanOptions;
import org.apache.arrow.dataset.scanner.Scanner;
import org.apache.arrow.dataset.source.Dataset;
import org.apache.arrow.dataset.source.DatasetFactory;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.memory.ImportAllocator;
import org.omnigraph.natives.ArrowLibrary;

/**
 * One Parquet file read batch by batch with Arrow Dataset, with what it decodes ahead kept small.
 */
final class DatasetScan implements Batches {
  private static final System.Logger LOG = System.getLogger(DatasetScan.class.getName());
  private static final long BATCH_ROWS = 32_768;
  private static final long READ_AHEAD = 64L << 20;
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final ReadAheadBrake brake = new ReadAheadBrake(READ_AHEAD);
  private final NativeMemoryPool pool;
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private final ArrowReader reader;
  private boolean closed;

  /**
   * Opens a file.
   *
   * @throws RuntimeException from the native reader, when the file is no Parquet
   */
  DatasetScan(Path file, BufferAllocator allocator) {
    ArrowLibrary.DATASET.load();
    ArrowLibrary.C_DATA.load();
    pool = NativeMemoryPool.createListenable(brake);
    try {
      String uri = file.toUri().toString();
      DatasetFactory factory =
          keep(
              new FileSystemDatasetFactory(
                  ImportAllocator.into(allocator), pool, FileFormat.PARQUET, uri));
      Dataset dataset = keep(factory.finish());
      Scanner scanner = keep(dataset.newScan(new ScanOptions(BATCH_ROWS)));
      reader = keep(scanner.scanBatches());
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private <T extends AutoCloseable> T keep(T resource) {
    opened.push(resource);
    return resource;
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
    brake.asking();
    boolean more = reader.loadNextBatch();
    brake.busy();
    return more;
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    brake.asking();
    RuntimeException failure = null;
    while (!opened.isEmpty()) {
      failure = closed(opened.pop(), failure);
    }
    // Reading threads may still hold buffers after an early end: a pool closed under them would
    // crash the process.
    if (brake.awaitEmpty(PATIENCE)) {
      failure = closed(pool, failure);
    } else {
      LOG.log(Level.WARNING, "readers still hold {0} bytes; their pool stays", brake.reserved());
    }
    if (failure != null) {
      throw failure;
    }
  }

  private static @Nullable RuntimeException closed(
      AutoCloseable resource, @Nullable RuntimeException before) {
    try {
      resource.close();
      return before;
    } catch (Exception e) {
      RuntimeException failure = new IllegalStateException("cannot close " + resource, e);
      if (before != null) {
        failure.addSuppressed(before);
      }
      return failure;
    }
  }
}
