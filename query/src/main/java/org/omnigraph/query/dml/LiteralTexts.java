package org.omnigraph.query.dml;

import java.time.LocalDate;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.TimestampString;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.pending.column.DateText;
import org.omnigraph.query.catalog.Column;
import org.omnigraph.query.plan.SqlErrors;

/**
 * Texts in a statement that are assigned to columns of other types. Dates and times are read as
 * every other way of writing reads them: one with a zone is an instant.
 */
final class LiteralTexts {
  private static final Pattern NUMBER =
      Pattern.compile(
          "[+-]?(?:(?:\\d+\\.?\\d*|\\.\\d+)(?:e[+-]?\\d+)?|inf|infinity|nan)",
          Pattern.CASE_INSENSITIVE);
  private static final long FIRST_DAY = LocalDate.of(1, 1, 1).toEpochDay();
  private static final long LAST_DAY = LocalDate.of(9999, 12, 31).toEpochDay();
  private static final long DAY_MILLIS = 86_400_000L;
  private static final int MILLIS = 3;

  private LiteralTexts() {}

  /**
   * The literal that a text means; empty for one that is to be cast.
   *
   * @throws InvalidRequest for a text that is no value of the column's type
   */
  static Optional<SqlNode> read(SqlCharStringLiteral literal, Column column) {
    String text = String.valueOf(literal.getValueAs(String.class)).strip();
    return switch (column.type().getSqlTypeName()) {
      case DATE -> Optional.of(date(literal, text, column));
      case TIMESTAMP -> Optional.of(timestamp(literal, text, column));
      case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL, REAL, FLOAT, DOUBLE -> {
        requireNumber(literal, text, column);
        yield Optional.empty();
      }
      default -> Optional.empty();
    };
  }

  private static SqlNode date(SqlCharStringLiteral literal, String text, Column column) {
    OptionalInt days = DateText.days(text);
    if (days.isEmpty()) {
      throw isNone(literal, text, column, "; write it as in '2024-05-01'");
    }
    requireYear(literal, text, column, days.getAsInt());
    return SqlLiteral.createDate(
        DateString.fromDaysSinceEpoch(days.getAsInt()), literal.getParserPosition());
  }

  private static SqlNode timestamp(SqlCharStringLiteral literal, String text, Column column) {
    OptionalLong millis = DateText.millis(text);
    if (millis.isEmpty()) {
      throw isNone(literal, text, column, "; write it as in '2024-05-01 12:30:00'");
    }
    requireYear(literal, text, column, Math.floorDiv(millis.getAsLong(), DAY_MILLIS));
    return SqlLiteral.createTimestamp(
        column.type().getSqlTypeName(),
        TimestampString.fromMillisSinceEpoch(millis.getAsLong()),
        MILLIS,
        literal.getParserPosition());
  }

  private static void requireYear(
      SqlCharStringLiteral literal, String text, Column column, long day) {
    if (day < FIRST_DAY || day > LAST_DAY) {
      throw isNone(literal, text, column, "; years go from 0001 to 9999");
    }
  }

  private static void requireNumber(SqlCharStringLiteral literal, String text, Column column) {
    if (!NUMBER.matcher(text).matches()) {
      throw isNone(literal, text, column, "");
    }
  }

  private static InvalidRequest isNone(
      SqlCharStringLiteral literal, String text, Column column, String remedy) {
    return new InvalidRequest(
        SqlErrors.place(literal.getParserPosition())
            + "column '"
            + column.name()
            + "' takes "
            + column.typeName()
            + ", and '"
            + text
            + "' is none"
            + remedy);
  }
}
