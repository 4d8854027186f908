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
}
