package org.omnigraph.benchmark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;
import org.lance.CommitBuilder;
import org.lance.Dataset;
import org.lance.Fragment;
import org.lance.FragmentMetadata;
import org.lance.Transaction;
import org.lance.WriteParams;
import org.lance.operation.Append;

/**
 * What Lance alone takes for a commit of one row: a file with it, and a version that lists that
 * file after all others. Made on a twin of a table, which shares its files.
 */
final class RawCommits implements AutoCloseable {
  private final BufferAllocator allocator;
  private final String uri;
  private final Schema schema;
  private Dataset dataset;
  private int made;

  private RawCommits(BufferAllocator allocator, Path twin) {
    this.allocator = allocator;
    this.uri = twin.toString();
    this.dataset = Dataset.open().allocator(allocator).uri(uri).build();
    this.schema = dataset.getSchema();
  }

  /** On a twin of {@code table} at {@code twin}. */
  static RawCommits beside(Path table, Path twin, BufferAllocator allocator) throws IOException {
    try (Stream<Path> files = Files.walk(table)) {
      files.forEach(file -> link(file, twin.resolve(table.relativize(file))));
    }
    return new RawCommits(allocator, twin);
  }

  private static void link(Path file, Path twin) {
    try {
      if (Files.isDirectory(file)) {
        Files.createDirectories(twin);
      } else {
        Files.createLink(twin, file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Commits one row; answers milliseconds. */
  double commit() {
    String name = "raw row " + made++;
    long start = System.nanoTime();
    Append operation = Append.builder().fragments(write(name)).build();
    try (Transaction transaction =
        new Transaction.Builder()
            .readVersion(dataset.version())
            .uuid("raw-" + name)
            .operation(operation)
            .build()) {
      Dataset next =
          new CommitBuilder(dataset).maxRetries(0).skipAutoCleanup(true).execute(transaction);
      double took = (System.nanoTime() - start) / 1e6;
      dataset.close();
      dataset = next;
      return took;
    }
  }

  private List<FragmentMetadata> write(String name) {
    try (VectorSchemaRoot row = VectorSchemaRoot.create(schema, allocator)) {
      for (var column : row.getFieldVectors()) {
        ((VarCharVector) column).setSafe(0, name.getBytes(StandardCharsets.UTF_8));
      }
      row.setRowCount(1);
      WriteParams params =
          new WriteParams.Builder()
              .withMode(WriteParams.WriteMode.CREATE)
              .withDataStorageVersion("2.2")
              .withEnableStableRowIds(true)
              .withStorageOptions(Map.of())
              .build();
      return Fragment.write()
          .datasetUri(uri)
          .allocator(allocator)
          .data(row)
          .writeParams(params)
          .execute();
    }
  }

  /** The only table below a folder of tables. */
  static Path only(Path tables) throws IOException {
    try (Stream<Path> all = Files.list(tables)) {
      Optional<Path> first = all.findFirst();
      return first.orElseThrow(() -> new IllegalStateException("no table in " + tables));
    }
  }

  @Override
  public void close() {
    dataset.close();
  }
}
