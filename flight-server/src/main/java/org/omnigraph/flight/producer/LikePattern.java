package org.omnigraph.flight.producer;

/** A pattern of a metadata filter: {@code %} is any text, {@code _} one character. */
final class LikePattern {
  /** Takes the next character literally; SqlInfo names it. */
  static final char ESCAPE = '\\';

  private LikePattern() {}

  /** Whether the whole of {@code text} matches; case matters. */
  static boolean matches(String pattern, String text) {
    return matches(pattern, 0, text, 0);
  }

  private static boolean matches(String pattern, int p, String text, int t) {
    int at = t;
    for (int i = p; i < pattern.length(); i++) {
      char next = pattern.charAt(i);
      if (next == '%') {
        return matchesAnywhere(pattern, i + 1, text, at);
      }
      boolean any = next == '_';
      if (next == ESCAPE && i + 1 < pattern.length()) {
        next = pattern.charAt(++i);
      }
      if (at >= text.length() || (!any && text.charAt(at) != next)) {
        return false;
      }
      at++;
    }
    return at == text.length();
  }

  private static boolean matchesAnywhere(String pattern, int p, String text, int t) {
    if (p == pattern.length()) {
      return true;
    }
    for (int i = t; i <= text.length(); i++) {
      if (matches(pattern, p, text, i)) {
        return true;
      }
    }
    return false;
  }
}
