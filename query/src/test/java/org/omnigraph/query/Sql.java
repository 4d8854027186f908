package org.omnigraph.query;

/**
 * A piece of a statement as it is written here and as it is written for DuckDB. Where both mean the
 * same by the same text there is one text; every rule by which they differ is a second one.
 */
record Sql(String ours, String theirs) {
  /** The same text for both. */
  static Sql same(String text) {
    return new Sql(text, text);
  }

  /** A text with {@code {0}}, {@code {1}} … for its parts. */
  static Sql of(String template, Sql... parts) {
    return of(template, template, parts);
  }

  /** Two texts with the same parts. */
  static Sql of(String ours, String theirs, Sql... parts) {
    String left = ours;
    String right = theirs;
    for (int i = 0; i < parts.length; i++) {
      left = left.replace("{" + i + "}", parts[i].ours);
      right = right.replace("{" + i + "}", parts[i].theirs);
    }
    return new Sql(left, right);
  }
}
