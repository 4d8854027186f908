package org.omnigraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.testkit.Statements.eq;
import static org.omnigraph.testkit.Team.KNOWS;
import static org.omnigraph.testkit.Team.PERSON;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.KeyConflict;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.pending.FrozenRows;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.engine.pending.MutationStaging.Mark;
import org.omnigraph.engine.pending.RowPlaces;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.engine.pending.statement.Value;
import org.omnigraph.engine.table.Predicate;
import org.omnigraph.engine.write.CommitOptions;
import org.omnigraph.testkit.GraphHarness.Write;

/** A staging goes back to an earlier moment, and shows rows as they were at one. */
class MarksTest {
  @RegisterExtension final GraphHarness harness = GraphHarness.onDisk(Team.SCHEMA);

  private static Write people(WriteMode mode, int age, List<String> names) {
    List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    for (String name : names) {
      Map<String, @Nullable Object> row = new HashMap<>();
      row.put("name", name);
      row.put("age", age);
      rows.add(row);
    }
    return new Write(PERSON, mode, rows);
  }

  private static List<String> many(String prefix, int count) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      names.add(prefix + i);
    }
    return names;
  }

  @BeforeEach
  void prepare() {
    harness.write(
        people(WriteMode.INSERT, 1, List.of("ada", "bob", "eve")),
        new Write(
            KNOWS,
            WriteMode.INSERT,
            List.of(Map.of("id", "k1", "src", "ada", "dst", "bob", "since", 1L))));
  }

  private MutationStaging begin() {
    return harness.graph().beginBulk(BranchName.MAIN);
  }

  private void stage(MutationStaging staging, WriteMode mode, int age, String... names) {
    GraphHarness.stage(harness.graph(), staging, people(mode, age, List.of(names)));
  }

  private void stageMany(MutationStaging staging, WriteMode mode, String prefix, int count) {
    GraphHarness.stage(harness.graph(), staging, people(mode, 3, many(prefix, count)));
  }

  private static void age(MutationStaging staging, String name, long age) {
    staging.update(
        PERSON, eq("name", name), Map.of("age", new Value.Int64(age)), RowPlaces.numbered("", 0));
  }

  private List<String> rows(ArrowReader source) {
    List<String> rows = new ArrayList<>();
    try (ArrowReader reader = source) {
      while (reader.loadNextBatch()) {
        VectorSchemaRoot batch = reader.getVectorSchemaRoot();
        for (int row = 0; row < batch.getRowCount(); row++) {
          rows.add(batch.getVector(0).getObject(row) + " " + batch.getVector(1).getObject(row));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    rows.sort(null);
    return rows;
  }

  private List<String> people(MutationStaging staging) {
    return rows(
        staging.scan(PERSON, List.of("name", "age"), Predicate.TRUE, harness.graph().allocator()));
  }

  private void commit(MutationStaging staging) {
    harness.graph().commit(staging, CommitOptions.ANONYMOUS);
  }

  private long committed() {
    return harness.graph().snapshot(BranchName.MAIN).table(PERSON).rowCount();
  }

  @Test
  void whatCameAfterAMarkIsGone() {
    try (MutationStaging staging = begin();
        Mark before = staging.mark()) {
      stage(staging, WriteMode.INSERT, 5, "kim");
      Mark first = staging.mark();
      age(staging, "kim", 6);
      age(staging, "ada", 7);
      assertThat(people(staging)).containsExactly("ada 7", "bob 1", "eve 1", "kim 6");

      staging.rollbackTo(first);
      assertThat(people(staging)).containsExactly("ada 1", "bob 1", "eve 1", "kim 5");
      stage(staging, WriteMode.INSERT, 8, "zoe");
      staging.rollbackTo(first);
      staging.rollbackTo(first);
      assertThat(people(staging)).containsExactly("ada 1", "bob 1", "eve 1", "kim 5");
      staging.rollbackTo(before);
      assertThat(staging.isEmpty()).isTrue();
      assertThat(staging.touches(PERSON)).isFalse();

      assertThat(staging.deleteIds(PERSON, List.of("ada")).edges()).isEqualTo(1);
      assertThat(people(staging)).containsExactly("bob 1", "eve 1");
      staging.rollbackTo(before);
      stage(staging, WriteMode.INSERT, 9, "tom");
      commit(staging);
    }
    assertThat(committed()).isEqualTo(4);
  }

  @Test
  void rowsThatBecameFilesBecomeHeldRowsAgain() {
    try (MutationStaging staging = begin()) {
      stage(staging, WriteMode.INSERT, 5, "kim");
      Mark held = staging.mark();
      stageMany(staging, WriteMode.INSERT, "p", 9_000);
      Mark inFiles = staging.mark();
      stageMany(staging, WriteMode.INSERT, "q", 500);
      assertThat(people(staging)).hasSize(9_504);

      staging.rollbackTo(inFiles);
      assertThat(people(staging)).hasSize(9_004);
      staging.rollbackTo(held);
      assertThat(people(staging)).containsExactly("ada 1", "bob 1", "eve 1", "kim 5");
      age(staging, "kim", 6);
      commit(staging);
    }
    assertThat(committed()).isEqualTo(4);
  }

  @Test
  void whatIsInFilesIsStillCheckedAfterGoingBack() {
    try (MutationStaging staging = begin()) {
      stageMany(staging, WriteMode.UPSERT, "p", 9_000);
      Mark inFiles = staging.mark();
      stageMany(staging, WriteMode.UPSERT, "q", 500);
      staging.rollbackTo(inFiles);
      GraphHarness.stage(
          harness.graph(),
          staging,
          new Write(
              KNOWS,
              WriteMode.INSERT,
              List.of(Map.of("id", "k2", "src", "p1", "dst", "q1", "since", 1L))));
      assertThatThrownBy(() -> commit(staging))
          .isInstanceOf(InvalidRequest.class)
          .hasMessageContaining("q1");
    }
    assertThat(committed()).isEqualTo(3);
  }

  @Test
  void aStepThatFailsLeavesNothing() {
    try (MutationStaging staging = begin()) {
      stage(staging, WriteMode.INSERT, 5, "kim");
      assertThatThrownBy(
              () ->
                  staging.atomically(
                      () -> {
                        stageMany(staging, WriteMode.INSERT, "p", 9_000);
                        throw new InvalidRequest("no");
                      }))
          .isInstanceOf(InvalidRequest.class);
      assertThat(people(staging)).hasSize(4);
      commit(staging);
    }
    assertThat(committed()).isEqualTo(4);
  }

  @Test
  void anIdThatIsTakenIsSaidAtOnceWhenThatIsAskedFor() {
    try (MutationStaging staging = begin()) {
      staging.conflictAtOnce();
      stage(staging, WriteMode.INSERT, 5, "kim");
      assertThatThrownBy(() -> stage(staging, WriteMode.INSERT, 5, "zoe", "ada"))
          .isInstanceOf(KeyConflict.class);
      assertThatThrownBy(() -> stage(staging, WriteMode.INSERT, 5, "zoe", "kim"))
          .isInstanceOf(KeyConflict.class);
      stage(staging, WriteMode.INSERT, 5, "zoe");
      age(staging, "zoe", 6);
      assertThatThrownBy(() -> stage(staging, WriteMode.INSERT, 5, "bob"))
          .isInstanceOf(KeyConflict.class);
      assertThatThrownBy(() -> stage(staging, WriteMode.INSERT, 5, "zoe"))
          .isInstanceOf(KeyConflict.class);
      commit(staging);
    }
    assertThat(committed()).isEqualTo(5);
  }

  @Test
  void frozenRowsStayAsTheyWere() {
    FrozenRows frozen;
    FrozenRows withoutAda;
    try (MutationStaging staging = begin()) {
      assertThat(staging.freeze(PERSON)).isEmpty();
      stage(staging, WriteMode.UPSERT, 5, "kim", "ada");
      frozen = staging.freeze(PERSON).orElseThrow();
      stage(staging, WriteMode.UPSERT, 6, "ada", "tom");
      assertThat(read(frozen)).containsExactly("ada 5", "bob 1", "eve 1", "kim 5");
      assertThat(people(staging)).contains("ada 6", "tom 6");
    }
    try (MutationStaging deleting = begin()) {
      deleting.deleteIds(PERSON, List.of("ada"));
      withoutAda = deleting.freeze(PERSON).orElseThrow();
      deleting.deleteIds(PERSON, List.of("bob"));
    }
    assertThat(read(frozen)).containsExactly("ada 5", "bob 1", "eve 1", "kim 5");
    assertThat(read(withoutAda)).containsExactly("bob 1", "eve 1");
    frozen.close();
    withoutAda.close();
  }

  @Test
  void theStateOfATypeStaysUntilSomethingIsWrittenToIt() {
    try (MutationStaging staging = begin()) {
      stage(staging, WriteMode.INSERT, 5, "kim");
      Object first = state(staging);
      assertThat(state(staging)).isSameAs(first);
      stage(staging, WriteMode.INSERT, 5, "tom");
      Object second = state(staging);
      assertThat(second).isNotSameAs(first);
      try (Mark mark = staging.mark()) {
        assertThat(state(staging)).isSameAs(second);
        age(staging, "ada", 7);
        Object third = state(staging);
        assertThat(third).isNotSameAs(second);
        age(staging, "ada", 8);
        assertThat(state(staging)).isNotSameAs(third);
        staging.rollbackTo(mark);
        assertThat(state(staging)).isNotIn(first, third);
      }
      stageMany(staging, WriteMode.INSERT, "many", 9_000);
      Object inFiles = state(staging);
      assertThat(state(staging)).isSameAs(inFiles);
      age(staging, "many1", 8);
      assertThat(state(staging)).isNotSameAs(inFiles);
    }
    try (MutationStaging deleting = begin()) {
      deleting.deleteIds(PERSON, List.of("ada"));
      Object first = state(deleting);
      assertThat(state(deleting)).isSameAs(first);
      deleting.deleteIds(PERSON, List.of("bob"));
      assertThat(state(deleting)).isNotSameAs(first);
    }
  }

  private static Object state(MutationStaging staging) {
    try (FrozenRows frozen = staging.freeze(PERSON).orElseThrow()) {
      return frozen.state();
    }
  }

  private List<String> read(FrozenRows frozen) {
    return rows(
        frozen.scan(List.of("name", "age"), Predicate.TRUE, 0, harness.graph().allocator()));
  }
}
