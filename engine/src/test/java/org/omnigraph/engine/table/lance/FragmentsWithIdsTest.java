package org.omnigraph.engine.table.lance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.omnigraph.engine.table.lance.TableFixture.committed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.table.IdCandidates;
import org.omnigraph.engine.table.ScanRequest;
import org.omnigraph.engine.table.StagedFragments;
import org.omnigraph.engine.table.TableBranch;
import org.omnigraph.engine.table.TableEdit;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.table.TableSnapshot;

/** Asking for ids never leaves out a fragment that holds one, and leaves out nearly all others. */
class FragmentsWithIdsTest {
  private static final BranchName DRAFT = BranchName.of("draft");
  private static final int KEYS = 80;

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

  private Optional<IdCandidates> candidates(TableRef table, Collection<String> ids) {
    try (TableSnapshot open = tables.store.open(table)) {
      return open.candidates(ids);
    }
  }

  private Optional<List<Integer>> ask(TableRef table, Collection<String> ids) {
    return candidates(table, ids).map(IdCandidates::fragments);
  }

  /** The ids of each fragment, by a scan. */
  private Map<Integer, Set<String>> scanned(TableRef table) {
    Map<Integer, Set<String>> ids = new TreeMap<>();
    try (TableSnapshot open = tables.store.open(table);
        ArrowReader reader =
            open.scan(ScanRequest.of(List.of("id")).withRowAddress(), tables.allocator)) {
      while (reader.loadNextBatch()) {
        VectorSchemaRoot batch = reader.getVectorSchemaRoot();
        UInt8Vector addresses = (UInt8Vector) batch.getVector(1);
        for (int row = 0; row < batch.getRowCount(); row++) {
          ids.computeIfAbsent((int) (addresses.get(row) >>> 32), f -> new TreeSet<>())
              .add(String.valueOf(batch.getVector(0).getObject(row)));
        }
      }
      return ids;
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private List<Integer> holders(TableRef table, Set<String> ids) {
    return scanned(table).entrySet().stream()
        .filter(entry -> ids.stream().anyMatch(entry.getValue()::contains))
        .map(Map.Entry::getKey)
        .toList();
  }

  @Test
  void theFirstQuestionIsNotWorthAFilterAndTheNextNamesTheFragment() {
    TableRef table = tables.create();
    for (int i = 0; i < 5; i++) {
      table = tables.insert(table, Map.of("a" + i, 1L, "b" + i, 2L));
    }
    assertThat(ask(table, List.of("a3"))).isEmpty();
    assertThat(ask(table, List.of("a3"))).contains(List.of(3));
    assertThat(ask(table, List.of("b0", "a4", "nobody"))).contains(List.of(0, 4));
    assertThat(ask(table, List.of("nobody"))).contains(List.of());
    TableRef next = tables.insert(table, Map.of("nobody", 1L));
    assertThat(ask(next, List.of("nobody"))).contains(List.of(5));
    assertThat(ask(next, List.of("a3"))).contains(List.of(3));
    assertThat(ask(table, List.of("nobody"))).as("an older version").isEmpty();
  }

  @Test
  void aReaderIsToldWhatIsKnownAndNothingIsReadForIt() {
    TableRef table = tables.create();
    for (int i = 0; i < 5; i++) {
      table = tables.insert(table, Map.of("a" + i, 1L));
    }
    assertThat(known(table, List.of("a3"))).isEmpty();
    ask(table, List.of("a3"));
    assertThat(known(table, List.of("a3"))).as("only asked for once").isEmpty();
    ask(table, List.of("a3"));
    assertThat(known(table, List.of("a3"))).contains(List.of(3));
    assertThat(known(table, List.of("a0", "a4"))).contains(List.of(0, 4));
    assertThat(known(table, List.of("nobody"))).contains(List.of());
    TableRef next = tables.insert(table, Map.of("nobody", 1L));
    assertThat(known(next, List.of("nobody"))).contains(List.of(5));
    assertThat(known(table, List.of("nobody"))).as("an older version").isEmpty();
    assertThat(known(next, IntStream.range(0, 257).mapToObj(i -> "n" + i).toList()))
        .as("many")
        .isEmpty();
  }

  private Optional<List<Integer>> known(TableRef table, Collection<String> ids) {
    try (TableSnapshot open = tables.store.open(table)) {
      return open.fragmentsHolding(ids);
    }
  }

  @Test
  void aRowThatWasDeletedIsFoundInTheVersionsThatHaveIt() {
    TableRef before = tables.insert(tables.create(), Map.of("a", 1L, "b", 2L));
    TableRef after = committed(tables.commit(before, tables.delete(before, List.of("a")))).table();
    tables.reopen();
    assertThat(ask(after, List.of("b"))).isEmpty();
    assertThat(ask(after, List.of("b"))).contains(List.of(0));
    TableRef restored =
        committed(tables.commit(after, new TableEdit.Restore(before.version()))).table();
    assertThat(ask(restored, List.of("a"))).contains(List.of(0));
    assertThat(ask(restored, List.of("c"))).contains(List.of());
  }

  @Test
  void theNumberOfAFragmentIsKnownAlsoAfterTheLastFragmentWent() {
    TableRef table = tables.insert(tables.create(), Map.of("a", 1L));
    table = tables.insert(table, Map.of("b", 1L));
    table = committed(tables.commit(table, tables.delete(table, List.of("b")))).table();
    tables.reopen();
    assertThat(ask(table, List.of("a"))).isEmpty();
    assertThat(ask(table, List.of("a"))).contains(List.of(0));
    for (String id : List.of("b", "c", "d")) {
      table = tables.insert(table, Map.of(id, 1L));
      assertThat(ask(table, List.of(id))).isEqualTo(Optional.of(holders(table, Set.of(id))));
    }
    table = committed(tables.commit(table, tables.upsert(table, Map.of("c", 2L)))).table();
    assertThat(ask(table, List.of("c"))).isEqualTo(Optional.of(holders(table, Set.of("c"))));
  }

  @Test
  void whatThisStoreWroteIsNotReadForItsIds() throws Exception {
    TableRef table = tables.insert(tables.create(), Map.of("a", 1L));
    ask(table, List.of("a"));
    ask(table, List.of("a"));
    StagedFragments written = tables.write(table, Map.of("b", 1L, "c", 2L));
    table = committed(tables.commit(table, TableEdit.ChangeRows.adding(written))).table();
    Files.delete(
        root.resolve("t/data").resolve(LanceFragments.of(written).files().get(0).getPath()));
    assertThat(ask(table, List.of("c"))).contains(List.of(1));
    assertThat(ask(table, List.of("d"))).contains(List.of());
  }

  @Test
  void severalCommitsOfOthersAreCaughtUpWith() {
    TableRef table = tables.insert(tables.create(), Map.of("a", 1L));
    ask(table, List.of("a"));
    assertThat(ask(table, List.of("a"))).contains(List.of(0));
    for (int i = 0; i < 3; i++) {
      table = tables.insert(table, Map.of("b" + i, 1L));
    }
    assertThat(ask(table, List.of("b0", "b2"))).contains(List.of(1, 3));
  }

  @Test
  void aBranchMadeAgainUnderItsNameIsAnotherTable() {
    TableRef one = tables.insert(tables.create(), Map.of("a", 1L));
    TableBranch first = tables.store.createBranch(one, DRAFT);
    TableRef own =
        tables.insert(tables.store.newest("t", Optional.of(DRAFT)), Map.of("of the first", 1L));
    ask(own, List.of("a"));
    assertThat(ask(own, List.of("of the first"))).contains(List.of(1));
    tables.store.deleteBranch("t", first);
    tables.store.createBranch(one, DRAFT);
    TableRef again =
        tables.insert(tables.store.newest("t", Optional.of(DRAFT)), Map.of("of the second", 1L));
    assertThat(again).isEqualTo(own);
    assertThat(ask(again, List.of("of the first"))).contains(List.of());
    assertThat(ask(again, List.of("of the second"))).contains(List.of(1));
    assertThat(ask(again, List.of("a"))).contains(List.of(0));
  }

  @Test
  void filtersBeyondTheirShareOfMemoryAreNotKept() {
    TableRef table = tables.create();
    for (int i = 0; i < 40; i++) {
      table = tables.insert(table, Map.of("k" + i, 1L));
    }
    IdFilters few =
        new IdFilters(
            (ref, file, allocator) -> {
              throw new AssertionError("nothing is deleted");
            },
            tables.allocator,
            2_000);
    try (LanceTable open = (LanceTable) tables.store.open(table)) {
      assertThat(few.candidates(open, List.of("k39"))).isEmpty();
      List<Integer> found = few.candidates(open, List.of("k39")).orElseThrow().fragments();
      assertThat(found).contains(39).hasSizeBetween(20, 39);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 0})
  void noFragmentThatHoldsAnIdIsLeftOut(long given) {
    long seed = given == 0 ? System.nanoTime() : given;
    Random random = new Random(seed);
    List<TableRef> versions = new ArrayList<>(List.of(tables.create()));
    TableRef main = versions.get(0);
    Optional<TableRef> draft = Optional.empty();
    int named = 0;
    int held = 0;
    for (int step = 0; step < 40; step++) {
      int kind = random.nextInt(12);
      if (kind == 0) {
        tables.reopen();
      } else if (kind == 1) {
        draft = Optional.of(cutAnew(main, versions));
      } else if (kind == 2) {
        tables.store.compact("t", Optional.empty());
        main = tables.store.newest("t", Optional.empty());
        versions.add(main);
      } else if (draft.isPresent() && random.nextBoolean()) {
        draft = Optional.of(change(draft.get(), random));
        versions.add(draft.get());
      } else {
        main = change(main, random);
        versions.add(main);
      }
      for (int i = 0; i < 3; i++) {
        TableRef version =
            switch (random.nextInt(4)) {
              case 0 -> versions.get(random.nextInt(versions.size()));
              case 1 -> draft.orElse(main);
              default -> main;
            };
        Set<String> ids = new TreeSet<>();
        for (int n = random.nextInt(4); n >= 0; n--) {
          ids.add("k" + random.nextInt(KEYS));
        }
        String where = "seed " + seed + " step " + step + " " + version + " " + ids;
        Map<Integer, Set<String>> scanned = scanned(version);
        List<Integer> holders = holders(version, ids);
        Map<String, String> known = new HashMap<>();
        scanned.values().forEach(of -> of.forEach(id -> known.put(id, id)));
        known.keySet().retainAll(ids);
        Optional<IdCandidates> answer = candidates(version, ids);
        if (answer.isPresent()) {
          assertThat(answer.get().fragments()).as(where).containsAll(holders);
          assertThat(answer.get().ids()).as(where).containsAll(known.keySet());
          assertThat(ids).as(where).containsAll(answer.get().ids());
          named += answer.get().fragments().size();
          held += scanned.size();
        }
        assertThat(tables.store.locate(version, ids).keySet()).as(where).isEqualTo(known.keySet());
      }
    }
    assertThat(named).as("seed %s", seed).isLessThan(held / 2);
  }

  private TableRef cutAnew(TableRef main, List<TableRef> versions) {
    tables
        .store
        .branch("t", DRAFT)
        .ifPresent(
            old -> {
              versions.removeIf(version -> version.branch().isPresent());
              tables.store.deleteBranch("t", old);
            });
    tables.store.createBranch(main, DRAFT);
    return tables.store.newest("t", Optional.of(DRAFT));
  }

  private TableRef change(TableRef table, Random random) {
    Set<String> present = new TreeSet<>();
    scanned(table).values().forEach(present::addAll);
    int kind = random.nextInt(5);
    Map<String, Long> rows = new TreeMap<>();
    IntStream.range(0, 1 + random.nextInt(4))
        .forEach(i -> rows.put("k" + random.nextInt(KEYS), random.nextLong()));
    if (table.branch().isPresent()) {
      rows.keySet().removeAll(present);
      return rows.isEmpty() ? table : tables.insert(table, rows);
    }
    if (kind == 0 && !present.isEmpty()) {
      List<String> gone = present.stream().limit(1 + random.nextInt(3)).toList();
      return committed(tables.commit(table, tables.delete(table, gone))).table();
    }
    if (kind == 1 && table.version() > 3) {
      long earlier = 1 + random.nextInt((int) table.version() - 1);
      return committed(tables.commit(table, new TableEdit.Restore(earlier))).table();
    }
    return committed(tables.commit(table, tables.upsert(table, rows))).table();
  }
}
