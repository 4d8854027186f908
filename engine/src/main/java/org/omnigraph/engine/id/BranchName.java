package org.omnigraph.engine.id;

import org.omnigraph.engine.error.InvalidRequest;

/**
 * The name of a branch. {@link #MAIN} is the default branch; names are trimmed, may hold {@code
 * /}-separated segments of letters, digits, {@code .}, {@code -} and {@code _}.
 */
public record BranchName(String value) implements Comparable<BranchName> {
  public static final BranchName MAIN = new BranchName("main");

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
            && name.codePoints()
                .allMatch(c -> Character.isLetterOrDigit(c) || "/.-_".indexOf(c) >= 0);
    if (!valid) {
      throw new InvalidRequest(
          "invalid branch name '"
              + name
              + "': use letters, digits, '.', '-', '_' and '/' between segments");
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
