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
import java.util.TreeMap;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.lance.Dataset;
import org.lance.ReadOptions;
import org.lance.ipc.LanceScanner;
import org.lance.ipc.ScanOptions;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.error.RecoveryRequired;
import org.omnigraph.engine.failpoint.Failpoint;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.engine.schema.PhysicalSchema;
import org.omnigraph.engine.table.CommitOutcome;
import org.omnigraph.engine.table.FragmentSink;
import org.omnigraph.engine.table.StagedFragments;
import org.omnigraph.engine.table.TableEdit;
import org.omnigraph.engine.table.TableRef;

/**
 * Another program commits to a table in the middle of a write; and what rows keep of their past.
 */
class ForeignCommitTest {
  @RegisterExtension final GraphHarness harness = GraphHarness.onDisk(People.SCHEMA);

  private final Script script = new Script();
  private Graph graph;

  @BeforeEach
  void someone() {
    harness.write(insert("ada", "bob"));
    graph = harness.reopen(script);
  }

  private TableRef table(TypeKey type) {
    return graph.snapshot(BranchName.MAIN).table(type).ref();
  }

  /** One more person, on the newest version that storage has. */
  private void insertForeign() {
    var schema = PhysicalSchema.of(graph.schema().type(PERSON).orElseThrow());
    byte[] name = "foreign".getBytes(StandardCharsets.UTF_8);
    try (ForeignPublisher foreign = new ForeignPublisher(harness.directory());
        BufferAllocator allocator = new RootAllocator()) {
      TableRef newest = foreign.tables().newest(table(PERSON).path(), Optional.empty());
      StagedFragments rows;
      try (FragmentSink sink = foreign.tables().sink(newest, schema);
          VectorSchemaRoot batch = VectorSchemaRoot.create(schema, allocator)) {
        ((VarCharVector) batch.getVector("id")).setSafe(0, name);
        ((VarCharVector) batch.getVector("name")).setSafe(0, name);
        batch.setRowCount(1);
        sink.write(batch);
        rows = sink.finish();
      }
      assertThat(
              foreign.tables().stage(newest, "foreign", TableEdit.ChangeRows.adding(rows)).commit())
          .isInstanceOf(CommitOutcome.Committed.class);
    }
  }

  private void assertBelongsToRecovery(GraphHarness.Write... writes) {
    Snapshot before = graph.snapshot(BranchName.MAIN);
    assertThatThrownBy(() -> GraphHarness.write(graph, writes))
        .isInstanceOf(RecoveryRequired.class);
    assertThat(harness.sidecars()).hasSize(1);
    assertThat(graph.snapshot(BranchName.MAIN)).isEqualTo(before);
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada", "bob");
  }

  @Test
  @Tag("K-007")
  void aConflictOnTheSecondTableBelongsToRecovery() {
    TableRef knows = table(KNOWS);
    script.runAt(Failpoint.TABLE_COMMITTED, this::insertForeign);
    assertBelongsToRecovery(insert("eve"), knows("eve", "ada"));
    try (RawTables raw = new RawTables(harness.directory())) {
      assertThat(raw.newest(knows)).isEqualTo(knows.version() + 1);
      assertThat(raw.newest(table(PERSON))).isEqualTo(table(PERSON).version() + 1);
    }
  }

  @Test
  @Tag("K-009")
  void aCommitThatLandsAboveAForeignOneIsNotAdopted() {
    TableRef person = table(PERSON);
    script.runAt(Failpoint.COMMITTING, this::insertForeign);
    assertBelongsToRecovery(insert("eve"));
    try (RawTables raw = new RawTables(harness.directory())) {
      assertThat(raw.newest(person)).isEqualTo(person.version() + 2);
    }
    assertThatThrownBy(() -> harness.reopen()).isInstanceOf(RecoveryRequired.class);
    assertThat(harness.sidecars()).hasSize(1);
  }

  /**
   * What storage keeps of each person: row id, the version that made it, the one that changed it.
   */
  private Map<String, List<Object>> past() throws Exception {
    TableRef person = table(PERSON);
    String uri = harness.directory().resolve(person.path()).toString();
    ScanOptions columns =
        new ScanOptions.Builder()
            .columns(
                List.of("id", "_rowid", "_row_created_at_version", "_row_last_updated_at_version"))
            .build();
    Map<String, List<Object>> past = new TreeMap<>();
    try (BufferAllocator allocator = new RootAllocator();
        Dataset dataset =
            Dataset.open()
                .allocator(allocator)
                .uri(uri)
                .readOptions(new ReadOptions.Builder().setVersion(person.version()).build())
                .build();
        LanceScanner scanner = dataset.newScan(columns);
        ArrowReader reader = scanner.scanBatches()) {
      while (reader.loadNextBatch()) {
        VectorSchemaRoot batch = reader.getVectorSchemaRoot();
        for (int row = 0; row < batch.getRowCount(); row++) {
          past.put(
              String.valueOf(batch.getVector("id").getObject(row)),
              List.of(
                  batch.getVector("_rowid").getObject(row),
                  batch.getVector("_row_created_at_version").getObject(row),
                  batch.getVector("_row_last_updated_at_version").getObject(row)));
        }
      }
    }
    return past;
  }

  @Test
  @Tag("K-017")
  @Tag("K-018")
  void anUpsertKeepsTheIdentityOfARowAndTheWholePastOfOthers() throws Exception {
    Map<String, List<Object>> before = past();
    GraphHarness.write(graph, people(WriteMode.UPSERT, 9, "bob", "eve"));
    Map<String, List<Object>> after = past();
    long version = table(PERSON).version();
    assertThat(after.get("ada")).isEqualTo(before.get("ada"));
    assertThat(after.get("bob").subList(0, 2)).isEqualTo(before.get("bob").subList(0, 2));
    assertThat(after.get("bob").get(2)).isEqualTo(version);
    assertThat(after.get("eve").subList(1, 3)).containsExactly(version, version);
    assertThat(before.get("bob").get(2)).isEqualTo(version - 1);
  }
}
