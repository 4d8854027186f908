package org.omnigraph.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.Unsupported;

class ParameterTest {
  @RegisterExtension static final SqlFixture GRAPH = SqlFixture.flights();

  @Test
  void aLimitAndAnOffset() {
    assertThat(GRAPH.rows("SELECT code FROM Carrier ORDER BY code LIMIT ? OFFSET ?", 2L, 1L))
        .containsExactly("AA", "AS");
    assertThat(GRAPH.rows("SELECT code FROM Carrier LIMIT ?", 3)).hasSize(3);
    assertThat(GRAPH.rows("SELECT code FROM Carrier LIMIT ?", 1L << 40)).hasSize(16);
    assertThat(GRAPH.rows("SELECT code FROM Carrier LIMIT 99999999999999999999")).hasSize(16);
    assertThat(GRAPH.rows("SELECT code FROM Carrier LIMIT 1 OFFSET 99999999999999999999"))
        .isEmpty();
  }

  @Test
  void aNumberThatTheColumnDoesNotHoldIsCompared() {
    String count = "SELECT COUNT(*) FROM Airport WHERE altitude ";
    assertThat(GRAPH.rows(count + "> ?", 1L << 40)).containsExactly("0");
    assertThat(GRAPH.rows(count + "< ?", 1L << 40)).containsExactly("1458");
    assertThat(GRAPH.rows(count + "BETWEEN ? AND ?", -(1L << 40), 1L << 40))
        .containsExactly("1458");
    assertThat(GRAPH.rows(count + "IN (?, ?)", 1L << 40, 22L))
        .isEqualTo(GRAPH.rows(count + "= ?", 22))
        .isNotEqualTo(List.of("0"));
    assertThat(GRAPH.rows(count + "NOT IN (?, ?)", 1L << 40, -(1L << 40))).containsExactly("1458");
    assertThat(GRAPH.rows(count + "IN (?, ?, 22)", 22.5, 1e30))
        .isEqualTo(GRAPH.rows(count + "= ?", 22));
    assertThat(GRAPH.rows(count + "= ?", 22.5)).containsExactly("0");
    assertThat(GRAPH.rows(count + "= 22 OR ? < altitude", 1L << 40))
        .isEqualTo(GRAPH.rows(count + "= ?", 22));
    assertThat(GRAPH.rows("SELECT COUNT(*) FROM Route WHERE flights < ?", 1e30))
        .isEqualTo(GRAPH.rows("SELECT COUNT(*) FROM Route"));
  }

  @Test
  void aNumberThatTheColumnDoesNotHoldIsComputedWith() {
    String lga =
        "SELECT altitude + ?, ? - altitude, altitude * ?, altitude / ?, MOD(altitude, ?), altitude %"
            + " ? FROM Airport WHERE faa = 'LGA'";
    long large = 1L << 40;
    assertThat(GRAPH.rows(lga, large, large, large, large, large, large))
        .containsExactly((large + 22) + "|" + (large - 22) + "|" + 22 * large + "|0|22|22");
    assertThat(GRAPH.rows(lga, 1, 1, 1, "1", 5, 5)).containsExactly("23|-21|22|22|2|2");
    assertThat(GRAPH.prepare(lga).schema().getFields())
        .extracting(field -> ((ArrowType.Int) field.getType()).getBitWidth())
        .containsOnly(64);
    assertThat(
            GRAPH.rows(
                "SELECT 1 + ?, -altitude + 2 * ? FROM Airport WHERE faa = 'LGA'", large, large))
        .containsExactly((large + 1) + "|" + (2 * large - 22));
    assertThat(
            GRAPH.rows("SELECT COUNT(*) FROM Airport WHERE altitude + ? > altitude * ?", large, 1))
        .containsExactly("1458");
    assertThat(GRAPH.rows("SELECT SUBSTRING(LPAD('a', 1 + ?, 'b') FROM 1 + ? FOR 4 - ?)", 2, 1, 3))
        .containsExactly("b");
    assertThat(
            GRAPH.rows(
                "SELECT ARRAY['a', 'b'][3 - ?], MAKE_DATE(2000 + ?, 1, 2 - ?), TIMESTAMPADD(DAY, 1 +"
                    + " ?, DATE '1970-01-01'), LEFT('abc', 4 - ?), ROUND(1.25, 2 - ?)",
                1,
                0,
                1,
                1,
                2,
                1))
        .containsExactly("b|10957|2|ab|1.30");
    assertThat(
            GRAPH.rows(
                "SELECT ROUND(altitude + 1.25E-1, altitude - ?), TRUNC(1.25E-1, n), ROUND(1.25E-1, n) FROM"
                    + " Airport, (VALUES (CAST(1 AS BIGINT))) AS t(n) WHERE faa = 'LGA'",
                20))
        .containsExactly("22.13|0.1|0.1");
    assertThat(
            GRAPH.rows(
                "SELECT SUM(x), MAX(y) FROM UNNEST(GENERATE_SERIES(1, 1 + ?), ARRAY[?, 2]) AS t(x,"
                    + " y)",
                3,
                1))
        .containsExactly("10|2");
    assertThatThrownBy(() -> GRAPH.rows("SELECT ROUND(altitude + 0.125, altitude) FROM Airport"))
        .isInstanceOf(Unsupported.class)
        .hasMessageContaining("ROUND");
  }

