package org.omnigraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.testkit.People.KNOWS;
import static org.omnigraph.testkit.People.PERSON;
import static org.omnigraph.testkit.People.insert;
import static org.omnigraph.testkit.People.knows;
import static org.omnigraph.testkit.People.people;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.lance.Dataset;
import org.lance.ReadOptions;
import org.lance.Transaction;
import org.lance.index.IndexParams;
import org.lance.index.IndexType;
import org.lance.index.scalar.ScalarIndexParams;
import org.lance.operation.Operation;
import org.lance.operation.Overwrite;
import org.lance.operation.Update;
import org.lance.schema.LanceField;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.error.KeyConflict;
import org.omnigraph.engine.failpoint.Failpoint;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.load.LoadMode;
import org.omnigraph.engine.load.LoadProgress;
import org.omnigraph.engine.load.LoadRequest;
import org.omnigraph.engine.manifest.GraphCommit;
import org.omnigraph.engine.manifest.TableEntry;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.engine.table.TableSnapshot;
import org.omnigraph.engine.write.Receipt;

/** An id is in a table once, whoever writes at the same time. */
class KeyedWriteTest {
  @RegisterExtension final GraphHarness harness = GraphHarness.onDisk(People.SCHEMA);

  /**
   * Opens the graph anew; the rivals write when its first write has been validated and holds no
   * gate yet. A write that was overtaken is prepared again under the gates.
   */
  private Graph overtakenBy(Graph other, GraphHarness.Write... rivals) {
    Deque<GraphHarness.Write> waiting = new ArrayDeque<>(List.of(rivals));
    return harness.reopen(
        point -> {
          while (point == Failpoint.STAGED && !waiting.isEmpty()) {
            GraphHarness.write(other, waiting.remove());
          }
        });
  }

  private Graph other() {
    return Graph.open(harness.graph().uri(), GraphConfig.defaults());
  }

  private List<Object> ageOf(String name) {
    return List.of(harness.rows(PERSON).get(name).get("age"));
  }

