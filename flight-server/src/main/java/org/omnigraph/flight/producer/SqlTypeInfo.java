package org.omnigraph.flight.producer;

import static org.apache.arrow.flight.sql.impl.FlightSql.XdbcDataType.*;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.arrow.flight.sql.impl.FlightSql.Nullable;
import org.apache.arrow.flight.sql.impl.FlightSql.Searchable;
import org.apache.arrow.flight.sql.impl.FlightSql.XdbcDataType;
import org.apache.arrow.flight.sql.impl.FlightSql.XdbcDatetimeSubcode;

/**
 * One SQL type as ODBC and JDBC describe it. Arrays have no code there and are left out.
 *
 * @param size digits, characters or bytes at most
 * @param quotes what stands before and after a literal
 * @param parameters what may stand in parentheses after the name
 * @param scale the most digits after the point, also of seconds
 * @param subcode which kind of date or time
 * @param radix the base of {@code size}, for numbers
 */
record SqlTypeInfo(
    String name,
    XdbcDataType type,
    Optional<Integer> size,
    Optional<Quotes> quotes,
    List<String> parameters,
    boolean caseSensitive,
    Optional<Integer> scale,
    Optional<XdbcDatetimeSubcode> subcode,
    Optional<Integer> radix) {
  /** Text around a literal. */
  record Quotes(String before, String after) {}

  private static final Quotes PLAIN = new Quotes("'", "'");

  /** By code, then name. */
  static final List<SqlTypeInfo> ALL =
      Stream.of(
              flat("BOOLEAN", XDBC_BIT, 1, Optional.empty()),
              number("BIGINT", XDBC_BIGINT, 19, 10),
              flat("VARBINARY", XDBC_VARBINARY, null, Optional.of(new Quotes("X'", "'"))),
              decimal(),
              number("INTEGER", XDBC_INTEGER, 10, 10),
              number("REAL", XDBC_REAL, 24, 2),
              number("DOUBLE", XDBC_DOUBLE, 53, 2),
              text(),
              time(
                  "DATE",
                  XDBC_DATE,
                  10,
                  new Quotes("DATE '", "'"),
                  0,
                  XdbcDatetimeSubcode.XDBC_SUBCODE_DATE),
              time(
                  "TIMESTAMP",
                  XDBC_TIMESTAMP,
                  23,
                  new Quotes("TIMESTAMP '", "'"),
                  3,
                  XdbcDatetimeSubcode.XDBC_SUBCODE_TIMESTAMP))
          .sorted(Comparator.comparing(SqlTypeInfo::code).thenComparing(SqlTypeInfo::name))
          .toList();

  private static SqlTypeInfo flat(
      String name,
      XdbcDataType type,
      @org.jspecify.annotations.Nullable Integer size,
      Optional<Quotes> quotes) {
    return new SqlTypeInfo(
        name,
        type,
        Optional.ofNullable(size),
        quotes,
        List.of(),
        false,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static SqlTypeInfo number(String name, XdbcDataType type, int size, int radix) {
    return new SqlTypeInfo(
        name,
        type,
        Optional.of(size),
        Optional.empty(),
        List.of(),
        false,
        radix == 10 ? Optional.of(0) : Optional.empty(),
        Optional.empty(),
        Optional.of(radix));
  }

  private static SqlTypeInfo decimal() {
    return new SqlTypeInfo(
        "DECIMAL",
        XDBC_DECIMAL,
        Optional.of(38),
        Optional.empty(),
        List.of("precision", "scale"),
        false,
        Optional.of(38),
        Optional.empty(),
        Optional.of(10));
  }

  private static SqlTypeInfo text() {
    return new SqlTypeInfo(
        "VARCHAR",
        XDBC_VARCHAR,
        Optional.empty(),
        Optional.of(PLAIN),
        List.of(),
        true,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static SqlTypeInfo time(
      String name,
      XdbcDataType type,
      int size,
      Quotes quotes,
      int scale,
      XdbcDatetimeSubcode subcode) {
    return new SqlTypeInfo(
        name,
        type,
        Optional.of(size),
        Optional.of(quotes),
        List.of(),
        false,
        Optional.of(scale),
        Optional.of(subcode),
        Optional.empty());
  }

  int code() {
    return type.getNumber();
  }

  void addTo(MetadataRows rows) {
    boolean numeric = radix.isPresent();
    rows.add(
        name,
        code(),
        size.orElse(null),
        quotes.map(Quotes::before).orElse(null),
        quotes.map(Quotes::after).orElse(null),
        parameters.isEmpty() ? null : parameters,
        Nullable.NULLABILITY_NULLABLE_VALUE,
        caseSensitive,
        Searchable.SEARCHABLE_FULL_VALUE,
        numeric ? false : null,
        false,
        numeric ? false : null,
        name,
        scale.isPresent() ? 0 : null,
        scale.orElse(null),
        subcode.isPresent() ? XDBC_DATETIME_VALUE : code(),
        subcode.map(XdbcDatetimeSubcode::getNumber).orElse(null),
        radix.orElse(null),
        null);
  }
}
