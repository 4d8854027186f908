package org.omnigraph.engine.object;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The files of tables, each named by its whole place: a path, or {@code s3://bucket/key}. Safe for
 * use by many threads.
 *
 * <p>Every method throws {@link org.omnigraph.engine.error.StorageUnavailable} when the storage
 * fails.
 */
public interface StoredFiles {
  /**
   * A file in a directory.
   *
   * @param name without the directory
   * @param size in bytes
   */
  record Entry(String name, long size) {}

  /**
   * What storage says of one file.
   *
   * @param size in bytes
   * @param tag what tells one content from another, where there is such a thing
   */
  record Facts(long size, Optional<String> tag) {}

  /**
   * What is below a directory, named from there on with {@code /}.
   *
   * @param files in no order
   * @param directories each after what is in it; none where they are not things of their own
   */
  record Tree(List<String> files, List<String> directories) {}

  /** The bytes, or empty when there is no such file. */
  Optional<byte[]> read(String file);

  /** Empty when there is no such file. */
  Optional<Facts> facts(String file);

  /** Removes a file; a missing one is fine. */
  void delete(String file);

  /** The files directly in a directory, in no order; a missing directory is empty. */
  List<Entry> list(String directory);

  /**
   * Everything below a directory.
   *
   * @param without directories in it that are left out with all that they hold, named from there
   */
  Tree walk(String directory, Set<String> without);

  /** Removes a directory unless something is in it. */
  void deleteIfEmpty(String directory);

  /** Puts a file to a second place as well, for good; one that is there stays. */
  void copy(String from, String to);

  /**
   * Whether a file is there, but not as a whole. Storage that keeps whole files only does not look.
   *
   * @param end how a whole file ends; any byte will do when it is empty
   */
  boolean isCut(String file, byte[] end);

  /**
   * The least name in a directory, where that costs one request; empty where it takes a listing, or
   * when nothing is there.
   */
  Optional<String> first(String directory);

  /** What changes when files come and go in a directory, where there is such a thing. */
  Optional<Object> mark(String directory);

  /** Whether there is such a file. */
  default boolean exists(String file) {
    return facts(file).isPresent();
  }

  /** How a file is named in what a graph stores of it. */
  String recorded(String file);
}
