package org.omnigraph.engine.id;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.omnigraph.engine.error.InvalidRequest;

/**
 * The name of a branch. {@link #MAIN} is the default branch; names are trimmed, may hold {@code
 * /}-separated segments of letters, digits, {@code .}, {@code -} and {@code _}. Since a name is a
 * path below which files are made and removed, no segment is {@code .} or has {@code ..} in it, and
 * the file that it names percent-encoded has at most 255 bytes.
 */
public record BranchName(String value) implements Comparable<BranchName> {
  public static final BranchName MAIN = new BranchName("main");

  /** What the name of a file may have, without the ending {@code .json}. */
  private static final int MOST_ENCODED_BYTES = 250;

  public BranchName {
    value = value.strip();
    requireValid(value);
  }

  /** The branch that a change of the schema makes while it lasts, to keep others out. */
  public static final BranchName SCHEMA_LOCK = new BranchName("__schema_apply_lock__");

  /** The branch that {@code name} spells. */
  public static BranchName of(String name) {
    return "main".equals(name.strip()) ? MAIN : new BranchName(name);
  }

  public boolean isMain() {
    return "main".equals(value);
  }

  /** Whether the program keeps the name for itself. */
  public boolean isInternal() {
    return equals(SCHEMA_LOCK);
  }

  /** Whether the other name is a path below this one: {@code a} is above {@code a/b}. */
  public boolean isAbove(BranchName other) {
    return other.value.startsWith(value + "/");
  }

  private static void requireValid(String name) {
    boolean valid =
        !name.isEmpty()
            && !name.startsWith("/")
            && !name.endsWith("/")
            && !name.contains("//")
            && !name.contains("..")
            && !name.endsWith(".lock")
            && !List.of(name.split("/")).contains(".")
            && name.codePoints()
                .allMatch(c -> Character.isLetterOrDigit(c) || "/.-_".indexOf(c) >= 0);
    if (!valid) {
      throw new InvalidRequest(
          "invalid branch name '"
              + name
              + "': use letters, digits, '.', '-', '_' and '/' between segments; no segment may be '.',"
              + " hold '..' or end the name with '.lock'");
    }
    int bytes = URLEncoder.encode(name, StandardCharsets.UTF_8).length();
    if (bytes > MOST_ENCODED_BYTES) {
      throw new InvalidRequest(
          "invalid branch name '"
              + name
              + "': it has "
              + bytes
              + " bytes when it is percent-encoded, and a file name takes "
              + MOST_ENCODED_BYTES
              + "; choose a shorter one");
    }
  }

  @Override
  public int compareTo(BranchName other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
