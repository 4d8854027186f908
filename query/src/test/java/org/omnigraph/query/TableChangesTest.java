package org.omnigraph.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.engine.error.GraphException;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.engine.id.BranchName;

/** What differs between two snapshots. */
class TableChangesTest {
  private static final BranchName DEV = BranchName.of("dev");

  @RegisterExtension final People people = new People();

  private String commit(String sql) {
    return commit(BranchName.MAIN, sql);
  }

  private String commit(BranchName branch, String sql) {
    people
        .engine()
        .prepareUpdate(people.on(branch), sql)
        .commit(List.of(List.of()), Optional.empty());
    return head(branch);
  }

  private String head(BranchName branch) {
    return people.graph().snapshot(branch).commit().orElseThrow().value();
  }

  private List<String> changes(String type, String from, String to) {
    return changes("change, id", type, from, to);
  }

  private List<String> changes(String columns, String type, String from, String to) {
    return people.rows(
        String.format(
            "SELECT %s FROM table_changes('%s', '%s', '%s') ORDER BY id, change",
            columns, type, from, to));
  }

  @Test
  void rowsAreInsertedUpdatedAndDeleted() {
    String empty = head(BranchName.MAIN);
    String one =
        commit(
            "INSERT INTO Person (name, age) VALUES ('Ada', 36), ('Bob', 5), ('Cyd', 7), ('Dan', 1)");
    String two = commit("UPDATE Person SET age = age + 1 WHERE name IN ('Ada', 'Bob')");
    String three = commit("DELETE FROM Person WHERE name IN ('Bob', 'Cyd')");
    String four = commit("INSERT INTO Person (name, age) VALUES ('Eve', 2)");
    assertThat(changes("change, name, age", "Person", one, four))
        .containsExactly("update|Ada|37", "delete|Bob|5", "delete|Cyd|7", "insert|Eve|2");
    assertThat(changes("change, name, age", "Person", four, one))
        .containsExactly("update|Ada|36", "insert|Bob|5", "insert|Cyd|7", "delete|Eve|2");
    assertThat(changes("Person", empty, one))
        .containsExactly("insert|Ada", "insert|Bob", "insert|Cyd", "insert|Dan");
    assertThat(changes("Person", two, three)).containsExactly("delete|Bob", "delete|Cyd");
    assertThat(changes("Person", four, "main")).isEmpty();
    assertThat(changes("Person", "main@" + empty, "main@now")).hasSize(3);
  }

  @Test
  void parametersChooseTheStates() {
    String one = commit("INSERT INTO Person (name, age) VALUES ('Ada', 36)");
    people.graph().createBranch(DEV, BranchName.MAIN);
    String onDev = commit(DEV, "INSERT INTO Person (name, age) VALUES ('Dan', 1)");
    String two = commit("UPDATE Person SET age = 37");
    String sql = "SELECT change, name, age FROM table_changes('Person', ?, ?) ORDER BY id";
    assertThat(people.rows(sql, one, two)).containsExactly("update|Ada|37");
    assertThat(people.rows(sql, two, one)).containsExactly("update|Ada|36");
    assertThat(people.rows(sql, "main@" + one, "main")).containsExactly("update|Ada|37");
    assertThat(people.rows(sql, "main", "dev")).containsExactly("update|Ada|36", "insert|Dan|1");
    assertThat(people.rows(sql, onDev, "main")).containsExactly("update|Ada|37", "delete|Dan|1");
    assertThat(
            people.rows(
                "SELECT change, name FROM table_changes('Person', ?, 'main') WHERE name = ?",
                one,
                "Ada"))
        .containsExactly("update|Ada");
    for (String none : List.of("nowhere", "main@?1", "main@state ?2")) {
      assertThatThrownBy(() -> people.rows(sql, none, two))
          .isInstanceOf(GraphException.class)
          .hasMessageContaining("'" + none + "' is no");
    }
    assertThatThrownBy(() -> people.rows(sql, one, null))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("parameter 2 chooses a snapshot");
  }

