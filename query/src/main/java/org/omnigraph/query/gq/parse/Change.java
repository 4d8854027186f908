package org.omnigraph.query.gq.parse;

import java.util.List;

/** One statement of a mutation. */
public sealed interface Change {
  Name type();

  /** {@code insert Person { name: "Ada" }}. */
  record Insert(Name type, List<Assignment> assignments) implements Change {
    public Insert {
      assignments = List.copyOf(assignments);
    }
  }

  /** {@code update Person set { age: 37 } where name = "Ada"}. */
  record Update(Name type, List<Assignment> assignments, Condition where) implements Change {
    public Update {
      assignments = List.copyOf(assignments);
    }
  }

  /** {@code delete Person where name = "Ada"}. */
  record Delete(Name type, Condition where) implements Change {}

  /** {@code age: 37}. */
  record Assignment(Name property, Expression value) {}

  /** {@code name = "Ada"}. */
  record Condition(Name property, Comparison comparison, Expression value) {}
}
