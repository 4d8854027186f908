package org.omnigraph.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.omnigraph.engine.error.GraphException;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.ResourceLimitExceeded;
import org.omnigraph.engine.error.Unsupported;
import org.omnigraph.query.kernel.KernelLimits;

class RefusalTest {
  @RegisterExtension static final SqlFixture GRAPH = SqlFixture.flights();

  @Test
  void aSyntaxErrorHasItsPlace() {
    assertThatThrownBy(() -> GRAPH.prepare("SELECT name\nFROM Carrier WHERE"))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("line 2")
        .hasMessageContaining("syntax error");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"SELECT code, select FROM Carrier", "SELECT * FROM Order", "SELECT 1 FROM Table"})
  void aWordOfSqlAsANameSaysToQuoteIt(String sql) {
    assertThatThrownBy(() -> GRAPH.prepare(sql))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("double quotes");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT altitude / 0 FROM Airport",
        "SELECT altitude / (altitude - altitude) FROM Airport",
        "SELECT MOD(altitude, 0) FROM Airport",
        "SELECT CAST(altitude AS DECIMAL(8, 2)) / 0 FROM Airport"
      })
  void aDivisionByZeroSaysNoMoreThanThat(String sql) {
    assertThatThrownBy(() -> GRAPH.rows(sql))
        .isInstanceOf(InvalidRequest.class)
        .hasMessage("division by zero");
  }

  /** Calcite would round the numbers to the type of the column. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "IN ('21', 22.5)",
        "NOT IN (22.5, '21')",
        "IN (21, '22', NULL)",
        "IN ('22', ?, 1)"
      })
  void aListOfTextsAndNumbersIsRefused(String list) {
    assertThatThrownBy(() -> GRAPH.prepare("SELECT faa FROM Airport WHERE altitude " + list))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("mixes texts with other values");
  }

  /** Calcite would take every number but 0 for true. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "cancelled = 1.5",
        "1 <> cancelled",
        "cancelled > 0",
        "cancelled IN (0, 1)",
        "flight NOT IN (TRUE, FALSE)",
        "flight = TRUE"
      })
  void aTruthValueIsNotComparedWithANumber(String condition) {
    assertThatThrownBy(() -> GRAPH.prepare("SELECT id FROM Flight WHERE " + condition))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("a truth value is compared with a number at line 1, column")
        .hasMessageContaining("TRUE or FALSE");
  }

  @ParameterizedTest
  @ValueSource(strings = {"'$['", "?", "CAST(? AS VARCHAR)", "'$.a[x]'"})
  void aJsonPathThatCannotBeReadSaysSo(String path) {
    String sql = "SELECT JSON_EXTRACT('{\"a\":1}', " + path + ")";
    assertThatThrownBy(
            () -> GRAPH.rows(sql, path.contains("?") ? new Object[] {"$["} : new Object[0]))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("a JSON path cannot be read near '")
        .hasMessageContaining("$.list[0]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DATE '2024-01-01' + INTERVAL '12 hours'",
        "DATE '2024-01-01' - INTERVAL '24' HOUR",
        "CAST(name AS DATE) + INTERVAL '1 12' DAY TO HOUR",
        "DATE_ADD(CAST(name AS DATE), INTERVAL 90 MINUTE)"
      })
  void aDateIsNotMovedByHours(String moved) {
    assertThatThrownBy(() -> GRAPH.prepare("SELECT " + moved + " FROM Carrier"))
        .isInstanceOf(Unsupported.class)
        .hasMessageContaining("CAST(x AS TIMESTAMP)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DATE '10000-01-01'",
        "DATE '0000-01-01'",
        "DATE '-0001-01-01'",
        "TIMESTAMP '10000-01-01 00:00:00'",
        "TIMESTAMP '0000-12-31 23:59:59'"
      })
  void aLiteralOfAYearThatThereIsNotSaysSo(String literal) {
    assertThatThrownBy(() -> GRAPH.prepare("SELECT " + literal))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageStartingWith("line 1, column 8: " + literal)
        .hasMessageContaining("years go from 0001 to 9999");
  }

  @Test
  void aSeriesThatIsTooLongIsRefusedAlsoInAWindow() {
    String order = "SELECT ROW_NUMBER() OVER (ORDER BY ARRAY_LENGTH(GENERATE_SERIES(1, %s * x)))";
    String rows = " FROM (VALUES (2), (1)) AS t(x) ORDER BY 1";
    assertThat(GRAPH.rows(String.format(order, "1") + rows)).containsExactly("1", "2");
    assertThatThrownBy(() -> GRAPH.rows(String.format(order, "1000000") + rows))
        .isInstanceOf(InvalidRequest.class)
        .hasMessage("a series has at most 1000000 numbers");
  }

  @Test
  void aTextThatGrowsALittleMayBeLong() {
    KernelLimits limits = KernelLimits.defaults().withMemory(256 << 20);
    String text = "name || REPEAT('ab\n', 40000)";
    String sql =
        "SELECT DISTINCT LENGTH(t || 'x') - LENGTH(t), LENGTH(REPLACE(t, '\n', '\r\n')) - LENGTH(t),"
            + " LENGTH(REGEXP_REPLACE(t, '[b-d]', '<b>', 'g')) >= 2 * LENGTH(t), LENGTH(REPLACE(REPLACE("
            + "REPLACE(REPLACE(name, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), 'e', '&e;')) > 2"
            + " FROM (SELECT name, "
            + text
            + " AS t FROM Carrier) AS c WHERE name LIKE '%e%'";
    try (QueryEngine small = new QueryEngine(GRAPH.allocator(), limits);
        PreparedQuery query = small.prepare(GRAPH.context(), sql)) {
      assertThat(SqlFixture.rows(query)).containsExactly("1|40000|false|true");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ARRAY_TO_STRING(ARRAY[name], code)", "STRING_AGG(name, code)"})
  void aSeparatorIsTheSameForAllRows(String text) {
    assertThatThrownBy(() -> GRAPH.rows("SELECT " + text + " FROM Carrier GROUP BY name, code"))
        .isInstanceOf(Unsupported.class)
        .hasMessageContaining("must be the same for all rows");
  }

  @Test
  void nothingFillsUpWithTheEmptyText() {
    assertThat(
            GRAPH.rows(
                "SELECT LPAD('ab', 2000000000, ''), RPAD('ab', 1, ''), LPAD('ab', -1, x), RPAD('ab',"
                    + " 4, x) FROM (VALUES ('')) AS t(x)"))
        .containsExactly("ab|a||ab");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "REPEAT(faa, 300000)",
        "LPAD(faa, 900000)",
        "RPAD(faa, 900000, 'x')",
        "REPLACE(REPEAT(faa, 1000), LEFT(faa, 1), REPEAT(name, 1000))",
        "REPLACE(REPEAT('a', 40000), 'a', 'bcdef')",
        "REGEXP_REPLACE(REPEAT(faa, 1000), '.', REPEAT(name, 1000), 'g')",
        "REGEXP_REPLACE(REPEAT(faa, 1000), '[a-z]', REPEAT(name, 1000), 'ig')",
        "REGEXP_REPLACE(REPEAT(faa, 20000), '.*', '\\0\\0\\0')",
        "REPEAT(faa, 20000) || REPEAT(faa, 20000) || UPPER(REPEAT(faa, 20000))",
        "CONCAT(REPEAT(faa, 20000), NULL, REPEAT(faa, 20000), REPEAT(faa, 20000))",
        "CONCAT_WS(REPEAT(faa, 20000), faa, faa, faa, faa)",
        "ARRAY_TO_STRING(ARRAY[faa, faa, faa, faa], REPEAT('x', 60000))",
        "OVERLAY(REPEAT(faa, 30000) PLACING REPEAT(faa, 30000) FROM 90000 FOR 0)",
        "JSON_ARRAY(REPEAT(faa, 20000), REPEAT(faa, 20000), REPEAT(faa, 20000))",
        "JSON_ARRAY(REPEAT(faa, 20000), REPEAT(faa, 20000), REPEAT(faa, 20000) NULL ON NULL)",
        "JSON_OBJECT('a': REPEAT(faa, 20000), 'b': REPEAT(faa, 20000), 'c': REPEAT(faa, 20000))",
        "JSON_ARRAY(REPEAT('\"', 100000))"
      })
  void aTextIsNotMadeLongerThanMemoryAllows(String text) {
    KernelLimits limits = KernelLimits.defaults().withMemory(256 << 20);
    try (QueryEngine small = new QueryEngine(GRAPH.allocator(), limits);
        PreparedQuery query =
            small.prepare(GRAPH.context(), "SELECT MAX(LENGTH(" + text + ")) FROM Airport")) {
      assertThatThrownBy(() -> SqlFixture.rows(query))
          .isInstanceOf(ResourceLimitExceeded.class)
          .hasMessageContaining("131072");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "t || t",
        "JSON_ARRAY(t)",
        "JSON_ARRAY(t, t)",
        "JSON_OBJECT('a': t, 'b': t)",
        "JSON_OBJECT(t: t)",
        "JSON_ARRAY(JSON_ARRAY(t, t), JSON_OBJECT('a': t))",
        "ARRAY_TO_STRING(ARRAY[t, t], '')",
        "OVERLAY(t PLACING t FROM 2 FOR 0)"
      })
  void aTextThatGrowsAtEachStepEnds(String step) {
    KernelLimits limits = KernelLimits.defaults().withMemory(256 << 20);
    String sql =
        "WITH RECURSIVE r(n, t) AS (SELECT 0, 'a\"' UNION ALL SELECT n + 1, "
            + step
            + " FROM r WHERE n < 40) SELECT MAX(LENGTH(t)) FROM r";
    try (QueryEngine small = new QueryEngine(GRAPH.allocator(), limits);
        PreparedQuery query = small.prepare(GRAPH.context(), sql)) {
      assertThatThrownBy(() -> SqlFixture.rows(query))
          .isInstanceOf(ResourceLimitExceeded.class)
          .hasMessageContaining("131072");
    }
  }

  @Test
  void jsonOfALongTextIsMade() {
    KernelLimits limits = KernelLimits.defaults().withMemory(256 << 20);
    String sql =
        "SELECT DISTINCT LENGTH(JSON_ARRAY(t, 1, 'x')) - LENGTH(t), LENGTH(JSON_OBJECT('a': t)) -"
            + " LENGTH(t), LENGTH(JSON_ARRAY(JSON_ARRAY(t), NULL)) - LENGTH(t), JSON_ARRAY(n, n),"
            + " JSON_OBJECT('a': n NULL ON NULL) FROM (SELECT REPEAT('a\"b\nc', 25000) || name, NULLIF(name,"
            + " name) FROM Carrier) AS c(t, n) WHERE t LIKE '%American%'";
    try (QueryEngine small = new QueryEngine(GRAPH.allocator(), limits);
        PreparedQuery query = small.prepare(GRAPH.context(), sql)) {
      assertThat(SqlFixture.rows(query)).containsExactly("50010|50008|50006|[]|{\"a\":null}");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "LEVENSHTEIN(REPEAT('ab', 100000), REPEAT('ba', 100000));LEVENSHTEIN;262144",
        "LEVENSHTEIN(REPEAT(faa, 200), REPEAT(faa, 200));LEVENSHTEIN;262144",
        "REPEAT('a', 200000) LIKE '%' || REPEAT('a', 50000) || 'b%';LIKE;134217728",
        "REPEAT(faa, 60000) NOT ILIKE REPEAT('%' || faa, 10000);ILIKE;134217728"
      })
  void workThatNobodyCouldEndIsRefused(String call, String function, String limit) {
    assertThatThrownBy(() -> GRAPH.rows("SELECT " + call + " FROM Airport LIMIT 1"))
        .isInstanceOf(ResourceLimitExceeded.class)
        .hasMessageContainingAll(" " + function + " ", limit);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "POSITION(X'01' IN X'ab01');POSITION",
        "POSITION(X'01' IN X'ab01' FROM 1);POSITION",
        "OVERLAY(X'ab01' PLACING X'ff' FROM 1);OVERLAY",
        "LEFT(X'ab01', 1);LEFT",
        "RIGHT(X'ab01', 1);RIGHT",
        "STRPOS(X'ab01', X'01');POSITION",
        "STARTS_WITH(X'ab01', X'ab');STARTS_WITH",
        "REPLACE(X'ab01', X'01', X'02');REPLACE",
        "REPEAT(X'ab', 2);REPEAT",
        "TRANSLATE(X'ab', 'a', 'b');TRANSLATE",
        "SPLIT_PART(X'ab', X'01', 1);SPLIT_PART",
        "X'ab' & X'01';&",
        "BIT_AND(X'ab');bit_and"
      })
  void whatIsNotDoneWithBytesIsRefusedByName(String call, String name) {
    assertThatThrownBy(() -> GRAPH.rows("SELECT " + call + " FROM Flight LIMIT 1"))
        .isInstanceOf(Unsupported.class)
        .hasMessageContaining(name + " of bytes is not done here");
  }

  @Test
  void bytesArePutTogetherAndCompared() {
    assertThat(
            GRAPH.rows(
                "SELECT X'ab' || X'01', OCTET_LENGTH(X'ab01'), X'ab01' < X'ab02', TO_HEX(X'ab01'),"
                    + " GREATEST(X'ab01', X'ab02')"))
        .containsExactly("ab01|2|true|ab01|ab02");
  }

  @Test
  void workThatIsSoonDoneIsDone() {
    assertThat(
            GRAPH.rows(
                "SELECT LEVENSHTEIN(REPEAT('ab', 250), REPEAT('ba', 250)), LEVENSHTEIN(NULL, 'a'),"
                    + " REPEAT('a', 500000) LIKE '%' || x || '%', CARDINALITY(ARRAY_DISTINCT("
                    + "GENERATE_SERIES(1, 200000))), ARRAY_TO_STRING(ARRAY_DISTINCT(ARRAY[x, 'c',"
                    + " NULL, x, NULL, 'a'] || ARRAY_SLICE(STRING_SPLIT(REPEAT('c,a,', 50), ','),"
                    + " 1, 100)), ','), ARRAY_DISTINCT(CAST(NULL AS VARCHAR ARRAY)) IS NULL FROM"
                    + " (VALUES ('b')) AS t(x)"))
        .containsExactly("2|∅|false|200000|b,c,a|true");
  }

  @Test
  void aBatchIsNotMadeLargerThanMemoryAllows() {
    KernelLimits limits = KernelLimits.defaults().withMemory(32 << 20);
    try (QueryEngine small = new QueryEngine(GRAPH.allocator(), limits);
        PreparedQuery query =
            small.prepare(
                GRAPH.context(), "SELECT REPEAT(a.faa, 1400) FROM Airport a, Airport b")) {
      assertThatThrownBy(() -> SqlFixture.rows(query))
          .isInstanceOf(ResourceLimitExceeded.class)
          .hasMessageContainingAll("Arrow memory", "33554432", "narrow the statement");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "EXPLAIN query q() { match { $c: Carrier } return { $c.code } }; .gq",
        "EXPLAIN SHOW TABLES; SHOW has none",
        "EXPLAIN PLAN FOR COMMIT; COMMIT has none",
        "EXPLAIN SET a = 1; SET has none",
        "EXPLAIN CREATE TABLE t (a INT); CREATE TABLE is not done",
        "SELECT POSITION(('a' || 'b') IN name) FROM Carrier; write STRPOS(text, part)",
        "KILL; as KILL 17",
        "KILL 'x'; as KILL 17",
        "SELECT 1 WHERE NULL; FROM (VALUES (0)) AS one",
        "SELECT DATE '1500-02-29'; no day of the Gregorian calendar",
        "SELECT 8 >> 1; there is no operator >>; x >> n of a number that is not negative is x /"
            + " (1 << n)",
        "SELECT code FROM Carrier LIMIT ? + ?; LIMIT and OFFSET take a number or one parameter",
        "SELECT code FROM Carrier LIMIT 1 OFFSET 1 + 1; LIMIT and OFFSET take a number or one parameter",
        "SELECT code FROM Carrier FETCH FIRST ? * 2 ROWS ONLY; LIMIT and OFFSET take a number or one parameter",
        "SELECT code FROM Carrier LIMIT (SELECT 1); LIMIT and OFFSET take a number or one parameter",
        "SELECT code FROM Carrier LIMIT CAST(? AS BIGINT); LIMIT and OFFSET take a number or one parameter",
        "SELECT LENGTH(REPEAT('ab', 100000000000)); actual 200000000000",
        "SELECT LENGTH(REPEAT(name, 1000000)) FROM Carrier WHERE code = 'UA'; actual 21000000",
        "SELECT LENGTH(LPAD('a', 500000000)); actual 500000000",
        "SELECT LENGTH(REPLACE(REPEAT('ab', 40000), 'a', REPEAT('c', 1000))); actual 40080000",
        "SELECT LEVENSHTEIN(REPEAT('a', 1000), REPEAT('b', 1001)); actual 1001000",
        "SELECT JSON_OBJECTAGG(NULLIF(code, 'AA'): name) FROM Carrier; JSON_OBJECTAGG is null"
      })
  void whatIsWrongIsSaid(String sql, String said) {
    assertThatThrownBy(() -> GRAPH.rows(sql))
        .isInstanceOf(GraphException.class)
        .hasMessageContaining(said);
  }

  @ParameterizedTest
  @CsvSource({"LIMIT ?,-1", "OFFSET ? ROWS,-2"})
  void aNegativeLimitIsRefused(String clause, int rows) {
    assertThatThrownBy(() -> GRAPH.rows("SELECT code FROM Carrier ORDER BY code " + clause, rows))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("LIMIT and OFFSET");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "SELECT nme FROM Carrier; column 8; nme; name",
        "SELECT * FROM Flights; column 15; Flights; Flight",
        "SELECT UPPPER(name) FROM Carrier; column 8; UPPPER; UPPER",
        "SELECT c.nme FROM Carrier c; column 10; nme; name"
      })
  void anUnknownNameHasItsPlaceAndCandidates(
      String sql, String place, String name, String candidate) {
    assertThatThrownBy(() -> GRAPH.prepare(sql))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("line 1, " + place)
        .hasMessageContaining(name)
        .hasMessageMatching(".*nearest names are .*\\b" + candidate + "\\b.*");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "SELECT *~ FROM Order; line 2, column 7: syntax error: 'Order' is a word of SQL",
        "SELECT c.code FROM Carrier c JOIN Table t ON 1 = 1; 'Table' is a word of SQL",
        "SELECT FROM Carrier; near the keyword 'FROM'",
        "SELECT JSON_OBJECT('a': (SELECT MAX(code) FROM Carrier)); write COALESCE((SELECT …), NULL)"
      })
  void aSyntaxErrorStandsAtTheWord(String sql, String words) {
    assertThatThrownBy(() -> GRAPH.prepare(sql.replace('~', '\n')))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining(words);
  }

  @ParameterizedTest
  @ValueSource(strings = {"(", "[", "*", "a\\", "\\8", ")", "a{3000}", "a**", "(?<=x)"})
  void aRegularExpressionThatCannotBeReadIsSaidToBeOne(String pattern) {
    assertThatThrownBy(() -> GRAPH.rows("SELECT name ~ '" + pattern + "' FROM Carrier"))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("a regular expression cannot be read: ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "SELECT ARRAY_LENGTH(ARRAY[1], 1); Invalid number of arguments to function 'ARRAY_LENGTH'",
        "SELECT ARRAY_REVERSE(ARRAY[1], 1); Invalid number of arguments to function 'ARRAY_REVERSE'",
        "SELECT k FROM (VALUES (1)) AS a(k), (VALUES (1)) AS b(k); name its table too, as t.k"
      })
  void whatIsWrongIsSaidOfWhatIsWritten(String sql, String words) {
    assertThatThrownBy(() -> GRAPH.prepare(sql))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining(words);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "SELECT * FROM omnigraph_catalog.tabels; nearest names are tables,",
        "SELECT * FROM information_schema.colums; nearest names are columns,",
        "SELECT * FROM information_shema.columns; nearest names are information_schema,",
        "SELECT * FROM mian.Carrier; nearest names are main,",
        "SELECT * FROM commits; its full name is omnigraph_catalog.commits"
      })
  void anUnknownPlaceHasCandidatesOfItsKind(String sql, String words) {
    assertThatThrownBy(() -> GRAPH.prepare(sql))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining(words);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "SELECT name -> '$.a' FROM Carrier; JSON_QUERY(text, '$.key')",
        "SELECT name ->> '$.a' FROM Carrier; JSON_VALUE(text, '$.key')",
        "SELECT code, COUNT(*) FROM Carrier GROUP BY ALL; GROUP BY ALL is not done here",
        "SELECT code, COUNT(*) FROM Carrier GROUP BY ALL ORDER BY 1; GROUP BY ALL is not done here",
        "SELECT DISTINCT ON (name) code FROM Carrier; QUALIFY ROW_NUMBER()",
        "SELECT SUM(1) OVER (ORDER BY code GROUPS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM Carrier; GROUPS frames",
        "SELECT code FROM Carrier ORDER BY code FETCH FIRST 1 ROW WITH TIES; QUALIFY RANK()",
        "SELECT CURRENT_DATE + INTERVAL '1 day 2 hours'; one number and one unit",
        "SELECT JSON_VALUE(name, '$.a' DEFAULT 'x' ON EMPTY) FROM Carrier; COALESCE(JSON_VALUE(text, path)",
        "SELECT COUNT(*) FROM table_changes(?, ?, ?); a parameter cannot name the type of table_changes",
        "SELECT JSON_ARRAYAGG(UPPER(code)) FILTER (WHERE code < 'B') FROM Carrier; take no FILTER",
        "SELECT JSON_OBJECTAGG(code: ABS(LENGTH(code))) FILTER (WHERE TRUE) FROM Carrier; take no FILTER",
        "SELECT JSON_ARRAYAGG(code ORDER BY code) OVER () FROM Carrier; no window functions here",
        "SELECT JSON_ARRAYAGG(DISTINCT code) FROM Carrier; take no DISTINCT",
        "SELECT JSON_OBJECTAGG(DISTINCT code: 1) FROM Carrier; take no DISTINCT",
        "CREATE BRANCH dev FROM main; omnigraph branch create NAME",
        "DROP BRANCH dev; omnigraph branch delete NAME",
        "CREATE INDEX i ON Carrier (name); @index",
        "CREATE OR REPLACE VIEW v AS SELECT 1; WITH",
        "TRUNCATE TABLE Carrier; DELETE FROM",
        "SELECT code FROM Carrier ORDER BY ?; column 35: ORDER BY a parameter is not done here",
        "SELECT code FROM Carrier ORDER BY 1, ? DESC NULLS LAST; ORDER BY a parameter",
        "SELECT ARRAY_AGG(code) FILTER (WHERE code < 'B') OVER () FROM Carrier;"
            + " ARRAY_AGG with FILTER is no window function here; write CASE"
      })
  void aFormOfOtherDatabasesIsNamedWithWhatDoesTheSame(String sql, String words) {
    assertThatThrownBy(() -> GRAPH.prepare(sql))
        .isInstanceOf(Unsupported.class)
        .hasMessageContaining(words);
  }

  @ParameterizedTest
  @CsvSource({
    "CREATE TABLE t (x INTEGER),.pg schema",
    "DROP TABLE Carrier,.pg schema",
    "BEGIN,BEGIN",
    "SET x = 1,SET",
    "COPY Carrier TO 'x',COPY",
    "SELECT name FROM Carrier WHERE name SIMILAR TO code,SIMILAR TO",
    "SELECT TO_CHAR(day) FROM Flight,TO_CHAR(x",
    "SELECT RAND(1),seed"
  })
  void whatIsNotDoneIsNamed(String sql, String name) {
    assertThatThrownBy(() -> GRAPH.prepare(sql))
        .isInstanceOf(Unsupported.class)
        .hasMessageContaining(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 2147483647 + 1",
        "SELECT 9223372036854775807 * 2",
        "SELECT SUM(flight * 9223372036854775) FROM Flight",
        "SELECT 1 / 0",
        "SELECT 1.0 / 0",
        "SELECT CAST('abc' AS INTEGER)",
        "SELECT CAST(300000000000 AS INTEGER)",
        "SELECT (SELECT name FROM Carrier)"
      })
  void aValueThatDoesNotFitIsAnErrorAndLeavesNothing(String sql) {
    assertThatThrownBy(() -> GRAPH.rows(sql))
        .isInstanceOf(InvalidRequest.class)
        .message()
        .isNotBlank()
        .doesNotContain("Invalid result set");
  }

  @Test
  void oneStatementAtATime() {
    assertThatThrownBy(() -> GRAPH.prepare("SELECT 1; SELECT 2"))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("one statement");
    assertThatThrownBy(() -> GRAPH.prepare("  -- nothing\n ;"))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("empty");
  }

  @Test
  void noFileCanBeRead() {
    assertThatThrownBy(() -> GRAPH.prepare("SELECT * FROM read_csv('/etc/passwd')"))
        .isInstanceOf(InvalidRequest.class);
    assertThatThrownBy(() -> GRAPH.prepare("SELECT * FROM '/etc/passwd'"))
        .isInstanceOf(InvalidRequest.class);
  }
}
