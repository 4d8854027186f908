package org.omnigraph.query.plan;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.ResourceLimitExceeded;

/**
 * Bounds the texts that functions make of short ones: DuckDB does not count them to its memory
 * while it works on them, 2,048 at a time.
 */
public final class TextBound {
  /** The variable of the kernel with the bytes that such a text may take. */
  public static final String VARIABLE = "most_text";

  /** Behind a message of {@link #failure(String, String, String)}. */
  static final String FOUND = "(?: \\((\\d+)\\))?";

  /** What the kernel says when there are more. */
  private static final String TOO_LONG = "a function makes too long a text";

  private static final Pattern SAID = Pattern.compile(TOO_LONG + FOUND);

  /** So long may be what counts the bytes, where it stands once more for the message. */
  private static final int SHORT = 1_000;

  /** How many texts are made at a time. */
  public static final int TEXTS = 2_048;

  /** What JSON makes of a quote or a backslash. */
  private static final int MOST_ESCAPED = 2;

  private static final String MOST = "getvariable('" + VARIABLE + "')";

  private TextBound() {}

  /** {@code REPEAT}. */
  public static String repeat(String text, String times) {
    String bytes = "CAST(strlen(" + text + ") AS HUGEINT) * " + times;
    return "repeat(" + text + ", " + within(bytes, times, "BIGINT") + ")";
  }

  /**
   * Texts put together, if that is not too long, or less than twice the longest of them: what is
   * stored may be long, and a word be added to it.
   *
   * @param texts those that may be long
   * @param times how often the first of them is there
   * @param others bytes of the others
   * @param sql puts them together
   */
  public static String joined(List<String> texts, int times, long others, String sql) {
    List<String> bytes = texts.stream().map(text -> "coalesce(strlen(" + text + "), 0)").toList();
    String all =
        String.join(" + ", bytes)
            + (times == 1 ? "" : " + " + (times - 1) + " * " + bytes.get(0))
            + (others == 0 ? "" : " + " + others);
    String longest =
        bytes.size() == 1 ? bytes.get(0) : "greatest(" + String.join(", ", bytes) + ")";
    return unless(all + " > " + MOST + " AND 2 * " + all + " >= 3 * " + longest, all, sql);
  }

  /**
   * {@code REPLACE}, if what it makes is not too long, or less than twice the text.
   *
   * @param texts the text, what is replaced, and with what
   */
  public static String replaced(List<String> texts) {
    String text = texts.get(0);
    String what = texts.get(1);
    String with = texts.get(2);
    String sql = "replace(" + String.join(", ", texts) + ")";
    String bytes = wide(text);
    String most = bytes + " * greatest(strlen(" + with + "), 1)";
    String places =
        "(("
            + bytes
            + " - strlen(replace("
            + text
            + ", "
            + what
            + ", ''))) // greatest(strlen("
            + what
            + "), 1))";
    String made = bytes + " + " + places + " * strlen(" + with + ")";
    return unless(most + " > " + MOST + " AND " + tooMuch(made, bytes), made, sql);
  }

  /**
   * {@code REGEXP_REPLACE}, likewise.
   *
   * @param texts the text, the pattern, and with what its matches are replaced
   * @param flags a comma and the flags, or empty
   * @param once whether one match is replaced
   * @param plain whether all matches are replaced and no other flag is given
   */
  public static String replacedByPattern(
      List<String> texts, String flags, boolean once, boolean plain) {
    String bytes = wide(texts.get(0));
    String with = texts.get(2);
    String sql = "regexp_replace(" + String.join(", ", texts) + flags + ")";
    String found = "regexp_extract_all(" + texts.get(0) + ", " + texts.get(1) + ")";
    String matches = once ? "1" : plain ? "len(" + found + ")" : "(" + bytes + " + 1)";
    String matched = plain ? "strlen(array_to_string(" + found + ", ''))" : bytes;
    // A reference to the match, or to a group of it, gives at most what matched.
    String references = "(strlen(" + with + ") - strlen(replace(" + with + ", '\\', '')))";
    String most = "(" + bytes + " + 1) * (strlen(" + with + ") + 1)";
    String made =
        bytes
            + (plain ? " - " + matched : "")
            + " + "
            + matched
            + " * "
            + references
            + " + "
            + matches
            + " * strlen("
            + with
            + ")";
    return unless(most + " > " + MOST + " AND " + tooMuch(made, bytes), made, sql);
  }