  @Test
  void aRowThatIsWrittenAnewAsItWasIsNoChange() {
    String one = commit("INSERT INTO Person (name, age) VALUES ('Ada', 36), ('Bob', 5)");
    commit("UPDATE Person SET age = 40 WHERE name = 'Ada'");
    String back = commit("UPDATE Person SET age = 36 WHERE name = 'Ada'");
    assertThat(changes("Person", one, back)).isEmpty();
    commit("DELETE FROM Person WHERE name = 'Bob'");
    String again = commit("INSERT INTO Person (name, age) VALUES ('Bob', 5)");
    assertThat(changes("Person", one, again)).isEmpty();
    String other = commit("UPSERT INTO Person (name, age) VALUES ('Bob', 6)");
    assertThat(changes("change, name, age", "Person", one, other)).containsExactly("update|Bob|6");
  }

  @Test
  void everyColumnCounts() {
    String base = "name = 'Ada'";
    commit("INSERT INTO Person (name) VALUES ('Ada'), ('Bob')");
    for (String set :
        List.of(
            "age = 1",
            "born = DATE '1815-12-10'",
            "height = 1.5",
            "height = 1.6",
            "seen = TIMESTAMP '2026-01-01 00:00:00.001'",
            "serial = 18446744073709551615",
            "tags = ARRAY['a', 'b']",
            "tags = ARRAY['b', 'a']",
            "place = ARRAY[1.0, 2.0]",
            "place = ARRAY[1.0, 2.5]",
            "face = X'00ff'",
            "face = X'00fe'",
            "mood = 'calm'",
            "mood = NULL",
            "tags = NULL")) {
      String before = head(BranchName.MAIN);
      String after = commit("UPDATE Person SET " + set + " WHERE " + base);
      assertThat(changes("Person", before, after)).as(set).containsExactly("update|Ada");
      assertThat(
              people.rows(
                  "SELECT c.* FROM table_changes('Person', '" + before + "', '" + after + "') c"))
          .as(set)
          .containsExactly("update|" + people.rows("SELECT * FROM Person WHERE " + base).get(0));
    }
  }

  @Test
  void manyRowsThatAreGoneAreFound() {
    String digits = "(VALUES 0, 1, 2, 3, 4, 5, 6, 7, 8, 9)";
    String one =
        commit(
            "INSERT INTO Note (id, text, stars) SELECT n, n, x FROM (SELECT CAST(a.d + 10 * b.d +"
                + " 100 * c.d + 1000 * e.d + 10000 AS VARCHAR) AS n, a.d AS x FROM "
                + digits
                + " AS a(d), "
                + digits
                + " AS b(d), "
                + digits
                + " AS c(d), "
                + digits
                + " AS e(d)) AS s");
    String two = commit("DELETE FROM Note WHERE stars < 6");
    String three = commit("UPDATE Note SET stars = 60 WHERE id = '10009'");
    String four = commit("DELETE FROM Note WHERE id IN ('10007', '10017')");
    String counts =
        "SELECT change, COUNT(*), MIN(id), SUM(stars) FROM table_changes('Note', '%s', '%s') GROUP"
            + " BY change ORDER BY 1";
    assertThat(people.rows(String.format(counts, one, two)))
        .containsExactly("delete|6000|10000|15000");
    assertThat(people.rows(String.format(counts, two, one)))
        .containsExactly("insert|6000|10000|15000");
    assertThat(people.rows(String.format(counts, one, four)))
        .containsExactly("delete|6002|10000|15014", "update|1|10009|60");
    assertThat(people.rows(String.format(counts, three, four)))
        .containsExactly("delete|2|10007|14");
    assertThat(people.rows(String.format(counts, four, two)))
        .containsExactly("insert|2|10007|14", "update|1|10009|9");
  }

