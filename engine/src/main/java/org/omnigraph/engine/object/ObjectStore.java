package org.omnigraph.engine.object;

import java.util.List;
import java.util.Optional;

/**
 * Texts by name below one root; a name may hold {@code /}. Safe for use by many threads.
 *
 * <p>Every method throws {@link org.omnigraph.engine.error.StorageUnavailable} when the storage
 * fails.
 */
public interface ObjectStore {
  /** The root as spelled, without a trailing slash. */
  String root();

  /** Whether a spelling names this root, if only by another path to the same place. */
  boolean isRoot(String spelling);

  /** The text, or empty when there is none of that name. */
  Optional<String> read(String name);

  /** Puts or replaces the text, whole. */
  void write(String name, String text);

  /**
   * Puts the text unless the name is taken.
   *
   * @return whether it was put
   */
  boolean writeIfAbsent(String name, String text);

  /** Removes the text; a missing one is fine. */
  void delete(String name);

  /** Whether there is a text of that name, or any below it; an empty directory is nothing. */
  boolean exists(String name);

  /** The names of the texts directly in a directory, sorted; a missing directory is empty. */
  List<String> list(String directory);
}
