package org.omnigraph.engine.load;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.OptionalLong;
import org.apache.arrow.memory.BufferAllocator;
import org.omnigraph.engine.error.GraphException;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.load.GraphFolder.Progress;
import org.omnigraph.engine.load.GraphFolder.TypeFile;
import org.omnigraph.engine.pending.RowPlaces;
import org.omnigraph.engine.pending.RowSink;

/** Hands on the file of one type batch by batch. */
final class TypeFileReader {
  private final TypeFile file;
  private final LoadTarget target;
  private final String source;

  private TypeFileReader(TypeFile file, LoadTarget target) {
    this.file = file;
    this.target = target;
    this.source = file.path().getFileName().toString();
  }

  /** Reads a whole file; answers the rows read so far, those before the file included. */
  static long read(TypeFile file, LoadTarget target, Progress progress) throws IOException {
    return new TypeFileReader(file, target).read(progress);
  }

  private long read(Progress progress) throws IOException {
    try (Batches batches = open(target.allocator())) {
      RowSink sink = target.rows(file.type().key());
      open(sink, batches);
      long rows = 0;
      while (next(batches)) {
        sink.add(batches.root(), batches.dictionaries(), RowPlaces.numbered(source, rows));
        rows += batches.root().getRowCount();
        report(progress, rows, batches.totalRows());
      }
      return progress.rows() + rows;
    }
  }

  private void open(RowSink sink, Batches batches) throws IOException {
    try {
      sink.open(batches.root().getSchema());
    } catch (InvalidRequest e) {
      throw new InvalidRequest(source + ": " + e.getMessage(), e);
    }
  }

  private void report(Progress before, long rows, OptionalLong total) {
    long bytes = 0;
    if (total.isPresent() && total.getAsLong() > 0) {
      bytes =
          (long) ((double) file.bytes() * Math.min(rows, total.getAsLong()) / total.getAsLong());
    }
    target
        .progress()
        .at(file.type().key(), before.rows() + rows, before.bytes() + bytes, before.totalBytes());
  }

  private Batches open(BufferAllocator allocator) throws IOException {
    try {
      return switch (file.kind()) {
        case PARQUET -> new ParquetScan(file.path(), allocator);
        case CSV -> new CsvScan(file.path(), file.type(), allocator);
        case ARROW -> new ArrowScan(file.path(), allocator);
      };
    } catch (GraphException | FileSystemException e) {
      throw e;
    } catch (RuntimeException | IOException e) {
      throw unreadable(e);
    }
  }

  private boolean next(Batches batches) throws IOException {
    try {
      return batches.next();
    } catch (GraphException e) {
      throw e;
    } catch (RuntimeException | IOException e) {
      throw unreadable(e);
    }
  }

  private InvalidRequest unreadable(Exception e) {
    String format =
        switch (file.kind()) {
          case PARQUET -> "Parquet";
          case CSV -> "CSV with a header";
          case ARROW -> "Arrow IPC";
        };
    return new InvalidRequest(
        "cannot read "
            + source
            + " as "
            + format
            + ": "
            + e.getMessage()
            + "; write the file again, or name it after its format",
        e);
  }
}
