package org.omnigraph.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.omnigraph.engine.error.InvalidRequest;

class RecursiveTest {
  @RegisterExtension static final SqlFixture GRAPH = SqlFixture.allTypes();

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      quoteCharacter = '`',
      value = {
        "SELECT 'a' UNION ALL SELECT x || 'b' FROM r WHERE LENGTH(x) < 3 # [a, ab, abb]",
        "SELECT 1 UNION ALL SELECT x + 0.5 FROM r WHERE x < 2 # [1.0, 1.5, 2.0]",
        "VALUES (1) UNION SELECT x + 1 FROM r WHERE x < 3 # [1, 2, 3]",
        "SELECT 1 UNION ALL SELECT x + CAST(2147483648 AS BIGINT) FROM r WHERE x < 3"
            + " # [1, 2147483649]",
        "SELECT 1 UNION ALL SELECT x * CAST(0.5 AS DOUBLE) FROM r WHERE x > 0.3"
            + " # [1.0, 0.5, 0.25]",
        "SELECT 1 UNION ALL SELECT CAST(x * 0.5 AS DECIMAL(10, 4)) FROM r WHERE x > 0.3"
            + " # [1.0000, 0.5000, 0.2500]",
        "SELECT 1 UNION ALL SELECT CASE WHEN x < 2 THEN x + 1 END FROM r WHERE x IS NOT NULL"
            + " # [1, 2, ∅]",
        "SELECT ARRAY['a'] UNION ALL SELECT x || ARRAY[x[1] || 'b'] FROM r WHERE CARDINALITY(x) < 2"
            + " # [[`a`], [`a`,`ab`]]"
      })
  void aColumnHoldsTheRowsOfBothParts(String query, String rows) {
    String expected = rows.replace('`', '"');
    assertThat(GRAPH.rows("WITH RECURSIVE r(x) AS (" + query + ") SELECT x FROM r"))
        .hasToString(expected);
    String first = query.startsWith("VALUES") ? "" : query.replaceFirst(" UNION", " AS x UNION");
    if (!first.isEmpty()) {
      assertThat(GRAPH.rows("WITH RECURSIVE r AS (" + first + ") SELECT x FROM r"))
          .hasToString(expected);
    }
  }

  @Test
  void pathsOfARowsKeysGrow() {
    assertThat(
            GRAPH.rows(
                "WITH RECURSIVE r(k, path) AS (SELECT key, key FROM Thing UNION ALL SELECT key,"
                    + " path || '>' || key FROM r JOIN Thing ON key > k) SELECT MAX(path) FROM r"
                    + " WHERE path LIKE 'empty%'"))
        .containsExactly("empty>zoë 𝔘");
  }

  @Test
  void aDecimalThatGrowsForEverIsRefused() {
    assertThatThrownBy(
            () ->
                GRAPH.prepare(
                    "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n * 0.5 FROM r WHERE n >"
                        + " 0.2) SELECT n FROM r"))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("column 'n' of the recursive query 'r'")
        .hasMessageContaining("CAST(");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CASE WHEN TRUE THEN CAST(NULL AS TIMESTAMP) ELSE \"at\" END BETWEEN TIMESTAMP '1000-01-01"
            + " 00:00:00' AND TIMESTAMP '3000-01-01 00:00:00'",
        "CASE WHEN TRUE THEN CAST(NULL AS INTEGER) ELSE 1 END BETWEEN 0 AND 5",
        "NULLIF(1, 1) BETWEEN 0 AND 5"
      })
  void aComparisonThatTurnsOutToBeOneWithNullIsNull(String condition) {
    assertThat(
            GRAPH.rows(
                "SELECT CASE WHEN "
                    + condition
                    + " THEN 1 END FROM Thing WHERE key = 'full' AND"
                    + " CASE WHEN "
                    + condition
                    + " THEN FALSE ELSE TRUE END"))
        .containsExactly("∅");
  }
}