  @Test
  void aNumberThatDoesNotFitSaysHowToWriteIt() {
    String lga = " FROM Airport WHERE faa = 'LGA'";
    assertThatThrownBy(() -> GRAPH.rows("SELECT altitude + ?" + lga, 1.5))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("CAST(? AS DOUBLE)");
    assertThat(GRAPH.rows("SELECT altitude + CAST(? AS DOUBLE)" + lga, 1.5))
        .containsExactly("23.5");
    assertThatThrownBy(() -> GRAPH.rows("SELECT flights * ? FROM Route", new BigDecimal("1.25")))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("CAST(? AS DECIMAL(38, 2))");
  }

  @Test
  void aBranchThatHoldsMoreWidensTheChoice() {
    String lga = " FROM Airport WHERE faa = 'LGA'";
    long large = 1L << 40;
    for (String choice :
        List.of(
            "CASE WHEN faa = 'LGA' THEN ? ELSE altitude END",
            "CASE WHEN faa <> 'LGA' THEN altitude ELSE ? END",
            "CASE faa WHEN 'LGA' THEN ? WHEN 'JFK' THEN altitude END",
            "COALESCE(?, altitude)")) {
      assertThat(GRAPH.rows("SELECT " + choice + lga, large))
          .as(choice)
          .containsExactly(String.valueOf(large));
      assertThat(GRAPH.rows("SELECT " + choice + lga, 2.5)).as(choice).containsExactly("2.5");
      assertThat(GRAPH.rows("SELECT " + choice + lga, 2)).as(choice).containsExactly("2");
    }
    assertThat(GRAPH.rows("SELECT CASE WHEN faa = 'LGA' THEN altitude ELSE ? END" + lga, large))
        .containsExactly("22");
  }

  @Test
  void longListsOfParameters() {
    Object[] faas = new Object[1_500];
    for (int i = 0; i < faas.length; i++) {
      faas[i] = i == 700 ? "JFK" : i == 701 ? "LGA" : "none" + i;
    }
    String list = " (" + "?, ".repeat(faas.length - 1) + "?)";
    String count = "SELECT COUNT(*) FROM Airport WHERE ";
    assertThat(GRAPH.rows(count + "faa IN" + list, faas)).containsExactly("2");
    assertThat(GRAPH.rows(count + "faa NOT IN" + list, faas)).containsExactly("1456");
    assertThat(GRAPH.rows(count + "UPPER(faa) IN" + list + " OR faa = 'ABQ'", faas))
        .containsExactly("3");
    faas[3] = null;
    assertThat(GRAPH.rows(count + "faa IN" + list, faas)).containsExactly("2");
    assertThat(GRAPH.rows(count + "faa NOT IN" + list, faas)).containsExactly("0");
    assertThat(
            GRAPH.rows(
                count
                    + "(faa = ? OR faa = ? OR altitude = ? OR altitude = ?) AND faa <> ? AND faa"
                    + " <> ?",
                "JFK",
                "LGA",
                13,
                22,
                "LGA",
                "none"))
        .isEqualTo(
            GRAPH.rows(
                count
                    + "faa IN ('JFK', 'LGA') AND faa <> 'LGA' OR altitude IN (13, 22) AND faa <> 'LGA'"));
  }

