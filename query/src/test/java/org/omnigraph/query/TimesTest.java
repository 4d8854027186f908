package org.omnigraph.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.Unsupported;

class TimesTest {
  @RegisterExtension static final SqlFixture GRAPH = SqlFixture.allTypes();

  @ParameterizedTest
  @CsvSource({
    "HOUR, 2024-01-01 00:59:00, 2024-01-01 01:01:00, 1",
    "HOUR, 2024-01-01 01:01:00, 2024-01-01 00:59:00, -1",
    "HOUR, 2024-01-01 00:00:00, 2024-01-01 00:59:59, 0",
    "MINUTE, 1960-01-01 01:01:00, 1960-01-01 00:59:59, -2",
    "MINUTE, 1960-01-01 00:59:59.999, 1960-01-01 01:00:00, 1",
    "SECOND, 1960-01-01 01:01:00.999, 1960-01-01 01:01:01.001, 1",
    "MILLISECOND, 1969-12-31 23:59:59.999, 1970-01-01 00:00:00, 1",
    "DAY, 1969-12-31 23:59:59.999, 1970-01-01 00:00:00, 1",
    "WEEK, 2024-01-07 00:00:00, 2024-01-08 00:00:00, 1",
    "WEEK, 2024-01-08 00:00:00, 2024-01-07 23:59:59, -1",
    "WEEK, 2024-01-08 00:00:00, 2024-01-14 23:59:59, 0",
    "WEEK, 1960-01-03 00:00:00, 1960-01-18 00:00:00, 3",
    "QUARTER, 2023-12-31 23:00:00, 2024-01-01 00:00:00, 1",
    "YEAR, 2023-12-31 23:59:59, 2024-01-01 00:00:00, 1",
    "DECADE, 1999-12-31 00:00:00, 2000-01-01 00:00:00, 1"
  })
  void aDifferenceCountsTheBordersOfAUnit(String unit, String from, String to, String count) {
    assertThat(
            GRAPH.rows(
                "SELECT DATEDIFF("
                    + unit
                    + ", TIMESTAMP '"
                    + from
                    + "', TIMESTAMP '"
                    + to
                    + "'),"
                    + " DATEDIFF("
                    + unit
                    + ", '"
                    + from
                    + "', TIMESTAMP '"
                    + to
                    + "')"))
        .containsExactly(count + "|" + count);
  }

  @Test
  void wholeUnitsStayWholeUnits() {
    assertThat(
            GRAPH.rows(
                "SELECT TIMESTAMPDIFF(HOUR, TIMESTAMP '2024-01-01 00:59:00', TIMESTAMP '2024-01-01"
                    + " 01:01:00'), TIMESTAMPDIFF(WEEK, DATE '2024-01-07', DATE '2024-01-08'),"
                    + " DATEDIFF(HOUR, CAST(NULL AS DATE), DATE '2024-01-08')"))
        .containsExactly("0|0|∅");
  }

