package org.omnigraph.query.plan;

/**
 * Bounds the texts that functions make of short ones: DuckDB does not count them to its memory
 * while it works on them, 2,048 at a time.
 */
public final class TextBound {
  /** The variable of the kernel with the bytes that such a text may take. */
  public static final String VARIABLE = "most_text";

  /** What the kernel says when there are more. */
  public static final String TOO_LONG = "a function makes too long a text";

  /** How many texts are made at a time. */
  public static final int TEXTS = 2_048;

  private TextBound() {}

  /** {@code REPEAT}. */
  public static String repeat(String text, String times) {
    String bytes = "CAST(strlen(" + text + ") AS HUGEINT) * " + times;
    return "repeat(" + text + ", " + within(bytes, times, "BIGINT") + ")";
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

  /** A count if what it makes is not too long. */
  private static String within(String bytes, String count, String type) {
    return "CASE WHEN "
        + bytes
        + " > getvariable('"
        + VARIABLE
        + "') THEN "
        + failure(TOO_LONG, type)
        + " ELSE CAST("
        + count
        + " AS "
        + type
        + ") END";
  }
}
