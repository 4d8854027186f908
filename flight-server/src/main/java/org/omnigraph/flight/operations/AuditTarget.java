package org.omnigraph.flight.operations;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Where an audit log goes.
 *
 * @param file empty is standard output
 * @param bytes a file of this size is put aside and a new one begun
 * @param kept so many files are kept aside, the newest as {@code FILE.1}
 */
public record AuditTarget(Optional<Path> file, long bytes, int kept) {
  public static final long DEFAULT_BYTES = 100L << 20;
  public static final int DEFAULT_KEPT = 10;

  /** A file of usual sizes. */
  public static AuditTarget of(Path file) {
    return new AuditTarget(Optional.of(file), DEFAULT_BYTES, DEFAULT_KEPT);
  }
}
