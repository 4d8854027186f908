package org.omnigraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.testkit.People.KNOWS;
import static org.omnigraph.testkit.People.PERSON;
import static org.omnigraph.testkit.People.insert;
import static org.omnigraph.testkit.People.knows;
import static org.omnigraph.testkit.People.people;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.error.StorageUnavailable;
import org.omnigraph.engine.failpoint.Failpoint;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.manifest.TableEntry;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.engine.schema.PhysicalSchema;
import org.omnigraph.engine.table.FragmentSink;
import org.omnigraph.engine.table.RowLocation;
import org.omnigraph.engine.table.StagedFragments;
import org.omnigraph.engine.table.TableEdit;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.table.lance.LanceTableStore;
import org.omnigraph.testkit.GraphHarness.Write;

/** What is prepared but not committed changes no version, no branch and no manifest. */
class StagingLeavesNothingTest {
  private static final BranchName DRAFT = BranchName.of("draft");

  @RegisterExtension final GraphHarness harness = GraphHarness.onDisk(People.SCHEMA);

  private final Script script = new Script();
  private Graph graph;

  @BeforeEach
  void someone() {
    harness.write(insert("ada", "bob"), knows("ada", "bob"));
    harness.graph().createBranch(DRAFT, BranchName.MAIN);
    graph = harness.reopen(script);
  }

  /** Every version, branch and intent that storage has. */
  private Map<String, Object> durable() {
    Map<String, Object> state = new TreeMap<>();
    try (ForeignPublisher storage = new ForeignPublisher(harness.directory())) {
      LanceTableStore tables = storage.tables();
      TreeMap<String, Object> paths = new TreeMap<>(Map.of("__manifest", ""));
      graph
          .snapshot(BranchName.MAIN)
          .tables()
          .values()
          .forEach(entry -> paths.put(entry.path(), ""));
      for (String path : paths.keySet()) {
        state.put(path, tables.newest(path, Optional.empty()));
        state.put(path + " branches", tables.branches(path));
        for (var branch : tables.branches(path)) {
          state.put(path + " " + branch.name(), tables.newest(path, Optional.of(branch.name())));
        }
      }
    }
    state.put("intents", harness.sidecars());
    return state;
  }

  @Test
  @Tag("G-002")
  void stagingAndReadingMakeNoVersion() {
    Map<String, Object> before = durable();
    TableEntry entry = graph.snapshot(BranchName.MAIN).table(PERSON);
    TableRef table = entry.ref();
    var schema = PhysicalSchema.of(graph.schema().type(PERSON).orElseThrow());
    try (ForeignPublisher storage = new ForeignPublisher(harness.directory())) {
      LanceTableStore tables = storage.tables();
      StagedFragments rows;
      try (FragmentSink sink = tables.sink(table, schema);
          VectorSchemaRoot batch = VectorSchemaRoot.create(schema, graph.allocator())) {
        batch.allocateNew();
        ((VarCharVector) batch.getVector("id")).setSafe(0, "eve".getBytes(StandardCharsets.UTF_8));
        ((VarCharVector) batch.getVector("name"))
            .setSafe(0, "eve".getBytes(StandardCharsets.UTF_8));
        batch.setRowCount(1);
        sink.write(batch);
        rows = sink.finish();
      }
      assertThat(durable()).isEqualTo(before);
      RowLocation bob = tables.locate(table, Set.of("bob")).get("bob");
      List<TableEdit> edits =
          List.of(
              new TableEdit.ChangeRows(List.of(), List.of(), List.of(), List.of(rows)),
              new TableEdit.ChangeRows(List.of(bob), List.of(), List.of(), List.of()),
              new TableEdit.ReplaceAll(schema, List.of(rows)),
              new TableEdit.Restore(1));
      for (TableEdit edit : edits) {
        tables.stage(table, "omnigraph-staged", edit);
        assertThat(durable()).as(edit.getClass().getSimpleName()).isEqualTo(before);
      }
      tables.abandon(table, rows);
      assertThat(durable()).isEqualTo(before);
    }
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada", "bob");
  }

  @ParameterizedTest
  @EnumSource(names = {"STAGED", "REVALIDATED", "SIDECAR_WRITE"})
  @Tag("G-009")
  void aFailureBeforeTheIntentLeavesUnreferencedFilesOnly(Failpoint place) {
    Map<String, Object> before = durable();
    String edge = harness.rows(KNOWS).firstKey();
    for (BranchName branch : List.of(BranchName.MAIN, DRAFT)) {
      List<ThrowingCallable> writes =
          List.of(
              write(branch, insert("eve"), knows("eve", "ada")),
              write(branch, people(WriteMode.UPSERT, 3, "ada", "eve")),
              write(branch, people(WriteMode.REPLACE, 3, "ada", "bob")),
              () -> Deleting.delete(graph, branch, Map.of(KNOWS, Set.of(edge))));
      for (ThrowingCallable write : writes) {
        script.failAt(place, new StorageUnavailable("injected"));
        assertThatThrownBy(write).isInstanceOf(StorageUnavailable.class);
        assertThat(durable()).isEqualTo(before);
      }
    }
    GraphHarness.write(graph, insert("eve"));
    GraphHarness.write(graph, DRAFT, insert("eve"));
  }

  private ThrowingCallable write(BranchName branch, Write... writes) {
    return () -> GraphHarness.write(graph, branch, writes);
  }
}
