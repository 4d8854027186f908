package org.omnigraph.engine.table.lance;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.lance.file.LanceFileReader;
import org.omnigraph.engine.error.Unsupported;
import org.omnigraph.engine.memory.ImportAllocator;
import org.omnigraph.engine.schema.PhysicalSchema;

/** Streams written data files one after another; no version needs to refer to them. */
final class DataFilesReader extends ArrowReader {
  private static final int BATCH_ROWS = 8_192;

  private final Deque<String> files;
  private final Map<String, String> storageOptions;
  private final List<String> columns;
  private @Nullable LanceFileReader file;
  private @Nullable ArrowReader batches;

  DataFilesReader(
      List<String> files,
      Map<String, String> storageOptions,
      List<String> columns,
      BufferAllocator allocator) {
    super(allocator);
    this.files = new ArrayDeque<>(files);
    this.storageOptions = storageOptions;
    this.columns = columns;
  }

  @Override
  protected Schema readSchema() throws IOException {
    if (files.isEmpty()) {
      return new Schema(List.<Field>of());
    }
    return batches().getVectorSchemaRoot().getSchema();
  }

  @Override
  public boolean loadNextBatch() throws IOException {
    prepareLoadNextBatch();
    while (batches != null || !files.isEmpty()) {
      ArrowReader current = batches();
      if (current.loadNextBatch()) {
        VectorSchemaRoot root = current.getVectorSchemaRoot();
        loadRecordBatch(new VectorUnloader(root).getRecordBatch());
        return true;
      }
      closeReadSource();
    }
    return false;
  }

  private ArrowReader batches() throws IOException {
    ArrowReader current = batches;
    if (current == null) {
      String next = files.remove();
      try {
        LanceFileReader opened =
            LanceFileReader.open(next, storageOptions, ImportAllocator.into(allocator));
        file = opened;
        requireReadable(opened.schema());
        current = opened.readAll(columns, null, BATCH_ROWS);
      } catch (RuntimeException e) {
        throw LanceErrors.classify("reading " + next, e);
      }
      batches = current;
    }
    return current;
  }

  /** The reader of single files counts the columns behind a blob wrongly. */
  private void requireReadable(Schema written) {
    Optional<String> blob = Optional.empty();
    for (Field field : written.getFields()) {
      if (blob.isPresent() && columns.contains(field.getName())) {
        throw new Unsupported(
            "column '"
                + field.getName()
                + "' of staged rows cannot be read, it stands behind the Blob '"
                + blob.get()
                + "'; commit the rows and scan the table");
      }
      if (PhysicalSchema.isBlob(field)) {
        blob = Optional.of(field.getName());
      }
    }
  }

  @Override
  public long bytesRead() {
    return 0;
  }

  @Override
  protected void closeReadSource() {
    LanceFileReader opened = file;
    ArrowReader current = batches;
    file = null;
    batches = null;
    if (opened != null && current != null) {
      Closing.all("reading data files", current, opened);
    } else if (opened != null) {
      Closing.all("reading data files", opened);
    }
  }
}