  @Test
  @Tag("K-002")
  void ofManyWritersOfOneIdOneWins() throws Exception {
    List<Callable<Receipt>> writers = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      int age = i;
      writers.add(() -> harness.write(people(WriteMode.INSERT, age, "ada")));
    }
    int won = 0;
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      for (Future<Receipt> receipt : threads.invokeAll(writers)) {
        try {
          assertThat(receipt.get().commit()).isPresent();
          won++;
        } catch (ExecutionException e) {
          assertThat(e.getCause()).isInstanceOf(KeyConflict.class).hasMessageContaining("'ada'");
        }
      }
    } finally {
      threads.shutdown();
    }
    assertThat(won).isEqualTo(1);
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada");
    assertThat(harness.graph().commits(BranchName.MAIN)).hasSize(2);
    assertThat(harness.sidecars()).isEmpty();
  }

  @Test
  @Tag("K-004")
  void aRivalWithTheSameIdAfterValidationIsAKeyConflict() {
    try (Graph other = other()) {
      overtakenBy(other, people(WriteMode.INSERT, 7, "ada"));
      assertThatThrownBy(() -> harness.write(insert("bob", "ada")))
          .isInstanceOf(KeyConflict.class)
          .hasMessageContaining("'Person'")
          .hasMessageContaining("'ada'");
    }
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada");
    assertThat(ageOf("ada")).containsExactly(7);
    assertThat(harness.sidecars()).isEmpty();
  }

  @Test
  @Tag("K-005")
  void anUpsertThatWasOvertakenByItsOwnIdReplacesIt() {
    try (Graph other = other()) {
      overtakenBy(other, people(WriteMode.INSERT, 7, "ada"));
      harness.write(people(WriteMode.UPSERT, 8, "ada"));
    }
    assertThat(ageOf("ada")).containsExactly(8);
    assertThat(harness.graph().commits(BranchName.MAIN)).hasSize(3);
  }

  @Test
  @Tag("K-006")
  void aRivalWithAnotherIdIsNoConflict() {
    try (Graph other = other()) {
      overtakenBy(other, insert("rival"));
      harness.write(insert("ada"));
    }
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada", "rival");
  }

  @Test
  @Tag("K-008")
  void aStrictInsertStaysStrictWhenItIsPreparedAgain() {
    try (Graph other = other()) {
      overtakenBy(other, insert("rival"), people(WriteMode.INSERT, 7, "ada"));
      assertThatThrownBy(() -> harness.write(insert("ada"))).isInstanceOf(KeyConflict.class);
    }
    assertThat(ageOf("ada")).containsExactly(7);
    assertThat(harness.sidecars()).isEmpty();
  }

  @Test
  @Tag("K-014")
  void anUpsertOfOnlyNewRowsGivesWhatAnInsertGives() {
    harness.write(people(WriteMode.UPSERT, 1, "ada", "bob"));
    Map<String, ?> upserted = harness.rows(PERSON);
    harness.write(people(WriteMode.REPLACE, 1, "kim"));
    harness.write(people(WriteMode.INSERT, 1, "ada", "bob"));
    Map<String, ?> inserted = harness.rows(PERSON);
    inserted.remove("kim");
    assertThat(upserted).isEqualTo(inserted).hasSize(2);
  }

  @Test
  @Tag("L-005")
  void anUpsertIsRepeatedOverOneTableWithAndWithoutAnIndex() throws Exception {
    harness.write(people(WriteMode.UPSERT, 1, "ada", "bob"));
    harness.write(people(WriteMode.UPSERT, 2, "ada", "bob"));
    harness.write(people(WriteMode.UPSERT, 3, "ada", "bob"));
    TableEntry entry = harness.graph().snapshot(BranchName.MAIN).table(PERSON);
    try (BufferAllocator allocator = new RootAllocator();
        Dataset dataset =
            Dataset.open()
                .allocator(allocator)
                .uri(harness.graph().uri() + "/" + entry.path())
                .build()) {
      dataset.createIndex(
          List.of("id"),
          IndexType.BTREE,
          Optional.of("id_idx"),
          IndexParams.builder().setScalarIndexParams(ScalarIndexParams.create("btree")).build(),
          false);
    }
    harness.graph().repair(true);
    harness.write(people(WriteMode.UPSERT, 4, "ada", "eve"));
    harness.write(people(WriteMode.UPSERT, 5, "ada", "eve", "bob"));
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada", "bob", "eve");
    assertThat(harness.rows(PERSON).values())
        .allSatisfy(row -> assertThat(row).containsEntry("age", 5));
  }

  @Test
  @Tag("K-011")
  @Tag("K-012")
  void noRowReachesATableByABareAppend() {
    harness.write(insert("ada", "bob"), knows("ada", "bob"));
    harness.write(people(WriteMode.UPSERT, 7, "bob", "eve"));
    harness.write(people(WriteMode.REPLACE, 3, "ada", "bob"));
    harness.write(insert("kim"));
    List<String> kinds = new ArrayList<>();
    try (BufferAllocator allocator = new RootAllocator()) {
      for (TableEntry entry : harness.graph().snapshot(BranchName.MAIN).tables().values()) {
        for (long version = 2; version <= entry.version(); version++) {
          kinds.add(kind(allocator, entry, version));
        }
      }
    }
    assertThat(kinds)
        .hasSize(5)
        .containsOnly(Update.class.getSimpleName(), Overwrite.class.getSimpleName());
  }

  private String kind(BufferAllocator allocator, TableEntry entry, long version) {
    ReadOptions options = new ReadOptions.Builder().setVersion(version).build();
    String uri = harness.graph().uri() + "/" + entry.path();
    try (Dataset dataset =
            Dataset.open().allocator(allocator).uri(uri).readOptions(options).build();
        Transaction transaction = dataset.readTransaction().orElseThrow()) {
      Operation operation = transaction.operation();
      if (operation instanceof Update update) {
        List<Long> fields = new ArrayList<>();
        dataset.getLanceSchema().fields().forEach(field -> preorder(field, fields));
        assertThat(update.fieldsForPreservingFragBitmap())
            .containsExactly(fields.stream().mapToLong(Long::longValue).toArray());
      }
      return operation.getClass().getSimpleName();
    }
  }

  private static void preorder(LanceField field, List<Long> ids) {
    ids.add((long) field.getId());
    field.getChildren().forEach(child -> preorder(child, ids));
  }

  @Test
  @Tag("K-020")
  void everyTableHasItsIdAsKeyFromTheBeginning() {
    for (int round = 0; round < 2; round++) {
      for (TypeKey type : List.of(PERSON, KNOWS)) {
        try (TableSnapshot table =
            harness.graph().open(harness.graph().snapshot(BranchName.MAIN), type)) {
          assertThat(table.schema().findField("id").isNullable()).isFalse();
          assertThat(table.schema().getFields())
              .filteredOn(
                  field -> field.getMetadata().containsKey("lance-schema:unenforced-primary-key"))
              .extracting(field -> field.getName() + " " + field.getType())
              .containsExactly("id Utf8");
        }
      }
      harness.write(people(WriteMode.REPLACE, 3, "ada"));
    }
  }

  @Test
  @Tag("L-042")
  void loadsAtOnceCommitOneAfterAnother(@TempDir Path folder) throws Exception {
    List<Callable<Receipt>> loads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Path file =
          Files.writeString(
              folder.resolve("load" + i + ".jsonl"),
              "{\"type\":\"Person\",\"data\":{\"name\":\"p" + i + "\"}}\n");
      LoadRequest request =
          new LoadRequest(file, LoadMode.APPEND, BranchName.MAIN, Optional.of("load" + i));
      loads.add(() -> harness.graph().load(request, LoadProgress.NONE));
    }
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      for (Future<Receipt> receipt : threads.invokeAll(loads)) {
        assertThat(receipt.get().commit()).isPresent();
      }
    } finally {
      threads.shutdown();
    }
    List<GraphCommit> log = harness.graph().commits(BranchName.MAIN);
    assertThat(log)
        .extracting(GraphCommit::manifestVersion)
        .containsExactly(9L, 8L, 7L, 6L, 5L, 4L, 3L, 2L, 1L);
    for (int i = 0; i + 1 < log.size(); i++) {
      assertThat(log.get(i).parent()).contains(log.get(i + 1).id());
    }
    assertThat(harness.rows(PERSON)).hasSize(8);
  }
}
