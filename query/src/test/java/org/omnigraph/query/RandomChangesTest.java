package org.omnigraph.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.engine.id.BranchName;

/** Differences between random states of random histories, beside those of two full scans. */
class RandomChangesTest {
  @RegisterExtension final People people = new People();

  private final List<BranchName> branches = new ArrayList<>(List.of(BranchName.MAIN));
  private final List<String> states = new ArrayList<>(List.of("main"));

  @Test
  void differencesAreThoseOfFullScans() {
    run(System.nanoTime(), 16, 12);
  }

  @Test
  @Tag("soak")
  void differencesOfLongHistoriesAreThoseOfFullScans() {
    run(System.nanoTime(), 300, 600);
  }

  private void run(long seed, int commits, int comparisons) {
    System.out.println("seed of random changes: " + seed);
    Random random = new Random(seed);
    for (int i = 0; i < commits; i++) {
      BranchName branch = branches.get(random.nextInt(branches.size()));
      if (branches.size() < 4 && random.nextInt(5) == 0) {
        BranchName made = BranchName.of("b" + branches.size());
        people.graph().createBranch(made, branch);
        branches.add(made);
        states.add(made.value());
        branch = made;
      }
      change(branch, statement(random, i == 0));
      states.add(branch + "@" + people.graph().snapshot(branch).commit().orElseThrow());
    }
    for (int i = 0; i < comparisons; i++) {
      String from = states.get(random.nextInt(states.size()));
      String to = states.get(random.nextInt(states.size()));
      for (String type : List.of("Person", "Knows")) {
        assertThat(changes(type, from, to))
            .as("seed %d: %s from %s to %s", seed, type, from, to)
            .containsExactlyElementsOf(differences(type, from, to));
      }
    }
  }

  private String statement(Random random, boolean first) {
    int some = 2 + random.nextInt(40);
    String which =
        "CAST(SUBSTRING(name FROM 2) AS INTEGER) % " + some + " = " + random.nextInt(some);
    return switch (first ? 0 : random.nextInt(8)) {
      case 0 -> inserted(random, 200 + random.nextInt(300));
      case 1 -> inserted(random, 1 + random.nextInt(3));
      case 2 -> "UPDATE Person SET age = " + random.nextInt(3) + " WHERE " + which;
      case 3 -> "UPDATE Person SET face = X'0" + random.nextInt(3) + "' WHERE " + which;
      case 4 -> "DELETE FROM Person WHERE " + which;
      case 5 ->
          "UPSERT INTO Knows (id, src, dst, since) SELECT 'k-' || id, id, id, "
              + random.nextInt(3)
              + " FROM Person WHERE "
              + which;
      case 6 ->
          "UPDATE Knows SET since = "
              + random.nextInt(3)
              + " WHERE "
              + which.replace("name FROM 2", "id FROM 4");
      default -> "DELETE FROM Knows WHERE " + which.replace("name FROM 2", "id FROM 4");
    };
  }

  private static String inserted(Random random, int rows) {
    List<String> values = new ArrayList<>();
    int from = random.nextInt(400);
    for (int i = 0; i < rows; i++) {
      values.add("('p" + (from + i) + "', " + random.nextInt(3) + ")");
    }
    return "UPSERT INTO Person (name, age) VALUES " + String.join(", ", values);
  }

  private void change(BranchName branch, String sql) {
    people
        .engine()
        .prepareUpdate(people.on(branch), sql)
        .commit(List.of(List.of()), Optional.empty());
  }

  private List<String> changes(String type, String from, String to) {
    return people.rows(
        "SELECT c.id, c.* FROM table_changes('"
            + type
            + "', '"
            + from
            + "', '"
            + to
            + "') AS c ORDER BY 1");
  }

  private List<String> differences(String type, String from, String to) {
    Map<String, String> before = rows(type, from);
    Map<String, String> after = rows(type, to);
    Map<String, String> changes = new TreeMap<>();
    after.forEach(
        (id, row) -> {
          String old = before.get(id);
          if (!row.equals(old)) {
            changes.put(id, id + "|" + (old == null ? "insert" : "update") + "|" + row);
          }
        });
    before.forEach(
        (id, row) -> {
          if (!after.containsKey(id)) {
            changes.put(id, id + "|delete|" + row);
          }
        });
    return List.copyOf(changes.values());
  }

  private Map<String, String> rows(String type, String state) {
    Map<String, String> rows = new TreeMap<>();
    for (String row : people.rows("SELECT * FROM \"" + state + "\"." + type)) {
      rows.put(row.substring(0, row.indexOf('|')), row);
    }
    return rows;
  }
}
