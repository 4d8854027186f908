package org.omnigraph.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.Unsupported;

class JsonQueryTest {
  @RegisterExtension static final SqlFixture GRAPH = SqlFixture.allTypes();

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      quoteCharacter = '`',
      value = {
        "'{\"a\":5}', '$.a' WITH WRAPPER # [5]",
        "'{\"a\":5}', '$.a' WITH UNCONDITIONAL ARRAY WRAPPER # [5]",
        "'{\"a\":5}', '$.a' WITH CONDITIONAL WRAPPER # [5]",
        "'{\"a\":[1,2]}', '$.a' WITH WRAPPER # [[1,2]]",
        "'{\"a\":[1,2]}', '$.a' WITH CONDITIONAL WRAPPER # [1,2]",
        "'{\"a\":{\"b\":1}}', '$.a' WITH UNCONDITIONAL WRAPPER # [{\"b\":1}]",
        "'{\"a\":[1,2]}', '$.a' WITHOUT ARRAY WRAPPER # [1,2]",
        "'{\"a\":\"x\"}', '$.a' WITH WRAPPER # [\"x\"]",
        "'{\"a\":null}', '$.a' WITH WRAPPER # [null]",
        "'{\"a\":null}', '$.b' WITH WRAPPER # ∅",
        "'no JSON', '$.b' WITH WRAPPER # ∅",
        "'{\"a\":5}', '$.a' EMPTY ARRAY ON ERROR # []",
        "'{\"a\":5}', '$.a' EMPTY ARRAY ON EMPTY # ∅",
        "'{\"a\":5}', '$.b' EMPTY OBJECT ON EMPTY # {}",
        "'{\"a\":5}', '$.b' NULL ON EMPTY EMPTY ARRAY ON ERROR # ∅",
        "'no JSON', '$.b' EMPTY ARRAY ON EMPTY EMPTY OBJECT ON ERROR # {}",
        "CAST(NULL AS VARCHAR), '$' EMPTY ARRAY ON EMPTY EMPTY ARRAY ON ERROR # ∅",
        "'{\"a\":[1,2]}', '$.a' NULL ON EMPTY NULL ON ERROR # [1,2]"
      })
  void aQuerySaysWhatItWrapsAndWhatItGivesForNothing(String arguments, String json) {
    assertThat(GRAPH.rows("SELECT JSON_QUERY(" + arguments + ")")).containsExactly(json);
  }

  @Test
  void whatIsWrappedIsJsonInsideOtherJson() {
    assertThat(GRAPH.rows("SELECT JSON_OBJECT('x': JSON_QUERY('{\"a\":5}', '$.a' WITH WRAPPER))"))
        .containsExactly("{\"x\":[5]}");
  }

  /** Whatever stands between, and whether the planner looks through it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT JSON_OBJECT('b': i) AS x FROM (VALUES (1)) AS t(i)",
        "SELECT DISTINCT JSON_OBJECT('b': i) AS x FROM (VALUES (1)) AS t(i)",
        "SELECT JSON_OBJECT('b': i) AS x FROM (VALUES (1)) AS t(i) ORDER BY i LIMIT 1",
        "SELECT JSON_OBJECT('b': i) AS x FROM (VALUES (1)) AS t(i) UNION SELECT '{\"b\":1}'",
        "SELECT JSON_OBJECT('b': MAX(i)) AS x FROM (VALUES (1)) AS t(i)",
        "SELECT '{\"b\":1}' AS x"
      })
  void aColumnIsATextInsideOtherJson(String query) {
    assertThat(GRAPH.rows("SELECT JSON_OBJECT('a': x, 'c': x FORMAT JSON) FROM (" + query + ") q"))
        .containsExactly("{\"a\":\"{\\\"b\\\":1}\",\"c\":{\"b\":1}}");
    assertThat(GRAPH.rows("WITH q AS (" + query + ") SELECT JSON_ARRAY(x, JSON_ARRAY(x)) FROM q"))
        .containsExactly("[\"{\\\"b\\\":1}\",[\"{\\\"b\\\":1}\"]]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      quoteCharacter = '`',
      value = {
        "JSON_EXTRACT('{\"a\":[1]}', '$.a') # [1]",
        "JSON_QUERY('{\"a\":[1]}', '$.a') # [1]",
        "(JSON_ARRAY(1)) # [1]",
        "JSON_EXTRACT('{\"a\":\"x\"}', '$.a') # \"x\"",
        "JSON_EXTRACT('{}', '$.a') # null",
        "JSON_VALUE('{\"a\":\"[1]\"}', '$.a') # \"[1]\"",
        "CASE WHEN TRUE THEN JSON_ARRAY(1) END # \"[1]\"",
        "CASE WHEN flag IS NULL THEN '' ELSE JSON_ARRAY(1) END # \"[1]\"",
        "COALESCE(JSON_ARRAY(1), 'x') # \"[1]\"",
        "CASE WHEN TRUE THEN JSON_ARRAY(1) END FORMAT JSON # [1]",
        "COALESCE((SELECT JSON_ARRAY(1)), NULL) FORMAT JSON # [1]"
      })
  void onlyACallThatGivesJsonIsJsonInsideOtherJson(String value, String json) {
    assertThat(GRAPH.rows("SELECT JSON_OBJECT('a': " + value + ") FROM Thing LIMIT 1"))
        .containsExactly("{\"a\":" + json + "}");
  }

  @Test
  void anObjectLeavesNullsOutOnDemand() {
    assertThat(
            GRAPH.rows(
                "SELECT JSON_OBJECT('a': x, 'b\"': 1 ABSENT ON NULL), JSON_OBJECT('a': x NULL ON NULL),"
                    + " JSON_OBJECT() FROM (VALUES (CAST(NULL AS INTEGER)), (2)) AS t(x)"))
        .containsExactly("{\"b\\\"\":1}|{\"a\":null}|{}", "{\"a\":2,\"b\\\"\":1}|{\"a\":2}|{}");
  }

  @Test
  void onlyAKeyThatIsNullFails() {
    String keys = "SELECT JSON_OBJECT(s: 1) FROM (VALUES ('a'), (NULL)) AS t(s)";
    assertThat(GRAPH.rows(keys + " WHERE s IS NOT NULL")).containsExactly("{\"a\":1}");
    assertThatThrownBy(() -> GRAPH.rows(keys))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("a key of JSON_OBJECT is null");
  }

  @Test
  void aTextIsJsonOfAKind() {
    assertThat(
            GRAPH.rows(
                "SELECT x IS JSON, x IS JSON OBJECT, x IS JSON ARRAY, x IS JSON SCALAR, x IS NOT JSON"
                    + " OBJECT, x IS NOT JSON SCALAR FROM (VALUES ('{}'), ('[]'), ('1'), ('no'),"
                    + " (NULL)) AS t(x)"))
        .containsExactly(
            "true|true|false|false|false|true",
            "true|false|true|false|true|true",
            "true|false|false|true|true|false",
            "false|false|false|false|true|true",
            "∅|∅|∅|∅|∅|∅");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "JSON_QUERY(x, '$.a' ERROR ON EMPTY)",
        "JSON_QUERY(x, '$.a' ERROR ON ERROR)",
        "JSON_QUERY(x, '$.a' RETURNING INTEGER ARRAY)",
        "JSON_EXISTS(x, '$.a' TRUE ON ERROR)",
        "JSON_VALUE(x, '$.a' ERROR ON ERROR)",
        "JSON_VALUE(x, '$.a[*]')",
        "JSON_QUERY(x, 'lax $.a[ * ]' WITH WRAPPER)",
        "JSON_EXISTS(x, '$.*')",
        "JSON_TYPE(x, '$.a[*]')",
        "JSON_EXTRACT(x, '$.a.**')",
        "JSON_EXTRACT(x, '$..a')",
        "JSON_VALUE(x, '$.a\".*.b\"')",
        "JSON_KEYS(x, '$.\"c\\\"\".*')"
      })
  void whatIsNotDoneIsRefusedByName(String call) {
    assertThatThrownBy(() -> GRAPH.rows("SELECT " + call + " FROM (VALUES ('{}')) AS t(x)"))
        .isInstanceOf(Unsupported.class)
        .hasMessageContaining(
            call.contains("*") || call.contains("..")
                ? "a JSON path with *"
                : call.substring(0, 10))
        .hasMessageContaining("not done here");
  }

  @Test
  void aStarInAKeyIsNoWildcard() {
    assertThat(GRAPH.rows("SELECT JSON_VALUE('{\"a.*\":1}', '$.\"a.*\"')")).containsExactly("1");
    assertThat(GRAPH.rows("SELECT JSON_VALUE('{\"a..b\":1}', '$.\"a..b\"')")).containsExactly("1");
    assertThat(GRAPH.rows("SELECT JSON_VALUE('{\"a..b\":1}', ?)", "$.\"a..b\""))
        .containsExactly("1");
    assertThat(GRAPH.rows("SELECT JSON_VALUE('{\"a..b\":1}', '/a..b')")).containsExactly("1");
  }

  /** A document, as {@code x}. */
  private static final String DOCUMENT =
      " FROM (VALUES ('{\"a\":[1,[2,3],{\"b\":5}],\"c\":{\"a\":7},\"*\":4}')) AS t(x)";

  @ParameterizedTest
  @CsvSource({
    "JSON_EXTRACT",
    "JSON_EXTRACT_STRING",
    "JSON_EXTRACT_SCALAR",
    "JSON_TYPE",
    "JSON_VALUE",
    "JSON_QUERY",
    "JSON_EXISTS",
    "JSON_ARRAY_LENGTH",
    "JSON_KEYS"
  })
  void aPathIsTheSameAsAParameterAndAsALiteral(String function) {
    for (String path :
        List.of("$", "$.a", "$.a[0]", "$.a[#-1]", "lax $.c", "STRICT $.a[1]", "a", "/c/a", "$.x")) {
      String call = "SELECT " + function + "(x, %s)" + DOCUMENT;
      List<String> literal = GRAPH.rows(call.formatted("'" + path + "'"));
      assertThat(GRAPH.rows(call.formatted("?"), path)).as(path).isEqualTo(literal);
      assertThat(GRAPH.rows(call.formatted("'" + path + "' || REPLACE(x, x, '')")))
          .as(path + " of each row")
          .isEqualTo(literal);
    }
    for (String path :
        List.of(
            "$.a[*]",
            "$.a[ * ].b",
            "$.*",
            "$..a",
            "$.c..a",
            "$..*",
            "*",
            "a.*",
            "[*]",
            "$.\"*\"")) {
      refusesAWildcard(function, "?", path);
      refusesAWildcard(function, "'" + path + "'");
      refusesAWildcard(function, "UPPER('" + path + "')");
      refusesAWildcard(function, "'" + path + "' || REPLACE(x, x, '')");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"JSON_VALUE", "JSON_QUERY", "JSON_EXISTS", "JSON_EXTRACT", "JSON_KEYS"})
  void aPathWithAFilterIsRefused(String function) {
    for (String path : List.of("$.a ? (@ > 9)", "lax $.a?(@.b == 1)", "$.\"a b\" ?(1 == 1).c")) {
      List<String> calls =
          function.startsWith("JSON_E") && !function.equals("JSON_EXISTS")
                  || function.endsWith("KEYS")
              ? List.of("'" + path + "'", "?", "'" + path + "' || REPLACE(x, x, '')")
              : List.of("'" + path + "'");
      for (String call : calls) {
        String sql = "SELECT " + function + "(x, " + call + ")" + DOCUMENT;
        Object[] arguments = call.equals("?") ? new Object[] {path} : new Object[0];
        assertThatThrownBy(() -> GRAPH.rows(sql, arguments))
            .as(sql)
            .isInstanceOf(Unsupported.class)
            .hasMessageContaining("a JSON path with a filter, as ? (@ > 9), is not done here");
      }
    }
    assertThat(
            GRAPH.rows(
                "SELECT JSON_VALUE('{\"a ? (b)\": 7}', '$.\"a ? (b)\"'), JSON_EXTRACT('{\"a ? (b)\":"
                    + " 7}', ?), JSON_EXTRACT('{\"a ? (b)\": 7}', '/a ? (b)')",
                "$.\"a ? (b)\""))
        .containsExactly("7|7|7");
  }

  private static void refusesAWildcard(String function, String path, Object... arguments) {
    String sql = "SELECT " + function + "(x, " + path + ")" + DOCUMENT;
    assertThatThrownBy(() -> GRAPH.rows(sql, arguments))
        .as(sql)
        .isInstanceOf(Unsupported.class)
        .hasMessageContaining("a JSON path with * or .. gives several values");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "JSON_ARRAY_LENGTH # $.a # 3",
        "JSON_ARRAY_LENGTH # $.a[1] # 2",
        "JSON_ARRAY_LENGTH # $.c # 0",
        "JSON_ARRAY_LENGTH # $.x # ∅",
        "JSON_KEYS # $ # [\"a\",\"c\",\"*\"]",
        "JSON_KEYS # $.a[2] # [\"b\"]",
        "JSON_KEYS # $.x # ∅",
        "JSON_EXTRACT # /* # 4",
        "JSON_EXTRACT # # ∅"
      })
  void aPathMayBeAParameter(String function, String path, String value) {
    assertThat(GRAPH.rows("SELECT " + function + "(x, ?)" + DOCUMENT, path)).containsExactly(value);
  }

  @Test
  void aFunctionOfOtherArgumentsSaysHowManyItTakes() {
    assertThatThrownBy(() -> GRAPH.rows("SELECT ARRAY_SORT(ARRAY[1], ?)", 1))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("'ARRAY_SORT'. Was expecting 1 arguments");
    assertThatThrownBy(() -> GRAPH.rows("SELECT JSON_KEYS('{}', ?, 1)", "$"))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("JSON_KEYS");
  }
}