  @Test
  void aConditionOfParametersAloneOverAnAggregate() {
    String total = "SELECT n FROM (SELECT COUNT(*) AS n FROM Carrier) t WHERE ? = 1";
    assertThat(GRAPH.rows(total, 0)).isEmpty();
    assertThat(GRAPH.rows(total, 1)).containsExactly("16");
    String totals =
        "SELECT code, n FROM (SELECT code, COUNT(*) AS n FROM Carrier WHERE code = 'none'"
            + " GROUP BY ROLLUP(code)) t WHERE ? = 1";
    assertThat(GRAPH.rows(totals, 0)).isEmpty();
    assertThat(GRAPH.rows(totals, 1)).containsExactly("∅|0");
    assertThat(GRAPH.rows("SELECT COUNT(*) FROM Carrier HAVING ? = 1", 0)).isEmpty();
  }

  @Test
  void aListAndARange() {
    assertThat(
            GRAPH.rows("SELECT code FROM Carrier WHERE code IN (?, ?) ORDER BY code", "UA", "AA"))
        .containsExactly("AA", "UA");
    assertThat(
            GRAPH.rows(
                "SELECT COUNT(*) FROM Flight WHERE day BETWEEN ? AND ?",
                LocalDate.of(2013, 1, 1),
                "2013-01-02"))
        .containsExactly("1785");
  }

  @Test
  void aPlaceInAnExpression() {
    assertThat(GRAPH.rows("SELECT flights + ? FROM Route ORDER BY 1 DESC LIMIT 1", 1))
        .containsExactly("11263");
    assertThat(GRAPH.rows("SELECT CAST(? AS INTEGER), CAST(? AS VARCHAR)", 5, "x"))
        .containsExactly("5|x");
    assertThat(GRAPH.rows("SELECT COALESCE(tzone, ?) FROM Airport WHERE tzone IS NULL", "none"))
        .isNotEmpty()
        .containsOnly("none");
    assertThat(GRAPH.rows("SELECT COUNT(*) FROM Airport WHERE name LIKE ?", "John F%"))
        .containsExactly("1");
  }

  @Test
  void anEqualityReachesTheTable() {
    assertThat(GRAPH.plan("SELECT name FROM Carrier WHERE id = ?"))
        .contains("filter=[[=($0, ?0)]]");
    assertThat(
            GRAPH.rows(
                "SELECT c.name FROM Carrier c JOIN OperatedBy o ON o.dst = c.id WHERE c.id = ?"
                    + " LIMIT 1",
                "UA"))
        .containsExactly("United Air Lines Inc.");
  }

  @Test
  void aPlaceThatSaysNoTypeTakesThatOfTheArgument() {
    assertThat(GRAPH.rows("SELECT ?, ?", 7L, "x")).containsExactly("7|x");
    assertThat(GRAPH.rows("SELECT ? + ?", 1L, 2L)).containsExactly("3");
    assertThat(GRAPH.rows("SELECT 1 + ? + ?, ? + ? + ?", 1, 2, 3L, 4L, 5L)).containsExactly("4|12");
    assertThat(GRAPH.rows("SELECT ABS(?), UPPER(?), ? IS NULL", -1.5, "x", null))
        .containsExactly("1.5|X|true");
    assertThat(GRAPH.rows("SELECT YEAR(COALESCE(?, ?))", null, LocalDate.of(2013, 1, 1)))
        .containsExactly("2013");
    assertThat(GRAPH.rows("SELECT COALESCE(?, altitude) FROM Airport WHERE faa = 'LGA'", 5L))
        .containsExactly("5");
    assertThat(
            GRAPH.rows(
                "SELECT COALESCE(?, altitude) FROM Airport WHERE faa = 'LGA'", (Object) null))
        .containsExactly("22");
    assertThat(GRAPH.rows("SELECT name || ? FROM Carrier WHERE code = 'AA'", "!"))
        .containsExactly("American Airlines Inc.!");
    assertThat(GRAPH.rows("SELECT code FROM Carrier WHERE ? = ? ORDER BY 1 LIMIT 1", 1, 1))
        .containsExactly("9E");
  }

