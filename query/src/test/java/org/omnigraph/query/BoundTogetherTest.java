package org.omnigraph.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.omnigraph.engine.error.InvalidRequest;

/** Bound values that stand beside each other, and where nothing else says their type. */
class BoundTogetherTest {
  @RegisterExtension final People people = new People();

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "1.5;3;3",
        "3;1.5;3",
        "0.1;12345678901234567890;",
        "0.4;0.00000000000000000001;",
        "2.00;1.25;2",
        "123456789012345678901234567890;1.5;",
        "1.5;123456789012345678901234567890;"
      })
  void decimalsOfDifferentScalesAreNotRoundedToOneOfThem(
      BigDecimal one, BigDecimal other, @Nullable String found) {
    String numbers = "SELECT n FROM (VALUES (0), (1), (2), (3)) AS v(n) WHERE n ";
    List<String> wanted = found == null ? List.of() : List.of(found);
    assertThat(rows(numbers + "IN (?, ?)", one, other)).isEqualTo(wanted);
    assertThat(rows(numbers + "= ? OR n = ?", one, other)).isEqualTo(wanted);
    assertThat(rows(numbers + "= ANY (?)", List.of(one, other))).isEqualTo(wanted);
    assertThat(rows(numbers + "IN (" + one.toPlainString() + ", " + other.toPlainString() + ")"))
        .isEqualTo(wanted);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE Person SET height = CASE WHEN name = 'a' THEN ? ELSE ? END",
        "UPSERT INTO Person (name, height) SELECT 'a', ? UNION ALL SELECT 'b', ?",
        "UPSERT INTO Person (name, height) SELECT n, h FROM (VALUES ('a', ?), ('b', ?)) AS q(n, h)",
        "MERGE INTO Person AS p USING (VALUES ('a', ?), ('b', ?)) AS q(n, h) ON p.name = q.n"
            + " WHEN MATCHED THEN UPDATE SET height = q.h",
        "UPDATE Person SET height = CASE name WHEN 'a' THEN COALESCE(?, 0) ELSE COALESCE(?, 0) END"
      })
  void decimalsOfDifferentScalesAreWrittenAsTheyAre(String sql) {
    run("INSERT INTO Person (name) VALUES ('a'), ('b')");
    for (List<BigDecimal> pair :
        List.of(
            List.of(new BigDecimal("7.25"), new BigDecimal("8")),
            List.of(new BigDecimal("8"), new BigDecimal("1.55")),
            List.of(new BigDecimal("0.4"), new BigDecimal("0.000001")))) {
      run(sql, pair.get(0), pair.get(1));
      assertThat(rows("SELECT height FROM Person ORDER BY name"))
          .containsExactly(
              String.valueOf(pair.get(0).doubleValue()), String.valueOf(pair.get(1).doubleValue()));
    }
  }

  @Test
  void theGreatestOfDecimalsIsNotRounded() {
    assertThat(
            rows(
                "SELECT GREATEST(CAST(? AS DECIMAL(10, 2)), ?), LEAST(?, ?)",
                new BigDecimal("1.5"),
                BigDecimal.ONE,
                new BigDecimal("1.5"),
                new BigDecimal("2")))
        .containsExactly("1.50|1.5");
  }

  @Test
  void boundDecimalsAreComputedWith() {
    BigDecimal three = new BigDecimal("3");
    BigDecimal half = new BigDecimal("1.5");
    assertThat(rows("SELECT ? + ?, ? * ?", half, three, half, new BigDecimal("0.00")))
        .containsExactly("4.5|0.000");
    assertThat(rows("SELECT ? * ?, (? + ?) * ?", three, BigDecimal.TEN, three, half, half))
        .containsExactly("30|6.75");
    assertThat(rows("SELECT (? + ?) * ?", three, half, new BigDecimal("1234.25")))
        .containsExactly("5554.125");
    assertThat(rows("SELECT ? * 1.0, ? - 0.5", new BigDecimal("1.25"), 2.25))
        .containsExactly("1.250|1.75");
  }

  /** As the quotient of two decimals of Java has them. */
  @Test
  void aDecimalOfManyDigitsIsComparedWithAnyWholeNumber() {
    BigDecimal third = BigDecimal.ONE.divide(BigDecimal.valueOf(3), MathContext.DECIMAL128);
    run("INSERT INTO Person (name, age) VALUES ('a', 0), ('b', 200)");
    run("INSERT INTO Note (text, stars) VALUES ('a', 0), ('b', 9007199254740993)");
    assertThat(rows("SELECT text FROM Note WHERE stars > ?", third)).containsExactly("b");
    assertThat(rows("SELECT text FROM Note WHERE stars IN (?, ?)", third, BigDecimal.ZERO))
        .containsExactly("a");
    assertThat(rows("SELECT name FROM Person WHERE age > ? AND ? < age * 100000", third, third))
        .containsExactly("b");
    assertThat(rows("SELECT text FROM Note WHERE stars > " + third.toPlainString()))
        .containsExactly("b");
    assertThat(rows("SELECT ?", third)).containsExactly(third.toPlainString());
  }

  @Test
  void theRowsOfABatchMayHaveOtherDigitsThanItsFirst() {
    run("INSERT INTO Person (name) VALUES ('a'), ('b'), ('c')");
    List<List<@Nullable Object>> rows =
        List.of(
            List.of("a", new BigDecimal("1")),
            List.of("b", new BigDecimal("1.25")),
            List.of("c", 7));
    for (String sql :
        List.of(
            "UPDATE Person SET height = CASE WHEN name = ? THEN ? ELSE height END",
            "UPSERT INTO Person (name, height) VALUES (?, ? * 1.0)")) {
      people.engine().prepareUpdate(people.context(), sql, rows).commit(rows, Optional.empty());
      assertThat(rows("SELECT height FROM Person ORDER BY name"))
          .containsExactly("1.0", "1.25", "7.0");
      run("UPDATE Person SET height = NULL");
    }
  }

  @Test
  void aChoiceOfParametersAlone() {
    assertThat(rows("SELECT COALESCE(?, ?), CASE WHEN 1 = 1 THEN ? ELSE ? END", 1, 2, 3, 4))
        .containsExactly("1|3");
    assertThat(rows("SELECT COALESCE(?, ?), NULLIF(?, ?)", "a", "b", "c", "d"))
        .containsExactly("a|c");
    assertThat(rows("SELECT COALESCE(?, ?)", null, 2.5)).containsExactly("2.5");
    assertThat(rows("SELECT COALESCE(?, ?)", new BigDecimal("1.5"), new BigDecimal("2")))
        .containsExactly("1.5");
    assertThat(rows("SELECT CASE WHEN 1 = 1 THEN ? ELSE ? END", null, true)).containsExactly("∅");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "? + ?;1;0.5;1.5",
        "? + ?;0.5;1;1.5",
        "? - ?;1;0.25;0.75",
        "? * ?;3;0.50;1.50",
        "? / ?;3;2.0;1.500000",
        "? % ?;7;2.5;2.0",
        "COALESCE(?, ?);3;3.00;3.00",
        "COALESCE(?, ?);1.5;2;1.5",
        "COALESCE(?, ?);3.25;7;3.25",
        "CASE WHEN 1 = 1 THEN ? ELSE ? END;3;0.125;3.000",
        "GREATEST(?, ?);3;0.125;3.000",
        "NULLIF(?, ?);3;3.0;"
      })
  void numbersOfDifferentTypesAreComputedWith(
      String sql, String one, String other, @Nullable String wanted) {
    String query = "SELECT " + sql;
    assertThat(decimal(rows(query, number(one), number(other)))).isEqualTo(decimal(wanted));
    assertThat(decimal(rows(query, number(one), Double.valueOf(other)))).isEqualTo(decimal(wanted));
    assertThat(decimal(rows(query, Double.valueOf(one), number(other)))).isEqualTo(decimal(wanted));
    assertThat(decimal(rows(query, Double.valueOf(one), new BigDecimal(other))))
        .isEqualTo(decimal(wanted));
    run("INSERT INTO Person (name) VALUES ('a')");
    run("UPDATE Person SET height = " + sql, number(one), number(other));
    assertThat(decimal(rows("SELECT height FROM Person"))).isEqualTo(decimal(wanted));
  }

  private static Number number(String text) {
    return text.contains(".") ? new BigDecimal(text) : Integer.valueOf(text);
  }

  private static @Nullable BigDecimal decimal(List<String> row) {
    return row.get(0).equals("∅") ? null : decimal(row.get(0));
  }

  private static @Nullable BigDecimal decimal(@Nullable String number) {
    return number == null ? null : new BigDecimal(number).stripTrailingZeros();
  }

  @Test
  void aQuotientOfLargeWholeNumbersHasAllItsDigits() {
    BigDecimal large = new BigDecimal("12345678901234567890");
    run("INSERT INTO Person (name, serial) VALUES ('a', ?), ('b', 7)", large);
    assertThat(rows("SELECT serial / 7, serial / -3, 7 / serial FROM Person ORDER BY name"))
        .containsExactly(
            "1763668414462081127.14285714286|-4115226300411522630.00000000000|5.67E-19",
            "1.00000000000|-2.33333333333|1.000000000000000000000");
    assertThat(rows("SELECT ? / ?, CAST(? AS DECIMAL(20)) / 8", large, 7, large))
        .containsExactly("1763668414462081127.14285714286|1543209862654320986.25000000000");
    assertThatExceptionOfType(InvalidRequest.class)
        .isThrownBy(() -> rows("SELECT serial / 0 FROM Person"))
        .withMessageContaining("division by zero");
  }

  @Test
  void aNullStandsBesideAnyValueOfRows() {
    String values = "SELECT n FROM (VALUES (?), (?), (?)) AS v(n) ORDER BY n NULLS LAST";
    assertThat(rows(values, 2, null, 1)).containsExactly("1", "2", "∅");
    assertThat(rows(values, null, new BigDecimal("8"), 2.5)).containsExactly("2.5", "8.0", "∅");
    assertThat(rows(values, null, true, null)).containsExactly("true", "∅", "∅");
    assertThat(rows(values, null, null, LocalDate.of(2024, 1, 2)))
        .containsExactly(String.valueOf(LocalDate.of(2024, 1, 2).toEpochDay()), "∅", "∅");
    run("INSERT INTO Person (name) VALUES ('a'), ('b')");
    run(
        "MERGE INTO Person AS p USING (VALUES ('a', ?), ('b', ?)) AS q(n, h) ON p.name = q.n"
            + " WHEN MATCHED THEN UPDATE SET height = q.h",
        null,
        new BigDecimal("2.5"));
    assertThat(rows("SELECT name, height FROM Person ORDER BY name"))
        .containsExactly("a|∅", "b|2.5");
  }

  @Test
  void aDateStandsBesideATimestamp() {
    LocalDate day = LocalDate.of(2024, 1, 2);
    LocalDateTime midnight = day.atStartOfDay();
    assertThat(
            rows(
                "SELECT ? = ?, ? < ?, ? = ?",
                day,
                midnight,
                day,
                midnight.plusNanos(1_000_000),
                midnight,
                day))
        .containsExactly("true|true|true");
    assertThat(rows("SELECT NULLIF(?, ?), ? IS NOT DISTINCT FROM ?", day, midnight, midnight, day))
        .containsExactly("∅|true");
  }

  /** The type of the first is not that of all. */
  @Test
  void aTimeOfDayIsKeptBesideDates() {
    LocalDate day = LocalDate.of(2024, 1, 2);
    LocalDateTime noon = day.atTime(12, 30);
    assertThat(rows("SELECT ?", List.of(day, noon)))
        .isEqualTo(rows("SELECT ?", List.of(day.atStartOfDay(), noon)))
        .isNotEqualTo(rows("SELECT ?", List.of(day, day)));
    assertThat(rows("SELECT ?", List.of(noon, day)))
        .isEqualTo(rows("SELECT ?", List.of(noon, day.atStartOfDay())));
    assertThat(
            rows("SELECT ? = ANY (?), ? = ANY (?)", noon, List.of(day, noon), day, List.of(noon)))
        .containsExactly("true|false");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1E-40", "1E+40", "1234567890123456789012345678901234567890", "1.5E-38"})
  void aDecimalOfTooManyDigitsIsRefusedInWords(BigDecimal decimal) {
    for (String sql :
        List.of("SELECT ?", "SELECT COALESCE(?, 1)", "SELECT n FROM (VALUES (?), (1)) AS v(n)")) {
      assertThatExceptionOfType(InvalidRequest.class)
          .isThrownBy(() -> rows(sql, decimal))
          .withMessageContaining(decimal.toString());
    }
  }

  /** One type for all rows is one that holds each of them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "CAST(? AS BIGINT)",
        "COALESCE(?, 0)",
        "CASE WHEN 1 = 1 THEN ? ELSE NULL END",
        "NULLIF(?, 3)",
        "ABS(?)",
        "GREATEST(?, 1)"
      })
  void numbersOfSeveralRowsKeepTheirDigits(String value) {
    String sql = "INSERT INTO Note (text, stars) VALUES (?, " + value + ")";
    long large = (1L << 62) + 1;
    List<List<@Nullable Object>> rows =
        List.of(List.of("a", large), List.of("b", 2.0), List.of("c", new BigDecimal(large - 2)));
    people.engine().prepareUpdate(people.context(), sql, rows).commit(rows, Optional.empty());
    assertThat(rows("SELECT stars FROM Note ORDER BY text"))
        .containsExactly(String.valueOf(large), "2", String.valueOf(large - 2));
  }

  @Test
  void numbersOfOneListKeepTheirDigits() {
    long large = (1L << 62) + 1;
    run("INSERT INTO Note (text, stars) VALUES ('a', ?), ('b', ?), ('c', 2)", large, large - 2);
    String notes = "SELECT text FROM Note WHERE stars = ANY (?) ORDER BY text";
    assertThat(rows(notes, List.of(large, 2.0))).containsExactly("a", "c");
    assertThat(rows(notes, List.of(2.0, new BigDecimal(large - 2)))).containsExactly("b", "c");
    assertThatExceptionOfType(InvalidRequest.class)
        .isThrownBy(() -> rows("SELECT ?", List.of(large, 1e300)))
        .withMessageContaining("bind values of one type");
  }

  /** What cannot be told from the statement may not refuse it before it has arguments. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT name FROM Person WHERE (age, name) IN ((?, ?), (?, ?))",
        "SELECT name FROM Person WHERE (?, name) IN ((?, 'a'), (?, ?))",
        "SELECT name FROM Person WHERE (age, name) = (?, ?)",
        "SELECT n FROM (VALUES (?), (?)) AS v(n)",
        "SELECT COALESCE(?, ?), ? + ?, ? = ?, NULLIF(?, ?), GREATEST(?, ?)"
      })
  void aStatementIsPreparedBeforeItsArgumentsAreKnown(String sql) {
    try (PreparedQuery query = people.engine().prepare(people.context(), sql, List.of())) {
      assertThat(query.parameters().getFields()).isNotEmpty();
    }
  }

  /** As everywhere a value stands for itself. */
  @Test
  void aFractionIsNoWholeNumberWhateverStandsBesideIt() {
    run("INSERT INTO Person (name, age) VALUES ('a', 1)");
    assertThatExceptionOfType(InvalidRequest.class)
        .isThrownBy(
            () ->
                run(
                    "UPDATE Person SET age = ?, height = COALESCE(?, ?)",
                    new BigDecimal("2.5"),
                    1,
                    0.5))
        .withMessageContaining("2.5");
    assertThat(rows("SELECT age FROM Person")).containsExactly("1");
  }

  @Test
  void rowsAreOrderedByWhatIsComputedWithParameters() {
    run("INSERT INTO Person (name, age) VALUES ('a', 1), ('b', 2), ('c', 3)");
    String names = "SELECT name FROM Person ORDER BY ";
    assertThat(rows(names + "CASE WHEN age > ? THEN 0 ELSE 1 END, name", 1))
        .containsExactly("b", "c", "a");
    assertThat(rows(names + "age = ? DESC, name", 2)).containsExactly("b", "a", "c");
    assertThat(rows(names + "ABS(age - ?), name", 3)).containsExactly("c", "b", "a");
    assertThat(rows(names + "age * ?", -1)).containsExactly("c", "b", "a");
    assertThat(rows(names + "age % ?, name", 2)).containsExactly("b", "a", "c");
    assertThat(rows(names + "name LIKE ? DESC, name", "c%")).containsExactly("c", "a", "b");
    assertThat(rows(names + "age IN (?, ?) DESC, name", 3, 2)).containsExactly("b", "c", "a");
    assertThat(rows(names + "COALESCE(NULLIF(age, ?), ?), name", 1, 9))
        .containsExactly("b", "c", "a");
    assertThat(
            rows(
                "SELECT age % 2 AS odd, COUNT(*) FROM Person GROUP BY age % 2 ORDER BY COUNT(*) * ?",
                -1))
        .containsExactly("1|2", "0|1");
    assertThat(rows("SELECT DISTINCT age FROM Person ORDER BY age * ? LIMIT 1", -1))
        .containsExactly("3");
    assertThat(rows("SELECT age AS n FROM Person ORDER BY n * ? NULLS FIRST LIMIT ?", -1, 1))
        .containsExactly("3");
  }

  @Test
  void rowsOfParametersAreLookedUpByIn() {
    run("INSERT INTO Person (name, age, height) VALUES ('a', 1, 1.5), ('b', 2, 2.5)");
    String names = "SELECT name FROM Person WHERE ";
    assertThat(rows(names + "(name, age) IN ((?, ?), (?, ?))", "a", 1, "b", 3))
        .containsExactly("a");
    assertThat(rows(names + "(age, height) IN ((?, ?), (?, ?))", 1, 1.5, 2, 2.5))
        .containsExactlyInAnyOrder("a", "b");
    assertThat(rows(names + "(age, name) NOT IN ((?, ?), (?, ?))", 1, "a", 9, "b"))
        .containsExactly("b");
    assertThat(rows(names + "(name, age) IN ((?, ?))", "b", 2)).containsExactly("b");
    assertThat(rows(names + "(name, age) IN (('a', ?), (?, 2))", 1, "b"))
        .containsExactlyInAnyOrder("a", "b");
  }

  @Test
  void aNullAmongOthersLeavesTheTypeOfItsColumn() {
    String both = "SELECT ? AS a, ? AS b UNION ALL SELECT ?, ?";
    assertThat(rows(both, 1, "a", null, "b")).containsExactlyInAnyOrder("1|a", "∅|b");
    assertThat(rows("SELECT 1 AS a, ? AS b UNION ALL SELECT ?, ?", "a", null, "b"))
        .containsExactlyInAnyOrder("1|a", "∅|b");
    assertThat(types("SELECT 1 AS a, ? AS b UNION ALL SELECT ?, ?", "a", null, "b"))
        .isEqualTo(types("SELECT 1 AS a, 'a' AS b UNION ALL SELECT NULL, 'b'"));
  }

  private List<String> rows(String sql, @Nullable Object... arguments) {
    List<List<@Nullable Object>> given = List.of(Arrays.asList(arguments));
    try (PreparedQuery query = people.engine().prepare(people.context(), sql, given)) {
      return SqlFixture.rows(query, arguments);
    }
  }

  private void run(String sql, @Nullable Object... arguments) {
    List<List<@Nullable Object>> rows = List.of(Arrays.asList(arguments));
    people.engine().prepareUpdate(people.context(), sql, rows).commit(rows, Optional.empty());
  }

  private List<String> types(String sql, @Nullable Object... arguments) {
    List<List<@Nullable Object>> rows =
        arguments.length == 0 ? List.of() : List.of(Arrays.asList(arguments));
    try (PreparedQuery query = people.engine().prepare(people.context(), sql, rows)) {
      return query.schema().getFields().stream().map(f -> f.getType().toString()).toList();
    }
  }
}
