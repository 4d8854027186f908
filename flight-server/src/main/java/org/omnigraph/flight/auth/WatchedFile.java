package org.omnigraph.flight.auth;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.InvalidRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a file says, read again when it has changed. A file that cannot be used any more is named in
 * the log, once, and what it said before stays.
 */
final class WatchedFile<T> {
  private static final Logger LOG = LoggerFactory.getLogger(WatchedFile.class);

  /** What changes when a file does. */
  private record Stamp(FileTime modified, long size, @Nullable Object key) {}

  private final Path file;
  private final Function<Path, T> read;
  private @Nullable Stamp seen;
  private String complained = "";
  private volatile T value;

  /**
   * Reads the file.
   *
   * @throws InvalidRequest what {@code read} throws
   */
  WatchedFile(Path file, Function<Path, T> read) {
    this.file = file;
    this.read = read;
    this.seen = stamp();
    this.value = read.apply(file);
  }

  T value() {
    return value;
  }

  /** Reads the file again if it has changed; whether it did and can be used. */
  synchronized boolean reload() {
    Stamp now = stamp();
    if (now != null && now.equals(seen)) {
      return false;
    }
    seen = now;
    try {
      value = read.apply(file);
      complained = "";
      LOG.info("{} was read again", file);
      return true;
    } catch (InvalidRequest e) {
      String reason = String.valueOf(e.getMessage());
      if (now != null || !reason.equals(complained)) {
        LOG.error("what {} said before stays: {}", file, reason);
      }
      complained = reason;
      return false;
    }
  }

  /** Null when the file cannot be looked at, which is no stamp that stays. */
  private @Nullable Stamp stamp() {
    try {
      BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
      return new Stamp(now.lastModifiedTime(), now.size(), now.fileKey());
    } catch (IOException e) {
      return null;
    }
  }
}