  @ParameterizedTest
  @CsvSource({
    "MICROSECOND, 315537811200000000, BIGINT",
    "MILLISECOND, 315537811200000, BIGINT",
    "SECOND, 315537811200, BIGINT",
    "MINUTE, 5258963520, BIGINT",
    "HOUR, 87649392, INTEGER",
    "DAY, 3652058, INTEGER",
    "WEEK, 521722, INTEGER",
    "MONTH, 119987, INTEGER",
    "QUARTER, 39995, INTEGER",
    "YEAR, 9998, INTEGER",
    "DECADE, 999, INTEGER",
    "CENTURY, 99, INTEGER",
    "MILLENNIUM, 9, INTEGER"
  })
  void aDifferenceHasATypeThatHoldsAllYears(String unit, long count, String type) {
    for (String function : List.of("DATEDIFF", "TIMESTAMPDIFF")) {
      PreparedQuery query =
          GRAPH.prepare(
              "SELECT n, ABS(n), -n FROM (SELECT "
                  + function
                  + ("(" + unit + ", first, last) FROM (VALUES (DATE '0001-01-01', TIMESTAMP")
                  + " '9999-12-31 00:00:00')) AS t(first, last)) AS u(n)");
      int bits = type.equals("BIGINT") ? 64 : 32;
      assertThat(query.schema().getFields())
          .extracting(field -> ((ArrowType.Int) field.getType()).getBitWidth())
          .containsOnly(bits);
      assertThat(SqlFixture.rows(query)).hasSize(1);
      assertThat(SqlFixture.rows(query).get(0)).startsWith(String.valueOf(count).substring(0, 1));
    }
    assertThat(
            GRAPH.rows(
                "SELECT TIMESTAMPDIFF("
                    + unit
                    + ", DATE '0001-01-01', DATE '9999-12-31'), TIMESTAMPDIFF("
                    + unit
                    + ", '0001-01-01', ?)",
                LocalDate.of(9999, 12, 31)))
        .containsExactly(count + "|" + count);
  }