  @Test
  void beforeAnythingIsBoundItIsTextOrWhatTheFunctionTakes() {
    assertThat(types("SELECT ?")).containsExactly("Utf8");
    assertThat(types("SELECT ? || ?, UPPER(?)")).containsExactly("Utf8", "Utf8", "Utf8");
    assertThat(types("SELECT ? * ?, ABS(?)"))
        .containsOnly(new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE).toString())
        .hasSize(3);
    assertThat(types("SELECT 1 + ? + ?, (? + 2) * (? - 3)"))
        .containsOnly(new ArrowType.Int(64, true).toString())
        .hasSize(4);
    assertThat(types("SELECT ? + ? + ?"))
        .containsOnly(new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE).toString())
        .hasSize(3);
    assertThat(types("SELECT LEFT(name, ?) FROM Carrier"))
        .containsExactly(new ArrowType.Int(64, true).toString());
    assertThat(types("SELECT CASE WHEN ? THEN ? ELSE altitude END FROM Airport"))
        .containsExactly("Bool", new ArrowType.Int(32, true).toString());
  }

  @Test
  void aParameterForAllItemsIsAList() {
    String carriers = "SELECT COUNT(*) FROM Carrier WHERE code ";
    assertThat(GRAPH.rows(carriers + "= ANY (?)", List.of("AA", "UA"))).containsExactly("2");
    assertThat(GRAPH.rows(carriers + "= SOME (?)", List.of())).containsExactly("0");
    assertThat(GRAPH.rows(carriers + "<> ALL (?)", List.of("AA", "UA"))).containsExactly("14");
    assertThat(GRAPH.rows(carriers + "= ANY (?)", Arrays.asList("AA", null))).containsExactly("1");
    assertThat(GRAPH.rows(carriers + "= ANY (?)", (Object) null)).containsExactly("0");
    assertThat(GRAPH.rows(carriers + "= ANY (?)", "AA")).containsExactly("1");
    String airports = "SELECT COUNT(*) FROM Airport WHERE altitude ";
    assertThat(GRAPH.rows(airports + "= ANY (?)", List.of(22, 13)))
        .isEqualTo(GRAPH.rows(airports + "IN (22, 13)"))
        .isNotEqualTo(List.of("0"));
    assertThat(GRAPH.rows(airports + "= ANY (?)", List.of(22L, 1L << 40)))
        .isEqualTo(GRAPH.rows(airports + "= 22"));
    assertThat(GRAPH.rows(airports + "< ALL (?)", List.of(22.5, 1e9)))
        .isEqualTo(GRAPH.rows(airports + "< 23"));
    assertThat(types(carriers + "= ANY (?)")).containsExactly("List");
  }

  @Test
  void noTextIsMadeOfAList() {
    for (String condition : List.of("code = ?", "code IN (?)", "code LIKE ?", "UPPER(code) = ?")) {
      assertThatThrownBy(
              () -> GRAPH.rows("SELECT code FROM Carrier WHERE " + condition, List.of("AA", "UA")))
          .isInstanceOf(InvalidRequest.class)
          .hasMessageContaining("parameter 1", "one value, not a list", "= ANY (?)");
    }
    assertThatThrownBy(() -> GRAPH.rows("SELECT CAST(? AS VARCHAR)", Map.of("a", 1)))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("does not fit");
    assertThatThrownBy(
            () -> GRAPH.rows("SELECT 1 FROM Airport WHERE altitude = ANY (?)", List.of(1, "x")))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("; the list '[1, x]' does not fit");
  }

  @Test
  void aMessageShowsTheBeginningOfAValue() {
    String airports = "SELECT 1 FROM Airport WHERE altitude = ";
    byte[] bytes = {1, (byte) 0xff};
    assertThatThrownBy(() -> GRAPH.rows(airports + "?", new Object[] {bytes}))
        .hasMessageContaining("the bytes '01ff' does not fit");
    assertThatThrownBy(() -> GRAPH.rows(airports + "?", new Object[] {new byte[1 << 20]}))
        .hasMessageContaining("00…' does not fit")
        .hasMessageMatching("(?s).{1,500}");
    assertThatThrownBy(() -> GRAPH.rows(airports + "?", "x".repeat(1 << 20)))
        .hasMessageContaining("the String 'xx")
        .hasMessageMatching("(?s).{1,500}");
    assertThatThrownBy(() -> GRAPH.rows(airports + "ANY (?)", List.of(List.of(bytes))))
        .hasMessageContaining("the list '[[01ff]]'");
  }

  @Test
  void whatIsComparedWithAListHasTheTypeOfItsItems() {
    assertThat(GRAPH.rows("SELECT ? IN (1, 2), ? NOT IN ('a', 'b'), ? IN (?, ?)", 2, "a", 1, 2, 3))
        .containsExactly("true|false|false");
    assertThat(GRAPH.rows("SELECT ? IN (1, 2), ? = ANY (ARRAY[1])", 1L << 40, 1.5))
        .containsExactly("false|false");
    assertThat(GRAPH.rows("SELECT ? = ANY (ARRAY['a', 'b']), ? <> ALL (ARRAY[1, 2])", "b", 3))
        .containsExactly("true|true");
    assertThat(GRAPH.rows("SELECT ? IN (SELECT code FROM Carrier)", "AA")).containsExactly("true");
    assertThat(GRAPH.rows("SELECT ? > ANY (SELECT altitude FROM Airport)", 1L << 40))
        .containsExactly("true");
    assertThat(GRAPH.rows("SELECT (?, ?) IN (SELECT code, name FROM Carrier)", "AA", "none"))
        .containsExactly("false");
    assertThat(types("SELECT ? IN (1, 2), ? IN ('a'), ? = ANY (ARRAY[DATE '2024-01-01'])"))
        .containsExactly(
            new ArrowType.Int(32, true).toString(), "Utf8", new ArrowType.Date(DateUnit.DAY) + "");
    assertThat(
            types(
                "SELECT ? IN (SELECT altitude FROM Airport), (?, ?) IN (SELECT altitude, faa FROM"
                    + " Airport)"))
        .containsExactly(
            new ArrowType.Int(32, true).toString(), new ArrowType.Int(32, true).toString(), "Utf8");
  }

  @Test
  void aParameterDeepInAChoice() {
    assertThat(
            GRAPH.rows(
                "SELECT COUNT(*) FROM Airport WHERE CASE WHEN altitude > 0 THEN faa <> ? ELSE"
                    + " altitude + ? > 0 END",
                "LGA",
                10_000))
        .containsExactly("1457");
  }

  @Test
  void anArgumentOfAFunctionHasTheTypeOfItsPlace() {
    String whole = new ArrowType.Int(32, true).toString();
    assertThat(types("SELECT LPAD(name, ?, ?), RPAD(?, ?) FROM Carrier"))
        .containsExactly(whole, "Utf8", "Utf8", whole);
    assertThat(types("SELECT ROUND(altitude, ?), TRUNCATE(lat, ?), ARRAY[1][?] FROM Airport"))
        .containsOnly(whole)
        .hasSize(3);
    assertThat(types("SELECT ARRAY_CONTAINS(ARRAY['a'], ?), ARRAY_SLICE(ARRAY['a'], ?, ?)"))
        .containsExactly("Utf8", whole, whole);
    assertThat(types("SELECT ARRAYS_OVERLAP(ARRAY['a'], ?), ARRAY_CONTAINS(?, 'a')"))
        .containsExactly("List", "List");
    assertThat(types("SELECT GREATEST(?, 2), LEAST('a', ?), REGEXP_EXTRACT('a', ?, ?)"))
        .containsExactly(whole, "Utf8", "Utf8", whole);
    assertThat(
            GRAPH.rows(
                "SELECT ROUND(?, ?), LPAD(?, ?, ?), ARRAY_CONTAINS(ARRAY[1, 2], ?),"
                    + " ARRAY_POSITION(ARRAY['a', 'b'], ?), ARRAY['a', 'b'][?]",
                1.25,
                1,
                "a",
                3L,
                "-",
                2,
                "b",
                1))
        .containsExactly("1.3|--a|true|2|a");
    assertThat(GRAPH.rows("SELECT ARRAY_TO_STRING(ARRAY_APPEND(ARRAY['a'], ?), ?)", "b", "+"))
        .containsExactly("a+b");
  }

  @Test
  void aCastOfAParameterIsThatOfAColumn() {
    assertThat(
            GRAPH.rows(
                "SELECT TRY_CAST(? AS INTEGER), TRY_CAST(CAST(? AS VARCHAR) AS DATE), TRY_CAST(? AS"
                    + " SMALLINT), TRY_CAST(? AS BOOLEAN), TRY_CAST(? AS INTEGER)",
                "1x",
                "x",
                70_000,
                "x",
                " 12 "))
        .containsExactly("∅|∅|∅|∅|12");
    assertThat(
            GRAPH.rows(
                "SELECT DISTINCT TRY_CAST(CAST(altitude + 70000 AS BIGINT) AS SMALLINT)"
                    + " FROM Airport"))
        .containsExactly("∅");
    assertThat(
            GRAPH.rows(
                "SELECT CAST(? AS INTEGER), CAST(? AS BIGINT), CAST(? AS BOOLEAN), CAST(? AS"
                    + " DECIMAL(5, 2)), CAST(? AS DATE), CAST(? AS INTEGER), CAST(? AS DECIMAL(20, 0)),"
                    + " CAST(? AS DECIMAL(20, 0))",
                2.5,
                true,
                1,
                1.255,
                LocalDate.of(2024, 2, 29).atTime(12, 0),
                null,
                2.7,
                new BigDecimal("3.5")))
        .containsExactly("2|1|true|1.26|19782|∅|3|4");
    assertThat(
            GRAPH.rows(
                "SELECT CAST(? AS INTEGER ARRAY), TRY_CAST(? AS INTEGER ARRAY), CAST(? AS DATE ARRAY),"
                    + " CAST(? AS INTEGER ARRAY ARRAY)",
                List.of(1.6, 2.5),
                List.of("1", "x"),
                List.of(" 2024-02-29 "),
                List.of(List.of(1.6))))
        .isEqualTo(
            GRAPH.rows(
                "SELECT CAST(a AS INTEGER ARRAY), TRY_CAST(b AS INTEGER ARRAY), CAST(c AS DATE"
                    + " ARRAY), CAST(d AS INTEGER ARRAY ARRAY) FROM (VALUES (ARRAY[1.6E0, 2.5E0],"
                    + " ARRAY['1', 'x'], ARRAY[' 2024-02-29 '], ARRAY[ARRAY[1.6E0]])) AS t(a, b, c,"
                    + " d)"));
    assertThat(
            GRAPH.rows(
                "SELECT CARDINALITY(CAST(ARRAY[] AS INTEGER ARRAY)), CAST(ARRAY[] AS"
                    + " VARCHAR ARRAY), TRY_CAST(ARRAY[] AS DATE ARRAY)"))
        .containsExactly("0|[]|[]");
    assertThatThrownBy(() -> GRAPH.rows("SELECT CAST(? AS INTEGER)", "1x"))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("1x");
    assertThat(types("SELECT CAST(? AS INTEGER), TRY_CAST(? AS DATE)"))
        .containsExactly(
            new ArrowType.Int(32, true).toString(), new ArrowType.Date(DateUnit.DAY) + "");
  }

  @Test
  void aNullHasTheTypeOfWhatStandsBesideIt() {
    String whole = new ArrowType.Int(32, true).toString();
    for (String sql :
        List.of(
            "SELECT COALESCE(?, 5)",
            "SELECT ? UNION ALL SELECT 5",
            "SELECT 5 UNION ALL SELECT ?",
            "SELECT x FROM (SELECT ? AS x UNION ALL SELECT altitude FROM Airport WHERE faa = 'LGA')",
            "SELECT CASE WHEN 1 = 2 THEN 5 ELSE ? END",
            "VALUES (?), (5)")) {
      assertThat(types(sql)).as(sql).containsExactly(whole);
      assertThat(
              GRAPH
                  .engine()
                  .prepare(GRAPH.context(), sql, List.of(Arrays.asList((Object) null)))
                  .schema()
                  .getFields()
                  .get(0)
                  .getType())
          .as(sql)
          .isEqualTo(new ArrowType.Int(32, true));
    }
    assertThat(GRAPH.rows("SELECT ? UNION ALL SELECT 5", (Object) null)).containsExactly("∅", "5");
    assertThat(GRAPH.rows("SELECT ? UNION ALL SELECT 5", 2.5)).containsExactly("2.5", "5.0");
    assertThat(GRAPH.rows("SELECT COALESCE(?, 5)", "a")).containsExactly("a");
    assertThat(GRAPH.rows("VALUES (?, ?), (3, 'x')", 1, null)).containsExactly("1|∅", "3|x");
    assertThat(types("VALUES (?, ?), (3, 'x')")).containsExactly(whole, "Utf8");
  }

  @Test
  void parametersAreComparedAsWhatTheyAre() {
    assertThat(GRAPH.rows("SELECT ? > ?, ? = ?", "2", 10, 1, 1.5))
        .isEqualTo(GRAPH.rows("SELECT '2' > 10, 1 = 1.5"))
        .containsExactly("false|false");
    assertThat(GRAPH.rows("SELECT CAST(1.25 AS DECIMAL(5, 2)) < ?", new BigDecimal("1.254")))
        .containsExactly("true");
    assertThat(GRAPH.rows("SELECT CAST(1.25 AS DECIMAL(5, 2)) = ?", 123456.75))
        .containsExactly("false");
  }

  @Test
  void anIntervalIsMultipliedByANumber() {
    String whole = new ArrowType.Int(64, true).toString();
    assertThat(types("SELECT INTERVAL '1' DAY * ?, ? * INTERVAL '1' HOUR"))
        .containsExactly(whole, whole);
    assertThat(
            GRAPH.rows(
                "SELECT CAST(DATE '2024-02-28' + INTERVAL '1' DAY * ? AS VARCHAR), TIMESTAMPADD("
                    + "HOUR, ?, ?), ROUND(?, 1)",
                2,
                1,
                LocalDate.of(2024, 2, 29).atTime(12, 0),
                1.25))
        .containsExactly("2024-03-01|2024-02-29T13:00|1.3");
  }

  @Test
  void aSeparatorIsAParameter() {
    String two = " FROM Carrier WHERE code IN ('AA', 'UA')";
    assertThat(
            GRAPH.rows(
                "SELECT STRING_AGG(code, ? ORDER BY code), LISTAGG(code, CAST(? AS VARCHAR)) WITHIN"
                    + " GROUP (ORDER BY code DESC)"
                    + two,
                "; ",
                "'"))
        .containsExactly("AA; UA|UA'AA");
  }

  @Test
  void whereNothingSaysTheTypeACastIsAskedFor() {
    for (String call :
        List.of(
            "CARDINALITY(?)", "TIMESTAMPADD(HOUR, ?, ?)", "ARRAY_SUM(?)", "L2_DISTANCE(?, ?)")) {
      assertThatThrownBy(() -> GRAPH.prepare("SELECT 1, " + call))
          .as(call)
          .isInstanceOf(InvalidRequest.class)
          .hasMessageContainingAll("line 1, column 11", "CAST(? AS ");
    }
    assertThat(types("SELECT ROUND(?, 1)"))
        .containsExactly(new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE).toString());
  }

  @Test
  void aPowerIsOfNumbers() {
    String number = new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE).toString();
    assertThat(types("SELECT POWER(altitude, ?), POWER(?, 2), POW(?, ?) FROM Airport"))
        .containsExactly(number, number, number, number);
    assertThat(GRAPH.rows("SELECT POWER(2, ?), POWER(?, 2), POWER(?, ?)", 3, 1.5, 2L, 3L))
        .containsExactly("8.0|2.25|8.0");
  }

  /** What a text in a statement says, a bound one says too; and neither is a number. */
  @Test
  void aBoundValueBesideATruthValueOrANumberIsWhatALiteralIs() {
    String flights = "SELECT COUNT(*) FROM Flight WHERE ";
    for (String text : List.of("true", "T", "1", "yes", "y", "FALSE", "f", "0", "No", "n")) {
      assertThat(GRAPH.rows(flights + "cancelled = ?", text))
          .as(text)
          .isEqualTo(GRAPH.rows(flights + "cancelled = '" + text + "'"))
          .isNotEqualTo(List.of("0"));
    }
    for (Object no : List.of("on", " true", "2", 1, 1L, 1.0, List.of(true))) {
      assertThatThrownBy(() -> GRAPH.rows(flights + "cancelled = ?", no))
          .as("%s", no)
          .isInstanceOf(InvalidRequest.class)
          .hasMessageContaining("parameter 1 has the type BOOLEAN");
    }
    for (String condition :
        List.of(
            "flight = ?",
            "? = flight",
            "flight IN (?, 1)",
            "flight BETWEEN ? AND 3",
            "flight IS NOT DISTINCT FROM ?",
            "distance = ?")) {
      for (Object no : List.of(true, "true")) {
        assertThatThrownBy(() -> GRAPH.rows(flights + condition, no))
            .as("%s %s", condition, no)
            .isInstanceOf(InvalidRequest.class)
            .hasMessageContaining("does not fit");
      }
    }
  }

  private static List<String> types(String sql) {
    return GRAPH.prepare(sql).parameters().getFields().stream()
        .map(field -> field.getType().toString())
        .toList();
  }
}
