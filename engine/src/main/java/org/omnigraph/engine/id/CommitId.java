package org.omnigraph.engine.id;

/** The id of a graph commit: a ULID when made here, opaque text to readers. */
public record CommitId(String value) implements Comparable<CommitId> {
  public CommitId {
    if (value.isEmpty()) {
      throw new IllegalArgumentException("a commit id is not empty");
    }
  }

  @Override
  public int compareTo(CommitId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
