package org.omnigraph.query.kernel;

import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.query.plan.Escapes;

/** The standard's {@code SIMILAR TO} patterns as regular expressions of RE2. */
final class SimilarPattern {
  /** Nothing special in a pattern, but in a regular expression. */
  private static final String ORDINARY = ".^$";

  private SimilarPattern() {}

  /** Matches the same whole texts as the pattern, whose escape character is the backslash. */
  static String regex(String pattern) {
    if (Escapes.endsOpen(pattern, "\\")) {
      throw new InvalidRequest(Escapes.AT_THE_END);
    }
    StringBuilder regex = new StringBuilder("(?s)");
    boolean inSet = false;
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (c == '\\' && i + 1 < pattern.length()) {
        i++;
        regex.append('\\').append(pattern.charAt(i));
      } else if (inSet) {
        inSet = c != ']';
        regex.append(c);
      } else if (c == '%') {
        regex.append(".*");
      } else if (c == '_') {
        regex.append('.');
      } else {
        inSet = c == '[';
        regex.append(ORDINARY.indexOf(c) < 0 ? "" : "\\").append(c);
      }
    }
    return regex.toString();
  }
}
