package org.omnigraph.engine.table.lance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.engine.table.lance.TableFixture.committed;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.omnigraph.engine.error.CorruptState;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.engine.schema.PhysicalSchema;
import org.omnigraph.engine.table.CommitOutcome;
import org.omnigraph.engine.table.RowLocation;
import org.omnigraph.engine.table.StagedFragments;
import org.omnigraph.engine.table.StagedTransaction;
import org.omnigraph.engine.table.TableEdit;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.table.TableSnapshot;
import org.omnigraph.engine.table.TableTransaction;
import org.omnigraph.engine.table.TransactionId;

/** What the engine leans on in lance-core; a newer one must not change it silently. */
class LanceSurfaceGuardTest {
  @TempDir Path root;
  private TableFixture tables;

  @BeforeEach
  void open() {
    tables = new TableFixture(root);
  }

  @AfterEach
  void close() {
    tables.close();
  }

  @Test
  void aTableStartsEmptyAtVersionOneWithItsKeyMetadata() {
    TableRef table = tables.create();
    assertThat(table.version()).isEqualTo(1);
    try (TableSnapshot open = tables.store.open(table)) {
      assertThat(open.rowCount()).isZero();
      assertThat(open.schema().findField("id").getMetadata())
          .containsEntry(PhysicalSchema.PRIMARY_KEY, "true");
    }
    assertThat(root.resolve("t/_versions/18446744073709551614.manifest")).exists();
    assertThat(tables.store.metadata(table).manifestPath())
        .isEqualTo(root + "/t/_versions/18446744073709551614.manifest");
  }

  @Test
  void filesWithoutATransactionAreInvisible() {
    TableRef table = tables.create();
    tables.write(table, Map.of("a", 1L));
    assertThat(tables.store.newest("t", Optional.empty())).isEqualTo(table);
  }

  @Test
  void anInsertLandsOneVersionUpUnderThePlannedIdentity() {
    TableRef table = tables.create();
    StagedFragments rows = tables.write(table, Map.of("a", 1L, "b", 2L));
    StagedTransaction staged =
        tables.store.stage(table, "omnigraph-01", TableEdit.ChangeRows.adding(rows));
    TableRef next = committed(staged.commit()).table();
    assertThat(next.version()).isEqualTo(2);
    assertThat(tables.store.transactionOf(next).map(TableTransaction::id))
        .contains(new TransactionId(1, "omnigraph-01"));
    assertThat(tables.rows(next, "value", "_row_created_at_version"))
        .isEqualTo(Map.of("a", List.of(1L, 2L), "b", List.of(2L, 2L)));
  }

  @Test
  void anUpsertKeepsTheStableIdAndTheCreationVersion() {
    TableRef first = tables.insert(tables.create(), Map.of("a", 1L, "b", 2L));
    Map<String, RowLocation> before = tables.store.locate(first, List.of("a", "b"));
    TableRef second =
        committed(tables.commit(first, tables.upsert(first, Map.of("b", 20L, "c", 30L)))).table();
    assertThat(
            tables.rows(second, "value", "_row_created_at_version", "_row_last_updated_at_version"))
        .isEqualTo(
            Map.of("a", List.of(1L, 2L, 2L), "b", List.of(20L, 2L, 3L), "c", List.of(30L, 3L, 3L)));
    Map<String, RowLocation> after = tables.store.locate(second, List.of("a", "b", "c", "d"));
    assertThat(after).containsOnlyKeys("a", "b", "c");
    assertThat(after.get("b").stableId()).isEqualTo(before.get("b").stableId());
    assertThat(after.get("b").address()).isNotEqualTo(before.get("b").address());
    assertThat(tables.rows(first, "value")).isEqualTo(Map.of("a", List.of(1L), "b", List.of(2L)));
  }

  @Test
  void aDeleteMayEmptyAFragment() {
    TableRef first = tables.insert(tables.create(), Map.of("a", 1L, "b", 2L));
    TableRef second = tables.insert(first, Map.of("c", 3L));
    TableRef third =
        committed(tables.commit(second, tables.delete(second, List.of("a", "c")))).table();
    assertThat(tables.rows(third, "value")).isEqualTo(Map.of("b", List.of(2L)));
    TableRef fourth = committed(tables.commit(third, tables.delete(third, List.of("b")))).table();
    assertThat(tables.rows(fourth, "value")).isEmpty();
  }

  @Test
  void anOverwriteReplacesEverythingAndKeepsTheKeyMetadata() {
    TableRef first = tables.insert(tables.create(), Map.of("a", 1L));
    TableEdit replace =
        new TableEdit.ReplaceAll(
            TableFixture.SCHEMA, List.of(tables.write(first, Map.of("z", 9L))));
    TableRef second = committed(tables.commit(first, replace)).table();
    assertThat(tables.rows(second, "value")).isEqualTo(Map.of("z", List.of(9L)));
    TableEdit empty = new TableEdit.ReplaceAll(TableFixture.SCHEMA, List.of());
    TableRef third = committed(tables.commit(second, empty)).table();
    try (TableSnapshot open = tables.store.open(third)) {
      assertThat(open.rowCount()).isZero();
      assertThat(open.schema().findField("id").getMetadata())
          .containsEntry(PhysicalSchema.PRIMARY_KEY, "true");
    }
  }

  @Test
  void aStaleTransactionIsLostBeforeItCommits() {
    TableRef base = tables.create();
    StagedTransaction late =
        tables.store.stage(
            base, "late", TableEdit.ChangeRows.adding(tables.write(base, Map.of("b", 2L))));
    tables.insert(base, Map.of("a", 1L));
    assertThat(late.commit()).isInstanceOf(CommitOutcome.Lost.class);
    assertThat(tables.store.newest("t", Optional.empty()).version()).isEqualTo(2);
  }

