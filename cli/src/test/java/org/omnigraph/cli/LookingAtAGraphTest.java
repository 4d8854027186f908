package org.omnigraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LookingAtAGraphTest {
  @TempDir Path folder;

  @Test
  void initSaysWhatItMade() throws IOException {
    Path schema = Files.writeString(folder.resolve("s.pg"), SmallGraph.SCHEMA);
    String uri = folder.resolve("new").toString();

    CommandRun run = CommandRun.good("init", "--schema", schema.toString(), uri);

    assertThat(run.out()).isEqualTo("initialized " + uri + System.lineSeparator());
  }

  @Test
  void aSecondInitIsRefusedAndLeavesTheFirst() throws IOException {
    SmallGraph graph = SmallGraph.empty(folder);

    CommandRun again =
        CommandRun.of("init", "--schema", folder.resolve("schema.pg").toString(), graph.uri());

    assertThat(again.exit()).isEqualTo(1);
    assertThat(again.err()).startsWith("error: ").contains(graph.uri());
    assertThat(CommandRun.good("commit", "list", graph.uri()).lines()).hasSize(1);
  }

  @Test
  void aWrongSchemaIsNamedWithItsPlace() throws IOException {
    Path schema = Files.writeString(folder.resolve("s.pg"), "node A {\n  k: Strin @key\n}\n");

    CommandRun run =
        CommandRun.of("init", "--schema", schema.toString(), folder.resolve("g").toString());

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).contains("Strin").contains("2");
    assertThat(folder.resolve("g")).doesNotExist();
  }

  @Test
  void commitsAreListedInTheNamesOfTheInterface() throws IOException {
    SmallGraph graph = SmallGraph.loaded(folder);

    JsonNode commits =
        CommandRun.good("commit", "list", graph.uri(), "--json").json().get("commits");

    assertThat(commits).hasSize(2);
    JsonNode newest = commits.get(0);
    assertThat(newest.fieldNames())
        .toIterable()
        .containsExactly(
            "graph_commit_id",
            "graph_branch",
            "graph_manifest_version",
            "parent_commit_id",
            "merged_parent_commit_id",
            "actor_id",
            "created_at");
    assertThat(newest.get("graph_branch").isNull()).isTrue();
    assertThat(newest.get("parent_commit_id")).isEqualTo(commits.get(1).get("graph_commit_id"));
    Instant created = Instant.EPOCH.plusNanos(newest.get("created_at").asLong() * 1_000);
    assertThat(Duration.between(created, Instant.now()))
        .isBetween(Duration.ZERO, Duration.ofMinutes(5));
  }

  @Test
  void theSnapshotHasEachTableInKeyOrder() throws IOException {
    SmallGraph graph = SmallGraph.loaded(folder);

    JsonNode snapshot = CommandRun.good("snapshot", "--store", graph.uri(), "--json").json();

    assertThat(snapshot.fieldNames())
        .toIterable()
        .containsExactly(
            "graph_branch", "graph_manifest_version", "internal_schema_version", "datasets");
    assertThat(snapshot.get("graph_branch").asText()).isEqualTo("main");
    assertThat(snapshot.get("internal_schema_version").asInt()).isEqualTo(6);
    assertThat(snapshot.get("datasets").findValuesAsText("type_name"))
        .containsExactly("LivesIn", "City", "Person");
    assertThat(snapshot.get("datasets").findValuesAsText("entity_kind"))
        .containsExactly("edge", "node", "node");
    assertThat(snapshot.get("datasets").findValuesAsText("entity_count"))
        .containsExactly("1", "1", "2");
    JsonNode dataset = snapshot.get("datasets").get(0);
    assertThat(dataset.get("native_dataset_branch").isNull()).isTrue();
    assertThat(Path.of(graph.uri(), dataset.get("dataset_path").asText())).isDirectory();
    assertThat(snapshot.get("datasets").findValuesAsText("small_fragment_count"))
        .containsExactly("1", "1", "1");
    assertThat(CommandRun.good("snapshot", graph.uri()).out())
        .contains("2 rows  1 fragments (1 small)  " + people(snapshot));
  }

  private static String people(JsonNode snapshot) {
    return snapshot.get("datasets").get(2).get("dataset_path").asText();
  }

  @Test
  void branchesAndSchemaAreShown() throws IOException {
    SmallGraph graph = SmallGraph.empty(folder);

    assertThat(CommandRun.good("branch", "list", graph.uri()).lines()).containsExactly("main");
    assertThat(CommandRun.good("schema", "show", graph.uri()).out()).isEqualTo(SmallGraph.SCHEMA);
    assertThat(
            CommandRun.good("schema", "show", graph.uri(), "--json")
                .json()
                .get("schema_source")
                .asText())
        .isEqualTo(SmallGraph.SCHEMA);
  }

  @Test
  void aBranchThatIsNotThereIsNamed() throws IOException {
    SmallGraph graph = SmallGraph.empty(folder);

    CommandRun run = CommandRun.of("snapshot", graph.uri(), "--branch", "nowhere");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).contains("branch 'nowhere' not found");
  }

  @Test
  void aRepairThatFindsNothingSaysSoInTheNamesOfTheInterface() throws IOException {
    SmallGraph graph = SmallGraph.loaded(folder);

    JsonNode report = CommandRun.good("repair", graph.uri(), "--json").json();

    assertThat(report.fieldNames())
        .toIterable()
        .containsExactly("uri", "confirm", "force", "graph_manifest_version", "datasets");
    assertThat(report.get("datasets").findValuesAsText("classification")).containsOnly("no_drift");
    assertThat(report.get("datasets").findValuesAsText("action")).containsOnly("no_op");
    assertThat(CommandRun.good("repair", graph.uri(), "--confirm").lines())
        .hasSameSizeAs(report.get("datasets"));
  }

  @Test
  @Tag("Y-006")
  void forceWithoutConfirmIsWrongUsage() throws IOException {
    SmallGraph graph = SmallGraph.empty(folder);

    CommandRun run = CommandRun.of("repair", graph.uri(), "--force");

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains("--confirm");
  }
}
