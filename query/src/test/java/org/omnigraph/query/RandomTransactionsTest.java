package org.omnigraph.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.KeyConflict;
import org.omnigraph.engine.error.ReadSetChanged;
import org.omnigraph.engine.pending.MutationStaging;

/**
 * Random transactions of inserts, upserts, updates, merges, deletes, savepoints and statements that
 * fail, beside a model in memory. After each statement the transaction sees the model and others
 * see the committed one.
 */
class RandomTransactionsTest {
  private static final String PEOPLE = "SELECT name, age FROM Person ORDER BY name";
  private static final String KNOWS = "SELECT id, src, dst, since FROM Knows ORDER BY id";

  @RegisterExtension final People people = new People();

  /** Ages by name and edges by id, each as its columns. */
  private record Model(TreeMap<String, Long> ages, TreeMap<String, String[]> edges) {
    Model() {
      this(new TreeMap<>(), new TreeMap<>());
    }

    Model copy() {
      return new Model(new TreeMap<>(ages), new TreeMap<>(edges));
    }

    List<String> people() {
      List<String> rows = new ArrayList<>();
      ages.forEach((name, age) -> rows.add(name + "|" + (age == null ? "∅" : age)));
      return rows;
    }

    List<String> bySince() {
      TreeMap<Long, List<String[]>> groups = new TreeMap<>();
      edges
          .values()
          .forEach(
              e -> groups.computeIfAbsent(Long.parseLong(e[2]), s -> new ArrayList<>()).add(e));
      List<String> rows = new ArrayList<>();
      groups.forEach(
          (since, group) ->
              rows.add(
                  since
                      + "|"
                      + group.size()
                      + "|"
                      + group.stream().map(e -> e[0]).distinct().count()
                      + "|"
                      + group.stream().map(e -> e[1]).sorted().findFirst().orElseThrow()));
      return rows;
    }

    List<String> friends() {
      List<String> rows = new ArrayList<>();
      for (String name : ages.keySet()) {
        List<String[]> own = edges.values().stream().filter(e -> e[0].equals(name)).toList();
        Long sum = own.isEmpty() ? null : own.stream().mapToLong(e -> ages.get(e[1])).sum();
        rows.add(name + "|" + own.size() + "|" + text(sum));
      }
      return rows;
    }

    List<String> ranked() {
      List<String> rows = new ArrayList<>();
      long sum = 0;
      String before = null;
      for (Map.Entry<String, Long> person : ages.entrySet()) {
        sum += person.getValue();
        long rank = 1 + ages.values().stream().filter(age -> age < person.getValue()).count();
        rows.add(person.getKey() + "|" + rank + "|" + sum + "|" + text(before));
        before = person.getKey();
      }
      return rows;
    }

    List<String> unknownAndOld() {
      long oldest = ages.values().stream().mapToLong(age -> age).max().orElse(0);
      return ages.entrySet().stream()
          .filter(p -> p.getValue() >= oldest - 50)
          .map(Map.Entry::getKey)
          .filter(
              name ->
                  edges.values().stream()
                      .noneMatch(e -> e[1].equals(name) && Long.parseLong(e[2]) < 3))
          .toList();
    }

    List<String> reachedFromOne() {
      TreeSet<String> reached = new TreeSet<>();
      Deque<String> next = new ArrayDeque<>(List.of("p1"));
      while (!next.isEmpty()) {
        String at = next.pop();
        edges.values().stream()
            .filter(e -> e[0].equals(at))
            .filter(e -> reached.add(e[1]))
            .forEach(e -> next.push(e[1]));
      }
      return List.copyOf(reached);
    }

    List<String> knows() {
      List<String> rows = new ArrayList<>();
      edges.forEach((id, e) -> rows.add(id + "|" + e[0] + "|" + e[1] + "|" + e[2]));
      return rows;
    }
  }

  /** A query, and what a model answers to it. */
  private record Reading(String sql, Function<Model, List<String>> of) {}

  private static String text(@Nullable Object value) {
    return value == null ? "∅" : String.valueOf(value);
  }

