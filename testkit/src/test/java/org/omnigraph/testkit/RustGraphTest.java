package org.omnigraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.manifest.GraphCommit;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.manifest.TableEntry;
import org.omnigraph.engine.table.TableSnapshot;

/** Graphs of the Rust implementation, read here and compared with its own exports. */
class RustGraphTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @BeforeAll
  static void unpack() {
    Fixtures.unpack("rust-0.9.0.tar.gz");
  }

  private static Graph open(String name) {
    return Graph.open(Fixtures.ROOT + "/" + name, GraphConfig.defaults().asReadOnly());
  }

  @ParameterizedTest
  @ValueSource(strings = {"all-types", "all-types-optimized"})
  @Tag("K-020")
  void everyTableOfEveryBranchHasItsIdAsKey(String name) {
    try (Graph graph = open(name)) {
      for (BranchName branch : graph.branches()) {
        Snapshot snapshot = graph.snapshot(branch);
        for (TypeKey type : snapshot.tables().keySet()) {
          try (TableSnapshot table = graph.open(snapshot, type)) {
            assertThat(table.schema().findField("id").getMetadata())
                .as("%s on %s", type, branch)
                .containsEntry("lance-schema:unenforced-primary-key", "true");
          }
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"all-types", "all-types-optimized", "flights-week"})
  void everyTableOfEveryBranchScansToItsRecordedRowCount(String name) {
    try (Graph graph = open(name)) {
      for (BranchName branch : graph.branches()) {
        Snapshot snapshot = graph.snapshot(branch);
        assertThat(snapshot.tables()).hasSameSizeAs(graph.schema().types());
        for (TableEntry entry : snapshot.tables().values()) {
          assertThat(RowReader.rows(graph, snapshot, entry.key()))
              .as("%s on %s", entry.key(), branch)
              .hasSize((int) entry.rowCount());
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"main,main", "feature/x,feature_x", "nested/y,nested_y", "done,done"})
  void aBranchHasExactlyTheIdsOfItsExport(String branch, String file) throws IOException {
    Map<TypeKey, List<String>> exported = new TreeMap<>();
    for (String line :
        Files.readAllLines(Path.of(Fixtures.ROOT, "all-types." + file + ".export.jsonl"))) {
      JsonNode row = JSON.readTree(line);
      TypeKey type =
          row.has("type")
              ? TypeKey.node(row.get("type").asText())
              : TypeKey.edge(row.get("edge").asText());
      JsonNode id = row.has("id") ? row.get("id") : row.get("data").get("id");
      exported.computeIfAbsent(type, t -> new ArrayList<>()).add(id.asText());
    }
    try (Graph graph = open("all-types")) {
      Snapshot snapshot = graph.snapshot(BranchName.of(branch));
      exported.forEach(
          (type, ids) ->
              assertThat(RowReader.rows(graph, snapshot, type).keySet())
                  .containsExactlyInAnyOrderElementsOf(ids));
    }
  }

  @Test
  void theSnapshotAndTheCommitsAreThoseThatRustReports() throws IOException {
    JsonNode expected = JSON.readTree(Path.of(Fixtures.ROOT, "all-types.snapshot.json").toFile());
    JsonNode commits = JSON.readTree(Path.of(Fixtures.ROOT, "all-types.commits.json").toFile());
    try (Graph graph = open("all-types")) {
      Snapshot snapshot = graph.snapshot(BranchName.MAIN);
      assertThat(snapshot.manifestVersion()).isEqualTo(expected.get("manifest_version").asLong());
      List<TableEntry> entries = List.copyOf(snapshot.tables().values());
      for (int i = 0; i < entries.size(); i++) {
        JsonNode table = expected.get("tables").get(i);
        assertThat(entries.get(i).key()).hasToString(table.get("table_key").asText());
        assertThat(entries.get(i).path()).isEqualTo(table.get("table_path").asText());
        assertThat(entries.get(i).version()).isEqualTo(table.get("table_version").asLong());
        assertThat(entries.get(i).rowCount()).isEqualTo(table.get("row_count").asLong());
      }
      List<GraphCommit> log = graph.commits(BranchName.MAIN);
      assertThat(log).hasSameSizeAs(commits.get("commits"));
      for (int i = 0; i < log.size(); i++) {
        JsonNode commit = commits.get("commits").get(i);
        assertThat(log.get(i).id()).hasToString(commit.get("graph_commit_id").asText());
        assertThat(log.get(i).manifestVersion()).isEqualTo(commit.get("manifest_version").asLong());
        assertThat(log.get(i).actor())
            .isEqualTo(Optional.ofNullable(commit.get("actor_id").textValue()));
        assertThat(log.get(i).parent().map(CommitId::value))
            .isEqualTo(Optional.ofNullable(commit.get("parent_commit_id").textValue()));
      }
      assertThat(snapshot.commit()).contains(log.get(0).id());
    }
  }

  @Test
  void everyCommitCanBeReadAsItWas() {
    TypeKey person = TypeKey.node("Person");
    try (Graph graph = open("all-types")) {
      for (BranchName branch : graph.branches()) {
        for (GraphCommit commit : graph.commits(branch)) {
          Snapshot then = graph.snapshotAt(commit.id());
          assertThat(then.commit()).contains(commit.id());
          assertThat(RowReader.rows(graph, then, person))
              .hasSize((int) then.table(person).rowCount());
        }
      }
      assertThatThrownBy(() -> graph.snapshotAt(new CommitId("nothing")))
          .isInstanceOf(NotFound.class);
      assertThatThrownBy(() -> graph.snapshot(BranchName.of("nowhere")))
          .isInstanceOf(NotFound.class)
          .hasMessageContaining("feature/x");
    }
  }
}
