package org.omnigraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.manifest.GraphCommit;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.engine.recovery.AuditEntry;
import org.omnigraph.testkit.GraphHarness.Write;

/** Graphs whose Rust writer was killed, compared with what its own recovery made of them. */
class InterruptedRustGraphTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String GRAPH = Fixtures.ROOT + "/pending";
  private static final Write CARRIER =
      new Write(
          TypeKey.node("Carrier"), WriteMode.INSERT, List.of(Map.of("code", "ZZ", "name", "Zed")));

  @ParameterizedTest
  @CsvSource({
    "confirmed, ROLLED_FORWARD",
    "armed-some, ROLLED_BACK",
    "armed-none, ",
  })
  void recoversToWhatItsOwnProgramMadeOfIt(String kind, AuditEntry.@Nullable Kind audited)
      throws IOException {
    Fixtures.unpack("rust-0.9.0-pending-" + kind + ".tar.gz");
    String operation = sidecars().get(0).replace(".json", "");
    JsonNode intent = JSON.readTree(Path.of(GRAPH, "__recovery", operation + ".json").toFile());
    try (Graph graph = Graph.open(GRAPH, GraphConfig.defaults())) {
      assertThat(sidecars()).isEmpty();
      assertThat(commits(graph))
          .isEqualTo(JSON.readTree(Path.of(GRAPH + ".after.commits.json").toFile()));
      ByteArrayOutputStream exported = new ByteArrayOutputStream();
      graph.export(graph.snapshot(BranchName.MAIN), List.of()).ndjson(exported);
      String expected = Files.readString(Path.of(GRAPH + ".after.export.jsonl"));
      assertThat(exported.toString(StandardCharsets.UTF_8).equals(expected)).isTrue();
      assertThat(graph.recoveries()).hasSize(audited == null ? 0 : 1);
      for (AuditEntry entry : graph.recoveries()) {
        assertThat(entry.kind()).isEqualTo(audited);
        assertThat(entry.operation()).hasToString(operation);
        assertThat(entry.actor()).contains("dora");
        assertThat(entry.writer()).isEqualTo("Load");
        assertThat(entry.commit()).isEqualTo(graph.commits(BranchName.MAIN).get(0).id());
        assertOutcomes(entry, intent.get("tables"));
      }
      GraphHarness.write(graph, CARRIER);
    }
  }

  /** Every pin of the intent was at version 1; what had a version 2 was restored or published. */
  private static void assertOutcomes(AuditEntry entry, JsonNode pins) {
    boolean forward = entry.kind() == AuditEntry.Kind.ROLLED_FORWARD;
    assertThat(entry.outcomes()).hasSizeBetween(1, pins.size());
    assertThat(entry.outcomes())
        .allSatisfy(
            outcome -> {
              assertThat(outcome.from()).isEqualTo(forward ? 1 : 2);
              assertThat(outcome.to()).isEqualTo(forward ? 2 : 1);
            });
    if (forward) {
      assertThat(entry.outcomes()).hasSize(pins.size());
    }
  }

  private static JsonNode commits(Graph graph) {
    ObjectNode file = JSON.createObjectNode();
    ArrayNode commits = file.putArray("commits");
    for (GraphCommit commit : graph.commits(BranchName.MAIN)) {
      ObjectNode node = commits.addObject();
      node.put("graph_commit_id", commit.id().value());
      node.putNull("manifest_branch");
      node.put("manifest_version", (int) commit.manifestVersion());
      node.put("parent_commit_id", commit.parent().map(CommitId::value).orElse(null));
      node.putNull("merged_parent_commit_id");
      node.put("actor_id", commit.actor().orElse(null));
      node.put("created_at", ChronoUnit.MICROS.between(Instant.EPOCH, commit.createdAt()));
    }
    return file;
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
}