  private static final List<Reading> READINGS =
      List.of(
          new Reading("SELECT COUNT(*) FROM Person", m -> List.of("" + m.ages().size())),
          new Reading("SELECT COUNT(*) FROM Knows", m -> List.of("" + m.edges().size())),
          new Reading(
              "SELECT since, COUNT(*), COUNT(DISTINCT src), MIN(dst) FROM Knows GROUP BY since"
                  + " ORDER BY since",
              Model::bySince),
          new Reading(
              "SELECT a.name, COUNT(k.id), SUM(b.age) FROM Person a LEFT JOIN Knows k ON k.src ="
                  + " a.id LEFT JOIN Person b ON b.id = k.dst GROUP BY a.name ORDER BY a.name",
              Model::friends),
          new Reading(
              "SELECT name, RANK() OVER (ORDER BY age), SUM(age) OVER (ORDER BY name ROWS BETWEEN"
                  + " UNBOUNDED PRECEDING AND CURRENT ROW), LAG(name) OVER (ORDER BY name)"
                  + " FROM Person ORDER BY name",
              Model::ranked),
          new Reading(
              "SELECT name FROM Person p WHERE NOT EXISTS (SELECT 1 FROM Knows k WHERE k.dst = p.id"
                  + " AND k.since < 3) AND age >= (SELECT MAX(age) - 50 FROM Person) ORDER BY name",
              Model::unknownAndOld),
          new Reading(
              "SELECT COUNT(*) FROM Knows WHERE src IN (SELECT id FROM Person WHERE age < 50)",
              m ->
                  List.of(
                      ""
                          + m.edges().values().stream()
                              .filter(e -> m.ages().get(e[0]) < 50)
                              .count())),
          new Reading(
              "SELECT name FROM Person EXCEPT SELECT src FROM Knows ORDER BY 1",
              m ->
                  m.ages().keySet().stream()
                      .filter(n -> m.edges().values().stream().noneMatch(e -> e[0].equals(n)))
                      .toList()),
          new Reading(
              "WITH RECURSIVE r(id) AS (SELECT dst AS id FROM Knows WHERE src = 'p1' UNION SELECT"
                  + " k.dst FROM r JOIN Knows k ON k.src = r.id) SELECT id FROM r ORDER BY id",
              Model::reachedFromOne));

  private record Savepoint(MutationStaging.Mark mark, Model model) {}

  /** One transaction and what it should see. */
  private final class Open {
    final MutationStaging staging = people.begin();
    final Random random;
    final boolean deletes;
    final Deque<Savepoint> savepoints = new ArrayDeque<>();
    Model model;

    Open(Random random, Model committed) {
      this.random = random;
      this.deletes = random.nextInt(4) == 0;
      this.model = committed.copy();
      staging.conflictAtOnce();
    }

    private String name() {
      return "p" + random.nextInt(12);
    }

    private String sql(String statement) {
      people.run(staging, statement);
      return statement;
    }

    String step() {
      if (random.nextInt(6) == 0) {
        return savepoint();
      }
      return deletes ? delete() : write();
    }

    private String savepoint() {
      if (savepoints.isEmpty() || random.nextBoolean()) {
        savepoints.push(new Savepoint(staging.mark(), model.copy()));
        return "SAVEPOINT " + savepoints.size();
      }
      int back = random.nextInt(savepoints.size());
      for (int i = 0; i < back; i++) {
        savepoints.pop().mark().close();
      }
      staging.rollbackTo(savepoints.element().mark());
      model = savepoints.element().model().copy();
      return "ROLLBACK TO " + savepoints.size();
    }

    private String delete() {
      if (random.nextBoolean()) {
        String name = name();
        model.ages().remove(name);
        model.edges().values().removeIf(e -> e[0].equals(name) || e[1].equals(name));
        return sql("DELETE FROM Person WHERE name = '" + name + "'");
      }
      int since = random.nextInt(5);
      model.edges().values().removeIf(e -> e[2].equals(String.valueOf(since)));
      return sql("DELETE FROM Knows WHERE since = " + since);
    }

    private String write() {
      return switch (random.nextInt(8)) {
        case 0, 1 -> insert();
        case 2 -> update();
        case 3 -> shift();
        case 4 -> merge();
        case 5 -> edge();
        case 6 -> edgeUpdate();
        default -> failing();
      };
    }

    private String insert() {
      String name = name();
      long age = random.nextInt(100);
      String statement = "INSERT INTO Person (name, age) VALUES ('" + name + "', " + age + ")";
      if (!model.ages().containsKey(name)) {
        model.ages().put(name, age);
        return sql(statement);
      }
      try {
        sql(statement);
        return fail("no conflict for " + statement);
      } catch (KeyConflict expected) {
        return statement + " -- conflict";
      }
    }

    private String update() {
      String name = name();
      boolean matches = model.ages().computeIfPresent(name, (n, age) -> 42L) != null;
      String statement = "UPDATE Person SET age = 42 WHERE name = '" + name + "'";
      assertThat(people.run(staging, statement)).isEqualTo(matches ? 1 : 0);
      return statement;
    }

    private String shift() {
      int limit = random.nextInt(100);
      model.ages().replaceAll((name, age) -> age < limit ? age + 1 : age);
      return sql("UPDATE Person SET age = age + 1 WHERE age < " + limit);
    }

    private String merge() {
      TreeSet<String> names = new TreeSet<>(List.of(name(), name(), name()));
      String values = "('" + String.join("', 7), ('", names) + "', 7)";
      for (String name : names) {
        model.ages().merge(name, 7L, (old, seven) -> old + 7 > 200 ? 0 : old + 7);
      }
      return sql(
          "MERGE INTO Person AS p USING (VALUES "
              + values
              + ") AS s(name, age) ON p.name = s.name WHEN MATCHED THEN UPDATE SET age ="
              + " CASE WHEN p.age + s.age > 200 THEN 0 ELSE p.age + s.age END"
              + " WHEN NOT MATCHED THEN INSERT (name, age) VALUES (s.name, s.age)");
    }

