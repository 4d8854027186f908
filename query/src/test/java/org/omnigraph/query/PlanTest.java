package org.omnigraph.query;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a plan leaves to the tables, as EXPLAIN shows it. */
class PlanTest {
  @RegisterExtension static final SqlFixture GRAPH = SqlFixture.flights();

  @Test
  void columnsFilterAndLimitAreTheTables() {
    assertThat(GRAPH.plan("SELECT key, day FROM Flight WHERE arr_delay > 60 LIMIT 5 OFFSET 2"))
        .contains("LanceTableScan")
        .contains("columns=[[key, day]]")
        .contains("filter=[[>($6, ")
        .contains("limit=[5]")
        .contains("offset=[2]")
        .doesNotContain("LogicalFilter")
        .doesNotContain("LogicalSort");
  }

  @Test
  void aCountIsTheTables() {
    assertThat(GRAPH.plan("SELECT COUNT(*) FROM Flight")).startsWith("LanceCount");
    assertThat(GRAPH.plan("SELECT COUNT(id) FROM Flight WHERE day = DATE '2013-01-01'"))
        .startsWith("LanceCount")
        .contains("filter=");
    assertThat(GRAPH.plan("SELECT COUNT(arr_delay) FROM Flight")).doesNotContain("LanceCount");
    assertThat(GRAPH.plan("SELECT COUNT(*) FROM Flight GROUP BY day")).doesNotContain("LanceCount");
    assertThat(GRAPH.plan("SELECT COUNT(*) FROM (SELECT * FROM Flight LIMIT 5) t"))
        .doesNotContain("LanceCount");
    assertThat(GRAPH.rows("SELECT COUNT(*) FROM (SELECT * FROM Flight LIMIT 5) t"))
        .containsExactly("5");
  }

  @Test
  void whatATableCannotSayStaysAbove() {
    assertThat(GRAPH.plan("SELECT key FROM Flight WHERE UPPER(key) = 'A' AND flight = 1"))
        .contains("LogicalFilter(condition=[=(UPPER(")
        .contains("filter=[[=($2, 1)]]");
  }

  @Test
  void aFilterIsNotPushedBelowALimit() {
    assertThat(
            GRAPH.rows(
                "SELECT COUNT(*) FROM (SELECT * FROM Flight ORDER BY key LIMIT 10) t"
                    + " WHERE flight < 0"))
        .containsExactly("0");
    assertThat(GRAPH.plan("SELECT * FROM (SELECT * FROM Flight LIMIT 10) t WHERE flight < 0"))
        .contains("LogicalFilter");
  }

  @Test
  void aConstantKeyReachesTheEdges() {
    assertThat(
            GRAPH.plan(
                "SELECT f.day, p.model FROM Flight f JOIN FlownBy b ON b.src = f.id JOIN Plane p ON"
                    + " p.id = b.dst WHERE f.id = 'x'"))
        .containsPattern("FlownBy.*filter=\\[\\[=\\(\\$1, _UTF-8'x'\\)\\]\\]");
  }

  @Test
  void theSmallestInputsAreJoinedFirst() {
    String plan =
        GRAPH.plan(
            "SELECT COUNT(*) FROM FlownBy b JOIN Flight f ON b.src = f.id JOIN DepartsFrom d ON"
                + " f.id = d.src JOIN Airport a ON d.dst = a.id WHERE a.faa = 'JFK'");
    assertThat(plan.indexOf("Airport")).isLessThan(plan.indexOf("FlownBy"));
    assertThat(plan.indexOf("DepartsFrom")).isLessThan(plan.indexOf("FlownBy"));
  }

  @Test
  void anImpossibleConditionReadsNothing() {
    assertThat(GRAPH.plan("SELECT * FROM Flight WHERE 1 = 0")).doesNotContain("LanceTableScan");
    assertThat(GRAPH.plan("SELECT * FROM (SELECT * FROM Flight) t LIMIT 0"))
        .doesNotContain("LanceTableScan");
  }

  @Test
  void whatLiteralsDecideIsComputedBeforeAndReachesTheTable() {
    assertThat(
            GRAPH.plan(
                "SELECT key FROM Flight WHERE day < DATE '2013-01-31' + INTERVAL '1' MONTH AND day >="
                    + " DATE '2013-01-03' - INTERVAL '2' DAY AND distance > 0.06 - 0.01"))
        .contains("2013-02-28")
        .contains("2013-01-01")
        .contains("LanceTableScan")
        .doesNotContain("LogicalFilter");
  }

  @Test
  void anExistenceReadsNoMoreThanItsCondition() {
    assertThat(
            GRAPH.plan(
                "SELECT c.name FROM Carrier c WHERE EXISTS (SELECT * FROM OperatedBy o WHERE o.dst ="
                    + " c.id)"))
        .contains("EXISTS");
    assertThat(
            GRAPH.rows(
                "SELECT COUNT(*) FROM Carrier c WHERE EXISTS (SELECT * FROM OperatedBy o WHERE o.dst"
                    + " = c.id) AND NOT EXISTS (SELECT COUNT(*) FROM Plane p WHERE p.year < 0 HAVING"
                    + " COUNT(*) > 0)"))
        .containsExactly("15");
  }

  @Test
  void aJoinOfTwentyTablesIsPlanned() {
    StringBuilder sql = new StringBuilder("SELECT COUNT(*) FROM Carrier c0");
    for (int i = 1; i < 20; i++) {
      sql.append(" JOIN Carrier c" + i + " ON c" + i + ".id = c" + (i - 1) + ".id");
    }
    assertThat(GRAPH.rows(sql.toString())).containsExactly("16");
  }
}
