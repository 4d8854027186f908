package org.omnigraph.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the tables of {@code docs/SQL.md} say that functions give. */
class FunctionsPageTest {
  private static final Path PAGE = Path.of("..", "docs", "SQL.md");
  private static final Pattern LINE = Pattern.compile("(?m)^\\| `(.*?)` \\| `(.*)` \\|$");

  @RegisterExtension static final SqlFixture GRAPH = SqlFixture.flights();

  static List<Arguments> lines() throws IOException {
    String page = Files.readString(PAGE);
    int from = page.indexOf("\n## Functions\n");
    return LINE.matcher(page.substring(from, page.indexOf("\n## ", from + 1)))
        .results()
        .map(line -> Arguments.of(line.group(1).replace("\\|", "|"), line.group(2)))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("lines")
  void aFunctionGivesWhatThePageSays(String expression, String result) {
    assertThat(GRAPH.rows("SELECT CAST(x AS VARCHAR) FROM (SELECT " + expression + ") AS t(x)"))
        .containsExactly(result);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GENERATE_SERIES(1, 2000000000)",
        "GENERATE_SERIES(1, 9223372036854775807)",
        "SEQUENCE(-1000000, 0)",
        "GENERATE_SERIES(2000000, 0, -1)"
      })
  void aSeriesIsBounded(String series) {
    assertThatThrownBy(() -> GRAPH.rows("SELECT SUM(x) FROM UNNEST(" + series + ") AS t(x)"))
        .hasMessageContaining("at most 1000000 numbers");
  }
}
