package org.omnigraph.flight.auth;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.omnigraph.engine.error.InvalidRequest;

/** What a file says, read again when it has changed. */
final class WatchedFile<T> {
  private final Path file;
  private final Function<Path, T> read;
  private final FileWatch watch;
  private volatile T value;

  /**
   * Reads the file.
   *
   * @throws InvalidRequest what {@code read} throws
   */
  WatchedFile(Path file, Function<Path, T> read) {
    this.file = file;
    this.read = read;
    this.watch = new FileWatch(List.of(file));
    this.value = read.apply(file);
  }

  T value() {
    return value;
  }

  /** Reads the file again if it has changed; whether it did and can be used. */
  boolean reload() {
    return watch.reload(() -> value = read.apply(file));
  }
}