  @Test
  void ofTwoWritersThatReplaceOneRowTheSecondIsRefusedByLanceItself() {
    TableRef base = tables.insert(tables.create(), Map.of("head", 1L));
    StagedTransaction late =
        tables.store.stage(base, "late", tables.upsert(base, Map.of("head", 3L)));
    committed(tables.commit(base, tables.upsert(base, Map.of("head", 2L))));
    assertThat(LateCommit.withoutProbe(tables.store, late)).isInstanceOf(CommitOutcome.Lost.class);
    TableRef newest = tables.store.newest("t", Optional.empty());
    assertThat(tables.rows(newest, "value")).isEqualTo(Map.of("head", List.of(2L)));
  }

  @Test
  void aStaleInsertLandsRebasedWhichIsReported() {
    TableRef base = tables.create();
    StagedTransaction late =
        tables.store.stage(
            base, "late", TableEdit.ChangeRows.adding(tables.write(base, Map.of("b", 2L))));
    tables.insert(base, Map.of("a", 1L));
    assertThatThrownBy(() -> LateCommit.withoutProbe(tables.store, late))
        .isInstanceOf(CorruptState.class)
        .hasMessageContaining("landed at version 3 instead of 2");
  }

  @Test
  void ofTwoMergesOfOneNewKeyTheSecondIsLost() {
    TableRef base = tables.create();
    try (VectorSchemaRoot one = tables.batch(Map.of("k", 1L));
        VectorSchemaRoot two = tables.batch(Map.of("k", 2L))) {
      committed(tables.store.mergeByKey(base, "id", one));
      assertThat(tables.store.mergeByKey(base, "id", two)).isInstanceOf(CommitOutcome.Lost.class);
    }
    assertThat(tables.rows(tables.store.newest("t", Optional.empty()), "value"))
        .isEqualTo(Map.of("k", List.of(1L)));
  }

  @Test
  void rowsThatNoVersionHasCanBeReadBack() throws Exception {
    TableRef table = tables.create();
    StagedFragments rows = tables.write(table, Map.of("a", 7L));
    try (var reader = tables.store.read(table, rows, List.of("id", "value"), tables.allocator)) {
      assertThat(reader.loadNextBatch()).isTrue();
      assertThat(reader.getVectorSchemaRoot().getVector("value").getObject(0)).isEqualTo(7L);
      assertThat(reader.loadNextBatch()).isFalse();
    }
    tables.store.abandon(table, rows);
    assertThat(root.resolve("t/data").toFile().list()).isEmpty();
  }

  @Test
  void whatIsNotThereIsNotFound() {
    TableRef table = tables.create();
    assertThatThrownBy(() -> tables.store.open(new TableRef("t", Optional.empty(), 9)))
        .isInstanceOf(NotFound.class);
    assertThatThrownBy(() -> tables.store.newest("nowhere", Optional.empty()))
        .isInstanceOf(NotFound.class);
    assertThat(table.version()).isEqualTo(1);
  }

  @Test
  void aRestoreIsOneVersionWithTheOldRowsAndSaysWhichTheyAre() {
    TableRef first = tables.insert(tables.create(), Map.of("a", 1L));
    TableRef second = tables.insert(first, Map.of("b", 2L));
    StagedTransaction restore =
        tables.store.stage(second, "restore-01", new TableEdit.Restore(first.version()));
    assertThat(tables.store.newest("t", Optional.empty())).isEqualTo(second);
    TableRef third = committed(restore.commit()).table();
    assertThat(third.version()).isEqualTo(second.version() + 1);
    assertThat(tables.rows(third, "value")).isEqualTo(tables.rows(first, "value"));
    TableTransaction made = tables.store.transactionOf(third).orElseThrow();
    assertThat(made.operation()).isEqualTo("Restore");
    assertThat(made.restores(first.version())).isTrue();
    assertThat(made.id()).isEqualTo(new TransactionId(second.version(), "restore-01"));
    TableRef fourth = tables.insert(third, Map.of("c", 3L));
    assertThat(tables.rows(fourth, "value")).containsOnlyKeys("a", "c");
  }

  @Test
  void aRestorePlannedOnAnOldVersionIsLost() {
    TableRef first = tables.insert(tables.create(), Map.of("a", 1L));
    StagedTransaction restore = tables.store.stage(first, "restore-02", new TableEdit.Restore(1));
    TableRef second = tables.insert(first, Map.of("b", 2L));
    assertThat(restore.commit()).isInstanceOf(CommitOutcome.Lost.class);
    assertThat(tables.store.newest("t", Optional.empty())).isEqualTo(second);
  }

  @Test
  void aVersionKeepsItsTransactionItself() throws Exception {
    TableRef first = tables.insert(tables.create(), Map.of("a", 1L));
    TableTransaction made = tables.store.transactionOf(first).orElseThrow();
    Files.delete(root.resolve("t/_transactions/1-" + made.id().uuid() + ".txn"));
    tables.reopen();
    assertThat(tables.store.transactionOf(first)).contains(made);
  }

  @Test
  void anUnreadableVersionHasNoTransaction() throws Exception {
    TableRef first = tables.insert(tables.create(), Map.of("a", 1L));
    TableRef second = tables.insert(first, Map.of("b", 2L));
    Files.delete(Path.of(tables.store.metadata(first).manifestPath()));
    tables.reopen();
    assertThat(tables.store.transactionOf(second)).isPresent();
    assertThatThrownBy(() -> tables.store.transactionOf(first)).isInstanceOf(NotFound.class);
  }
}
