package org.omnigraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.testkit.Statements.eq;
import static org.omnigraph.testkit.Statements.gt;
import static org.omnigraph.testkit.Team.KNOWS;
import static org.omnigraph.testkit.Team.NOTE;
import static org.omnigraph.testkit.Team.PERSON;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.KeyConflict;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.engine.error.Unsupported;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.pending.Budget;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.engine.pending.RowPlaces;
import org.omnigraph.engine.pending.RowSink;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.engine.pending.statement.Affected;
import org.omnigraph.engine.pending.statement.ValueRow;
import org.omnigraph.engine.table.Predicate;
import org.omnigraph.engine.write.CommitOptions;
import org.omnigraph.testkit.GraphHarness.Write;

/** A staging shows its rows as they would be, and takes new values by id. */
class PendingReadTest {
  @RegisterExtension final GraphHarness harness = GraphHarness.onDisk(Team.SCHEMA);

  private static Write people(WriteMode mode, int age, String... names) {
    List<Map<String, @Nullable Object>> rows = new ArrayList<>();
    for (String name : names) {
      Map<String, @Nullable Object> row = new HashMap<>();
      row.put("name", name);
      row.put("age", age);
      rows.add(row);
    }
    return new Write(PERSON, mode, rows);
  }

  @BeforeEach
  void prepare() {
    harness.write(
        people(WriteMode.INSERT, 1, "ada", "bob", "eve"),
        new Write(
            KNOWS,
            WriteMode.INSERT,
            List.of(Map.of("id", "k1", "src", "ada", "dst", "bob", "since", 1L))));
  }

  private MutationStaging begin() {
    return harness.graph().begin(BranchName.MAIN, Budget.KEYED);
  }

  private void commit(MutationStaging staging) {
    harness.graph().commit(staging, CommitOptions.ANONYMOUS);
  }

