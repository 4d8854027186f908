package org.omnigraph.engine.export;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.dataset.file.DatasetFileWriter;
import org.apache.arrow.dataset.file.FileFormat;
import org.apache.arrow.memory.BufferAllocator;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.table.TableSnapshot;
import org.omnigraph.natives.ArrowLibrary;

/** The file of one type. */
final class ParquetFile {
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
    try (ParquetRows rows = new ParquetRows(type, table, allocator)) {
      DatasetFileWriter.write(
          allocator,
          rows,
          FileFormat.PARQUET,
          own.toUri().toString(),
          new String[0],
          1,
          "{i}.parquet");
      List<Path> written;
      try (Stream<Path> files = Files.list(own)) {
        written = files.toList();
      }
      if (written.size() != 1) {
        throw new IOException("the Parquet writer made " + written + " for " + type);
      }
      Files.move(written.get(0), file);
    } finally {
      remove(own);
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
