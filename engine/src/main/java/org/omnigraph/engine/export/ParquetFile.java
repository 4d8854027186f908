package org.omnigraph.engine.export;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.arrow.dataset.file.DatasetFileWriter;
import org.apache.arrow.dataset.file.FileFormat;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.Util;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.table.TableSnapshot;
import org.omnigraph.natives.ArrowLibrary;

/** The file of one type. */
final class ParquetFile {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final long PAUSE_NANOS = 200_000;

  private final TypeKey type;
  private final TableSnapshot table;
  private final BufferAllocator allocator;

  ParquetFile(TypeKey type, TableSnapshot table, BufferAllocator allocator) {
    this.type = type;
    this.table = table;
    this.allocator = allocator;
  }

  static void requireAbsent(Path folder, TypeKey type) {
    Path file = place(folder, type);
    if (Files.exists(file)) {
      throw new InvalidRequest(file + " exists; name a new or an empty folder");
    }
  }

  private static Path place(Path folder, TypeKey type) {
    return folder.resolve(type.kind().directory()).resolve(type.name() + ".parquet");
  }

  void write(Path folder) throws IOException {
    ArrowLibrary.DATASET.load();
    ArrowLibrary.C_DATA.load();
    Path file = place(folder, type);
    Files.createDirectories(file.getParent());
    // The native writer names the files of a folder itself, so it gets one of its own.
    Path own = Files.createTempDirectory(file.getParent(), ".export-");
    try (BufferAllocator memory =
        allocator.newChildAllocator("parquet of " + type, 0, Long.MAX_VALUE)) {
      try {
        boolean standIn = write(own, memory);
        Path written = theFileIn(own);
        if (standIn) {
          removeRows(written);
        }
        Files.move(written, file);
      } finally {
        awaitReturn(memory);
      }
    } finally {
      remove(own);
    }
  }

  /** Whether the row that was written stands in for none. */
  private boolean write(Path own, BufferAllocator memory) throws IOException {
    try (ParquetRows rows = new ParquetRows(type, table, memory)) {
      DatasetFileWriter.write(
          memory,
          rows,
          FileFormat.PARQUET,
          own.toUri().toString(),
          new String[0],
          1,
          "{i}.parquet");
      return rows.standsIn();
    }
  }

  /** Leaves a file of the same columns without rows. */
  private static void removeRows(Path file) throws IOException {
    ByteBuffer whole = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    int magic = whole.getInt(0);
    int end = whole.capacity() - 2 * Integer.BYTES;
    int length = whole.getInt(end);
    FileMetaData footer =
        Util.readFileMetaData(new ByteArrayInputStream(whole.array(), end - length, length));
    footer.setNum_rows(0);
    footer.setRow_groups(List.of());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Util.writeFileMetaData(footer, bytes);
    ByteBuffer empty =
        ByteBuffer.allocate(bytes.size() + 3 * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    empty.putInt(magic).put(bytes.toByteArray()).putInt(bytes.size()).putInt(magic);
    Files.write(file, empty.array());
  }

  private Path theFileIn(Path own) throws IOException {
    try (Stream<Path> files = Files.list(own)) {
      List<Path> written = files.toList();
      if (written.size() != 1) {
        throw new IOException("the Parquet writer made " + written + " for " + type);
      }
      return written.get(0);
    }
  }

  /** The native writer gives the last batches back from threads of its own, after it has ended. */
  private static void awaitReturn(BufferAllocator memory) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (memory.getAllocatedMemory() > 0 && System.nanoTime() < end) {
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private static void remove(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
