package org.omnigraph.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.omnigraph.engine.error.InvalidRequest;

class SelectTest {
  @RegisterExtension static final SqlFixture GRAPH = SqlFixture.flights();

  @Test
  void aTableIsReadWhole() {
    assertThat(GRAPH.rows("SELECT * FROM Carrier"))
        .hasSize(16)
        .contains("EV|EV|ExpressJet Airlines Inc.");
  }

  @Test
  void edgesJoinNodes() {
    assertThat(
            GRAPH.rows(
                "SELECT c.name, COUNT(*) AS n, AVG(f.arr_delay) AS mean FROM Flight f JOIN"
                    + " OperatedBy o ON o.src = f.id JOIN Carrier c ON c.id = o.dst WHERE"
                    + " f.arr_delay > 60 GROUP BY c.name ORDER BY n DESC LIMIT 2"))
        .containsExactly(
            "ExpressJet Airlines Inc.|119|113.57142857142857",
            "JetBlue Airways|65|95.24615384615385");
  }

  @Test
  void theAverageOfDecimalsIsExact() {
    assertThat(
            GRAPH.rows(
                "SELECT AVG(x), AVG(-x), AVG(x) FILTER (WHERE x < 2) FROM (VALUES"
                    + " (CAST(12345678901234567890.12 AS DECIMAL(22,2)))) AS v(x)"))
        .containsExactly("12345678901234567890.120000|-12345678901234567890.120000|∅");
    assertThat(
            GRAPH.rows(
                "SELECT AVG(x), AVG(DISTINCT y) FROM (VALUES (CAST(1 AS DECIMAL(38,0)), 0.10),"
                    + " (CAST(18446744073709551615 AS DECIMAL(38,0)), 0.20), (1, 0.20)) AS v(x, y)"))
        .containsExactly("6148914691236517205.666667|0.150000");
    assertThat(
            GRAPH.rows(
                "SELECT x, AVG(x) OVER (ORDER BY x) FROM (VALUES (1.5), (2.0), (NULL)) AS v(x)"))
        .containsExactly("1.5|1.500000", "2.0|1.750000", "∅|1.750000");
  }

