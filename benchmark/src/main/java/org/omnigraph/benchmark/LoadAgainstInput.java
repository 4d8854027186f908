package org.omnigraph.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.manifest.TableEntry;

/** Loads in processes of their own: time and peak memory against the size of the input. */
final class LoadAgainstInput {
  /** What {@code ./omnigraph load} gives the JVM. */
  private static final List<String> LAUNCHER_FLAGS =
      List.of(
          "-Darrow.enable_unsafe_memory_access=true",
          "-Darrow.enable_null_check_for_get=false",
          "-Dio.netty.tryReflectionSetAccessible=true",
          "-XX:+UseSerialGC",
          "-Xmn64m",
          "-XX:MinHeapFreeRatio=5",
          "-XX:MaxHeapFreeRatio=10");

  private final Path work;

  LoadAgainstInput(Path work) {
    this.work = work;
  }

  /**
   * What one load took.
   *
   * @param inputBytes size of the files that were read
   */
  record Load(String name, long inputBytes, long rows, MeasuredProcess process) {
    List<String> row() {
      return List.of(
          name,
          Report.number(inputBytes / 1e6, 1),
          Report.number((double) rows, 0),
          Report.number(process.seconds(), 1),
          Report.number((double) rows / process.seconds() / 1000, 0),
          Report.number(process.peakResidentBytes() / 1e6, 0));
    }
  }

  /** Loads {@code data} into a new graph as the command does it. */
  Load load(String name, Path schema, Path data) throws IOException, InterruptedException {
    Path graph = work.resolve(name.replaceAll("[^A-Za-z0-9]", "-"));
    Graph.init(graph.toString(), Files.readString(schema), GraphConfig.defaults()).close();
    MeasuredProcess process =
        MeasuredProcess.omnigraph(
            work.resolve("load.log"),
            LAUNCHER_FLAGS,
            List.of("load", graph.toString(), "--data", data.toString(), "--mode", "overwrite"));
    return new Load(name, inputBytes(data), rows(graph), process);
  }

  /** The graph that {@link #load} made. */
  Path graph(String name) {
    return work.resolve(name.replaceAll("[^A-Za-z0-9]", "-"));
  }

  private static long rows(Path uri) {
    try (Graph graph = Graph.open(uri.toString(), GraphConfig.defaults().asReadOnly())) {
      return graph.snapshot(BranchName.MAIN).tables().values().stream()
          .mapToLong(TableEntry::rowCount)
          .sum();
    }
  }

  private static long inputBytes(Path data) throws IOException {
    if (Files.isRegularFile(data)) {
      return Files.size(data);
    }
    long bytes = 0;
    for (Path folder :
        Stream.of("nodes", "edges").map(data::resolve).filter(Files::isDirectory).toList()) {
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.toList()) {
          bytes += Files.size(file);
        }
      }
    }
    return bytes;
  }
}
