package org.omnigraph.engine.table.lance;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.object.StoredFiles;
import org.omnigraph.engine.table.TableBranch.BranchIdentifier;

/**
 * The newest version of each line of versions. Every version is a file in one directory, and Lance
 * lists that directory whenever it is asked for the newest, which takes the longer the more
 * versions there are.
 *
 * <p>A listing holds as long as the directory has not changed since before it. Clocks of file
 * systems are coarse, so a version may come without a trace in the directory's time; it is the next
 * one then, and is looked for by its name. Where storage lists by name, the newest version has the
 * least name and is asked for. Safe for use by many threads.
 */
final class NewestVersions {
  private static final String DIRECTORY = "/_versions";
  private static final String SUFFIX = ".manifest";

  /** How many digits the name of a version has; an older form has fewer and another order. */
  private static final int DIGITS = 20;

  private final StoredFiles files;
  private final Map<String, Seen> seen = new ConcurrentHashMap<>();

  NewestVersions(StoredFiles files) {
    this.files = files;
  }

  /**
   * @param directory what the directory of the versions was like
   */
  private record Seen(BranchIdentifier branch, long version, Object directory) {}

  /** The file of a version. */
  static String file(String line, long version) {
    return line + DIRECTORY + "/" + Long.toUnsignedString(-1L - version) + SUFFIX;
  }

  private static OptionalLong version(String name) {
    return name.length() == DIGITS + SUFFIX.length() && name.endsWith(SUFFIX)
        ? OptionalLong.of(-1L - Long.parseUnsignedLong(name.substring(0, DIGITS)))
        : OptionalLong.empty();
  }

  /**
   * The newest version of a line.
   *
   * @param line where its files are
   * @param branch what tells it from an earlier line at that place
   * @param listing asks Lance; is told the version that was the newest before, if one is known
   */
  long newest(String line, BranchIdentifier branch, ToLongFunction<OptionalLong> listing) {
    OptionalLong first =
        files.first(line + DIRECTORY).map(NewestVersions::version).orElseGet(OptionalLong::empty);
    if (first.isPresent()) {
      return first.getAsLong();
    }
    Seen before = seenOf(line, branch);
    Optional<Object> now = files.mark(line + DIRECTORY);
    if (before != null
        && now.equals(Optional.of(before.directory()))
        && !files.exists(file(line, before.version() + 1))) {
      return before.version();
    }
    long newest =
        listing.applyAsLong(
            before == null ? OptionalLong.empty() : OptionalLong.of(before.version()));
    now.ifPresent(directory -> seen.put(line, new Seen(branch, newest, directory)));
    return newest;
  }

  private @Nullable Seen seenOf(String line, BranchIdentifier branch) {
    Seen before = seen.get(line);
    return before != null && before.branch().equals(branch) ? before : null;
  }

  /** Notes a version that has just been made. */
  void made(String line, BranchIdentifier branch, long version) {
    files
        .mark(line + DIRECTORY)
        .ifPresent(directory -> seen.put(line, new Seen(branch, version, directory)));
  }
}
