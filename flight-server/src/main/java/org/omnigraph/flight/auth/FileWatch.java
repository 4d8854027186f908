package org.omnigraph.flight.auth;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.InvalidRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices when files that are read together have changed. Files that cannot be used any more are
 * named in the log, once, and what they said before stays.
 */
final class FileWatch {
  private static final Logger LOG = LoggerFactory.getLogger(FileWatch.class);

  /** What changes when a file does. */
  private record Stamp(FileTime modified, long size, @Nullable Object key) {}

  private final List<Path> files;
  private @Nullable List<Stamp> seen;
  private String complained = "";

  /** As they are now, the files have been seen. */
  FileWatch(List<Path> files) {
    this.files = List.copyOf(files);
    this.seen = stamps();
  }

  /**
   * Reads the files again if one has changed; whether one did and they can be used.
   *
   * @param read leaves everything as it was when it throws {@link InvalidRequest}
   */
  synchronized boolean reload(Runnable read) {
    List<Stamp> now = stamps();
    if (now != null && now.equals(seen)) {
      return false;
    }
    seen = now;
    try {
      read.run();
    } catch (InvalidRequest e) {
      complain(String.valueOf(e.getMessage()), now == null);
      return false;
    }
    complained = "";
    LOG.info("{} {} read again", names(), files.size() == 1 ? "was" : "were");
    return true;
  }

  /**
   * Says why the files are not used.
   *
   * @param isUnseen whether a file could not be looked at, so that the same reason is no news
   */
  private void complain(String reason, boolean isUnseen) {
    if (!isUnseen || !reason.equals(complained)) {
      LOG.error("what {} said before stays: {}", names(), reason);
    }
    complained = reason;
  }

  private String names() {
    return files.stream().map(Path::toString).collect(Collectors.joining(", "));
  }

  /** Null when a file cannot be looked at, which is no stamp that stays. */
  private @Nullable List<Stamp> stamps() {
    List<Stamp> stamps = new ArrayList<>();
    for (Path file : files) {
      try {
        BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
        stamps.add(new Stamp(now.lastModifiedTime(), now.size(), now.fileKey()));
      } catch (IOException e) {
        return null;
      }
    }
    return stamps;
  }
}
