package org.omnigraph.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.query.kernel.KernelLimits;

/** A scan that is read in part because the rest does not count gives the answers of all rows. */
class NarrowingTest {
  private static final int ROWS = 400;

  @RegisterExtension final People people = new People();

  private final long seed = Long.getLong("narrowing.seed", 7);
  private final Random random = new Random(seed);

  @BeforeEach
  void someRows() {
    System.out.println("narrowing.seed=" + seed);
    String insert =
        "INSERT INTO Person (name, age, born, height, seen, serial) VALUES (?, ?, ?, ?, ?, ?)";
    people.engine().prepareUpdate(people.context(), insert).commit(rows("p"), Optional.empty());
    people
        .engine()
        .prepareUpdate(people.context(), "INSERT INTO Knows (src, dst, since) VALUES (?, ?, ?)")
        .commit(edges(), Optional.empty());
  }

  private List<List<@Nullable Object>> rows(String prefix) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      rows.add(
          Arrays.asList(
              List.of(prefix, prefix + "ü", prefix + "\uD83D\uDE00").get(random.nextInt(3)) + i,
              some((long) random.nextInt(90)),
              some(java.time.LocalDate.ofEpochDay(random.nextInt(2000) - 1000)),
              some(
                  List.of(0.0, -0.0, 1.5, -2.5, 1e300, random.nextDouble()).get(random.nextInt(6))),
              some(java.time.LocalDateTime.of(2020, 1, 1 + random.nextInt(28), 3, 4, 5, 6_000_000)),
              some((long) random.nextInt(1000))));
    }
    return rows;
  }

  private @Nullable Object some(Object value) {
    return random.nextInt(8) == 0 ? null : value;
  }

  private List<List<@Nullable Object>> edges() {
    List<String> names = people.rows("SELECT name FROM Person ORDER BY name");
    List<List<@Nullable Object>> edges = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      for (int step = 1; step < 4; step++) {
        edges.add(
            Arrays.asList(
                names.get(i), names.get((i + step * step) % ROWS), some((long) random.nextInt(9))));
      }
    }
    return edges;
  }

  private static final List<String> STATEMENTS = statements();

  private static List<String> statements() {
    List<String> all = new ArrayList<>();
    for (String column : List.of("name", "age", "born", "height", "seen", "serial")) {
      for (String order :
          List.of("", " DESC", " NULLS FIRST", " DESC NULLS LAST", " DESC NULLS FIRST")) {
        all.add("SELECT * FROM Person ORDER BY " + column + order + ", id LIMIT 7");
      }
      all.add(
          "SELECT name, age + 1 FROM Person WHERE age < 40 ORDER BY "
              + column
              + ", id LIMIT 3 OFFSET 2");
    }
    String some = "(SELECT * FROM Person WHERE age = 7)";
    for (String join :
        List.of(
            "JOIN Knows k ON k.src = p.id",
            "JOIN Knows k ON p.name = k.dst",
            "LEFT JOIN Knows k ON k.src = p.id AND k.since > 3",
            "RIGHT JOIN (SELECT * FROM Knows WHERE since = 3) k ON k.src = p.id")) {
      all.add("SELECT p.name, k.dst, k.since FROM " + some + " p " + join + " ORDER BY 1, 2, 3");
    }
    all.add(
        "SELECT k.src, q.name FROM "
            + some
            + " p JOIN Knows k ON k.src = p.id JOIN Person q ON q.id = k.dst ORDER BY 1, 2");
    all.add(
        "SELECT k.src, COUNT(*) FROM Knows k JOIN Person p ON p.id = k.dst WHERE p.age = 7"
            + " GROUP BY k.src ORDER BY 1");
    all.add(
        "SELECT p.name, (SELECT COUNT(*) FROM Knows k WHERE k.src = p.id) FROM Person p"
            + " WHERE p.age = 7 ORDER BY 1");
    all.add(
        "SELECT p.name FROM Person p WHERE p.age = 7 AND NOT EXISTS (SELECT 1 FROM Knows k"
            + " WHERE k.src = p.id AND k.since > 6) ORDER BY 1");
    all.add(
        "SELECT k.dst FROM Knows k WHERE k.src IN (SELECT id FROM Person WHERE age = 7)"
            + " ORDER BY 1");
    all.add(
        "SELECT p.name, k.dst FROM (SELECT * FROM Person ORDER BY height, id LIMIT 5) p JOIN Knows"
            + " k ON k.src = p.id ORDER BY 1, 2");
    all.add(
        "SELECT p.name, k.dst FROM "
            + some
            + " p FULL JOIN (SELECT * FROM Knows WHERE since = 2) k ON k.src = p.id ORDER BY 1, 2");
    all.add("SELECT p.name, k.dst FROM Person p JOIN Knows k ON k.src = p.id WHERE p.age = 500");
    return all;
  }

  private QueryEngine engine(long narrowedFrom) {
    return new QueryEngine(people.allocator(), KernelLimits.defaults().narrowingFrom(narrowedFrom));
  }

  private List<String> answer(QueryEngine engine, Optional<MutationStaging> in, String sql) {
    QueryContext seen =
        in.map(open -> people.context().in(new QueryContext.Transaction(open.base(), in)))
            .orElseGet(people::context);
    try (PreparedQuery query = engine.prepare(seen, sql)) {
      return SqlFixture.rows(query);
    }
  }

  /** Compares every {@code step}th statement, each in an engine that has read nothing before. */
  private int compare(int first, int step, Optional<MutationStaging> in) {
    int narrowed = 0;
    try (QueryEngine whole = engine(Long.MAX_VALUE)) {
      for (int i = first; i < STATEMENTS.size(); i += step) {
        String sql = STATEMENTS.get(i);
        try (QueryEngine narrowing = engine(0)) {
          String explained = String.join("\n", answer(narrowing, in, "EXPLAIN " + sql));
          narrowed += explained.contains("; first ") || explained.contains(" among the ") ? 1 : 0;
          assertThat(answer(narrowing, in, sql))
              .as("seed %d: %s", seed, sql)
              .isEqualTo(answer(whole, in, sql));
        }
      }
    }
    return narrowed;
  }

  @Test
  void committedRowsThatCountAreNotLost() {
    assertThat(compare(0, 1, Optional.empty())).isGreaterThan(STATEMENTS.size() / 2);
  }

  @Test
  void pendingRowsThatCountAreNotLost() {
    try (MutationStaging open = people.begin()) {
      String insert =
          "INSERT INTO Person (name, age, born, height, seen, serial) VALUES (?, ?, ?, ?, ?, ?)";
      people
          .engine()
          .prepareUpdate(
              people.context().in(new QueryContext.Transaction(open.base(), Optional.of(open))),
              insert)
          .execute(rows("q"), open);
      people.run(open, "UPDATE Person SET age = 7, height = -3e300 WHERE age = 8");
      people.run(open, "UPDATE Person SET age = 9, height = NULL WHERE age = 7 AND serial < 300");
      people.run(
          open,
          "INSERT INTO Knows (src, dst, since) SELECT id, id, 3 FROM Person WHERE name LIKE 'q%'");
      people.run(open, "UPDATE Knows SET since = 8 WHERE since = 3 AND src LIKE '%7'");
      compare(0, 2, Optional.of(open));
    }
    try (MutationStaging open = people.begin()) {
      people.run(open, "DELETE FROM Knows WHERE since < 3");
      people.run(open, "DELETE FROM Person WHERE age > 80 OR height < 0");
      compare(1, 2, Optional.of(open));
    }
  }

  @Test
  void whatNarrowsAScanIsExplained() {
    String keys =
        "SELECT k.dst FROM Person p JOIN Knows k ON k.src = p.id WHERE p.name = 'p7' OR p.age = 99";
    try (QueryEngine narrowing = engine(0)) {
      assertThat(answer(narrowing, Optional.empty(), "EXPLAIN " + STATEMENTS.get(1)))
          .anySatisfy(line -> assertThat(line).endsWith("rows; first 7 by name descending"));
      assertThat(answer(narrowing, Optional.empty(), "EXPLAIN " + keys))
          .anySatisfy(line -> assertThat(line).endsWith("rows; src among the id of Person"));
    }
    people.rows(keys);
    assertThat(people.rows("EXPLAIN " + keys))
        .filteredOn(line -> line.endsWith("rows; from memory"))
        .hasSize(2);
  }
}
