package org.omnigraph.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.table.Predicate;
import org.omnigraph.engine.table.Predicate.Literal;
import org.omnigraph.engine.table.Predicate.Operator;
import org.omnigraph.query.catalog.GraphSource;
import org.omnigraph.query.catalog.SchemaRef;
import org.omnigraph.query.catalog.SqlCatalog;
import org.omnigraph.query.catalog.TableStatistics;
import org.omnigraph.query.plan.Planner;
import org.omnigraph.query.plan.RowEstimate;

/** What samples say about tables is near to what is so, also where values are skewed. */
class StatisticsTest {
  @RegisterExtension static final SqlFixture GRAPH = SqlFixture.flights();

  private static TableStatistics of(TypeKey type) {
    return GraphSource.of(GRAPH.graph()).statistics(GRAPH.graph().snapshot(BranchName.MAIN), type);
  }

  @Test
  void fewValuesAndManyAreToldApart() {
    assertThat(of(TypeKey.edge("DepartsFrom")).distinct("dst").orElseThrow()).isEqualTo(3);
    assertThat(of(TypeKey.edge("DepartsFrom")).distinct("src").orElseThrow())
        .isCloseTo(6099, Percentage.withPercentage(1));
    assertThat(of(TypeKey.edge("OperatedBy")).distinct("dst").orElseThrow()).isBetween(12.0, 16.0);
  }

  @Test
  void aConditionIsTriedOnTheSample() {
    Predicate late = new Predicate.Compare("arr_delay", Operator.GREATER, new Literal.Float64(60));
    double real = count("SELECT COUNT(*) FROM Flight WHERE arr_delay > 60") / 6099.0;
    assertThat(of(TypeKey.node("Flight")).share(late).orElseThrow())
        .isCloseTo(real, Percentage.withPercentage(50));
    Predicate never =
        new Predicate.Compare("arr_delay", Operator.GREATER, new Literal.Float64(1e9));
    assertThat(of(TypeKey.node("Flight")).share(never).orElseThrow()).isBetween(1e-9, 2e-3);
  }

  @Test
  void smallTablesAreNotSampled() {
    assertThat(of(TypeKey.node("Carrier")).distinct("name")).isEmpty();
  }

  @Test
  void rowsOfJoinsAndGroupsAreGuessedWell() {
    assertGuess(
        "SELECT f.id FROM Airport a JOIN DepartsFrom d ON d.dst = a.id JOIN Flight f ON f.id ="
            + " d.src WHERE a.faa = 'JFK'");
    assertGuess("SELECT d.src FROM DepartsFrom d WHERE d.dst = 'JFK'");
    assertGuess("SELECT dst, COUNT(*) FROM DepartsFrom GROUP BY dst");
    assertGuess("SELECT f.id FROM Flight f JOIN OperatedBy o ON o.src = f.id WHERE o.dst = 'UA'");
  }

  private static void assertGuess(String sql) {
    double real = count("SELECT COUNT(*) FROM (" + sql + ") t");
    SchemaRef main = new SchemaRef("flights", "main");
    SqlCatalog catalog =
        new SqlCatalog(Map.of("flights", GraphSource.of(GRAPH.graph())), main, Optional.empty());
    assertThat(RowEstimate.of(new Planner(catalog, List.of()).plan(sql).root()))
        .as(sql)
        .isBetween(real / 2, real * 2);
  }

  private static double count(String sql) {
    return Double.parseDouble(GRAPH.rows(sql).get(0));
  }
}
