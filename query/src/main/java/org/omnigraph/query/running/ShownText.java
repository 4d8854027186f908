package org.omnigraph.query.running;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A statement's text for the eyes of others: without comments and without its text values. What has
 * no end goes to the end of the text.
 */
public final class ShownText {
  private static final int LONGEST = 2_000;
  private static final String HIDDEN = "…";

  /** The first word of a query of the {@code .gq} language; no SQL begins with it. */
  private static final Pattern GQ =
      Pattern.compile(
          "\\A(?:\\s++|//[^\\n]*+|/\\*.*?\\*/)*+query\\b",
          Pattern.DOTALL | Pattern.CASE_INSENSITIVE);

  /** Words are tokens too, so that the end of one does not begin a text with escapes. */
  private static final Pattern SQL_TOKENS =
      Pattern.compile(
          "(?<shown>\"(?:[^\"]++|\"\")*+\"|(?![eE]')[\\p{L}_][\\p{L}\\p{N}_$]*+)"
              + "|(?<text>[eE]'(?:[^'\\\\]++|\\\\.|'')*+'?|'(?:[^']++|'')*+'?"
              + "|\\$(?<tag>\\w*+)\\$.*?(?:\\$\\k<tag>\\$|\\z)|\".*+)"
              + "|(?<comment>(?:--|//)[^\\r\\n]*+|/\\*.*?(?:\\*/|\\z))",
          Pattern.DOTALL);

  private static final Pattern GQ_TOKENS =
      Pattern.compile(
          "(?<shown>[\\p{L}_]\\w*+)"
              + "|(?<text>\"(?:[^\"\\\\]++|\\\\.)*+\"?|'[^'\"]*+'?)"
              + "|(?<comment>//[^\\n]*+|/\\*.*?(?:\\*/|\\z))",
          Pattern.DOTALL);

  private ShownText() {}

  /**
   * The text without what only its author should see, on one line.
   *
   * @param statement SQL, or a {@code .gq} query
   */
  public static String of(String statement) {
    Pattern tokens = GQ.matcher(statement).find() ? GQ_TOKENS : SQL_TOKENS;
    Matcher token = tokens.matcher(statement);
    StringBuilder text = new StringBuilder();
    while (token.find()) {
      token.appendReplacement(text, Matcher.quoteReplacement(replacement(token)));
    }
    token.appendTail(text);
    String shown = text.toString().replaceAll("\\s+", " ").strip();
    return shown.length() <= LONGEST ? shown : shown.substring(0, LONGEST) + " …";
  }

  private static String replacement(Matcher token) {
    if (token.group("shown") != null) {
      return token.group();
    }
    if (token.group("text") == null) {
      return " ";
    }
    String quote = token.group().startsWith("\"") ? "\"" : "'";
    return quote + HIDDEN + quote;
  }
}
