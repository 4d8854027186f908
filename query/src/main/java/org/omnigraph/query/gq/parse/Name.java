package org.omnigraph.query.gq.parse;

/** A word of the text that names something; a variable without its {@code $}. */
public record Name(Position position, String text) {
  /** What {@code $_} is called: bound by nothing and seen by nobody. */
  private static final String ANONYMOUS = "_";

  /** Whether this is {@code $_}. */
  public boolean isAnonymous() {
    return text.equals(ANONYMOUS);
  }
}
