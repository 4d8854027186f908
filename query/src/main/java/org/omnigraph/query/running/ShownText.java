package org.omnigraph.query.running;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A statement's text for the eyes of others: without comments and without its text values. */
public final class ShownText {
  private static final int LONGEST = 2_000;

  /** What quotes, and what ends at the end of the text at the latest. */
  private static final Pattern TOKENS =
      Pattern.compile(
          "(?<name>\"(?:[^\"]|\"\")*+\"?)|(?<text>'(?:[^']|'')*+'?)"
              + "|(?<comment>--[^\\n]*+|/\\*(?:[^*]|\\*(?!/))*+(?:\\*/)?)");

  private ShownText() {}

  /** The text without what only its author should see, on one line. */
  public static String of(String sql) {
    String shown =
        TOKENS
            .matcher(sql)
            .replaceAll(token -> Matcher.quoteReplacement(replacement(token)))
            .replaceAll("\\s+", " ")
            .strip();
    return shown.length() <= LONGEST ? shown : shown.substring(0, LONGEST) + " …";
  }

  private static String replacement(java.util.regex.MatchResult token) {
    if (token.group(1) != null) {
      return token.group();
    }
    return token.group(2) != null ? "'…'" : " ";
  }
}