  @Test
  void edgesHaveChangesToo() {
    String none = commit("INSERT INTO Person (name) VALUES ('Ada'), ('Bob'), ('Cyd')");
    String one =
        commit(
            "INSERT INTO Knows (id, src, dst) VALUES ('k1', 'Ada', 'Bob'), ('k2', 'Bob', 'Cyd')");
    commit("UPDATE Knows SET since = 2000 WHERE id = 'k2'");
    String two = commit("DELETE FROM Person WHERE name = 'Ada'");
    assertThat(changes("change, id, src, dst, since", "Knows", one, two))
        .containsExactly("delete|k1|Ada|Bob|∅", "update|k2|Bob|Cyd|2000");
    assertThat(changes("knows", none, one)).containsExactly("insert|k1", "insert|k2");
  }

  @Test
  void branchesAreCompared() {
    commit("INSERT INTO Person (name, age) VALUES ('Ada', 36), ('Bob', 5), ('Cyd', 7)");
    people.graph().createBranch(DEV, BranchName.MAIN);
    assertThat(changes("Person", "main", "dev")).isEmpty();
    String forked = commit(DEV, "UPDATE Person SET age = 50 WHERE name = 'Ada'");
    assertThat(changes("change, id, age", "Person", "main", "dev"))
        .containsExactly("update|Ada|50");
    commit("DELETE FROM Person WHERE name = 'Bob'");
    commit(DEV, "INSERT INTO Person (name, age) VALUES ('Eve', 1)");
    assertThat(changes("change, id, age", "Person", "main", "dev"))
        .containsExactly("update|Ada|50", "insert|Bob|5", "insert|Eve|1");
    assertThat(changes("change, id, age", "Person", "dev", "main"))
        .containsExactly("update|Ada|36", "delete|Bob|5", "delete|Eve|1");
    assertThat(changes("Person", "dev@" + forked, "dev")).containsExactly("insert|Eve");
    assertThat(changes("Person", forked, "dev")).containsExactly("insert|Eve");
    people.graph().createBranch(BranchName.of("dev2"), DEV);
    commit(BranchName.of("dev2"), "DELETE FROM Person");
    assertThat(changes("Person", "dev", "dev2"))
        .containsExactly("delete|Ada", "delete|Bob", "delete|Cyd", "delete|Eve");
    assertThat(changes("Person", "dev2", "main")).containsExactly("insert|Ada", "insert|Cyd");
  }

  @Test
  void aTypeIsNamedByItsWordToo() {
    String none = head(BranchName.MAIN);
    commit("INSERT INTO Person (name) VALUES ('Ada')");
    assertThat(
            people.rows(
                "SELECT Person.change FROM TABLE(TABLE_CHANGES(person, '" + none + "', 'main'))"))
        .containsExactly("insert");
    assertThat(
            people.rows(
                "SELECT COUNT(*) FROM table_changes('Person', '"
                    + none
                    + "', CURRENT_TIMESTAMP) c JOIN Person p ON p.id = c.id WHERE c.change = 'insert'"))
        .containsExactly("1");
  }

  @Test
  void whatCannotBeComparedIsRefused() {
    String one = head(BranchName.MAIN);
    assertThatThrownBy(() -> changes("Person", one, "nowhere"))
        .isInstanceOf(NotFound.class)
        .hasMessageContaining("'nowhere' is no branch, no commit and no time")
        .hasMessageContaining("[main]");
    assertThatThrownBy(() -> changes("Person", "gone@" + one, "main"))
        .isInstanceOf(NotFound.class)
        .hasMessageContaining("branch 'gone' not found");
    assertThatThrownBy(() -> changes("Persona", one, "main"))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("Persona")
        .hasMessageContaining("Person,");
    assertThatThrownBy(() -> people.rows("SELECT * FROM table_changes('Person')"))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("takes a type and two states");
    assertThatThrownBy(() -> people.rows("SELECT * FROM table_changes(1, 'main', 'main')"))
        .hasMessageContaining("takes the name of a type");
  }
}
