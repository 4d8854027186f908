package org.omnigraph.query;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.omnigraph.engine.error.InvalidRequest;

/** Statements of great length and depth get their answer or an error; the process lives on. */
class LongStatementTest {
  @RegisterExtension static final SqlFixture GRAPH = SqlFixture.flights();

  private static String list(int count, String format, String separator) {
    return IntStream.range(0, count).mapToObj(i -> format.formatted(i)).collect(joining(separator));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 100, 101, 1_000, 5_000})
  void aListOfTextsKeepsWhatIsInIt(int count) {
    String values = list(count, "'x%d'", ", ");
    assertThat(GRAPH.rows("SELECT COUNT(*) FROM Carrier WHERE id IN ('EV', " + values + ")"))
        .containsExactly("1");
    assertThat(GRAPH.rows("SELECT COUNT(*) FROM Carrier WHERE id NOT IN ('EV', " + values + ")"))
        .containsExactly("15");
  }

  @Test
  void aListOfNumbersKeepsWhatIsInIt() {
    String values = list(2_000, "%d", ", ");
    String expected = GRAPH.rows("SELECT COUNT(*) FROM Flight WHERE flight < 2000").get(0);
    assertThat(GRAPH.rows("SELECT COUNT(*) FROM Flight WHERE flight IN (" + values + ")"))
        .containsExactly(expected);
    assertThat(
            GRAPH.rows(
                "SELECT COUNT(*) FROM Flight WHERE arr_delay NOT IN (1000001, " + values + ")"))
        .isEqualTo(
            GRAPH.rows("SELECT COUNT(*) FROM Flight WHERE arr_delay < 0 OR arr_delay > 1999"));
  }

  @Test
  void longChainsOfConditions() {
    String either = list(400, "flight = dep_delay + %d", " OR ");
    assertThat(GRAPH.rows("SELECT COUNT(*) FROM Flight WHERE " + either)).hasSize(1);
    String other = list(300, "flight <> %d", " AND ");
    assertThat(GRAPH.rows("SELECT COUNT(*) FROM Flight WHERE " + other))
        .isEqualTo(GRAPH.rows("SELECT COUNT(*) FROM Flight WHERE flight >= 300"));
    String few = list(30, "flight <> %d", " AND ");
    assertThat(GRAPH.rows("SELECT COUNT(*) FROM Flight WHERE " + few))
        .isEqualTo(GRAPH.rows("SELECT COUNT(*) FROM Flight WHERE flight >= 30"));
    String texts = list(300, "(id LIKE '%%x%d' OR id LIKE '%%EV%<d')", " AND NOT ");
    assertThat(GRAPH.rows("SELECT COUNT(*) FROM Carrier WHERE NOT " + texts)).containsExactly("16");
    String all = list(400, "flight <> dep_delay - 100000 - %d", " AND ");
    assertThat(GRAPH.rows("SELECT COUNT(*) >= 0 FROM Flight WHERE " + all)).containsExactly("true");
  }

  static List<String> deep() {
    return List.of(
        "SELECT " + String.join(" + ", Collections.nCopies(400, "1")),
        "SELECT flight" + " + flight".repeat(400) + " FROM Flight LIMIT 1",
        "SELECT " + "(".repeat(400) + "1" + ")".repeat(400),
        "SELECT " + "NOT (".repeat(400) + "true" + ")".repeat(400),
        "SELECT 'a'" + " || 'a'".repeat(400),
        "SELECT CASE" + list(500, " WHEN flight = %d THEN %<d", "") + " END FROM Flight LIMIT 1",
        "SELECT " + "abs(".repeat(300) + "flight" + ")".repeat(300) + " FROM Flight LIMIT 1",
        "SELECT * FROM (" + "SELECT * FROM (".repeat(50) + "SELECT 1 AS x" + ")".repeat(51),
        String.join(" UNION ALL ", Collections.nCopies(200, "SELECT 1")));
  }

  static List<String> tooDeep() {
    return List.of(
        "SELECT " + String.join(" + ", Collections.nCopies(5_000, "1")),
        "SELECT " + "(".repeat(5_000) + "1" + ")".repeat(5_000),
        "SELECT " + "NOT ".repeat(5_000) + "true",
        "SELECT 'a'" + " || 'a'".repeat(5_000),
        "SELECT " + "abs(".repeat(5_000) + "flight" + ")".repeat(5_000) + " FROM Flight LIMIT 1");
  }

  @ParameterizedTest
  @MethodSource("tooDeep")
  void aStatementThatIsTooDeepIsRefused(String sql) {
    assertThatThrownBy(() -> GRAPH.prepare(sql))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("nested");
  }

  @ParameterizedTest
  @MethodSource("deep")
  void aDeepStatementIsAnsweredOrRefused(String sql) {
    try {
      assertThat(GRAPH.rows(sql)).isNotEmpty();
    } catch (InvalidRequest refused) {
      assertThat(refused).hasMessageContaining("deep");
    }
    assertThat(GRAPH.rows("SELECT 1")).containsExactly("1");
  }

  @Test
  void aContinuousPercentileInterpolates() {
    assertThat(
            GRAPH.rows(
                "SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY x), PERCENTILE_DISC(0.5)"
                    + " WITHIN GROUP (ORDER BY x) FROM (VALUES (1), (2)) AS v(x)"))
        .containsExactly("1.5|1");
  }
}
