package org.omnigraph.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.omnigraph.engine.error.GraphException;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.query.catalog.GraphSource;
import org.omnigraph.query.catalog.Samples;
import org.omnigraph.query.catalog.SchemaRef;
import org.omnigraph.query.catalog.SqlCatalog;
import org.omnigraph.query.dml.DmlPlanner;
import org.omnigraph.query.running.RunningStatements;

/** Statements that are run for many rows of arguments at once. */
class ManyRunsTest {
  private static final String ALL = "SELECT name, age, height FROM Person ORDER BY name";

  @RegisterExtension final People people = new People();

  private void people(int count) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(Arrays.asList("p" + i, i % 50));
    }
    affected("INSERT INTO Person (name, age) VALUES (?, ?)", rows);
  }

  private long affected(String sql, List<List<@Nullable Object>> rows) {
    return people
        .engine()
        .prepareUpdate(people.context(), sql)
        .commit(rows, Optional.empty())
        .affected();
  }

  private boolean isOneQuery(String sql) {
    try (RunningStatements none = new RunningStatements()) {
      SqlCatalog catalog =
          new SqlCatalog(
              Map.of("people", GraphSource.of(people.graph(), new Samples(), none)),
              new SchemaRef("people", "main"),
              Optional.empty());
      return CompiledChange.of(new DmlPlanner(catalog, List.of()).plan(sql), catalog)
          .allRuns()
          .get()
          .isPresent();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "UPDATE Person SET age = ? WHERE id = ?;true",
        "UPDATE Person SET age = age + ? WHERE name < ? AND height IS NULL;true",
        "UPDATE Person SET age = ?, height = 1 WHERE age = ?;false",
        "UPDATE Person SET age = (SELECT MAX(stars) FROM Note) WHERE name = ?;false",
        "UPDATE Person SET age = 1;false",
        "DELETE FROM Person WHERE age = ? AND name > ?;true",
        "DELETE FROM Person WHERE id IN (SELECT src FROM Knows WHERE since = ?);false",
        "DELETE FROM Knows WHERE src = ? AND dst = ?;true",
        "INSERT INTO Person (name, age) VALUES (UPPER(?), ? + 1);true",
        "UPSERT INTO Person (name, age) VALUES (?, CASE WHEN ? > 3 THEN 1 ELSE ? END);true",
        "INSERT INTO Person (name, age) SELECT UPPER(?), ? + 1;true",
        "INSERT INTO Person (name, age) VALUES (UPPER(?), 1), (LOWER(?), 2);false",
        "INSERT INTO Person (name, age) VALUES (?, (SELECT MAX(stars) FROM Note));false",
        "INSERT INTO Person (name, age) SELECT name || ?, age FROM Person;false",
      })
  void runsThatDoNotSeeEachOtherAreOneQuery(String sql, boolean one) {
    assertThat(isOneQuery(sql)).isEqualTo(one);
  }

  /**
   * Each statement for random arguments at once, and one after the other on another graph state.
   */
  @Test
  void manyRunsDoWhatOneAfterTheOtherDoes() {
    people(200);
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (String sql :
        List.of(
            "UPDATE Person SET age = ?, height = ? WHERE name = ?",
            "UPDATE Person SET age = ? + MOD(age, 10), height = ? WHERE id = ? OR name < 'p11'",
            "UPDATE Person SET age = ? WHERE height > ? OR name = ?",
            "UPDATE Person SET height = ? + COALESCE(height, 0) WHERE age = ? OR name = ?",
            "UPSERT INTO Person (age, height, name) VALUES (? + 1, COALESCE(?, 0), UPPER(?))",
            "DELETE FROM Person WHERE age = ? OR height = ? OR name = ?")) {
      List<List<@Nullable Object>> runs = new ArrayList<>();
      for (int i = 0; i < 25; i++) {
        runs.add(
            Arrays.asList(
                random.nextInt(9) == 0 ? null : random.nextInt(50),
                random.nextInt(9) == 0 ? null : random.nextInt(20),
                "p" + random.nextInt(220)));
      }
      List<Long> apart = new ArrayList<>();
      List<String> expected;
      try (MutationStaging one = people.begin()) {
        for (List<@Nullable Object> run : runs) {
          apart.add(people.run(one, sql, run.toArray()));
        }
        expected = people.rows(one, ALL);
      }
      try (MutationStaging together = people.begin()) {
        QueryContext seen =
            people
                .context()
                .in(new QueryContext.Transaction(together.base(), Optional.of(together)));
        assertThat(people.engine().prepareUpdate(seen, sql).execute(runs, together))
            .as("%s, seed %d", sql, seed)
            .isEqualTo(apart);
        assertThat(people.rows(together, ALL)).as("%s, seed %d", sql, seed).isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "9000;VALUES (?, ?);9000|4500|20250000|n0",
        "3000;VALUES (UPPER(?), ? + 1);3000|1500|2251500|N0"
      })
  void manyInsertsAreOneCommit(int count, String values, String wanted) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(Arrays.asList("n" + i, i % 2 == 0 ? null : i));
    }
    assertThat(affected("INSERT INTO Note (text, stars) " + values, rows)).isEqualTo(count);
    assertThat(people.rows("SELECT COUNT(*), COUNT(stars), SUM(stars), MIN(text) FROM Note"))
        .containsExactly(wanted);
    assertThat(people.graph().commits(BranchName.MAIN)).hasSize(2);
  }

  @Test
  void upsertsOfOneKeyReplaceEachOther() {
    String sql = "UPSERT INTO Person (name, age) VALUES (LOWER(?), ? * 10)";
    List<List<@Nullable Object>> twice =
        List.of(
            List.of("ada", 1),
            List.of("bob", 2),
            List.of("ADA", 3),
            List.of("eve", 4),
            List.of("eve", 5));
    assertThat(affected(sql, twice)).isEqualTo(5);
    assertThat(people.rows(ALL)).containsExactly("ada|30|∅", "bob|20|∅", "eve|50|∅");
    List<List<@Nullable Object>> once =
        List.of(List.of("a", 1), List.of("b", 2), List.of("ada", 4), List.of("c", 4));
    assertThat(affected(sql, once)).isEqualTo(4);
    assertThat(people.rows(ALL))
        .containsExactly("a|10|∅", "ada|40|∅", "b|20|∅", "bob|20|∅", "c|40|∅", "eve|50|∅");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {"C, 3, 'c'", "e, 0, zero", "B, 3, 'b'"})
  void oneWrongInsertLeavesNothing(String name, int divisor, String words) {
    people.run("INSERT INTO Person (name) VALUES ('c')");
    List<List<@Nullable Object>> rows =
        List.of(List.of("a", 1), List.of("b", 2), List.of(name, divisor), List.of("d", 4));
    assertThatThrownBy(
            () -> affected("INSERT INTO Person (name, age) VALUES (LOWER(?), 10 / ?)", rows))
        .isInstanceOf(GraphException.class)
        .hasMessageContaining(words);
    assertThat(people.rows(ALL)).containsExactly("c|∅|∅");
  }

  @Test
  void argumentsOfEveryTypeFindTheirRow() {
    people.run(
        "INSERT INTO Person (name, age, born, height, seen, serial, tags, place, face, mood) VALUES"
            + " ('a', 1, '2001-01-01', 1.5, '2001-01-01 00:00:00.001', 1, ARRAY['x'], ARRAY[1, 2],"
            + " X'01', 'calm'), ('b', 2, '2002-02-02', 2.5, '2002-02-02 00:00:00.002', 2,"
            + " ARRAY['y'], ARRAY[3, 4], X'02', 'busy')");
    List<@Nullable Object> second =
        List.of(
            List.of("z"),
            List.of(5f, 6f),
            new byte[] {3},
            LocalDateTime.of(2003, 3, 3, 0, 0),
            LocalDate.of(2002, 2, 2),
            2.5,
            2,
            "busy");
    List<@Nullable Object> none = new ArrayList<>(second);
    none.set(7, null);

    assertThat(
            people
                .runEach(
                    "UPDATE Person SET tags = ?, place = ?, face = ?, seen = ?"
                        + " WHERE born = ? AND height = ? AND serial = ? AND mood = ?",
                    none,
                    none,
                    second,
                    none)
                .rows())
        .containsExactly(0L, 0L, 1L, 0L);
    assertThat(people.rows("SELECT name, tags, place, face, seen FROM Person ORDER BY name"))
        .containsExactly(
            "a|[\"x\"]|[1.0,2.0]|01|2001-01-01T00:00:00.001",
            "b|[\"z\"]|[5.0,6.0]|03|2003-03-03T00:00");
  }

  @Test
  void aRunThatIsRefusedLeavesNothingOfTheOthers() {
    people(2_000);
    List<List<@Nullable Object>> runs = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      runs.add(List.of(i == 1_900 ? 300 : 7, "p" + i));
    }
    PreparedUpdate update =
        people.engine().prepareUpdate(people.context(), "UPDATE Person SET age = ? WHERE name = ?");
    try (MutationStaging staging = people.begin()) {
      assertThatThrownBy(() -> update.execute(runs, staging))
          .isInstanceOf(InvalidRequest.class)
          .hasMessageContaining("age");
      assertThat(people.rows(staging, "SELECT COUNT(*) FROM Person WHERE age = 7"))
          .containsExactly("40");
      runs.set(1_900, List.of(7, "nobody"));
      assertThat(update.execute(runs, staging)).contains(0L).hasSize(2_000);
      assertThat(people.rows(staging, "SELECT COUNT(*) FROM Person WHERE age = 7"))
          .containsExactly("1999");
    }
  }
}