  /** The rows that a staging shows, each as its values in one text. */
  private List<String> scan(
      MutationStaging staging, TypeKey type, Predicate where, String... columns) {
    List<String> rows = new ArrayList<>();
    try (ArrowReader reader =
        staging.scan(type, Arrays.asList(columns), where, harness.graph().allocator())) {
      while (reader.loadNextBatch()) {
        VectorSchemaRoot batch = reader.getVectorSchemaRoot();
        for (int row = 0; row < batch.getRowCount(); row++) {
          StringBuilder text = new StringBuilder();
          for (FieldVector vector : batch.getFieldVectors()) {
            text.append(text.isEmpty() ? "" : " ").append(vector.getObject(row));
          }
          rows.add(text.toString());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    rows.sort(null);
    return rows;
  }

  private List<String> people(MutationStaging staging) {
    return scan(staging, PERSON, Predicate.TRUE, "name", "age");
  }

  private void update(MutationStaging staging, TypeKey type, @Nullable Object... values) {
    RowSink sink = staging.updates(type);
    try (VectorSchemaRoot row =
        ValueRow.of(Statements.values(values), harness.graph().allocator())) {
      sink.open(row.getSchema());
      sink.add(row, new DictionaryProvider.MapDictionaryProvider(), RowPlaces.numbered("", 0));
    }
    assertThat(sink.rows()).isEqualTo(1);
  }

  @Test
  void insertsUpsertsAndUpdatesShowBesideCommittedRows() {
    try (MutationStaging staging = begin()) {
      assertThat(staging.touches(PERSON)).isFalse();
      assertThat(people(staging)).containsExactly("ada 1", "bob 1", "eve 1");
      GraphHarness.stage(harness.graph(), staging, people(WriteMode.UPSERT, 7, "bob", "kim"));
      assertThat(staging.touches(PERSON)).isTrue();
      assertThat(people(staging)).containsExactly("ada 1", "bob 7", "eve 1", "kim 7");
      assertThat(scan(staging, PERSON, eq("age", 1), "name")).containsExactly("ada", "eve");
      staging.update(PERSON, eq("age", 1), Statements.values("age", 9), row -> "");
      staging.update(PERSON, eq("name", "kim"), Statements.values("age", 8), row -> "");
      assertThat(people(staging)).containsExactly("ada 9", "bob 7", "eve 9", "kim 8");
      assertThat(scan(staging, PERSON, gt("age", 8), "age", "id"))
          .containsExactly("9 ada", "9 eve");
      commit(staging);
    }
    assertThat(harness.rows(PERSON).values()).extracting("age").containsExactly(9, 7, 9, 8);
  }

  @Test
  void deletedRowsAndTheirEdgesDoNotShow() {
    try (MutationStaging staging = begin()) {
      staging.delete(PERSON, eq("name", "ada"));
      assertThat(people(staging)).containsExactly("bob 1", "eve 1");
      assertThat(scan(staging, KNOWS, Predicate.TRUE, "src", "dst")).isEmpty();
      assertThat(staging.touches(KNOWS)).isTrue();
    }
    assertThat(harness.rows(KNOWS)).hasSize(1);
  }

  @Test
  void aReplacedTypeShowsOnlyWhatReplacesIt() {
    try (MutationStaging staging = begin()) {
      GraphHarness.stage(harness.graph(), staging, people(WriteMode.REPLACE, 3, "ada", "bob"));
      assertThat(people(staging)).containsExactly("ada 3", "bob 3");
      GraphHarness.stage(harness.graph(), staging);
      assertThatThrownBy(
              () -> staging.update(PERSON, Predicate.TRUE, Statements.values("age", 4), row -> ""))
          .isInstanceOf(Unsupported.class)
          .hasMessageContaining("commit before the update");
    }
  }

  @Test
  void rowsThatWaitInFilesShowToo() {
    try (MutationStaging staging = harness.graph().begin(BranchName.MAIN, Budget.BULK)) {
      String[] names = new String[9000];
      Arrays.setAll(names, i -> i == 0 ? "ada" : "p" + i);
      GraphHarness.stage(harness.graph(), staging, people(WriteMode.UPSERT, 7, names));
      assertThat(people(staging)).hasSize(9002).contains("ada 7", "bob 1", "p8999 7");
      assertThat(scan(staging, PERSON, eq("name", "p8999"), "age")).containsExactly("7");
      GraphHarness.stage(harness.graph(), staging, people(WriteMode.UPSERT, 8, "kim"));
      assertThat(scan(staging, PERSON, eq("age", 8), "name")).containsExactly("kim");
      commit(staging);
    }
    assertThat(harness.rows(PERSON)).hasSize(9003);
  }

  @Test
  void newValuesAreGivenById() {
    try (MutationStaging staging = begin()) {
      update(staging, PERSON, "id", "ada", "age", 5);
      update(staging, PERSON, "id", "ada", "repoName", "r", "name", "ada");
      update(staging, KNOWS, "id", "k1", "since", 7L, "from", "ada");
      assertThat(scan(staging, PERSON, Predicate.TRUE, "id", "age", "repoName"))
          .containsExactly("ada 5 r", "bob 1 null", "eve 1 null");
      commit(staging);
    }
    assertThat(harness.rows(KNOWS).get("k1"))
        .isEqualTo(Map.of("src", "ada", "dst", "bob", "since", 7L));
    assertThat(harness.rows(PERSON).get("ada"))
        .containsEntry("age", 5)
        .containsEntry("repoName", "r");
  }

  @Test
  void whatDoesNotChangeAndWhatIsNotThereIsNamed() {
    try (MutationStaging staging = begin()) {
      assertThatThrownBy(() -> update(staging, PERSON, "id", "nobody", "age", 5))
          .isInstanceOf(NotFound.class)
          .hasMessageContaining("there is no Person 'nobody' to update");
      assertThatThrownBy(() -> update(staging, PERSON, "id", "ada", "name", "kim"))
          .isInstanceOf(InvalidRequest.class)
          .hasMessageContaining("cannot update @key property 'name' of Person");
      assertThatThrownBy(() -> update(staging, KNOWS, "id", "k1", "to", "eve"))
          .isInstanceOf(InvalidRequest.class)
          .hasMessageContaining("cannot update 'dst' of Knows");
      assertThatThrownBy(() -> update(staging, PERSON, "age", 5))
          .isInstanceOf(InvalidRequest.class)
          .hasMessageContaining("needs the column 'id'");
      assertThatThrownBy(() -> update(staging, PERSON, "id", "ada", "age", 500))
          .isInstanceOf(InvalidRequest.class)
          .hasMessageContaining("@range");
      assertThat(staging.isEmpty()).isTrue();
    }
  }

  @Test
  void anInsertStaysStrictBesideUpdates() {
    try (MutationStaging staging = begin()) {
      GraphHarness.stage(harness.graph(), staging, people(WriteMode.INSERT, 2, "kim"));
      update(staging, PERSON, "id", "kim", "age", 3);
      GraphHarness.stage(harness.graph(), staging, people(WriteMode.INSERT, 2, "max"));
      assertThatThrownBy(
              () ->
                  GraphHarness.stage(harness.graph(), staging, people(WriteMode.INSERT, 2, "kim")))
          .isInstanceOf(KeyConflict.class)
          .hasMessageContaining("'kim'");
      commit(staging);
    }
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada", "bob", "eve", "kim", "max");
    try (MutationStaging staging = begin()) {
      update(staging, PERSON, "id", "kim", "age", 4);
      GraphHarness.stage(harness.graph(), staging, people(WriteMode.INSERT, 2, "ada"));
      assertThatThrownBy(() -> commit(staging))
          .isInstanceOf(KeyConflict.class)
          .hasMessageContaining("'ada'");
    }
    assertThat(harness.rows(PERSON).get("kim")).containsEntry("age", 3);
    try (MutationStaging staging = begin()) {
      GraphHarness.stage(harness.graph(), staging, people(WriteMode.INSERT, 2, "lee", "ada"));
      update(staging, PERSON, "id", "lee", "age", 3);
      assertThatThrownBy(() -> commit(staging)).isInstanceOf(KeyConflict.class);
    }
  }

  @Test
  void rowsWithoutAKeyAreUpdatedById() {
    try (MutationStaging staging = begin()) {
      GraphHarness.stage(
          harness.graph(),
          staging,
          new Write(NOTE, WriteMode.INSERT, List.of(Map.of("text", "a"))));
      String id = scan(staging, NOTE, Predicate.TRUE, "id").get(0);
      update(staging, NOTE, "id", id, "text", "b");
      assertThat(staging.update(NOTE, eq("text", "b"), Statements.values("u32", 4), row -> ""))
          .isEqualTo(new Affected(1, 0));
      commit(staging);
      assertThat(harness.rows(NOTE).get(id)).containsEntry("text", "b").containsEntry("u32", 4);
    }
  }
}
