package org.omnigraph.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
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
        "JSON_EXTRACT(x, '$.a.**')"
      })
  void whatIsNotDoneIsRefusedByName(String call) {
    assertThatThrownBy(() -> GRAPH.rows("SELECT " + call + " FROM (VALUES ('{}')) AS t(x)"))
        .isInstanceOf(Unsupported.class)
        .hasMessageContaining(call.contains("*") ? "a JSON path with *" : call.substring(0, 10))
        .hasMessageContaining("not done here");
  }

  @Test
  void aStarInAKeyIsNoWildcard() {
    assertThat(GRAPH.rows("SELECT JSON_VALUE('{\"a.*\":1}', '$.\"a.*\"')")).containsExactly("1");
  }
}
