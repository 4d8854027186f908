package org.omnigraph.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What is on disk. */
final class DiskFiles {
  private DiskFiles() {}

  /** Every file below a directory with its size. */
  static Map<Path, Long> sizes(Path directory) throws IOException {
    Map<Path, Long> sizes = new TreeMap<>();
    try (Stream<Path> files = Files.walk(directory)) {
      files.filter(Files::isRegularFile).forEach(file -> sizes.put(file, size(file)));
    }
    return sizes;
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
