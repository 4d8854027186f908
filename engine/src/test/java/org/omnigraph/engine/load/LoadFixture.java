package org.omnigraph.engine.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.apache.arrow.memory.RootAllocator;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.schema.AcceptedSchema;
import org.omnigraph.engine.schema.SchemaCompiler;

/** Loads files that a test writes, and checks that no memory stays behind. */
final class LoadFixture {
  static final AcceptedSchema ALL_TYPES = schema("all-types");
  static final AcceptedSchema FLIGHTS = schema("flights-week");

  private final Path folder;
  final RecordingStaging staging = new RecordingStaging();

  LoadFixture(Path folder) {
    this.folder = folder;
  }

  private static AcceptedSchema schema(String name) {
    try (var in =
        Objects.requireNonNull(
            LoadFixture.class.getResourceAsStream("/schema/" + name + "/_schema.pg"))) {
      return SchemaCompiler.accept(
              new String(in.readAllBytes(), StandardCharsets.UTF_8), "01ARZ3NDEKTSV4RRFFQ69G5FAV")
          .accepted();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  Path write(String name, String text) throws IOException {
    return write(name, text.getBytes(StandardCharsets.UTF_8));
  }

  Path write(String name, byte[] bytes) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.write(file, bytes);
  }

  Path gzip(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return file;
  }

  RecordingStaging load(Path data, AcceptedSchema schema) {
    return load(data, schema, LoadMode.OVERWRITE, LoadProgress.NONE);
  }

  RecordingStaging load(Path data, AcceptedSchema schema, LoadMode mode, LoadProgress progress) {
    try (RootAllocator allocator = new RootAllocator()) {
      try {
        Loader.read(
            new LoadRequest(data, mode, BranchName.MAIN, Optional.empty()),
            schema,
            staging,
            allocator,
            progress);
      } finally {
        assertThat(allocator.getAllocatedMemory()).isZero();
      }
    }
    return staging;
  }
}
