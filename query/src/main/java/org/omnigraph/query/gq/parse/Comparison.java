package org.omnigraph.query.gq.parse;

/** What a filter asks of its two sides. */
public enum Comparison {
  EQUAL("="),
  NOT_EQUAL("!="),
  LESS("<"),
  LESS_OR_EQUAL("<="),
  GREATER(">"),
  GREATER_OR_EQUAL(">="),
  CONTAINS("contains"),
  STARTS_WITH("starts_with");

  private final String text;

  Comparison(String text) {
    this.text = text;
  }

  /** The spelling in the language. */
  public String text() {
    return text;
  }

  /** The same question with the sides swapped; only for the six that compare by order. */
  public Comparison reversed() {
    return switch (this) {
      case LESS -> GREATER;
      case LESS_OR_EQUAL -> GREATER_OR_EQUAL;
      case GREATER -> LESS;
      case GREATER_OR_EQUAL -> LESS_OR_EQUAL;
      default -> this;
    };
  }

  static Comparison of(String text) {
    for (Comparison comparison : values()) {
      if (comparison.text.equals(text)) {
        return comparison;
      }
    }
    throw new IllegalArgumentException(text);
  }
}