    private String edge() {
      List<String> names = new ArrayList<>(model.ages().keySet());
      if (names.isEmpty()) {
        return "nobody";
      }
      String src = names.get(random.nextInt(names.size()));
      String dst = names.get(random.nextInt(names.size()));
      String id = src + "-" + dst;
      if (model.edges().containsKey(id)) {
        return "they know each other";
      }
      String since = String.valueOf(random.nextInt(5));
      model.edges().put(id, new String[] {src, dst, since});
      return sql(
          String.format(
              "INSERT INTO Knows (id, src, dst, since) VALUES ('%s', '%s', '%s', %s)",
              id, src, dst, since));
    }

    private String edgeUpdate() {
      String name = name();
      model
          .edges()
          .replaceAll(
              (id, e) ->
                  e[0].equals(name)
                      ? new String[] {e[0], e[1], String.valueOf(Long.parseLong(e[2]) + 1)}
                      : e);
      return sql("UPDATE Knows SET since = since + 1 WHERE src = '" + name + "'");
    }

    private String failing() {
      String statement = "UPDATE Person SET age = 201 - age";
      boolean fails = model.ages().values().stream().anyMatch(age -> age < 1);
      if (!fails) {
        model.ages().replaceAll((name, age) -> 201 - age);
        return sql(statement);
      }
      try {
        sql(statement);
        return fail("no error for " + statement);
      } catch (InvalidRequest expected) {
        return statement + " -- refused";
      }
    }

    void check(Map<String, Integer> seen) {
      assertThat(people.rows(staging, PEOPLE)).isEqualTo(model.people());
      assertThat(people.rows(staging, KNOWS)).isEqualTo(model.knows());
      assertThat(people.rows(staging, "SELECT COUNT(*), SUM(age) FROM Person WHERE age > 50"))
          .isEqualTo(List.of(above50()));
      assertThat(
              people.rows(
                  staging,
                  "SELECT COUNT(*) FROM Knows k JOIN Person a ON a.id = k.src JOIN Person b"
                      + " ON b.id = k.dst"))
          .containsExactly(String.valueOf(model.edges().size()));
      Reading reading = READINGS.get(random.nextInt(READINGS.size()));
      assertThat(people.rows(staging, reading.sql()))
          .as(reading.sql())
          .isEqualTo(reading.of().apply(model));
      seen.merge("checks", 1, Integer::sum);
    }

    private String above50() {
      List<Long> old = model.ages().values().stream().filter(age -> age > 50).toList();
      return old.size()
          + "|"
          + (old.isEmpty() ? "∅" : String.valueOf(old.stream().mapToLong(a -> a).sum()));
    }
  }

  private void run(long seed, int transactions) {
    Random random = new Random(seed);
    Model committed = new Model();
    List<String> log = new ArrayList<>();
    Map<String, Integer> seen = new TreeMap<>();
    try {
      for (int i = 0; i < transactions; i++) {
        Open open = new Open(random, committed);
        log.add("BEGIN");
        try (MutationStaging staging = open.staging) {
          for (int step = random.nextInt(12); step >= 0; step--) {
            log.add(open.step());
            open.check(seen);
          }
          assertThat(people.rows(PEOPLE)).isEqualTo(committed.people());
          assertThat(people.rows(KNOWS)).isEqualTo(committed.knows());
          boolean rival = random.nextInt(5) == 0;
          if (rival) {
            log.add("a rival inserts r" + i);
            people.run("INSERT INTO Person (name, age) VALUES ('r" + i + "', 1)");
            committed.ages().put("r" + i, 1L);
          }
          if (random.nextInt(3) > 0) {
            log.add("COMMIT");
            try {
              people.commit(staging);
              committed = open.model;
              if (rival) {
                committed.ages().put("r" + i, 1L);
              }
            } catch (ReadSetChanged moved) {
              assertThat(rival).as("nobody moved the branch").isTrue();
              seen.merge("conflicts", 1, Integer::sum);
            }
          }
        }
        assertThat(people.rows(PEOPLE)).isEqualTo(committed.people());
        assertThat(people.rows(KNOWS)).isEqualTo(committed.knows());
      }
      assertThat(seen.get("checks")).isPositive();
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError("seed " + seed + " after\n" + String.join("\n", log), e);
    }
  }

  @Test
  void aTransactionSeesWhatTheModelSays() {
    run(System.nanoTime(), 12);
  }

  @Test
  void theSameFromAFixedSeed() {
    run(20_240_601L, 12);
  }

  @Tag("soak")
  @Test
  void manyTransactions() {
    run(System.nanoTime(), 1_000);
  }
}
