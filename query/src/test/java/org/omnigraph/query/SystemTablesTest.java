package org.omnigraph.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.manifest.TableEntry;

/** What a graph says about itself. */
class SystemTablesTest {
  @RegisterExtension final People people = new People();

  @Test
  void everyTableIsReadInItsAnnouncedTypes() {
    for (String name :
        people.rows(
            "SELECT table_schema || '.\"' || table_name || '\"' FROM information_schema.tables"
                + " WHERE table_type = 'SYSTEM VIEW'")) {
      assertThat(people.rows("SELECT * FROM " + name)).as(name).isNotNull();
    }
  }

  @Test
  void aPinnedSessionSeesTheGraphAsItWas() {
    people.run("INSERT INTO Note (text) VALUES ('a')");
    CommitId then = people.graph().snapshot(BranchName.MAIN).commit().orElseThrow();
    people.run("INSERT INTO Note (text) VALUES ('b'), ('c')");
    QueryContext pinned =
        new QueryContext(
            Map.of("people", people.graph()), "people", BranchName.MAIN, Optional.of(then));
    String rows = "SELECT row_count FROM omnigraph_catalog.tables WHERE table_name = 'Note'";
    String commits = "SELECT COUNT(*) FROM omnigraph_catalog.commits";
    String newest =
        "SELECT commit_id FROM omnigraph_catalog.commits ORDER BY manifest_version DESC LIMIT 1";

    assertThat(people.rows(rows)).containsExactly("3");
    assertThat(people.rows(commits)).containsExactly("3");
    assertThat(SqlFixture.rows(people.engine().prepare(pinned, rows))).containsExactly("1");
    assertThat(SqlFixture.rows(people.engine().prepare(pinned, commits))).containsExactly("2");
    assertThat(SqlFixture.rows(people.engine().prepare(pinned, newest)))
        .containsExactly(then.value());
  }

  @Test
  void constraintsAreListed() {
    assertThat(
            people.rows(
                "SELECT constraint_name, constraint_type, columns, definition FROM"
                    + " omnigraph_catalog.constraints ORDER BY table_name, constraint_name"))
        .containsExactly(
            "Knows_dst_fk|ENDPOINT|dst|Person",
            "Knows_dst_src_unique|UNIQUE|dst, src|@unique(dst, src)",
            "Knows_src_fk|ENDPOINT|src|Person",
            "Note_text_unique|UNIQUE|text|@unique(text)",
            "Person_age_range|RANGE|age|@range(age, 0..200)",
            "Person_key|KEY|name|@key(name)",
            "Person_mood_enum|ENUM|mood|enum(busy, calm)");
  }

  @Test
  void columnsHaveIdsThatStay() {
    assertThat(
            people.rows(
                "SELECT column_name, ordinal_position, column_id IS NOT NULL, data_type, graph_type,"
                    + " is_nullable FROM omnigraph_catalog.columns WHERE table_name = 'Knows'"
                    + " ORDER BY 2"))
        .containsExactly(
            "id|1|false|VARCHAR|String|false",
            "src|2|false|VARCHAR|String|false",
            "dst|3|false|VARCHAR|String|false",
            "since|4|true|BIGINT|I64?|true");
    assertThat(
            people.rows(
                "SELECT COUNT(DISTINCT column_id) = COUNT(column_id) FROM omnigraph_catalog.columns"))
        .containsExactly("true");
  }

  @Test
  void tablesSayWhatOtherReadersOpen() {
    people.run("INSERT INTO Person (name) VALUES ('Ada')");
    people.graph().createBranch(BranchName.of("dev"), BranchName.MAIN);
    TableEntry entry =
        people.graph().snapshot(BranchName.MAIN).tables().values().stream()
            .filter(t -> t.key().name().equals("Person"))
            .findFirst()
            .orElseThrow();
    String expected =
        String.join(
            "|",
            people.graph().uri() + "/" + entry.path(),
            "∅",
            String.valueOf(entry.version()),
            "1",
            String.valueOf(entry.identity().stableTableId()),
            String.valueOf(entry.identity().incarnationId()));
    assertThat(
            people.rows(
                "SELECT uri, table_branch, table_version, row_count, type_id, incarnation_id FROM"
                    + " omnigraph_catalog.tables WHERE table_name = 'Person'"))
        .containsExactly(expected, expected);
  }

  @Test
  void keysAreFoundTheWayToolsLookForThem() {
    assertThat(
            people.rows(
                "SELECT c.constraint_type, k.column_name, k.ordinal_position FROM"
                    + " information_schema.table_constraints c JOIN"
                    + " information_schema.key_column_usage k USING (constraint_schema,"
                    + " constraint_name) WHERE c.table_schema = 'main' AND c.table_name = 'Knows'"
                    + " ORDER BY c.constraint_type, k.column_name"))
        .containsExactly(
            "FOREIGN KEY|dst|1",
            "FOREIGN KEY|src|1",
            "PRIMARY KEY|id|1",
            "UNIQUE|dst|1",
            "UNIQUE|src|2");
    assertThat(
            people.rows(
                "SELECT r.constraint_name, c.table_name FROM information_schema"
                    + ".referential_constraints r JOIN information_schema.table_constraints c ON"
                    + " c.constraint_name = r.unique_constraint_name AND c.constraint_schema ="
                    + " r.unique_constraint_schema ORDER BY 1"))
        .containsExactly("Knows_dst_fk|Person", "Knows_src_fk|Person");
    assertThat(people.rows("SELECT * FROM information_schema.views")).isEmpty();
  }

  @Test
  void theSchemaIsItsText() {
    assertThat(people.rows("SELECT source FROM omnigraph_catalog.schema"))
        .containsExactly(People.SCHEMA);
  }

  @Test
  void whatIsAskedOfOneTableLooksAtThatOne() {
    String plan =
        String.join(
            "\n",
            people.rows(
                "EXPLAIN PLAN FOR SELECT columns FROM omnigraph_catalog.indexes WHERE branch = 'main'"
                    + " AND table_name IN ('Person', 'Note')"));
    assertThat(plan).contains("wanted=[{branch=[main], table_name=[");
    assertThat(
            people.rows(
                "SELECT table_name FROM information_schema.tables WHERE table_schema = 'main' AND"
                    + " table_name = 'Person' AND table_name <> 'x'"))
        .containsExactly("Person");
    assertThat(
            people.rows(
                "SELECT table_name FROM information_schema.tables WHERE table_name = 'Person' AND"
                    + " table_name = 'Note'"))
        .isEmpty();
  }

  @Test
  void nothingWaitsForARecovery() {
    assertThat(people.rows("SELECT * FROM omnigraph_catalog.recoveries")).isEmpty();
    assertThat(
            people.rows(
                "SELECT c.branch, p.commit_id IS NOT NULL FROM omnigraph_catalog.commits c LEFT JOIN"
                    + " omnigraph_catalog.commits p ON p.commit_id = c.parent_commit"))
        .isEqualTo(List.of("main|false"));
  }
}
