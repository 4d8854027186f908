package org.omnigraph.engine.schema;

import java.util.List;
import java.util.OptionalDouble;

/** A constraint of an accepted type, as data; {@code engine.validate} enforces it. */
public sealed interface Constraint {
  /**
   * The logical identity of a node; columns ordered by property id, the order in which ids are
   * made.
   */
  record Key(List<String> columns) implements Constraint {
    public Key {
      columns = List.copyOf(columns);
    }
  }

  /**
   * No two rows share the tuple, a tuple with a null is exempt. Columns may be {@code src} and
   * {@code dst} on edges.
   */
  record Unique(List<String> columns) implements Constraint {
    public Unique {
      columns = List.copyOf(columns);
    }
  }

  /** An intent to index; never a reason to refuse a write. */
  record Index(List<String> columns) implements Constraint {
    public Index {
      columns = List.copyOf(columns);
    }
  }

  /** Inclusive bounds of a number; null is exempt. */
  record Range(String column, OptionalDouble min, OptionalDouble max) implements Constraint {}

  /** A regular expression that text must contain a match of; null is exempt. */
  record Check(String column, String pattern) implements Constraint {}
}
