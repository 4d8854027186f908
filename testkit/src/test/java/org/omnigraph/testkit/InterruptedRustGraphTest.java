package org.omnigraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.error.RecoveryRequired;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.manifest.TableEntry;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.testkit.GraphHarness.Write;

/** Graphs whose Rust writer was killed, compared with what its own recovery made of them. */
class InterruptedRustGraphTest {
  private static final String GRAPH = Fixtures.ROOT + "/pending";
  private static final Write CARRIER =
      new Write(
          TypeKey.node("Carrier"), WriteMode.INSERT, List.of(Map.of("code", "ZZ", "name", "Zed")));

  @Test
  void aConfirmedIntentIsFinishedAtOpen() throws IOException {
    Fixtures.unpack("rust-0.9.0-pending-confirmed.tar.gz");
    JsonNode commits = new ObjectMapper().readTree(Path.of(GRAPH + ".after.commits.json").toFile());
    try (Graph graph = Graph.open(GRAPH, GraphConfig.defaults())) {
      assertThat(sidecars()).isEmpty();
      assertThat(graph.commits(BranchName.MAIN).get(0).actor()).contains("dora");
      assertThat(graph.commits(BranchName.MAIN).get(0).id())
          .hasToString(commits.get("commits").get(0).get("graph_commit_id").asText());
      assertThat(counts(graph)).isEqualTo(exported());
      GraphHarness.write(graph, CARRIER);
    }
  }

  @Test
  void anArmedIntentWithoutEffectsIsRemovedAtOpen() throws IOException {
    Fixtures.unpack("rust-0.9.0-pending-armed-none.tar.gz");
    try (Graph graph = Graph.open(GRAPH, GraphConfig.defaults())) {
      assertThat(sidecars()).isEmpty();
      assertThat(counts(graph)).isEqualTo(exported());
      GraphHarness.write(graph, CARRIER);
    }
  }

  @Test
  void anArmedIntentWithSomeEffectsShowsTheOldGraphAndRefusesWrites() throws IOException {
    Fixtures.unpack("rust-0.9.0-pending-armed-some.tar.gz");
    try (Graph graph = Graph.open(GRAPH, GraphConfig.defaults())) {
      assertThat(counts(graph)).isEqualTo(exported());
      assertThat(sidecars()).hasSize(1);
      assertThatThrownBy(() -> GraphHarness.write(graph, CARRIER))
          .isInstanceOf(RecoveryRequired.class)
          .hasMessageContaining(sidecars().get(0).replace(".json", ""));
    }
  }

  @Test
  void aReadOnlyOpenLeavesTheIntentAlone() throws IOException {
    Fixtures.unpack("rust-0.9.0-pending-armed-none.tar.gz");
    try (Graph graph = Graph.open(GRAPH, GraphConfig.defaults().asReadOnly())) {
      assertThat(graph.commits(BranchName.MAIN)).isNotEmpty();
    }
    assertThat(sidecars()).hasSize(1);
  }

  private static List<String> sidecars() throws IOException {
    try (Stream<Path> files = Files.list(Path.of(GRAPH, "__recovery"))) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  private static Map<TypeKey, Long> counts(Graph graph) {
    Snapshot snapshot = graph.snapshot(BranchName.MAIN);
    Map<TypeKey, Long> counts = new TreeMap<>();
    for (TableEntry entry : snapshot.tables().values()) {
      long rows = RowReader.rows(graph, snapshot, entry.key()).size();
      if (rows > 0) {
        counts.put(entry.key(), rows);
      }
    }
    return counts;
  }

  private static Map<TypeKey, Long> exported() throws IOException {
    Map<TypeKey, Long> counts = new TreeMap<>();
    ObjectMapper json = new ObjectMapper();
    for (String line : Files.readAllLines(Path.of(GRAPH + ".after.export.jsonl"))) {
      JsonNode row = json.readTree(line);
      TypeKey type =
          row.has("type")
              ? TypeKey.node(row.get("type").asText())
              : TypeKey.edge(row.get("edge").asText());
      counts.merge(type, 1L, Long::sum);
    }
    return counts;
  }
}
