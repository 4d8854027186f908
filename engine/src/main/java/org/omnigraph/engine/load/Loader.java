package org.omnigraph.engine.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.arrow.memory.BufferAllocator;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.StorageUnavailable;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.engine.schema.AcceptedSchema;

/** Reads input files into a staging. */
public final class Loader {
  private Loader() {}

  /**
   * Adds every row of the input; publishes nothing. Holds one open batch a type, whatever the size
   * of the input.
   *
   * @param allocator the owner of the open batches; empty again on return
   * @throws InvalidRequest at the first file, line or value that is wrong, naming its place
   * @throws org.omnigraph.engine.error.ResourceLimitExceeded for a line beyond 32 MiB or 131,072
   *     JSON values, or a budget of the staging
   * @throws StorageUnavailable when a file cannot be read
   */
  public static void read(
      LoadRequest request,
      AcceptedSchema schema,
      MutationStaging staging,
      BufferAllocator allocator,
      LoadProgress progress) {
    Path data = request.data();
    LoadTarget target =
        new LoadTarget(schema, staging, writeMode(request.mode()), allocator, progress);
    try {
      if (Files.isDirectory(data)) {
        GraphFolder.of(data, schema).read(target);
      } else if (Files.isRegularFile(data)) {
        JsonLines.read(data, target);
      } else {
        throw new InvalidRequest(
            (Files.exists(data) ? "neither a file nor a folder: '" : "no file or folder '")
                + data
                + "'; give an NDJSON file, or a folder with nodes/TYPE.parquet and"
                + " edges/TYPE.parquet");
      }
    } catch (IOException e) {
      throw new StorageUnavailable("cannot read " + data + ": " + e.getMessage(), e);
    }
  }

  private static WriteMode writeMode(LoadMode mode) {
    return switch (mode) {
      case OVERWRITE -> WriteMode.REPLACE;
      case APPEND -> WriteMode.INSERT;
      case MERGE -> WriteMode.UPSERT;
    };
  }
}
