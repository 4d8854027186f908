package org.omnigraph.flight.auth;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Who may do what. Without a file everybody may do everything; with one, what its lines allow. Safe
 * for use by many threads.
 */
public final class Roles {
  private final Optional<WatchedFile<List<Grant>>> file;

  private Roles(Optional<WatchedFile<List<Grant>>> file) {
    this.file = file;
  }

  /** Everybody may do everything. */
  public static Roles none() {
    return new Roles(Optional.empty());
  }

  /**
   * Reads the file, when there is one.
   *
   * @throws org.omnigraph.engine.error.InvalidRequest when it cannot be used
   */
  public static Roles of(Optional<Path> file) {
    return new Roles(file.map(path -> new WatchedFile<>(path, RoleFile::read)));
  }

  /**
   * Reads a changed file again; what it says counts from the next look on, for open sessions too.
   */
  public void reload() {
    file.ifPresent(WatchedFile::reload);
  }

  /** What one caller may do, now and after the file has changed. */
  public Access of(Principal caller) {
    return new Access(caller, this);
  }

  boolean isOpen() {
    return file.isEmpty();
  }

  /** The lines that are about a caller. */
  List<Grant> grants(Principal caller) {
    return file.map(
            watched -> watched.value().stream().filter(grant -> grant.isFor(caller)).toList())
        .orElse(List.of());
  }
}
