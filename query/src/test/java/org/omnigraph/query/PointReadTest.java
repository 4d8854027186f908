package org.omnigraph.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Rows by their ids and keys in a table of many small fragments, some of which are left out. */
class PointReadTest {
  private static final int CHANGES = 60;

  @RegisterExtension final People people = new People();

  @Test
  void rowsAreFoundByIdAndKeyWhateverWasWritten() {
    Random random = new Random(7);
    Map<String, Integer> ages = new TreeMap<>();
    for (int i = 0; i < CHANGES; i++) {
      String name = "p" + random.nextInt(CHANGES / 2);
      if (!ages.containsKey(name)) {
        people.run("INSERT INTO Person (name, age) VALUES ('" + name + "', " + i + ")");
        ages.put(name, i);
      } else if (random.nextBoolean()) {
        people.run("UPDATE Person SET age = " + i + " WHERE name = '" + name + "'");
        ages.put(name, i);
      } else {
        people.run("DELETE FROM Person WHERE name = '" + name + "'");
        ages.remove(name);
      }
      String other = "p" + random.nextInt(CHANGES / 2);
      for (String column : new String[] {"name", "id"}) {
        assertThat(people.rows("SELECT age FROM Person WHERE " + column + " = ?", other))
            .as("%s after %s changes", other, i)
            .isEqualTo(ages.containsKey(other) ? List.of(ages.get(other).toString()) : List.of());
      }
      assertThat(
              people.rows(
                  "SELECT COUNT(*) FROM Person WHERE name IN (?, ?) AND age >= 0", name, other))
          .containsExactly(
              Long.toString(Stream.of(name, other).distinct().filter(ages::containsKey).count()));
      long others = ages.size() - (ages.containsKey(other) ? 1 : 0);
      assertThat(people.rows("SELECT COUNT(*) FROM Person WHERE name <> ?", other))
          .containsExactly(Long.toString(others));
      assertThat(people.rows("SELECT COUNT(*) FROM Person WHERE name = ? OR age >= 0", other))
          .containsExactly(Integer.toString(ages.size()));
      assertThat(people.rows("SELECT COUNT(*) FROM Person WHERE NOT (name = ?)", other))
          .containsExactly(Long.toString(others));
    }
    assertThat(ages).isNotEmpty();
  }
}
