package org.omnigraph.query;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Functions of lists inside one another, each of which may look at every item by a name. */
class ListFunctionsTest {
  @RegisterExtension static final SqlFixture GRAPH = SqlFixture.allTypes();

  /** They make of a list of texts another one; {@code @} is a text. */
  private static final List<String> LISTS_OF_LISTS =
      List.of(
          "ARRAY_DISTINCT(%s)",
          "ARRAY_REMOVE(%s, '2020-01-02')",
          "ARRAY_SORT(%s)",
          "ARRAY_REVERSE(%s)",
          "ARRAY_SLICE(%s, 1, 3)",
          "ARRAY_APPEND(%s, '2020-01-09')",
          "ARRAY_CONCAT(%s, ARRAY['2020-01-02'])",
          "CAST(CAST(%s AS DATE ARRAY) AS VARCHAR ARRAY)",
          "CAST(CAST(%s AS TIMESTAMP(0) ARRAY) AS VARCHAR ARRAY)",
          "REGEXP_SPLIT_TO_ARRAY(ARRAY_TO_STRING(%s, ','), ',')",
          "ARRAY_REMOVE(%s, REPLACE(INITCAP(REPEAT(@, 400)), 'x', REPEAT(@, 400)))");

  private static final List<String> LISTS =
      List.of(
          "ARRAY_TO_STRING(%s, ',')",
          "JSON_ARRAY(%s)",
          "JSON_OBJECT('a': %s)",
          "ARRAY_CONTAINS(%s, '2020-01-02')",
          "ARRAY_MAX(%s)",
          "INITCAP(ARRAY_TO_STRING(%s, 'a '))",
          "REPLACE(ARRAY_TO_STRING(%s, ','), '2020', @ || @)",
          "CAST(ARRAY_MIN(%s) AS DATE)",
          "CAST(%s AS DATE ARRAY)[1]",
          "ARRAY_REMOVE(ARRAY[@, 'x'], ARRAY_MAX(%s))",
          "ARRAY_DISTINCT(ARRAY[@, 'x', ARRAY_MAX(%s), @])",
          "ARRAY_DISTINCT(ARRAY[%1$s, %1$s])",
          "ARRAY_REMOVE(ARRAY[%1$s, ARRAY[@]], %1$s)",
          "JSON_ARRAY(ARRAY_SORT(ARRAY_DISTINCT(ARRAY[1.5, CAST(LENGTH(ARRAY_MAX(%s)) AS DOUBLE)])))",
          "TRY_CAST(ARRAY_TO_STRING(ARRAY_SLICE(%s, 1, 1), '') AS TIMESTAMP)");

  private static Stream<String> inner() {
    return LISTS_OF_LISTS.stream();
  }

  /** What is computed at once is what is computed in steps, with all rows looked at in between. */
  @ParameterizedTest
  @MethodSource("inner")
  void aFunctionInsideAnotherIsTheSameAsOneAfterTheOther(String inner) {
    String rows =
        "(SELECT DISTINCT v, d, n FROM (SELECT "
            + list(3)
            + " AS v, '2020-01-03' AS d, 3 AS n UNION ALL SELECT "
            + list(80)
            + ", '2020-01-03', 80) AS r) AS t";
    String call = with("d", inner.formatted("v"));
    List<String> steps =
        calls("v", "d", " FROM (SELECT DISTINCT " + call + " AS v, d, n FROM " + rows + ") AS s");
    assertThat(steps).hasSize(2);
    assertThat(calls(inner.formatted("v"), "d", " FROM " + rows))
        .containsExactlyInAnyOrderElementsOf(steps);
    for (int length : List.of(3, 80)) {
      assertThat(steps).containsAll(calls(inner.formatted(list(length)), "'2020-01-03'", ""));
    }
  }

  private static List<String> calls(String list, String text, String from) {
    return GRAPH.rows(
        Stream.concat(LISTS_OF_LISTS.stream(), LISTS.stream())
            .map(outer -> with(text, outer.formatted(list)))
            .collect(joining(", ", "SELECT ", from)));
  }

  private static String with(String text, String call) {
    return call.replace("@", text);
  }

  private static String list(int length) {
    return IntStream.range(0, length)
        .mapToObj(i -> "'2020-01-0" + (i * i % 7 + 1) + "'")
        .collect(joining(", ", "ARRAY[", "]"));
  }
}
