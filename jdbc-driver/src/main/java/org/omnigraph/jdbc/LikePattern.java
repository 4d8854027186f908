package org.omnigraph.jdbc;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A name pattern of {@code DatabaseMetaData}: {@code %}, {@code _}, and a backslash before either.
 */
final class LikePattern {
  private final @Nullable Pattern pattern;

  /**
   * @param text null matches everything
   */
  LikePattern(@Nullable String text) {
    this.pattern = text == null ? null : Pattern.compile(regex(text), Pattern.DOTALL);
  }

  boolean matches(String name) {
    return pattern == null || pattern.matcher(name).matches();
  }

  private static String regex(String text) {
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && i + 1 < text.length() && "%_\\".indexOf(text.charAt(i + 1)) >= 0) {
        regex.append(Pattern.quote(text.substring(i + 1, i + 2)));
        i++;
      } else if (c == '%') {
        regex.append(".*");
      } else if (c == '_') {
        regex.append('.');
      } else {
        regex.append(Pattern.quote(String.valueOf(c)));
      }
    }
    return regex.toString();
  }
}