  @ParameterizedTest
  @ValueSource(strings = {"DOW", "NANOSECOND", "FOO"})
  void whatIsNoUnitHasNoDifference(String unit) {
    assertThatThrownBy(
            () ->
                GRAPH.prepare(
                    "SELECT TIMESTAMPDIFF(" + unit + ", DATE '2024-01-01', CURRENT_DATE)"))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining(unit);
    assertThatThrownBy(
            () -> GRAPH.prepare("SELECT DATEDIFF(" + unit + ", DATE '2024-01-01', CURRENT_DATE)"))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining(unit);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2024-02-29T14:00:00+02:00",
        "2024-02-29 14:00:00+02:00",
        "2024-02-29 14:00:00+0200",
        "2024-02-29 14:00:00+02",
        "2024-02-29 09:30:00.000-02:30",
        "2024-02-29T12:00:00Z",
        "2024-02-29 12:00:00",
        "2024-02-29 14:00:00 +02",
        " 2024-02-29T12:00Z ",
        "20240229 120000",
        "2024-2-29 12:00:00.0000 z",
        "+2024-02-29t12:00:00",
        "2024-03-01 01:00:00+13:00"
      })
  void aTextWithAnOffsetIsTheTimeInUtc(String text) {
    String where = "SELECT key FROM Thing WHERE \"at\" = ";
    assertThat(GRAPH.rows(where + "'" + text + "'")).hasSize(1);
    assertThat(GRAPH.rows(where + "CAST('" + text + "' AS TIMESTAMP)")).hasSize(1);
    assertThat(GRAPH.rows(where + "?", text)).hasSize(1);
    assertThat(GRAPH.rows(where + "CAST(CAST(? AS VARCHAR) AS TIMESTAMP)", text)).hasSize(1);
    assertThat(
            GRAPH.rows(
                "SELECT TRY_CAST(x AS TIMESTAMP), CAST(ARRAY[x] AS TIMESTAMP ARRAY)[1] FROM"
                    + " (SELECT key || '"
                    + text
                    + "' FROM Thing WHERE key = 'full') AS t(y),"
                    + " LATERAL (SELECT SUBSTRING(y, 5)) AS u(x)"))
        .containsExactly("2024-02-29T12:00|2024-02-29T12:00");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2024-02-29",
        "2024-02-28T23:00:00-05:00",
        "2024-03-01 00:30:00 +01",
        "20240229",
        "2024-02-29 23:59:59.999Z"
      })
  void aTextWithAnOffsetIsTheDateInUtc(String text) {
    String where = "SELECT COUNT(*) FROM Thing WHERE \"day\" = ";
    List<String> one = GRAPH.rows(where + "DATE '2024-02-29'");
    assertThat(one).isNotEqualTo(List.of("0"));
    assertThat(GRAPH.rows(where + "'" + text + "'")).isEqualTo(one);
    assertThat(GRAPH.rows(where + "?", text)).isEqualTo(one);
    assertThat(GRAPH.rows(where + "CAST('" + text + "' AS DATE)")).isEqualTo(one);
    assertThat(
            GRAPH.rows(
                "SELECT x = DATE '2024-02-29', TRY_CAST(x AS DATE), CAST(ARRAY[x] AS DATE ARRAY)[1],"
                    + " CAST(x AS DATE) FROM (SELECT SUBSTRING(key || '"
                    + text
                    + "', 5) AS x FROM Thing WHERE key = 'full') AS t"))
        .containsExactly("true|19782|19782|19782");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "epoch",
        "infinity",
        "2024-02-29 12:00:00 Europe/Berlin",
        "2024-02-29 12:00:00+99:99",
        "2024-02-29 12:00:00+25:00",
        "2024-02-29 12:00:00+02:75",
        "2024-02-29 24:00:00",
        "2024-02-29 12",
        "29.02.2024",
        "2024-02-29 12:00:00 (BC)",
        "it's",
        ""
      })
  void aTextThatIsNoTimeIsNoneAnywhere(String text) {
    String literal = "'" + text.replace("'", "''") + "'";
    String column =
        " FROM (SELECT SUBSTRING(key || " + literal + ", 5) AS x FROM Thing WHERE key = 'full') t";
    for (String type : List.of("DATE", "TIMESTAMP")) {
      for (String sql :
          List.of(
              "SELECT CAST(" + literal + " AS " + type + ")",
              "SELECT CAST(x AS " + type + ")" + column,
              "SELECT * FROM Thing WHERE CAST(\"at\" AS " + type + ") = " + literal)) {
        assertThatThrownBy(() -> GRAPH.rows(sql))
            .as(sql)
            .isInstanceOf(InvalidRequest.class)
            .hasMessageContainingAll('"' + text + "\" is no " + type, "2024-05-01 12:30:00");
      }
      assertThatThrownBy(
              () -> GRAPH.rows("SELECT * FROM Thing WHERE CAST(\"at\" AS " + type + ") = ?", text))
          .isInstanceOf(InvalidRequest.class)
          .hasMessageContainingAll("parameter 1 has the type " + type, "does not fit");
      assertThat(
              GRAPH.rows(
                  "SELECT TRY_CAST("
                      + literal
                      + " AS "
                      + type
                      + "), TRY_CAST(x AS "
                      + type
                      + ")"
                      + column))
          .containsExactly("∅|∅");
    }
  }

  @Test
  void aBoundTimestampIsComparedWithADateAsOne() {
    LocalDateTime noon = LocalDateTime.of(2024, 2, 29, 12, 0);
    LocalDate day = LocalDate.of(2024, 2, 29);
    String count = "SELECT COUNT(*) FROM Thing WHERE \"day\" ";
    assertThat(GRAPH.rows(count + "< ?", noon))
        .isEqualTo(GRAPH.rows(count + "< TIMESTAMP '2024-02-29 12:00:00'"))
        .isNotEqualTo(GRAPH.rows(count + "< ?", day));
    assertThat(GRAPH.rows(count + "= ?", noon)).containsExactly("0");
    assertThat(GRAPH.rows(count + "= ?", day.atStartOfDay()))
        .isEqualTo(GRAPH.rows(count + "= ?", day))
        .containsExactly("1");
    assertThat(GRAPH.rows(count + "IN (?, ?)", noon, day)).containsExactly("1");
    assertThat(GRAPH.rows(count + "BETWEEN ? AND ?", noon, noon.plusDays(1))).containsExactly("0");
    assertThat(GRAPH.rows(count + "= ANY (?)", List.of(noon, day.atStartOfDay())))
        .containsExactly("1");
    assertThat(GRAPH.rows(count + "IS NOT DISTINCT FROM ?", noon)).containsExactly("0");
    assertThat(GRAPH.rows("SELECT COUNT(*) FROM Thing WHERE (key, \"day\") = (key, ?)", noon))
        .containsExactly("0");
    assertThatThrownBy(() -> GRAPH.rows("SELECT COALESCE(\"day\", ?) FROM Thing", noon))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContainingAll("parameter 1", "CAST(? AS DATE)");
    String at = "SELECT COUNT(*) FROM Thing WHERE \"at\" ";
    assertThat(GRAPH.rows(at + "< ?", noon.plusNanos(1_000)))
        .isEqualTo(GRAPH.rows(at + "<= ?", noon))
        .containsExactly("2");
    assertThat(GRAPH.rows(at + "= ?", noon.plusNanos(1_000))).containsExactly("0");
  }

  @Test
  void aTextThatIsFinerThanTheColumnIsNoneOfItsValues() {
    String fine = "2024-02-29 12:00:00.0004";
    String at = "SELECT COUNT(*) FROM Thing WHERE \"at\" ";
    for (String value :
        List.of("TIMESTAMP '" + fine + "'", "'" + fine + "'", "CAST(? AS VARCHAR)", "?")) {
      Object[] arguments = value.contains("?") ? new Object[] {fine} : new Object[0];
      assertThat(GRAPH.rows(at + "= " + value, arguments)).as(value).containsExactly("0");
      Object[] twice = value.contains("?") ? new Object[] {fine, fine} : arguments;
      assertThat(GRAPH.rows(at + "IN (" + value + ", " + value + ")", twice))
          .as(value)
          .containsExactly("0");
      assertThat(GRAPH.rows(at + "< " + value, arguments))
          .as(value)
          .isEqualTo(GRAPH.rows(at + "<= TIMESTAMP '2024-02-29 12:00:00'"));
      assertThat(
              GRAPH.rows(
                  at + "BETWEEN " + value + " AND TIMESTAMP '2024-02-29 13:00:00'", arguments))
          .as(value)
          .containsExactly("0");
    }
    assertThat(GRAPH.rows(at + "= ANY (?)", List.of(fine))).containsExactly("0");
    assertThat(GRAPH.rows(at + "= ?", "2024-02-29 12:00:00.000")).containsExactly("1");
  }

  @Test
  void aTimeThatIsTriedIsOneOfTheCalendar() {
    assertThat(
            GRAPH.rows(
                "SELECT TRY_CAST('0001-01-01T00:00:00+01:00' AS TIMESTAMP),"
                    + " TRY_CAST('0001-01-01T00:00:00+01:00' AS DATE), TRY_CAST('2024-02-30' AS"
                    + " DATE), TRY_CAST('9999-12-31T23:59:59-00:01' AS TIMESTAMP),"
                    + " TRY_CAST('0001-01-01T01:00:00+01:00' AS TIMESTAMP)"))
        .containsExactly("∅|∅|∅|∅|0001-01-01T00:00");
  }

  @Test
  void aComparisonWithAnOffsetIsTheTablesOwn() {
    for (String condition :
        List.of(
            "> '2024-02-29T14:00:00+02:00'",
            "= '2024-02-29'",
            "IN ('2024-02-29T14:00:00+02:00', '2024-02-29')",
            "NOT IN ('2024-02-29T14:00:00+02:00', '2024-02-29')")) {
      assertThat(GRAPH.plan("SELECT key FROM Thing WHERE \"at\" " + condition))
          .as(condition)
          .doesNotContain("LogicalFilter");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "DAY, '3' DAY, 3",
    "HOUR, '3' DAY, 0",
    "DAY, '3 05:06:07.891' DAY TO SECOND, 3",
    "HOUR, '3 05:06:07.891' DAY TO SECOND, 5",
    "MINUTE, '3 05:06:07.891' DAY TO SECOND, 6",
    "SECOND, '3 05:06:07.891' DAY TO SECOND, 7",
    "MILLISECOND, '3 05:06:07.891' DAY TO SECOND, 7891",
    "MICROSECOND, '3 05:06:07.891' DAY TO SECOND, 7891000",
    "EPOCH, '3 05:06:07.891' DAY TO SECOND, 277567",
    "DAY, '-3 05:06:07.891' DAY TO SECOND, -3",
    "HOUR, '-3 05:06:07.891' DAY TO SECOND, -5",
    "MINUTE, '-3 05:06:07.891' DAY TO SECOND, -6",
    "SECOND, '-3 05:06:07.891' DAY TO SECOND, -7",
    "EPOCH, '-3 05:06:07.891' DAY TO SECOND, -277567",
    "HOUR, '77' HOUR, 77",
    "MINUTE, '77:30' HOUR TO MINUTE, 30",
    "MINUTE, '130' MINUTE, 130",
    "SECOND, '130:59' MINUTE TO SECOND, 59",
    "SECOND, '130' SECOND, 130",
    "DAY, '3' DAY + INTERVAL '25' HOUR, 4",
    "YEAR, '-1-3' YEAR TO MONTH, -1",
    "MONTH, '-1-3' YEAR TO MONTH, -3",
    "MONTH, '77' MONTH, 77",
    "YEAR, '77' YEAR, 77",
    "MONTH, '77' YEAR, 0",
    "DAY, '77' MONTH, 0"
  })
  void anIntervalHasFields(String field, String interval, String value) {
    assertThat(GRAPH.rows("SELECT EXTRACT(" + field + " FROM INTERVAL " + interval + ")"))
        .containsExactly(value);
  }

  @Test
  void monthsHaveNoYears() {
    assertThatThrownBy(() -> GRAPH.rows("SELECT EXTRACT(YEAR FROM INTERVAL '77' MONTH)"))
        .isInstanceOf(Unsupported.class)
        .hasMessageContaining("EXTRACT(YEAR");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT CAST('12024-01-01' AS DATE)",
        "SELECT CAST('0000-01-01' AS DATE)",
        "SELECT CAST('0001-01-01T00:00:00+02:00' AS TIMESTAMP)",
        "SELECT DATE '9999-12-31' + INTERVAL '5' DAY",
        "SELECT DATE '0001-01-01' - INTERVAL '5' DAY",
        "SELECT TIMESTAMP '9999-12-31 23:59:59' + INTERVAL '5' SECOND",
        "SELECT TIMESTAMPADD(YEAR, 9000, DATE '2024-01-01')",
        "SELECT TIMESTAMP_SECONDS(400000000000)",
        "SELECT MAKE_DATE(12024, 1, 1)",
        "SELECT DATE_TRUNC('century', DATE '0050-01-01')",
        "SELECT \"day\" + INTERVAL '9000' YEAR(4) FROM Thing",
        "SELECT d FROM (SELECT \"day\" + INTERVAL '9000' YEAR(4) AS d, key FROM Thing) AS t"
            + " ORDER BY key",
        "SELECT MAX(\"day\" + INTERVAL '9000' YEAR(4)) FROM Thing",
        "SELECT \"day\" FROM Thing UNION SELECT \"day\" + INTERVAL '9000' YEAR(4) FROM Thing",
        "SELECT COALESCE((SELECT MIN(\"day\" + INTERVAL '9000' YEAR(4)) FROM Thing), DATE"
            + " '2024-01-01')",
        "SELECT LAST_VALUE(\"day\" + INTERVAL '9000' YEAR(4)) OVER (ORDER BY key) FROM Thing",
        "SELECT CAST(ARRAY['12024-01-01'] AS DATE ARRAY)",
        "SELECT CAST(ARRAY['2024-01-01', NULL, '12024-01-01'] AS TIMESTAMP ARRAY)",
        "SELECT CAST(ARRAY['12024-01-01'] AS DATE ARRAY)[1]",
        "SELECT d FROM UNNEST(CAST(ARRAY['12024-01-01'] AS DATE ARRAY)) AS t(d)",
        "SELECT ARRAY[\"day\" + INTERVAL '9000' YEAR(4)] FROM Thing",
        "SELECT ARRAY_AGG(\"day\" + INTERVAL '9000' YEAR(4)) FROM Thing"
      })
  void aComputedTimeOfNoYearIsRefused(String sql) {
    assertThatThrownBy(() -> GRAPH.rows(sql))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("years go from 0001 to 9999");
  }

  @Test
  void theEndsOfTheCalendarAreComputed() {
    assertThat(
            GRAPH.rows(
                "SELECT CAST(MAKE_DATE(9999, 12, 30) + INTERVAL '1' DAY AS VARCHAR),"
                    + " TIMESTAMP '9999-12-31 23:59:58' + INTERVAL '1' SECOND, TIMESTAMP"
                    + " '0001-01-01 00:00:01' - INTERVAL '1' SECOND, CAST(NULL AS DATE) + INTERVAL"
                    + " '1' DAY"))
        .containsExactly("9999-12-31|9999-12-31T23:59:59|0001-01-01T00:00|∅");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TRY_CAST('12024-01-01' AS DATE)",
        "TRY_CAST('12024-01-01' AS TIMESTAMP)",
        "TRY_CAST('0000-01-01' AS DATE)",
        "TRY_CAST('0001-01-01T00:00:00+02:00' AS TIMESTAMP)",
        "TRY_CAST('9999-12-31T23:59:59-02:00' AS TIMESTAMP)",
        "TRY_CAST('infinity' AS TIMESTAMP)",
        "TRY_CAST('-infinity' AS DATE)",
        "TRY_CAST('0044-03-15 (BC)' AS DATE)",
        "TRY_CAST(ARRAY['12024-01-01'] AS DATE ARRAY)[1]",
        "TRY_CAST(ARRAY['12024-01-01'] AS TIMESTAMP ARRAY)[1]",
        "TRY_CAST(ARRAY['x'] AS DATE ARRAY)[1]",
        "JSON_VALUE('{\"a\": \"12024-01-01\"}', '$.a' RETURNING DATE)"
      })
  void aTextOfNoYearThatIsTriedIsNull(String sql) {
    assertThat(GRAPH.rows("SELECT " + sql)).containsExactly("∅");
    assertThat(GRAPH.rows("SELECT COUNT(" + sql + ") FROM Thing WHERE " + sql + " IS NOT NULL"))
        .containsExactly("0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0000-01-01", "-0001-01-01", "9999-12-31 23:30-01:00", "12024-01-01"})
  void aBoundTextOfNoYearThatIsTriedIsNull(String text) {
    assertThat(
            GRAPH.rows(
                "SELECT TRY_CAST(? AS DATE), TRY_CAST(? AS TIMESTAMP), TRY_CAST(? AS DATE ARRAY)[1],"
                    + " TRY_CAST(CAST(? AS VARCHAR) AS DATE)",
                text,
                text,
                List.of(text),
                text))
        .containsExactly("∅|∅|∅|∅");
  }

  @Test
  void aTextOfAYearThatIsTriedIsATime() {
    assertThat(
            GRAPH.rows(
                "SELECT CAST(TRY_CAST('9999-12-31' AS DATE) AS VARCHAR), TRY_CAST('0001-01-01' AS"
                    + " TIMESTAMP), TRY_CAST(TRY_CAST(x AS DATE) AS VARCHAR), TRY_CAST((SELECT x)"
                    + " AS TIMESTAMP(0)) FROM (VALUES ('2024-02-29'), ('12024-02-29'), (NULL)) AS"
                    + " t(x)"))
        .containsExactlyInAnyOrder(
            "9999-12-31|0001-01-01T00:00|2024-02-29|2024-02-29T00:00",
            "9999-12-31|0001-01-01T00:00|∅|∅",
            "9999-12-31|0001-01-01T00:00|∅|∅");
  }
}