  @Test
  void aListThatMayBeNullMeetsAListOfAnotherKind() {
    assertThat(
            GRAPH.rows(
                "SELECT NULLIF(ARRAY[altitude], ARRAY[1]) FROM Airport WHERE faa = 'LGA' UNION ALL"
                    + " SELECT ARRAY[faa] FROM Airport WHERE faa = 'LGA'"))
        .containsExactlyInAnyOrder("[\"22\"]", "[\"LGA\"]");
    assertThat(GRAPH.rows("SELECT NULLIF(ARRAY[1], ARRAY[1]) INTERSECT SELECT ARRAY['x']"))
        .isEmpty();
    assertThat(
            GRAPH.rows(
                "SELECT ARRAY['x'] EXCEPT SELECT NULLIF(ARRAY[1], ARRAY[1]) UNION SELECT"
                    + " NULLIF(ARRAY[0.5], ARRAY[0.5])"))
        .containsExactlyInAnyOrder("[\"x\"]", "∅");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "SELECT code FROM {full} WHERE code < 'c' ORDER BY code; a,b",
        "SELECT code, x, y FROM {full} ORDER BY UPPER(code) DESC; c|∅|2,b|1|1,a|0|∅",
        "SELECT code, COUNT(*) FROM {full} GROUP BY code HAVING code > 'a' ORDER BY code; b|1,c|1",
        "SELECT code FROM {full} QUALIFY ROW_NUMBER() OVER (ORDER BY code DESC) = 1; c",
        "SELECT DISTINCT code FROM {full} ORDER BY code; a,b,c",
        "SELECT code, ROW_NUMBER() OVER w FROM {full} WINDOW w AS (ORDER BY code); a|1,b|2,c|3",
        "SELECT MAX(code) FILTER (WHERE code < 'c') FROM {full}; b",
        "SELECT UPPER(code) AS code FROM {full} ORDER BY code DESC; C,B,A",
        "SELECT COUNT(*) AS code FROM {full} HAVING COUNT(code) = 3; 3",
        "SELECT code || '!' FROM {full} WHERE code IN (SELECT code FROM r) ORDER BY 1; b!,c!",
        "SELECT code FROM l NATURAL RIGHT JOIN r WHERE code > 'a' ORDER BY LOWER(code); b,c",
        "SELECT l.code, code FROM l LEFT JOIN r USING (code) WHERE code < 'z' ORDER BY code; a|a,b|b",
        "SELECT code, z FROM {full} FULL JOIN (VALUES ('d', 7)) AS m(code, z) USING (code) WHERE code > 'b'"
            + " ORDER BY code; c|∅,d|7",
        "SELECT code, z FROM {full} JOIN (VALUES ('c')) AS m(z) ON z = code; c|c",
        "SELECT * FROM {full} WHERE code > 'b' ORDER BY code; c|∅|2"
      })
  void aCommonColumnHasItsMeaningInAllClauses(String sql, String rows) {
    String tables =
        "WITH l AS (SELECT * FROM (VALUES ('a', 0), ('b', 1)) AS t(code, x)),"
            + " r AS (SELECT * FROM (VALUES ('b', 1), ('c', 2)) AS t(code, y)) ";
    assertThat(GRAPH.rows(tables + sql.replace("{full}", "l FULL JOIN r USING (code)")))
        .containsExactlyInAnyOrder(rows.split(","));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "SELECT i FROM a RIGHT JOIN b USING (i) JOIN c USING (i); 2",
        "SELECT i FROM a NATURAL RIGHT JOIN b NATURAL JOIN c; 2",
        "SELECT i, z FROM a FULL JOIN b USING (i) LEFT JOIN c USING (i); 1|∅, 2|c2",
        "SELECT i, z FROM a NATURAL FULL JOIN b NATURAL LEFT JOIN c; 1|∅, 2|c2",
        "SELECT i, x, y, z FROM a FULL JOIN b USING (i) FULL JOIN c USING (i);"
            + " 1|a1|b1|∅, 2|∅|b2|c2, 3|∅|∅|c3",
        "SELECT * FROM a RIGHT JOIN b USING (i) FULL JOIN c USING (i);"
            + " 1|a1|b1|∅, 2|∅|b2|c2, 3|∅|∅|c3",
        "SELECT * FROM a NATURAL RIGHT JOIN b NATURAL FULL JOIN c;"
            + " 1|a1|b1|∅, 2|∅|b2|c2, 3|∅|∅|c3",
        "SELECT i, x, z FROM c JOIN (a RIGHT JOIN b USING (i)) USING (i); 2|∅|c2",
        "SELECT i, x, z FROM c NATURAL JOIN (a NATURAL FULL JOIN b); 2|∅|c2",
        "SELECT i, y FROM a RIGHT JOIN c USING (i) JOIN b USING (i) WHERE i > 1; 2|b2",
        "SELECT COUNT(*) FROM a FULL JOIN c USING (i) JOIN b USING (i); 2",
        "SELECT i, z FROM (SELECT 1 AS i) RIGHT JOIN (SELECT 2 AS i) USING (i) JOIN c USING (i);"
            + " 2|c2",
        "SELECT i, z FROM a RIGHT JOIN b USING (i) JOIN c USING (i)"
            + " WHERE EXISTS (SELECT 1 FROM a FULL JOIN c AS d USING (i) JOIN b USING (i)); 2|c2"
      })
  void anOuterJoinGivesTheNextOneItsCommonColumn(String sql, String rows) {
    String tables =
        "WITH a AS (SELECT * FROM (VALUES (1, 'a1')) AS t(i, x)), b AS (SELECT * FROM"
            + " (VALUES (1, 'b1'), (2, 'b2')) AS t(i, y)), c AS (SELECT * FROM"
            + " (VALUES (2, 'c2'), (3, 'c3')) AS t(i, z)) ";
    assertThat(GRAPH.rows(tables + sql)).containsExactlyInAnyOrder(rows.split(", "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "SELECT code FROM {full} WHERE EXISTS (SELECT 1 FROM n WHERE name = code); a,c",
        "SELECT code FROM {full} WHERE 'c' IN (SELECT name FROM n WHERE name = code); c",
        "SELECT code, (SELECT COUNT(*) FROM n WHERE name >= code) FROM {full}; a|2,b|1,c|1",
        "SELECT (SELECT code) FROM {full}; a,b,c",
        "SELECT (SELECT MAX(code || name) FROM n) FROM {full}; ac,bc,cc",
        "SELECT (SELECT name || code FROM n ORDER BY name = code DESC, name LIMIT 1) FROM {full}; aa,ab,cc",
        "SELECT (SELECT LOWER(name) AS code FROM n ORDER BY code LIMIT 1) FROM {full}; a,a,a",
        "SELECT (SELECT COUNT(*) FROM n JOIN r ON name = r.code) FROM {full}; 1,1,1",
        "SELECT (SELECT COUNT(*) FROM n JOIN n AS m ON m.name = code) FROM {full}; 2,0,2",
        "SELECT (SELECT COUNT(*) FROM n WHERE EXISTS (SELECT 1 FROM m WHERE z = code)) FROM {full}; 0,0,2",
        "SELECT (SELECT COUNT(*) FROM (SELECT name || code AS nc FROM n) AS t WHERE nc = 'ca') FROM {full}; 1,0,0",
        "SELECT code FROM {full} WHERE code IN (SELECT name FROM n UNION SELECT z FROM m WHERE z <> code); a,c",
        "SELECT (SELECT MIN(v) FROM (VALUES (code), ('b')) AS t(v)) FROM {full}; a,b,b",
        "SELECT (SELECT v FROM UNNEST(ARRAY[code]) AS t(v)) FROM {full}; a,b,c",
        "SELECT (WITH w AS (SELECT name || code AS nc FROM n) SELECT MAX(nc) FROM w) FROM {full}; ca,cb,cc",
        "SELECT code FROM {full} ORDER BY (SELECT COUNT(*) FROM n WHERE name > code), code; c,a,b",
        "SELECT code, COUNT(*) FROM l LEFT JOIN r USING (code) GROUP BY code HAVING EXISTS (SELECT 1 FROM n"
            + " WHERE name = code); a|1",
        "SELECT code, (SELECT COUNT(*) FROM n WHERE name = code) FROM l LEFT JOIN r USING (code) GROUP BY"
            + " code; a|1,b|0",
        "SELECT code, v FROM {full}, LATERAL (SELECT MAX(name) FROM n WHERE name >= code) AS t(v);"
            + " a|c,b|c,c|c",
        "SELECT code, v FROM {full} CROSS JOIN UNNEST(ARRAY[code]) AS t(v); a|a,b|b,c|c",
        "SELECT code FROM l NATURAL RIGHT JOIN r WHERE EXISTS (SELECT 1 FROM n WHERE name = code); c",
        "SELECT code FROM l LEFT JOIN r USING (code) WHERE EXISTS (SELECT 1 FROM n WHERE name = code); a",
        "SELECT code FROM l JOIN r USING (code) WHERE NOT EXISTS (SELECT 1 FROM n WHERE name = code); b"
      })
  void aSubQueryKnowsACommonColumn(String sql, String rows) {
    String tables =
        "WITH l AS (SELECT * FROM (VALUES ('a', 0), ('b', 1)) AS t(code, x)),"
            + " r AS (SELECT * FROM (VALUES ('b', 1), ('c', 2)) AS t(code, y)),"
            + " n AS (SELECT * FROM (VALUES ('a'), ('c')) AS t(name)),"
            + " m AS (SELECT * FROM (VALUES ('c')) AS t(z)) ";
    assertThat(GRAPH.rows(tables + sql.replace("{full}", "l FULL JOIN r USING (code)")))
        .containsExactlyInAnyOrder(rows.split(","));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "SELECT code FROM Carrier a FULL JOIN Carrier b USING (code) GROUP BY code HAVING EXISTS (SELECT 1"
            + " FROM Airport WHERE faa = code); is not grouped by",
        "SELECT UPPER(code), (SELECT 1 FROM Airport WHERE faa = UPPER(c.code)) FROM Carrier c GROUP BY"
            + " UPPER(code); is not grouped by",
        "SELECT code FROM Carrier a JOIN Carrier b USING (code) WHERE EXISTS (SELECT 1 FROM Airport a WHERE"
            + " faa = code); another alias"
      })
  void aColumnThatASubQueryCannotSeeSaysWhatToDo(String sql, String remedy) {
    assertThatThrownBy(() -> GRAPH.prepare(sql))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining(remedy);
  }

  @Test
  void aConditionOnACommonColumnReachesTheTable() {
    String sql = "SELECT code FROM Carrier a JOIN Carrier b USING (code) WHERE code < 'AB'";
    assertThat(GRAPH.rows(sql)).containsExactlyInAnyOrder("9E", "AA");
    assertThat(GRAPH.plan(sql)).contains("filter=[[<(");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 1 FROM Carrier a JOIN Carrier b ON a.id = b.id WHERE code = 'AA'",
        "SELECT code FROM Carrier a JOIN Carrier b USING (code) JOIN Carrier c ON c.id = a.id"
      })
  void aColumnOfSeveralTablesIsAmbiguous(String sql) {
    assertThatThrownBy(() -> GRAPH.prepare(sql))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("ambiguous; name its table too");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 1 FROM Carrier a JOIN Carrier b ON a.id = b.id JOIN Carrier c USING (code)",
        "SELECT 1 FROM Carrier a JOIN (Carrier b CROSS JOIN Carrier c) USING (code)",
        "SELECT 1 FROM Carrier a JOIN Carrier b ON a.id = b.id NATURAL JOIN Carrier c"
      })
  void aColumnToJoinByIsOneOnEachSide(String sql) {
    assertThatThrownBy(() -> GRAPH.prepare(sql))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("not unique on one side of join");
  }

  @Test
  void aTextOfEscapedCharactersIsATextAsOthers() {
    assertThat(
            GRAPH.rows(
                "SELECT U&'\\00e4' || 'x', U&'\\00e4' = 'ä', name = U&'\\0041' FROM Carrier"))
        .containsOnly("äx|true|false");
  }

  @Test
  void aSubstringOfANegativeLengthIsWhatStandsBefore() {
    assertThat(
            GRAPH.rows(
                "SELECT SUBSTRING('hello' FROM 2 FOR -1), SUBSTRING('hello' FROM -2),"
                    + " SUBSTRING('hello' FROM 0 FOR 3)"))
        .containsExactly("h|lo|he");
  }

  @Test
  void aPartOfBytesIsCutAsThatOfATextIs() {
    String places =
        " FROM UNNEST(CAST(? AS INTEGER ARRAY)) AS f(s) CROSS JOIN UNNEST(CAST(? AS INTEGER ARRAY)) AS t(n)";
    List<Integer> starts = Stream.iterate(-8, s -> s <= 8, s -> s + 1).toList();
    List<Integer> lengths = List.of(-9, -5, -2, -1, 0, 1, 3, 5, 8, Integer.MAX_VALUE);
    assertThat(
            GRAPH.rows(
                "SELECT s, n, SUBSTRING(X'68656c6c6f' FROM s FOR n), SUBSTRING(X'68656c6c6f' FROM s)"
                    + places,
                starts,
                lengths))
        .hasSize(170)
        .containsExactlyInAnyOrderElementsOf(
            GRAPH.rows(
                "SELECT s, n, LOWER(TO_HEX(CAST(SUBSTRING('hello' FROM s FOR n) AS VARBINARY))),"
                    + " LOWER(TO_HEX(CAST(SUBSTRING('hello' FROM s) AS VARBINARY)))"
                    + places,
                starts,
                lengths));
  }

  @Test
  void aPartOfBytesAtAPlaceThatIsNullIsNull() {
    assertThat(
            GRAPH.rows(
                "SELECT SUBSTRING(b FROM ? FOR 1), SUBSTRING(b FROM 1 FOR ?), SUBSTRING(b FROM 2),"
                    + " SUBSTRING(CAST(NULL AS VARBINARY) FROM 1)"
                    + " FROM (SELECT FROM_HEX(TO_HEX(X'ab01')) AS b FROM Carrier LIMIT 1)",
                null,
                null))
        .containsExactly("∅|∅|01|∅");
  }

  @Test
  void aListThatIsNullLeavesOpenWhatIsCompared() {
    assertThat(
            GRAPH.rows(
                "SELECT 1 = ANY (x), 1 <> ALL (x), 1 < ANY (x), 1 = ALL (x) FROM (VALUES (ARRAY[1, 2]),"
                    + " (NULLIF(ARRAY[1], ARRAY[1]))) AS t(x)"))
        .containsExactly("true|false|true|false", "∅|∅|∅|∅");
    assertThat(
            GRAPH.rows(
                "SELECT 1 = ANY (CAST(NULL AS INTEGER ARRAY)), 1 <> ALL (CAST(NULL AS INTEGER ARRAY)),"
                    + " 1 <> ALL (NULLIF(ARRAY[1], ARRAY[1]))"))
        .containsExactly("∅|∅|∅");
    assertThat(GRAPH.rows("SELECT code FROM Carrier WHERE code <> ALL (?)", (Object) null))
        .isEmpty();
  }

  @Test
  void anItemThatIsNotThereIsNull() {
    assertThat(
            GRAPH.rows(
                "SELECT ARRAY[1, 2][-1], ARRAY[1, 2][0], ARRAY[1, 2][3], x[y], x[-1], x[2] FROM"
                    + " (VALUES (ARRAY[1, 2], -1), (ARRAY[3, 4], 2)) AS t(x, y)"))
        .containsExactly("∅|∅|∅|∅|∅|2", "∅|∅|∅|4|∅|4");
  }

  @Test
  void aWordIsWhatLettersAndDigitsStandTogether() {
    assertThat(
            GRAPH.rows(
                "SELECT INITCAP('o''neil mc-DONALD x_y 3rd äb'), INITCAP(''), INITCAP(' a  b '),"
                    + " INITCAP(NULLIF('a', 'a'))"))
        .containsExactly("O'Neil Mc-Donald X_Y 3rd Äb|| A  B |∅");
  }

  @Test
  void rowsAreComparedByTheirFirstColumnsThatDiffer() {
    String rows = " FROM (VALUES (1, 'b'), (0, NULL), (1, NULL), (1, 'a')) AS t(i, s)";
    assertThat(
            GRAPH.rows(
                "SELECT (i, s) > (1, 'a'), (i, s) >= (1, 'a'), (i, s) < (1, 'b'), (i, s) <= (1, 'a')"
                    + rows))
        .containsExactly(
            "true|true|false|false", "false|false|true|true", "∅|∅|∅|∅", "false|true|true|true");
    assertThat(
            GRAPH.rows(
                "SELECT (i, s) = (1, 'b'), (i, s) <> (1, 'b'), (i, s) IS DISTINCT FROM (1, NULL),"
                    + " (i, s) IS NOT DISTINCT FROM (1, NULL)"
                    + rows))
        .containsExactly(
            "true|false|true|false",
            "false|true|true|false",
            "∅|∅|false|true",
            "false|true|true|false");
    assertThat(GRAPH.rows("SELECT i, s" + rows + " WHERE (i, s) >= (?, ?)", 1, "b"))
        .containsExactly("1|b");
    assertThat(
            GRAPH.rows(
                "SELECT s"
                    + rows
                    + " WHERE (i, (SELECT MAX(code) FROM Carrier), s) > (1, 'YV', 'a')"))
        .containsExactly("b");
  }

  @Test
  void anAggregateOverAWindowTakesAFilter() {
    assertThat(
            GRAPH.rows(
                "SELECT SUM(i) FILTER (WHERE i > 1) OVER (ORDER BY i), COUNT(*) FILTER (WHERE i <> 2)"
                    + " OVER (), COUNT(DISTINCT i) FILTER (WHERE i < 3) OVER () FROM"
                    + " (VALUES (1), (2), (3)) AS t(i)"))
        .containsExactly("∅|2|2", "2|2|2", "5|2|2");
  }

  @Test
  void aListIsWrittenWithAnotherTextForNull() {
    assertThat(
            GRAPH.rows(
                "SELECT ARRAY_TO_STRING(ARRAY['a', NULL], ',', '*'), ARRAY_TO_STRING(ARRAY[1, NULL],"
                    + " ',', '*'), ARRAY_TO_STRING(ARRAY['a', NULL], ',', NULL)"))
        .containsExactly("a,*|1,*|a");
  }
}
