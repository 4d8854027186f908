package org.omnigraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChangingBySqlTest {
  @TempDir Path folder;

  @Test
  void aStatementThatChangesRowsCommitsAndSaysHowMany() throws IOException {
    String uri = SmallGraph.loaded(folder).uri();

    CommandRun insert =
        CommandRun.good("sql", uri, "INSERT INTO City (code) VALUES ('PAR'), ('ROM')");
    assertThat(insert.lines().get(0)).startsWith("2 rows of City changed on main, commit ");
    assertThat(CommandRun.good("sql", uri, "UPDATE Person SET height = 1 WHERE name = 'x'").lines())
        .containsExactly("0 rows of Person changed on main");
    JsonNode deleted = CommandRun.good("sql", uri, "DELETE FROM LivesIn", "--json").json();
    assertThat(deleted.get("affected_nodes").asInt()).isZero();
    assertThat(deleted.get("affected_edges").asInt()).isEqualTo(1);
    assertThat(deleted.get("branch").asText()).isEqualTo("main");
    assertThat(deleted.get("commit").get("graph_commit_id").asText()).hasSize(26);

    CommandRun cities = CommandRun.good("sql", uri, "SELECT code FROM City ORDER BY code");
    assertThat(cities.lines()).contains("LON", "PAR", "ROM");
  }

  @Test
  void aSnapshotIsNotChanged() throws IOException {
    String uri = SmallGraph.loaded(folder).uri();

    CommandRun run =
        CommandRun.of("sql", uri, "DELETE FROM City", "--snapshot", "01ARZ3NDEKTSV4RRFFQ69G5FAV");
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).contains("a snapshot cannot be changed");
  }
}
