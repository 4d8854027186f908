package org.omnigraph.query.plan;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.TimestampString;
import org.omnigraph.engine.error.InvalidRequest;

/**
 * Dates and timestamps as literals in the years before 1583. The parser would read them by the
 * calendar of those days, which has other leap years and lacks ten days of 1582; SQL, tables and
 * the kernel count by the Gregorian calendar at all times.
 */
final class EarlyTimes {
  private static final Pattern TIME =
      Pattern.compile("\\s*(\\d{4})-(\\d{1,2})-(\\d{1,2})(\\D.*)?", Pattern.DOTALL);

  private static final Pattern YEAR = Pattern.compile("\\A\\s*([+-]?\\d+)-\\d{1,2}-\\d{1,2}");
  private static final Pattern FROM_1_TO_9999 = Pattern.compile("(?!0+\\z)\\d{1,4}");

  private static final int FIRST_YEAR_OF_ONE_CALENDAR = 1583;

  /** Two thousand years are a whole number of the calendar's cycles of 400. */
  private static final int CYCLES = 2000;

  private EarlyTimes() {}

  /**
   * The literal as a date or timestamp where it is an early one, otherwise as it is.
   *
   * @throws InvalidRequest when there is no such day or year
   */
  static SqlLiteral literal(SqlUnknownLiteral literal) {
    if (!isDated(literal)) {
      return literal;
    }
    requireYear(literal);
    Matcher time = TIME.matcher(literal.getValue());
    if (!time.matches()) {
      return literal;
    }
    int year = Integer.parseInt(time.group(1));
    if (year >= FIRST_YEAR_OF_ONE_CALENDAR) {
      return literal;
    }
    requireDay(literal, year, time);
    String rest = time.group(4) == null ? "" : time.group(4);
    String later = (year + CYCLES) + "-" + time.group(2) + "-" + time.group(3) + rest;
    SqlParserPos at = literal.getParserPosition();
    SqlTypeName type = SqlTypeName.valueOf(literal.tag);
    SqlLiteral resolved =
        ((SqlUnknownLiteral) SqlLiteral.createUnknown(literal.tag, later, at)).resolve(type);
    return type == SqlTypeName.DATE
        ? SqlLiteral.createDate(
            new DateString(early(year, resolved.getValueAs(DateString.class))), at)
        : SqlLiteral.createTimestamp(
            type,
            new TimestampString(early(year, resolved.getValueAs(TimestampString.class))),
            fraction(rest),
            at);
  }

  private static boolean isDated(SqlUnknownLiteral literal) {
    return literal.tag.equals(SqlTypeName.DATE.getName())
        || literal.tag.equals(SqlTypeName.TIMESTAMP.getName());
  }

  private static void requireYear(SqlUnknownLiteral literal) {
    Matcher year = YEAR.matcher(literal.getValue());
    if (year.find() && !FROM_1_TO_9999.matcher(year.group(1)).matches()) {
      throw new InvalidRequest(
          SqlErrors.place(literal.getParserPosition())
              + literal.tag
              + " '"
              + literal.getValue()
              + "' is of a year that there is not here; years go from 0001 to 9999");
    }
  }

  private static void requireDay(SqlUnknownLiteral literal, int year, Matcher time) {
    try {
      LocalDate unused =
          LocalDate.of(year, Integer.parseInt(time.group(2)), Integer.parseInt(time.group(3)));
    } catch (DateTimeException e) {
      throw new InvalidRequest(
          SqlErrors.place(literal.getParserPosition())
              + literal.tag
              + " '"
              + literal.getValue()
              + "' is no day of the Gregorian calendar, by which all years count here",
          e);
    }
  }

  private static String early(int year, Object later) {
    return String.format(Locale.ROOT, "%04d", year) + later.toString().substring(4);
  }

  /** Digits of the fraction of a second. */
  private static int fraction(String rest) {
    int point = rest.indexOf('.');
    return point < 0 ? 0 : rest.strip().length() - rest.strip().indexOf('.') - 1;
  }
}
