package org.omnigraph.query;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

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
}
