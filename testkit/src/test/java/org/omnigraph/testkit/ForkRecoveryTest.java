package org.omnigraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.error.RecoveryRequired;
import org.omnigraph.engine.failpoint.Failpoint;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.manifest.TableEntry;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.testkit.GraphHarness.Write;
import org.omnigraph.testkit.Script.Crash;

/** Intents of a branch's first write to a type, which were to make a branch of its table first. */
class ForkRecoveryTest {
  private static final String GRAPH = Fixtures.ROOT + "/all-types";
  private static final BranchName BRANCH = BranchName.of("nested/y");
  private static final TypeKey PLACE = TypeKey.node("Place");
  private static final ObjectMapper JSON = new ObjectMapper();

  private TableRef inherited;
  private GraphImage before;

  /** An intent for a type that the branch has written, turned into one for a type it has not. */
  @BeforeEach
  void forge() throws IOException {
    Fixtures.unpack("rust-0.9.0.tar.gz");
    Script script = new Script();
    TableEntry place;
    try (Graph graph = Graph.open(GRAPH, GraphConfig.defaults(), script)) {
      before = GraphImage.of(graph);
      place = graph.snapshot(BRANCH).table(PLACE);
      inherited = place.ref();
      script.crashAt(Failpoint.ARMED);
      Write note =
          new Write(
              TypeKey.node("Note"), WriteMode.INSERT, List.of(Map.of("id", "n", "text", "lost")));
      assertThatThrownBy(() -> GraphHarness.write(graph, BRANCH, "carol", note))
          .isInstanceOf(Crash.class);
    }
    assertThat(inherited.branch()).isNotEqualTo(Optional.of(BRANCH));
    Path intent = sidecars().get(0);
    ObjectNode body = (ObjectNode) JSON.readTree(intent.toFile());
    ObjectNode pin = (ObjectNode) body.at("/tables/0");
    for (String part :
        List.of(
            "/tables/0", "/protocol_v3/effects/0", "/protocol_v3/intended_delta/table_updates/0")) {
      ObjectNode node = (ObjectNode) body.at(part);
      node.put("table_key", PLACE.toString());
      ((ObjectNode) node.get("identity"))
          .put("stable_table_id", place.identity().stableTableId())
          .put("table_incarnation_id", place.identity().incarnationId());
    }
    pin.put("table_path", GRAPH + "/" + place.path());
    pin.put("expected_version", place.version());
    pin.put("post_commit_pin", place.version() + 1);
    ((ObjectNode) body.at("/protocol_v3/intended_delta/table_updates/0"))
        .put("expected_version", place.version());
    ((ObjectNode) body.at("/protocol_v3/effects/0/planned_transaction"))
        .put("read_version", place.version());
    Files.writeString(intent, body.toString());
  }

  private static List<Path> sidecars() throws IOException {
    try (Stream<Path> files = Files.list(Path.of(GRAPH, "__recovery"))) {
      return files.toList();
    }
  }

  private Path tree() {
    return Path.of(GRAPH, inherited.path(), "tree", BRANCH.value());
  }

  private void fork(TableRef from) {
    try (RawTables raw = new RawTables(Path.of(GRAPH))) {
      raw.fork(from, BRANCH);
    }
  }

  private boolean isForked() {
    try (RawTables raw = new RawTables(Path.of(GRAPH))) {
      return raw.isForked(inherited.path(), BRANCH);
    }
  }

  private void assertGone() throws IOException {
    try (Graph graph = Graph.open(GRAPH, GraphConfig.defaults())) {
      assertThat(sidecars()).isEmpty();
      assertThat(isForked()).isFalse();
      assertThat(tree()).doesNotExist();
      assertThat(GraphImage.of(graph)).isEqualTo(before);
      assertThat(graph.recoveries()).isEmpty();
    }
  }

  @Test
  void anIntentWithoutABranchGoes() throws IOException {
    assertGone();
  }

  @Test
  void whatWasMadeOfABranchGoesWithIt() throws IOException {
    Files.createDirectories(tree().resolve("_versions"));
    Files.writeString(tree().resolve("_versions/left.manifest"), "left");
    assertGone();
  }

  @Test
  @Tag("F-007")
  void anUntouchedBranchGoesWithItsIntent() throws IOException {
    fork(inherited);
    assertThat(isForked()).isTrue();
    assertGone();
  }

  @Test
  @Tag("F-011")
  void theLastOfTwoClaimantsRemovesTheBranch() throws IOException {
    fork(inherited);
    Path first = sidecars().get(0);
    String operation = String.valueOf(first.getFileName()).replace(".json", "");
    String another = "01J00000000000000000000000";
    String body = Files.readString(first).replace(operation, another);
    Files.writeString(first.resolveSibling(another + ".json"), body);
    assertGone();
  }

  @Test
  @Tag("F-009")
  void besideWritersAnIntentWithoutEffectStays() throws IOException {
    Path intent = sidecars().get(0);
    Path hidden = Files.move(intent, Path.of(GRAPH, "hidden"));
    try (Graph graph = Graph.open(GRAPH, GraphConfig.defaults())) {
      Files.move(hidden, intent);
      graph.refresh();
      assertThat(sidecars()).containsExactly(intent);
    }
    assertGone();
  }

  @Test
  @Tag("F-020")
  void aBranchThatWasCutElsewhereStaysAndSoDoesTheIntent() throws IOException {
    assertThat(inherited.version()).isGreaterThan(1);
    fork(new TableRef(inherited.path(), inherited.branch(), inherited.version() - 1));
    assertThatThrownBy(() -> Graph.open(GRAPH, GraphConfig.defaults()))
        .isInstanceOf(RecoveryRequired.class)
        .hasMessageContaining("node:Place");
    assertThat(isForked()).isTrue();
    assertThat(sidecars()).hasSize(1);
  }
}
