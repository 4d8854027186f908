package org.omnigraph.query.running;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A statement's text for the eyes of others: without comments, without its text values, and without
 * what an option of the session is set to unless that is known to be no secret. Where it cannot be
 * told what is a text, as when one has no end, nothing is shown behind the first.
 */
public final class ShownText {
  private static final int LONGEST = 2_000;
  private static final String HIDDEN = "…";

  /**
   * The end of a comment where there is none: no such statement runs. Who wrote it meant the
   * comment before to go on to here.
   */
  private static final String STRAY = "|(?<stray>\\*/)";

  private static final Pattern SET =
      Pattern.compile(
          "\\A(?<set>SET (?:(?:SESSION|LOCAL) )?(?<name>TIME ZONE|\"[^\"]*+\"|[^\\s=\"]++))"
              + "(?<value>.*)\\z",
          Pattern.CASE_INSENSITIVE);

  /** What begins a text elsewhere, and nothing here. */
  private static final String FOREIGN = "|(?<foreign>[`\\\\“”„‘’‚«»‹›])";

  /** What cannot follow a text unless that was meant to go on. */
  private static final Pattern GOING_ON = Pattern.compile("[\\p{L}\\p{N}_\\\\]");

  /** One value, or none. */
  private static final Pattern PLAIN_VALUE =
      Pattern.compile(
          "(?: ?= ?| TO | )(?:[0-9]++ [a-z]++|[^\\s=]++) ?;?", Pattern.CASE_INSENSITIVE);

  /** Options whose values everybody may see. */
  private static final Set<String> OPEN =
      Set.of(
          "catalog",
          "graph",
          "database",
          "schema",
          "branch",
          "snapshot",
          "statement_timeout",
          "read_only",
          "time_zone",
          "timezone",
          "time zone",
          "compression",
          "endpoints");

  /** The first word of a query of the {@code .gq} language; no SQL begins with it. */
  private static final Pattern GQ =
      Pattern.compile(
          "\\A(?:\\s++|//[^\\n]*+|/\\*.*?\\*/)*+query\\b",
          Pattern.DOTALL | Pattern.CASE_INSENSITIVE);

  /** Words are tokens too, so that the end of one does not begin a text with escapes. */
  private static final Pattern SQL_TOKENS =
      Pattern.compile(
          "(?<shown>\"(?:[^\"]++|\"\")*+\"|(?![eE]')[\\p{L}_][\\p{L}\\p{N}_$]*+)"
              + "|(?<text>[eE]'(?:[^'\\\\]++|\\\\.|'')*+'|'(?:[^']++|'')*+'"
              + "|\\$(?<tag>\\w*+)\\$.*?\\$\\k<tag>\\$)"
              + "|(?<open>[eE]?'.*+|\\$\\w*+\\$.*+|\".*+)"
              + "|(?<comment>(?:--|//)[^\\r\\n]*+|/\\*.*?(?:\\*/|\\z))"
              + STRAY
              + FOREIGN,
          Pattern.DOTALL);

  private static final Pattern GQ_TOKENS =
      Pattern.compile(
          "(?<shown>[\\p{L}_]\\w*+)"
              + "|(?<text>\"(?:[^\"\\\\]++|\\\\.)*+\"|'[^'\"]*+')"
              + "|(?<open>[\"'].*+)"
              + "|(?<comment>//[^\\n]*+|/\\*.*?(?:\\*/|\\z))"
              + STRAY
              + FOREIGN,
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
    int commented = -1;
    int safe = -1;
    boolean readable = true;
    while (readable && token.find()) {
      token.appendReplacement(text, Matcher.quoteReplacement(replacement(token)));
      if (token.group("comment") != null) {
        commented = text.length();
      } else if (token.group("stray") != null && commented >= 0) {
        text.setLength(commented);
      } else if (safe < 0 && token.group("shown") == null && token.group("stray") == null) {
        safe = text.length();
      }
      readable = isReadable(token, statement);
    }
    if (readable) {
      token.appendTail(text);
    } else {
      text.setLength(Math.min(safe, text.length()));
    }
    String shown = withoutSecret(text.toString().replaceAll("\\s+", " ").strip());
    return shown.length() <= LONGEST ? shown : shown.substring(0, LONGEST) + " …";
  }

  /**
   * Whether texts end where they seem to. Where one does not, what stands outside of them may be
   * inside of what was meant, so nothing is shown beyond the first one.
   */
  private static boolean isReadable(Matcher token, String statement) {
    if (token.group("open") != null || token.group("foreign") != null) {
      return false;
    }
    return token.group("text") == null
        || !GOING_ON.matcher(statement).region(token.end(), statement.length()).lookingAt();
  }

  private static String withoutSecret(String shown) {
    Matcher set = SET.matcher(shown);
    if (!set.matches() || set.group("value").isEmpty()) {
      return shown;
    }
    String name = set.group("name").replace("\"", "").toLowerCase(Locale.ROOT);
    boolean open = OPEN.contains(name) && PLAIN_VALUE.matcher(set.group("value")).matches();
    return open ? shown : set.group("set") + " = " + HIDDEN;
  }

  private static String replacement(Matcher token) {
    if (token.group("shown") != null || token.group("stray") != null) {
      return token.group();
    }
    if (token.group("comment") != null) {
      return " ";
    }
    if (token.group("foreign") != null) {
      return HIDDEN;
    }
    String quote = token.group().startsWith("\"") ? "\"" : "'";
    return quote + HIDDEN + quote;
  }
}
