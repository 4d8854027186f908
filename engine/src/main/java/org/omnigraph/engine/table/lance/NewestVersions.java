package org.omnigraph.engine.table.lance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.table.TableBranch.BranchIdentifier;

/**
 * The newest version of each line of versions. Every version is a file in one directory, and Lance
 * lists that directory whenever it is asked for the newest, which takes the longer the more
 * versions there are.
 *
 * <p>A listing holds as long as the directory has not changed since before it. Clocks of file
 * systems are coarse, so a version may come without a trace in the directory's time; it is the next
 * one then, and is looked for by its name. Safe for use by many threads.
 */
final class NewestVersions {
  private final Map<String, Seen> seen = new ConcurrentHashMap<>();

  /** What the directory of the versions was like. */
  private record Directory(Optional<Object> key, FileTime changed) {
    static Optional<Directory> of(String line) {
      try {
        BasicFileAttributes attributes =
            Files.readAttributes(Path.of(line, "_versions"), BasicFileAttributes.class);
        return Optional.of(
            new Directory(
                Optional.ofNullable(attributes.fileKey()), attributes.lastModifiedTime()));
      } catch (IOException e) {
        // Then it has to be asked for, which says what is wrong.
        return Optional.empty();
      }
    }
  }

  private record Seen(BranchIdentifier branch, long version, Directory directory) {}

  /** The file of a version. */
  static Path file(String line, long version) {
    return Path.of(line, "_versions", Long.toUnsignedString(-1L - version) + ".manifest");
  }

  /**
   * The newest version of a line.
   *
   * @param line where its files are
   * @param branch what tells it from an earlier line at that place
   * @param listing asks Lance; is told the version that was the newest before, if one is known
   */
  long newest(String line, BranchIdentifier branch, ToLongFunction<OptionalLong> listing) {
    Seen before = seenOf(line, branch);
    Optional<Directory> now = Directory.of(line);
    if (before != null
        && now.equals(Optional.of(before.directory()))
        && !Files.exists(file(line, before.version() + 1))) {
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
    Directory.of(line).ifPresent(directory -> seen.put(line, new Seen(branch, version, directory)));
  }
}
