package org.omnigraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.error.Conflict;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.manifest.TableEntry;
import org.omnigraph.engine.pending.Budget;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.engine.write.CommitOptions;
import org.omnigraph.testkit.GraphHarness.Write;

/** Writes into graphs that the Rust implementation made. */
class WritingRustGraphTest {
  private static final TypeKey PERSON = TypeKey.node("Person");
  private static final TypeKey PLACE = TypeKey.node("Place");

  @BeforeEach
  void unpack() {
    Fixtures.unpack("rust-0.9.0.tar.gz");
  }

  private static Write person(WriteMode mode, String slug, String name) {
    Map<String, Object> row = new HashMap<>();
    row.put("slug", slug);
    row.put("name", name);
    row.put("active", true);
    return new Write(PERSON, mode, List.of(row));
  }

  @Test
  void insertsAndUpsertsKeepWhatWasThere() {
    try (Graph graph = Graph.open(Fixtures.ROOT + "/all-types", GraphConfig.defaults())) {
      Snapshot before = graph.snapshot(BranchName.MAIN);
      Map<String, ?> people = RowReader.rows(graph, before, PERSON);
      GraphHarness.write(graph, person(WriteMode.INSERT, "new", "New"));
      GraphHarness.write(graph, person(WriteMode.UPSERT, "bob", "Robert"));
      Snapshot after = graph.snapshot(BranchName.MAIN);
      assertThat(after.manifestVersion()).isEqualTo(before.manifestVersion() + 2);
      Map<String, Map<String, Object>> now = RowReader.rows(graph, after, PERSON);
      assertThat(now).hasSize(people.size() + 1);
      assertThat(now.get("new")).containsEntry("name", "New");
      assertThat(now.get("bob")).containsEntry("name", "Robert");
      assertThat(now.get("ada")).isEqualTo(people.get("ada"));
      assertThat(graph.commits(BranchName.MAIN).get(1).parent()).isEqualTo(before.commit());
    }
  }

  @Test
  void anOptimisedGraphTakesWritesToo() {
    try (Graph graph = Graph.open(Fixtures.ROOT + "/all-types-optimized", GraphConfig.defaults())) {
      GraphHarness.write(graph, person(WriteMode.UPSERT, "ada", "Augusta"));
      assertThat(RowReader.rows(graph, graph.snapshot(BranchName.MAIN), PERSON).get("ada"))
          .containsEntry("name", "Augusta");
    }
  }

  @Test
  void aBranchTakesWritesToTypesItHasWrittenBeforeAndToInheritedOnes() {
    BranchName branch = BranchName.of("feature/x");
    try (Graph graph = Graph.open(Fixtures.ROOT + "/all-types", GraphConfig.defaults())) {
      Map<String, ?> main = RowReader.rows(graph, graph.snapshot(BranchName.MAIN), PERSON);
      write(graph, branch, person(WriteMode.INSERT, "java", "Java"));
      assertThat(RowReader.rows(graph, graph.snapshot(branch), PERSON)).containsKey("java");
      assertThat(RowReader.rows(graph, graph.snapshot(BranchName.MAIN), PERSON)).isEqualTo(main);
      Write place =
          new Write(
              PLACE,
              WriteMode.INSERT,
              List.of(Map.of("country", "FR", "code", 3, "title", "Paris")));
      TableEntry inherited = graph.snapshot(branch).table(PLACE);
      assertThat(inherited.branch()).isEmpty();
      Map<String, ?> places = RowReader.rows(graph, graph.snapshot(branch), PLACE);
      write(graph, branch, place);
      TableEntry own = graph.snapshot(branch).table(PLACE);
      assertThat(own.branch()).contains(branch);
      assertThat(own.version()).isEqualTo(inherited.version() + 1);
      assertThat(RowReader.rows(graph, graph.snapshot(branch), PLACE)).hasSize(places.size() + 1);
      assertThat(RowReader.rows(graph, graph.snapshot(BranchName.MAIN), PERSON)).isEqualTo(main);
    }
  }

  @Test
  void aBranchOfABranchForksWhatItInheritedAndAnEmptyOneCanBeMadeAndDeleted() {
    BranchName nested = BranchName.of("nested/y");
    BranchName parent = BranchName.of("feature/x");
    try (Graph graph = Graph.open(Fixtures.ROOT + "/all-types", GraphConfig.defaults())) {
      TableEntry inherited = graph.snapshot(nested).table(PERSON);
      assertThat(inherited.branch()).contains(parent);
      Map<String, ?> people = RowReader.rows(graph, graph.snapshot(parent), PERSON);
      write(graph, nested, person(WriteMode.UPSERT, "eve", "Eva"));
      assertThat(graph.snapshot(nested).table(PERSON).branch()).contains(nested);
      assertThat(RowReader.rows(graph, graph.snapshot(nested), PERSON).get("eve"))
          .containsEntry("name", "Eva");
      assertThat(RowReader.rows(graph, graph.snapshot(parent), PERSON)).isEqualTo(people);
      assertThatThrownBy(() -> graph.deleteBranch(parent))
          .isInstanceOf(Conflict.class)
          .hasMessageContaining("'nested/y'");
      BranchName ours = BranchName.of("ours");
      graph.createBranch(ours, nested);
      assertThat(RowReader.rows(graph, graph.snapshot(ours), PERSON).get("eve"))
          .containsEntry("name", "Eva");
      graph.deleteBranch(ours);
      graph.deleteBranch(nested);
      graph.deleteBranch(parent);
      assertThat(graph.branches()).extracting(BranchName::value).containsExactly("done", "main");
    }
  }

  private static void write(Graph graph, BranchName branch, Write write) {
    try (MutationStaging staging = graph.begin(branch, Budget.KEYED)) {
      GraphHarness.stage(graph, staging, write);
      graph.commit(staging, CommitOptions.by("java"));
    }
  }
}
