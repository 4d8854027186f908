package org.omnigraph.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.omnigraph.engine.error.InvalidRequest;

class AllTypesTest {
  @RegisterExtension static final SqlFixture GRAPH = SqlFixture.allTypes();

  private static final String FULL =
      "full|full|true|-2147483648|9007199254740993|4294967295|18446744073709551615|1.5|-0.25|-1|"
          + "1969-12-31T23:59:59.999|[0.5,1.0,-2.0]|[\"a\",\"ü\"]|[1,4294967295]|"
          + "[[2013,1,1,0,0,0,1000000]]|89504e470d0a1a0a|calm";

  @Test
  void everyTypeHasItsWireType() {
    assertThat(GRAPH.prepare("SELECT * FROM Thing").schema().getFields())
        .extracting(Field::getType)
        .containsExactly(
            ArrowType.Utf8.INSTANCE,
            ArrowType.Utf8.INSTANCE,
            ArrowType.Bool.INSTANCE,
            new ArrowType.Int(32, true),
            new ArrowType.Int(64, true),
            new ArrowType.Int(64, true),
            new ArrowType.Decimal(20, 0, 128),
            new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE),
            new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE),
            new ArrowType.Date(DateUnit.DAY),
            new ArrowType.Timestamp(TimeUnit.MILLISECOND, null),
            new ArrowType.FixedSizeList(3),
            ArrowType.List.INSTANCE,
            ArrowType.List.INSTANCE,
            ArrowType.List.INSTANCE,
            ArrowType.Binary.INSTANCE,
            ArrowType.Utf8.INSTANCE);
  }

  @Test
  void onlyIdAndRequiredPropertiesAreNotNull() {
    assertThat(GRAPH.prepare("SELECT * FROM Thing").schema().getFields())
        .filteredOn(field -> !field.isNullable())
        .extracting(Field::getName)
        .containsExactly("id", "key");
  }

  @Test
  void aScanGivesEveryValue() {
    assertThat(GRAPH.rows("SELECT * FROM Thing WHERE id = 'full'")).containsExactly(FULL);
    assertThat(GRAPH.rows("SELECT * FROM Thing WHERE id = 'empty'"))
        .containsExactly("empty|empty" + "|∅".repeat(15));
  }

  @Test
  void theKernelGivesTheSameValues() {
    assertThat(GRAPH.rows("SELECT * FROM Thing ORDER BY id LIMIT 2"))
        .containsExactly("empty|empty" + "|∅".repeat(15), FULL);
  }

  @Test
  void anEmptyBlobIsNotNull() {
    assertThat(GRAPH.rows("SELECT picture FROM Thing WHERE key = 'zoë 𝔘'")).containsExactly("");
    assertThat(GRAPH.rows("SELECT COUNT(*) FROM Thing WHERE picture IS NULL")).containsExactly("1");
  }

  @Test
  void unsignedValuesCompareByValue() {
    assertThat(GRAPH.rows("SELECT key FROM Thing WHERE huge > 9223372036854775808"))
        .containsExactly("full");
    assertThat(GRAPH.rows("SELECT key FROM Thing WHERE count >= 4294967295"))
        .containsExactly("full");
    assertThat(GRAPH.rows("SELECT SUM(huge), SUM(count) FROM Thing"))
        .containsExactly("27670116110564327423|4294967295");
  }

  @Test
  void minusZeroIsZero() {
    assertThat(GRAPH.rows("SELECT key FROM Thing WHERE double = 0")).containsExactly("zoë 𝔘");
    assertThat(GRAPH.rows("SELECT key FROM Thing WHERE double >= 0")).containsExactly("zoë 𝔘");
  }

  @Test
  void textSortsByItsBytesAndNullsAreHigh() {
    assertThat(GRAPH.rows("SELECT mood FROM Thing ORDER BY mood"))
        .containsExactly("busy", "calm", "∅");
    assertThat(GRAPH.rows("SELECT mood FROM Thing ORDER BY mood DESC"))
        .containsExactly("∅", "calm", "busy");
  }

  @Test
  void anEdgeThatSharesANodesNameIsNamedWithItsKind() {
    assertThat(GRAPH.rows("SELECT id, text FROM Link")).containsExactly("n1|a node");
    assertThat(GRAPH.rows("SELECT src, dst, weight FROM \"edge:Link\""))
        .containsExactly("full|empty|2.5");
  }

  @Test
  void anExactNameWinsOverOneThatDiffersInCase() {
    assertThat(GRAPH.rows("SELECT label FROM Twin")).containsExactly("lower");
    assertThat(GRAPH.rows("SELECT laBel FROM Twin")).containsExactly("upper");
    assertThatThrownBy(() -> GRAPH.prepare("SELECT LABEL FROM Twin"))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("ambiguous");
  }

  @Test
  void parametersHaveTheTypesOfTheirPlaces() {
    PreparedQuery query =
        GRAPH.prepare(
            "SELECT key FROM Thing WHERE flag = ? AND small < ? AND huge = ? AND double < ? AND day"
                + " = ? AND at = ? AND key LIKE ?");
    assertThat(query.parameters().getFields())
        .extracting(Field::getType)
        .containsExactly(
            ArrowType.Bool.INSTANCE,
            new ArrowType.Int(32, true),
            new ArrowType.Decimal(20, 0, 128),
            new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE),
            new ArrowType.Date(DateUnit.DAY),
            new ArrowType.Timestamp(TimeUnit.MILLISECOND, null),
            ArrowType.Utf8.INSTANCE);
    assertThat(
            SqlFixture.rows(
                query,
                true,
                5L,
                new BigDecimal("18446744073709551615"),
                1.0,
                LocalDate.of(1969, 12, 31),
                LocalDateTime.parse("1969-12-31T23:59:59.999"),
                "f%"))
        .containsExactly("full");
  }

  @Test
  void aNullParameterMatchesNothing() {
    assertThat(GRAPH.rows("SELECT key FROM Thing WHERE key = ?", (Object) null)).isEmpty();
    assertThat(GRAPH.rows("SELECT COUNT(*) FROM Thing WHERE key = ?", (Object) null))
        .containsExactly("0");
    assertThat(GRAPH.rows("SELECT key FROM Thing WHERE key = ? OR key = 'full'", (Object) null))
        .containsExactly("full");
  }

  @Test
  void aTextParameterIsOnlyEverAText() {
    String hostile = "x' OR '1'='1\u0000\u0001\n";
    assertThat(GRAPH.rows("SELECT key FROM Thing WHERE UPPER(key) = ?", hostile)).isEmpty();
    assertThat(GRAPH.rows("SELECT CAST(? AS VARCHAR)", "a'b\u0001c")).containsExactly("a'b\u0001c");
  }

  @Test
  void aParameterThatDoesNotFitIsNamed() {
    PreparedQuery query = GRAPH.prepare("SELECT key FROM Thing WHERE small = ?");
    assertThatThrownBy(() -> query.execute(List.of("many")))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("parameter 1")
        .hasMessageContaining("INTEGER");
    assertThatThrownBy(() -> query.execute(List.of()))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("1 parameters");
  }

  @Test
  void allYearsCountByTheGregorianCalendar() {
    assertThat(
            GRAPH.rows(
                "SELECT CAST(DATE '1582-10-10' AS VARCHAR), CAST(TIMESTAMP '1582-10-10 01:02:03.25'"
                    + " AS VARCHAR), CAST(DATE '1582-10-15' - INTERVAL '1' DAY AS VARCHAR),"
                    + " CAST(DATE '1500-02-28' + INTERVAL '1' DAY AS VARCHAR),"
                    + " CAST(DATE '0400-02-29' AS VARCHAR), DATE '0001-01-01' = CAST(? AS DATE)",
                LocalDate.of(1, 1, 1)))
        .containsExactly("1582-10-10|1582-10-10 01:02:03.25|1582-10-14|1500-03-01|0400-02-29|true");
    assertThat(
            GRAPH.rows(
                "SELECT COUNT(*) FROM Thing WHERE day > DATE '1582-10-10'"
                    + " AND at > TIMESTAMP '1582-10-10 00:00:00'"))
        .isEqualTo(
            GRAPH.rows("SELECT COUNT(*) FROM Thing WHERE day IS NOT NULL AND at IS NOT NULL"))
        .isNotEqualTo(List.of("0"));
  }

  @Test
  void numbersThatJsonDoesNotHaveAreItsNull() {
    assertThat(
            GRAPH.rows(
                "SELECT JSON_ARRAYAGG(x ORDER BY x), JSON_OBJECTAGG('k': x), JSON_ARRAYAGG(ARRAY[x]"
                    + " ORDER BY x) FROM (VALUES (CAST('NaN' AS DOUBLE)), (1.5e0)) AS t(x)"))
        .singleElement()
        .asString()
        .startsWith("[1.5,null]|{")
        .contains("\"k\":null", "\"k\":1.5")
        .endsWith("|[[1.5],[null]]");
    assertThat(
            GRAPH.rows(
                "SELECT JSON_ARRAY(x, y), JSON_ARRAY(x, y NULL ON NULL), JSON_OBJECT('x': x, 'y': y),"
                    + " JSON_ARRAY(ARRAY[x, 1e0]) FROM (VALUES (CAST('Infinity' AS DOUBLE),"
                    + " CAST('-Infinity' AS REAL))) AS t(x, y)"))
        .containsExactly("[null,null]|[null,null]|{\"x\":null,\"y\":null}|[[null,1.0]]");
  }

  @Test
  void jsonThatIsMadeIsNoTextInOtherJson() {
    assertThat(
            GRAPH.rows(
                "SELECT JSON_OBJECT('a': JSON_ARRAYAGG(x ORDER BY x)), JSON_ARRAY(JSON_ARRAYAGG(x)"
                    + " WITHIN GROUP (ORDER BY x DESC)), JSON_OBJECT('o': JSON_OBJECTAGG('k': 'v')),"
                    + " JSON_ARRAY(JSON_QUERY('{\"a\": [1]}', '$.a'), '[1]') FROM (VALUES (1), (2))"
                    + " AS t(x) WHERE x < 3"))
        .containsExactly("{\"a\":[1,2]}|[[2,1]]|{\"o\":{\"k\":\"v\",\"k\":\"v\"}}|[[1],\"[1]\"]");
  }

  @Test
  void wholeNumbersAreExactInJson() {
    assertThat(
            GRAPH.rows(
                "SELECT JSON_ARRAYAGG(huge), JSON_OBJECTAGG(key: huge), JSON_ARRAY(huge, large)"
                    + ", JSON_OBJECT('u': huge) FROM Thing WHERE key ="
                    + " 'full' GROUP BY huge, large"))
        .containsExactly(
            "[18446744073709551615]|{\"full\":18446744073709551615}"
                + "|[18446744073709551615,9007199254740993]|{\"u\":18446744073709551615}");
    assertThat(
            GRAPH.rows(
                "SELECT JSON_ARRAYAGG(key), JSON_OBJECTAGG(key: key) FROM Thing WHERE key = 'none'"))
        .containsExactly("∅|∅");
  }

  @Test
  void aTruthValueIsANumberByACast() {
    assertThat(
            GRAPH.rows(
                "SELECT CAST(TRUE AS INTEGER) * small, small * CAST(FALSE AS BIGINT), TRUE::INTEGER +"
                    + " small, CAST(CAST(TRUE AS BOOLEAN) AS DOUBLE) * small, TRY_CAST(TRUE AS"
                    + " DECIMAL(4, 1)) * 2, CAST(TRUE AS REAL) * 2 FROM Thing WHERE key = 'zoë 𝔘'"))
        .containsExactly("0|0|1|0.0|2.0|2.0");
    assertThat(
            GRAPH.rows(
                "SELECT CAST(flag AS INTEGER) * 2, CAST(flag AS BIGINT), CAST(flag AS SMALLINT),"
                    + " CAST(flag AS DOUBLE), CAST(flag AS REAL), CAST(flag AS DECIMAL(4, 1)) FROM"
                    + " Thing"))
        .containsExactlyInAnyOrder("2|1|1|1.0|1.0|1.0", "0|0|0|0.0|0.0|0.0", "∅|∅|∅|∅|∅|∅");
    assertThat(GRAPH.rows("SELECT key FROM Thing WHERE small < CAST(FALSE AS INTEGER) * 5"))
        .containsExactly("full");
    assertThatThrownBy(() -> GRAPH.prepare("SELECT flag + 1 FROM Thing"))
        .isInstanceOf(InvalidRequest.class);
  }

  @Test
  void severalListsAreUnnestedToTheLongest() {
    String lists = " FROM UNNEST(ARRAY[1], ARRAY['a', 'b']) ";
    assertThat(GRAPH.rows("SELECT *" + lists + "AS t(x, y)")).containsExactly("1|a", "∅|b");
    assertThat(GRAPH.rows("SELECT y, n" + lists + "WITH ORDINALITY AS t(x, y, n)"))
        .containsExactly("a|1", "b|2");
    assertThat(GRAPH.rows("SELECT x" + lists + "AS t(x, y)")).containsExactly("1", "∅");
    assertThat(GRAPH.rows("SELECT COUNT(*), COUNT(x)" + lists + "AS t(x, y)"))
        .containsExactly("2|1");
    assertThat(GRAPH.rows("SELECT key, x, y FROM Thing, UNNEST(tags, ARRAY[1]) AS t(x, y)"))
        .containsExactlyInAnyOrder("full|a|1", "full|ü|∅", "empty|∅|1", "zoë 𝔘|∅|1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM UNNEST(?) AS t(x)",
        "SELECT * FROM UNNEST(?) WITH ORDINALITY AS t(x, n)",
        "SELECT * FROM UNNEST(ARRAY[1], ?) AS t(x, y)",
        "SELECT key, x FROM Thing, UNNEST(?) AS t(x)",
        "SELECT key FROM Thing WHERE small IN (SELECT x FROM UNNEST(?) AS t(x))"
      })
  void aListOfNoTypeThatIsUnnestedSaysHowToWriteIt(String sql) {
    assertThatThrownBy(() -> GRAPH.prepare(sql))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageStartingWith("line 1, column ")
        .hasMessageContaining("UNNEST(CAST(? AS BIGINT ARRAY))");
    List<Long> list = LongStream.rangeClosed(-200, 200).boxed().toList();
    assertThat(GRAPH.rows(sql, list)).as("the argument says its type").isNotEmpty();
    assertThatThrownBy(() -> GRAPH.rows(sql, 1L)).isInstanceOf(InvalidRequest.class);
  }

  @Test
  void whatIsNoListIsNotUnnested() {
    assertThatThrownBy(() -> GRAPH.prepare("SELECT x FROM Thing, UNNEST(key) AS t(x)"))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("UNNEST takes lists, and not <VARCHAR>");
  }

  @Test
  void aBoundListOfEveryTypeIsUnnested() {
    assertThat(unnested("BIGINT", 1L, 1L << 40, null)).containsExactly("1", "1099511627776", "∅");
    assertThat(unnested("INTEGER", 1, 2)).containsExactly("1", "2");
    assertThat(unnested("VARCHAR", "a", "")).containsExactly("a", "");
    assertThat(unnested("DATE", LocalDate.of(1970, 1, 2), "1970-01-03")).containsExactly("1", "2");
    assertThat(unnested("TIMESTAMP", LocalDateTime.of(2024, 1, 1, 10, 0)))
        .containsExactly("2024-01-01T10:00");
    assertThat(unnested("TIME", LocalTime.of(0, 0, 1))).containsExactly("1000000");
    assertThat(unnested("BOOLEAN", true, false)).containsExactly("true", "false");
    assertThat(unnested("DOUBLE", 1.5, 2)).containsExactly("1.5", "2.0");
    assertThat(unnested("REAL", 1.5)).containsExactly("1.5");
    assertThat(unnested("DECIMAL(5, 2)", new BigDecimal("1.5"), 2)).containsExactly("1.50", "2.00");
    assertThat(unnested("VARBINARY", new byte[] {1})).containsExactly("01");
    assertThat(unnested("INTEGER ARRAY", List.of(1, 2), List.of())).containsExactly("[1,2]", "[]");
    assertThat(unnested("BIGINT")).isEmpty();
    assertThat(GRAPH.rows("SELECT x FROM UNNEST(CAST(? AS DATE ARRAY)) AS t(x)", (Object) null))
        .isEmpty();
    assertThat(
            GRAPH.rows(
                "SELECT x, y, n FROM UNNEST(CAST(? AS BIGINT ARRAY), CAST(? AS VARCHAR ARRAY)) WITH"
                    + " ORDINALITY AS t(x, y, n)",
                List.of(7L, 8L),
                List.of("a")))
        .containsExactly("7|a|1", "8|∅|2");
  }

  private static List<String> unnested(String type, @Nullable Object... items) {
    return GRAPH.rows(
        "SELECT x FROM UNNEST(CAST(? AS " + type + " ARRAY)) AS t(x)", Arrays.asList(items));
  }

  @ParameterizedTest
  @ValueSource(strings = {"LIKE", "NOT LIKE", "ILIKE", "NOT ILIKE", "SIMILAR TO"})
  void anEscapeIsOneCharacterAndStandsBeforeAnother(String like) {
    String sql = "SELECT key FROM Thing WHERE key " + like;
    assertThatThrownBy(() -> GRAPH.prepare(sql + " 'k!' ESCAPE '!'"))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageStartingWith("line 1, column ")
        .hasMessageContaining("ends with its escape character");
    for (String escape : List.of("!!", "", "ü")) {
      assertThatThrownBy(() -> GRAPH.prepare(sql + " 'k' ESCAPE '" + escape + "'"))
          .isInstanceOf(InvalidRequest.class)
          .hasMessageContaining("one character of ASCII");
    }
  }

  @Test
  void anEscapeThatIsComputedIsCheckedToo() {
    String sql = "SELECT COUNT(*) FROM Thing WHERE key LIKE ";
    assertThat(GRAPH.rows(sql + "? ESCAPE '!'", "f!ul_")).containsExactly("1");
    assertThat(GRAPH.rows(sql + "key || '!!' ESCAPE '!'")).containsExactly("0");
    assertThat(GRAPH.rows(sql + "? ESCAPE ?", "fu%", "#")).containsExactly("1");
    assertThat(GRAPH.rows(sql + "'f%' ESCAPE ?", (Object) null)).containsExactly("0");
    for (String pattern : List.of("? ESCAPE '!'", "key || ? ESCAPE '!'")) {
      assertThatThrownBy(() -> GRAPH.rows(sql + pattern, "k!!!"))
          .isInstanceOf(InvalidRequest.class)
          .hasMessageContaining("ends with its escape character");
    }
    for (String escape : List.of("!!", "", "ü")) {
      assertThatThrownBy(() -> GRAPH.rows(sql + "'f' ESCAPE ?", escape))
          .isInstanceOf(InvalidRequest.class)
          .hasMessageContaining("one character of ASCII");
    }
    assertThatThrownBy(() -> GRAPH.prepare("SELECT key SIMILAR TO 'k\\' FROM Thing"))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("ends with its escape character");
  }

  @Test
  void theTextOfAnArgumentIsThatOfAColumn() {
    for (Object value :
        List.of(
            true,
            -1,
            1L << 40,
            new BigDecimal("-1.50"),
            new BigDecimal("1E+3"),
            LocalDate.of(24, 2, 9),
            LocalTime.of(1, 0),
            LocalTime.of(1, 2, 3, 40_000_000),
            LocalDateTime.of(2024, 1, 1, 1, 0),
            LocalDateTime.of(1, 1, 1, 1, 0, 7, 120_000_000),
            LocalDateTime.of(2024, 1, 1, 1, 0, 0, 1_000),
            ZonedDateTime.of(2024, 1, 1, 1, 0, 0, 0, ZoneOffset.ofHours(2)),
            Instant.ofEpochSecond(60))) {
      assertTextOfColumn(value);
    }
    for (double value :
        List.of(
            1.0,
            -0.5,
            1e20,
            -1.25e20,
            1e15,
            1.5e15,
            1e16,
            123456789012345678.0,
            1e-4,
            1.5e-5,
            0.0,
            -0.0,
            2e-44,
            0x1p-44,
            2e23,
            Double.MIN_VALUE,
            Double.MAX_VALUE,
            0.1 + 0.2,
            1e100)) {
      assertTextOfColumn(value);
      assertTextOfColumn((float) value);
    }
    assertTextOfColumn(Double.NaN);
    assertTextOfColumn(Float.NEGATIVE_INFINITY);
    Random random = new Random(7);
    for (int i = 0; i < 20; i++) {
      assertTextOfColumn(Double.longBitsToDouble(random.nextLong()));
      assertTextOfColumn(Float.intBitsToFloat(random.nextInt()));
      assertTextOfColumn(random.nextDouble() * 1e6);
      assertTextOfColumn(random.nextFloat());
    }
    assertTextOfColumn(new byte[] {1, 'a', -1});
    assertThat(GRAPH.rows("SELECT CAST(? AS VARCHAR(3)), CAST(? AS VARCHAR(1))", "abcdef", 12))
        .isEqualTo(GRAPH.rows("SELECT CAST(x AS VARCHAR(3)), '1' FROM (VALUES ('abcdef')) AS t(x)"))
        .containsExactly("abc|1");
    assertThat(GRAPH.rows("SELECT CAST('abcdef' AS VARCHAR(3)) = ?", "abcdef"))
        .containsExactly("false");
    assertThat(GRAPH.rows("SELECT CAST(? AS VARCHAR ARRAY)", List.of(1e20, 2.0)))
        .containsExactly("[\"1e+20\",\"2.0\"]");
  }

  /** Nothing is cast twice: what has no type of its own is a column of a row that is bound. */
  private static void assertTextOfColumn(Object value) {
    List<String> column = GRAPH.rows("SELECT CAST(x AS VARCHAR) FROM (VALUES (?)) AS t(x)", value);
    assertThat(GRAPH.rows("SELECT CAST(? AS VARCHAR)", value)).as("%s", value).isEqualTo(column);
    if (!(value instanceof byte[] || value instanceof Float)) {
      assertThat(GRAPH.rows("SELECT COALESCE(?, 'x') = ?", column.get(0), value))
          .as("%s", value)
          .containsExactly("true");
    }
  }
}