  /** Bytes of a text, none of null. */
  public static String bytes(String text) {
    return "coalesce(" + wide(text) + ", 0)";
  }

  /** Bytes of a text in JSON, but for control characters, which no JSON makes more of. */
  public static String escaped(String text) {
    String quoted = "strlen(replace(replace(" + text + ", '\"', ''), '\\', ''))";
    return "coalesce(2 * " + wide(text) + " - " + quoted + ", 0)";
  }

  /**
   * JSON, if that is not too long, or less than half as long again as the longest text in it: each
   * step of what makes JSON of JSON doubles it, but for a few characters.
   *
   * @param texts what it is made of
   * @param made bytes of each in it
   * @param sql makes it
   */
  public static String json(List<String> texts, List<String> made, String sql) {
    List<String> bytes = texts.stream().map(TextBound::bytes).toList();
    String longest =
        bytes.size() == 1 ? bytes.get(0) : "greatest(" + String.join(", ", bytes) + ")";
    String most = MOST_ESCAPED + " * (" + String.join(" + ", bytes) + ")";
    String all = "(" + String.join(" + ", made) + ")";
    return unless(
        most
            + " > "
            + MOST
            + " AND "
            + all
            + " > "
            + MOST
            + " AND 2 * "
            + all
            + " >= 3 * "
            + longest,
        all,
        sql);
  }

  private static String tooMuch(String made, String of) {
    return made + " > " + MOST + " AND " + made + " >= 2 * " + of;
  }

  /** Bytes of a text, as a number whose products do not overflow. */
  private static String wide(String text) {
    return "CAST(strlen(" + text + ") AS HUGEINT)";
  }

  private static String unless(String isTooLong, String bytes, String sql) {
    return "CASE WHEN "
        + isTooLong
        + " THEN CAST("
        + tooLong(bytes, "BIGINT")
        + " AS VARCHAR) ELSE "
        + sql
        + " END";
  }

  /** A list of texts with a separator between them, likewise. */
  static String separated(String list, String separator, String sql) {
    String lengths = "list_transform(" + list + ", lambda part: strlen(CAST(part AS VARCHAR)))";
    return unless(
        "len("
            + list
            + ") * "
            + wide(separator)
            + " > "
            + MOST
            + " OR (list_sum("
            + lengths
            + ") > "
            + MOST
            + " AND list_sum("
            + lengths
            + ") >= 2 * list_max("
            + lengths
            + "))",
        "list_sum(" + lengths + ") + len(" + list + ") * " + wide(separator),
        sql);
  }

  /** As many characters as a text is filled up to. */
  static String padding(String characters) {
    return within(characters, characters, "INTEGER");
  }

  /**
   * What fails when it is computed: a cast. DuckDB refuses {@code error} in some places, since it
   * could answer differently each time.
   *
   * @param type of numbers
   */
  static String failure(String message, String type) {
    return "CAST('" + message + "' AS " + type + ")";
  }

  /**
   * The same with a number in the message.
   *
   * @param number what computes it
   */
  static String failure(String message, String number, String type) {
    return "CAST(concat('" + message + " (', " + number + ", ')') AS " + type + ")";
  }

  private static String tooLong(String bytes, String type) {
    return bytes.length() > SHORT ? failure(TOO_LONG, type) : failure(TOO_LONG, bytes, type);
  }

  /**
   * What a message of the kernel means, where it is about too long a text.
   *
   * @param most bytes that such a text may take
   */
  public static Optional<ResourceLimitExceeded> meaning(String message, long most) {
    Matcher said = SAID.matcher(message);
    return said.find()
        ? Optional.of(
            new ResourceLimitExceeded(
                "bytes of one text that a function makes",
                most,
                found(said.group(1), most),
                "make shorter texts, or raise the statement's memory, of which it is a part"))
        : Optional.empty();
  }

  /** The number in a message; at least one more than there may be, where it has none. */
  static long found(@Nullable String number, long most) {
    return number == null
        ? most + 1
        : new BigInteger(number).min(BigInteger.valueOf(Long.MAX_VALUE)).longValueExact();
  }

  /** A count if what it makes is not too long. */
  private static String within(String bytes, String count, String type) {
    return "CASE WHEN "
        + bytes
        + " > "
        + MOST
        + " THEN "
        + tooLong(bytes, type)
        + " ELSE CAST("
        + count
        + " AS "
        + type
        + ") END";
  }
}
