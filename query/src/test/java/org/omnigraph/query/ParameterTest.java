package org.omnigraph.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.engine.error.InvalidRequest;

class ParameterTest {
  @RegisterExtension static final SqlFixture GRAPH = SqlFixture.flights();

  @Test
  void aLimitAndAnOffset() {
    assertThat(GRAPH.rows("SELECT code FROM Carrier ORDER BY code LIMIT ? OFFSET ?", 2L, 1L))
        .containsExactly("AA", "AS");
    assertThat(GRAPH.rows("SELECT code FROM Carrier LIMIT ?", 3)).hasSize(3);
  }

  @Test
  void aListAndARange() {
    assertThat(
            GRAPH.rows("SELECT code FROM Carrier WHERE code IN (?, ?) ORDER BY code", "UA", "AA"))
        .containsExactly("AA", "UA");
    assertThat(
            GRAPH.rows(
                "SELECT COUNT(*) FROM Flight WHERE day BETWEEN ? AND ?",
                LocalDate.of(2013, 1, 1),
                "2013-01-02"))
        .containsExactly("1785");
  }

  @Test
  void aPlaceInAnExpression() {
    assertThat(GRAPH.rows("SELECT flights + ? FROM Route ORDER BY 1 DESC LIMIT 1", 1))
        .containsExactly("11263");
    assertThat(GRAPH.rows("SELECT CAST(? AS INTEGER), CAST(? AS VARCHAR)", 5, "x"))
        .containsExactly("5|x");
    assertThat(GRAPH.rows("SELECT COALESCE(tzone, ?) FROM Airport WHERE tzone IS NULL", "none"))
        .isNotEmpty()
        .containsOnly("none");
    assertThat(GRAPH.rows("SELECT COUNT(*) FROM Airport WHERE name LIKE ?", "John F%"))
        .containsExactly("1");
  }

  @Test
  void anEqualityReachesTheTable() {
    assertThat(GRAPH.plan("SELECT name FROM Carrier WHERE id = ?"))
        .contains("filter=[[=($0, ?0)]]");
    assertThat(
            GRAPH.rows(
                "SELECT c.name FROM Carrier c JOIN OperatedBy o ON o.dst = c.id WHERE c.id = ?"
                    + " LIMIT 1",
                "UA"))
        .containsExactly("United Air Lines Inc.");
  }

  @Test
  void aParameterWithoutATypeIsRefusedWithItsPlace() {
    assertThatThrownBy(() -> GRAPH.prepare("SELECT ?"))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("line 1, column 8")
        .hasMessageContaining("CAST(? AS");
  }
}
