package org.omnigraph.engine.load;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/** The formats of a file with the rows of one type, told by the end of its name. */
enum FileKind {
  PARQUET,
  CSV,
  ARROW;

  /** Every ending, for messages. */
  static final String ENDINGS = ".parquet, .csv, .arrow, .feather or .ipc";

  static Optional<FileKind> of(Path path) {
    String name = path.getFileName().toString();
    int dot = name.lastIndexOf('.');
    if (dot <= 0) {
      return Optional.empty();
    }
    return switch (name.substring(dot + 1).toLowerCase(Locale.ROOT)) {
      case "parquet" -> Optional.of(PARQUET);
      case "csv" -> Optional.of(CSV);
      case "arrow", "feather", "ipc" -> Optional.of(ARROW);
      default -> Optional.empty();
    };
  }
}
