package org.omnigraph.engine.error;

/** Rows that a type's constraints refuse. The request is well formed, what it writes is not. */
public final class BrokenConstraint extends InvalidRequest {
  private final Kind kind;

  /** What kind of constraint it is. */
  public enum Kind {
    /** A value that must be there is null or missing. */
    NOT_NULL,
    /** Two rows share a key, an id, or what is {@code @unique}. */
    UNIQUE,
    /** An edge has an end that is no node. */
    REFERENCE,
    /** A value is outside its {@code enum}, {@code @range} or {@code @check}. */
    CHECK,
    /** A node has too many edges of a type, or too few. */
    CARDINALITY
  }

  /** A refusal with the place, the rule and the value. */
  public BrokenConstraint(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }
}
