package org.omnigraph.query.kernel;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;
import org.omnigraph.engine.error.InvalidRequest;

/**
 * Texts that become dates or timestamps in the kernel. They are those that {@link
 * org.omnigraph.engine.pending.column.DateText} reads; DuckDB would take others too, such as {@code
 * epoch}, names of zones and offsets that there are not, and would drop the offset of a date.
 */
final class TimeText {
  private static final String HOUR = "(?:[01][0-9]|2[0-3])";
  private static final String SIXTIETH = "[0-5][0-9]";
  private static final String DAY = "-[0-9]{1,2}-[0-9]{1,2}";

  /** What DuckDB reads as it is. */
  private static final String PLAIN =
      "[0-9]{4}"
          + DAY
          + ("(?:[T ]" + HOUR + ":" + SIXTIETH + "(?::" + SIXTIETH + "(?:[.][0-9]+)?)?")
          + ("(?:Z|[+-]" + HOUR + "(?::" + SIXTIETH + ")?)?)?");

  private static final String ANY =
      "\\s*(?:[+-]?[0-9]{4,9}"
          + DAY
          + "|[0-9]{8})(?:[Tt ](?:"
          + (HOUR + ":" + SIXTIETH + "(?::" + SIXTIETH + "(?:[.][0-9]+)?)?")
          + ("|" + HOUR + SIXTIETH + SIXTIETH + "(?:[.][0-9]+)?)")
          + (" *(?:[Zz]|[+-]" + HOUR + "(?::?" + SIXTIETH + ")?)?)?\\s*");

  /** What others are changed to, one after the other. */
  private static final String[][] CHANGES = {
    {"^\\s*[+]?", ""},
    {"^([0-9]{4})([0-9]{2})([0-9]{2})([Tt\\s]|$)", "\\1-\\2-\\3\\4"},
    {"^(\\S+)[Tt ]([0-9]{2})([0-9]{2})([0-9]{2})", "\\1 \\2:\\3:\\4"},
    {"^(.*[0-9])t", "\\1T"},
    {" *z?\\s*$", ""},
    {" +([+-])", "\\1"}
  };

  private static final Pattern NONE =
      Pattern.compile("string '(\".*\" is no (?:DATE|TIMESTAMP))' to", Pattern.DOTALL);

  private TimeText() {}

  /** The instant, as DuckDB's type of those. */
  static String instant(String text, RelDataType to, boolean tries) {
    StringBuilder other = new StringBuilder("written");
    for (String[] change : CHANGES) {
      other.insert(0, "regexp_replace(");
      other.append(", '").append(change[0]).append("', '").append(change[1]).append("')");
    }
    String name = to.getSqlTypeName() == SqlTypeName.DATE ? "DATE" : "TIMESTAMP";
    String none =
        tries
            ? "NULL"
            : "CAST(CAST('\"' || left(written, 100) || '\" is no "
                + name
                + "' AS BIGINT) AS VARCHAR)";
    String read =
        "CASE WHEN regexp_full_match(written, '"
            + PLAIN
            + "') THEN written WHEN regexp_full_match(written, '"
            + ANY
            + "') THEN "
            + other
            + " WHEN written IS NOT NULL THEN "
            + none
            + " END";
    return (tries ? "TRY_CAST(" : "CAST(")
        + "list_transform(["
        + text
        + "], lambda written: "
        + read
        + ")[1] AS TIMESTAMPTZ)";
  }

  /** What a message of the kernel means, where it is about such a text. */
  static Optional<InvalidRequest> meaning(String message, Exception failure) {
    Matcher none = NONE.matcher(message);
    return none.find()
        ? Optional.of(
            new InvalidRequest(
                none.group(1) + "; write it as in 2024-05-01 12:30:00 or 2024-05-01T12:30:00+02:00",
                failure))
        : Optional.empty();
  }
}
