package org.omnigraph.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.omnigraph.engine.error.GraphException;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.manifest.GraphCommit;
import org.omnigraph.query.catalog.CatalogReader;
import org.omnigraph.query.catalog.Column;
import org.omnigraph.query.catalog.TableInfo;

class CatalogTest {
  @RegisterExtension static final SqlFixture GRAPH = SqlFixture.flights();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Carrier",
        "carrier",
        "CARRIER",
        "main.Carrier",
        "MAIN.carrier",
        "flights.main.Carrier",
        "\"flights\".\"main\".\"Carrier\""
      })
  void aTableIsFoundByAnySpelling(String name) {
    assertThat(GRAPH.rows("SELECT COUNT(*) FROM " + name)).containsExactly("16");
  }

  @Test
  void everyColumnNeedsNoQuotes() {
    for (TableInfo table : new CatalogReader("flights", GRAPH.graph()).tables("main")) {
      for (Column column : table.columns()) {
        assertThat(
                GRAPH
                    .prepare(
                        "SELECT t."
                            + column.name()
                            + ", "
                            + column.name()
                            + " FROM "
                            + table.name()
                            + " t")
                    .schema()
                    .getFields())
            .hasSize(2);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "day",
        "year",
        "month",
        "hour",
        "second",
        "key",
        "type",
        "value",
        "name",
        "status",
        "level",
        "position",
        "start",
        "end",
        "count",
        "number",
        "label",
        "source",
        "target",
        "rank",
        "text",
        "comment",
        "state",
        "size",
        "class",
        "path",
        "code",
        "domain",
        "role",
        "method",
        "version"
      })
  void commonWordsNeedNoQuotes(String word) {
    assertThat(
            GRAPH.rows(
                "SELECT x." + word + ", " + word + " FROM (SELECT 1 AS " + word + ", 2 AS z) x"))
        .containsExactly("1|1");
  }

  @Test
  void aCommitIsASchema() {
    GraphCommit loaded = GRAPH.graph().commits(GRAPH.context().branch()).get(0);
    CommitId before = loaded.parent().orElseThrow();
    assertThat(GRAPH.rows("SELECT COUNT(*) FROM \"main@" + before + "\".Carrier"))
        .containsExactly("0");
    assertThat(GRAPH.rows("SELECT COUNT(*) FROM \"main@" + loaded.id() + "\".Carrier"))
        .containsExactly("16");
    assertThatThrownBy(() -> GRAPH.prepare("SELECT * FROM \"main@nothing\".Carrier"))
        .isInstanceOf(GraphException.class)
        .hasMessageContaining("nothing");
  }

  @Test
  void theGraphDescribesItself() {
    assertThat(GRAPH.rows("SHOW TABLES")).hasSize(9).contains("Flight|BASE TABLE");
    assertThat(GRAPH.rows("DESCRIBE plane")).contains("year|INTEGER|YES", "tailnum|VARCHAR|NO");
    assertThat(GRAPH.rows("SHOW SCHEMAS"))
        .containsExactly("information_schema", "main", "omnigraph_catalog");
    assertThat(
            GRAPH.rows(
                "SELECT ordinal_position, column_name, data_type, is_nullable FROM"
                    + " information_schema.columns WHERE table_schema = 'main' AND table_name ="
                    + " 'Route' ORDER BY ordinal_position"))
        .containsExactly(
            "1|id|VARCHAR|NO",
            "2|src|VARCHAR|NO",
            "3|dst|VARCHAR|NO",
            "4|flights|BIGINT|NO",
            "5|distance|DOUBLE|NO");
    assertThat(
            GRAPH.rows(
                "SELECT row_count, kind FROM omnigraph_catalog.tables WHERE table_name = 'Flight'"))
        .containsExactly("6099|node");
    assertThat(GRAPH.rows("SELECT COUNT(*) FROM omnigraph_catalog.commits")).containsExactly("2");
  }

  @Test
  void keysAreListed() {
    CatalogReader reader = new CatalogReader("flights", GRAPH.graph());
    TableInfo route = reader.table("main", "Route").orElseThrow();
    assertThat(route.primaryKey()).containsExactly("id");
    assertThat(route.uniqueKeys()).hasSize(1);
    assertThat(route.uniqueKeys().get(0).columns()).containsExactlyInAnyOrder("src", "dst");
    assertThat(route.foreignKeys())
        .extracting(TableInfo.ForeignKey::column, TableInfo.ForeignKey::references)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("src", "Airport"),
            org.assertj.core.groups.Tuple.tuple("dst", "Airport"));
    assertThat(route.wireSchema()).isEqualTo(GRAPH.prepare("SELECT * FROM Route").schema());
  }

  @Test
  void theSessionKnowsWhereItIs() {
    assertThat(GRAPH.rows("SELECT CURRENT_CATALOG, CURRENT_SCHEMA, current_database()"))
        .containsExactly("flights|main|flights");
    assertThat(GRAPH.rows("SELECT version()")).singleElement().asString().contains("OmniGraph");
  }
}
