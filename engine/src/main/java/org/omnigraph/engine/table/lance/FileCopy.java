package org.omnigraph.engine.table.lance;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.omnigraph.engine.error.StorageUnavailable;

/** A data file at a second place: a hard link where the file system has them, else a copy. */
final class FileCopy {
  private static final String SUFFIX = ".lance";

  private FileCopy() {}

  /** Copies a file with the large values that Lance keeps in a directory of the file's name. */
  static void make(Path from, Path to) {
    try {
      link(from, to);
      Path values = values(from);
      if (Files.isDirectory(values)) {
        try (Stream<Path> files = Files.list(values)) {
          for (Path file : files.toList()) {
            link(file, values(to).resolve(values.relativize(file)));
          }
        }
      }
    } catch (IOException e) {
      throw new StorageUnavailable("cannot copy " + from + " to " + to + ": " + e, e);
    }
  }

  private static Path values(Path file) {
    String name = String.valueOf(file.getFileName());
    return file.resolveSibling(
        name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name);
  }

  private static void link(Path from, Path to) throws IOException {
    Files.createDirectories(to.resolveSibling(""));
    try {
      Files.createLink(to, from);
    } catch (FileAlreadyExistsException e) {
      // An earlier attempt was here; a data file never changes.
    } catch (UnsupportedOperationException e) {
      Files.copy(from, to);
    }
  }
}
