package org.omnigraph.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.omnigraph.engine.error.GraphException;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.KeyConflict;
import org.omnigraph.engine.error.ReadSetChanged;
import org.omnigraph.engine.pending.MutationStaging;

/** A transaction sees its own rows beside the committed ones; nobody else does. */
class PendingRowsTest {
  private static final String NAMES = "SELECT name, age FROM Person ORDER BY name";

  @RegisterExtension final People people = new People();

  @BeforeEach
  void threePeople() {
    people.run("INSERT INTO Person (name, age) VALUES ('ada', 36), ('bob', 7), ('eve', 1)");
    people.run("INSERT INTO Knows (src, dst, since) VALUES ('ada', 'bob', 1), ('bob', 'eve', 2)");
  }

  @Test
  void theNewestWriteOfAnIdWins() {
    try (MutationStaging open = people.begin()) {
      people.run(open, "UPDATE Person SET age = age + 1 WHERE age > 5");
      people.run(open, "INSERT INTO Person (name, age) VALUES ('kim', 50)");
      people.run(open, "UPDATE Person SET age = age * 2 WHERE name IN ('bob', 'kim')");

      assertThat(people.rows(open, NAMES)).containsExactly("ada|37", "bob|16", "eve|1", "kim|100");
      assertThat(people.rows(open, "SELECT name FROM Person WHERE age = 7 OR age = 8")).isEmpty();
      assertThat(people.rows(open, "SELECT COUNT(*) FROM Person")).containsExactly("4");
      assertThat(people.rows(open, "SELECT COUNT(*) FROM Person WHERE age > ?", 16))
          .containsExactly("2");
      assertThat(people.rows(open, "SELECT SUM(age), MIN(name) FROM Person"))
          .containsExactly("154|ada");
      assertThat(people.rows(open, "SELECT name FROM Person LIMIT 3")).hasSize(3);
      assertThat(people.rows(open, "SELECT name FROM Person LIMIT 10 OFFSET 3")).hasSize(1);
      assertThat(
              people.rows(
                  open,
                  "SELECT a.age, b.age FROM Knows k JOIN Person a ON a.id = k.src"
                      + " JOIN Person b ON b.id = k.dst ORDER BY 1"))
          .containsExactly("16|1", "37|16");
      assertThat(people.rows(NAMES)).containsExactly("ada|36", "bob|7", "eve|1");
      people.commit(open);
    }
    assertThat(people.rows(NAMES)).containsExactly("ada|37", "bob|16", "eve|1", "kim|100");
  }

  @Test
  void anUpsertThatHasAKeyTwiceIsRefusedByTheStatement() {
    try (MutationStaging open = people.begin()) {
      open.conflictAtOnce();
      people.run(open, "UPSERT INTO Person (name, age) VALUES ('kim', 1)");
      people.run(open, "UPSERT INTO Person (name, age) VALUES ('kim', 2)");

      assertThatThrownBy(
              () ->
                  people.run(
                      open,
                      "UPSERT INTO Person (name, age) VALUES ('joe', 1), ('kim', 3), ('joe', 2)"))
          .isInstanceOf(InvalidRequest.class)
          .hasMessageContaining("row 3: node:Person gets name 'joe' a second time");
      assertThatThrownBy(
              () ->
                  people.run(
                      open,
                      "UPSERT INTO Knows (src, dst) SELECT 'ada', 'eve' FROM Person WHERE age > 5"))
          .isInstanceOf(InvalidRequest.class)
          .hasMessageContaining("edge:Knows gets dst, src (eve, ada)");

      assertThat(people.rows(open, NAMES)).containsExactly("ada|36", "bob|7", "eve|1", "kim|2");
      people.commit(open);
    }
    assertThat(people.rows(NAMES)).containsExactly("ada|36", "bob|7", "eve|1", "kim|2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "INSERT INTO Person (name) VALUES ('bob');bob",
        "INSERT INTO Person (name) VALUES (NULL);name",
        "INSERT INTO Person (name, age) SELECT name || 'x', 201 FROM Person;201",
        "INSERT INTO Person (name) SELECT name FROM Person;ada",
        "UPSERT INTO Person (name, age) VALUES ('kim', 201);201",
        "UPDATE Person SET age = 201 WHERE name = 'ada';201"
      })
  void aStatementThatFailsLeavesTheKindOfTheTransactionOpen(String sql, String words) {
    try (MutationStaging open = people.begin()) {
      open.conflictAtOnce();
      assertThatThrownBy(() -> people.run(open, sql))
          .isInstanceOf(GraphException.class)
          .hasMessageContaining(words);
      people.run(open, "UPDATE Person SET age = 1 WHERE name = 'nobody'");
      assertThat(people.run(open, "DELETE FROM Person WHERE name = 'eve'")).isEqualTo(1);
      people.commit(open);
    }
    assertThat(people.rows(NAMES)).containsExactly("ada|36", "bob|7");
    try (MutationStaging open = people.begin()) {
      open.conflictAtOnce();
      assertThatThrownBy(() -> people.run(open, sql)).isInstanceOf(GraphException.class);
      people.run(open, "UPSERT INTO Person (name, age) VALUES ('bob', 8)");
      assertThatThrownBy(() -> people.run(open, sql)).isInstanceOf(GraphException.class);
      people.run(open, "INSERT INTO Person (name) VALUES ('kim')");
      people.commit(open);
    }
    assertThat(people.rows(NAMES)).containsExactly("ada|36", "bob|8", "kim|∅");
  }

  @Test
  void deletedRowsAndTheirEdgesAreGone() {
    try (MutationStaging open = people.begin()) {
      assertThat(people.run(open, "DELETE FROM Person WHERE name = 'eve'")).isEqualTo(1);
      assertThat(people.run(open, "DELETE FROM Person WHERE age < 10")).isEqualTo(1);

      assertThat(people.rows(open, NAMES)).containsExactly("ada|36");
      assertThat(people.rows(open, "SELECT src FROM Knows")).isEmpty();
      assertThat(people.rows(open, "SELECT COUNT(*) FROM Knows")).containsExactly("0");
      assertThat(people.rows("SELECT COUNT(*) FROM Knows")).containsExactly("2");
    }
  }

  @Test
  void insertsFromAQuerySeeWhatTheTransactionWrote() {
    try (MutationStaging open = people.begin()) {
      people.run(open, "INSERT INTO Note (text, stars) VALUES ('x', 1), ('y', 2)");
      people.run(open, "INSERT INTO Note (text, stars) SELECT text || '!', stars FROM Note");
      people.run(open, "INSERT INTO Note (text, stars) SELECT text || '?', stars FROM Note");

      assertThat(people.rows(open, "SELECT COUNT(*), SUM(stars) FROM Note"))
          .containsExactly("8|12");
      people.commit(open);
    }
    assertThat(people.rows("SELECT COUNT(*), SUM(stars) FROM Note")).containsExactly("8|12");
  }

  @Test
  void aTableThatIsNotTouchedIsStillScannedByItself() {
    try (MutationStaging open = people.begin()) {
      people.run(open, "INSERT INTO Note (text) VALUES ('x')");
      assertThat(open.freeze(org.omnigraph.engine.id.TypeKey.node("Person"))).isEmpty();
      assertThat(people.rows(open, NAMES)).hasSize(3);
    }
  }

  @Test
  void aPreparedQueryKeepsWhatItSaw() {
    PreparedQuery before;
    try (MutationStaging open = people.begin()) {
      people.run(open, "INSERT INTO Note (text) VALUES ('x')");
      before = people.prepare(open, "SELECT text FROM Note ORDER BY text");
      people.run(open, "INSERT INTO Note (text) VALUES ('y')");

      assertThat(SqlFixture.rows(before)).containsExactly("x");
      assertThat(people.rows(open, "SELECT text FROM Note ORDER BY text"))
          .containsExactly("x", "y");
    }
    assertThat(SqlFixture.rows(before)).containsExactly("x");
    before.close();
    assertThatThrownBy(() -> SqlFixture.rows(before)).isInstanceOf(GraphException.class);
  }

  @Test
  void manyPendingRowsWaitInFilesAndAreSeen() {
    String digits = "(VALUES (0),(1),(2),(3),(4),(5),(6),(7),(8),(9))";
    String numbers =
        "SELECT 'p' || CAST(a.d + 10 * b.d + 100 * c.d + 1000 * e.d AS VARCHAR), 1 FROM "
            + digits
            + " a(d), "
            + digits
            + " b(d), "
            + digits
            + " c(d), "
            + digits
            + " e(d)";
    try (MutationStaging open = people.begin()) {
      people.run(open, "INSERT INTO Note (text, stars) " + numbers);
      assertThat(people.rows(open, "SELECT COUNT(*), SUM(stars) FROM Note WHERE text LIKE 'p1%'"))
          .containsExactly("1111|1111");
      people.run(open, "INSERT INTO Note (text, stars) VALUES ('last', 5)");
      assertThat(people.rows(open, "SELECT COUNT(*), SUM(stars) FROM Note"))
          .containsExactly("10001|10005");
      assertThat(people.rows(open, "SELECT COUNT(*) FROM Note")).containsExactly("10001");
      people.commit(open);
    }
    assertThat(people.rows("SELECT COUNT(*), SUM(stars) FROM Note")).containsExactly("10001|10005");
  }

  @Test
  void rowsAreCountedWithWhatTheTransactionReplacedAndAdded() {
    String count = "SELECT COUNT(*) FROM Note";
    people.run("INSERT INTO Note (id, text) VALUES ('1', 'a'), ('9', 'b'), ('x', 'c')");
    try (MutationStaging few = people.begin()) {
      people.run(few, "UPSERT INTO Note (id, text) VALUES ('1', 'd'), ('new', 'e')");
      assertThat(people.rows(few, count)).containsExactly("4");
      people.run(few, "UPDATE Note SET stars = 1");
      assertThat(people.rows(few, count)).containsExactly("4");
      people.run(few, "INSERT INTO Note (id, text) VALUES ('newer', 'f')");
      assertThat(people.rows(few, count)).containsExactly("5");
    }
    try (MutationStaging many = people.begin()) {
      String digit = "(VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)) AS ";
      people.run(
          many,
          "UPSERT INTO Note (id, text) SELECT CAST(a.d + 10 * b.d + 100 * c.d + 1000 * e.d AS"
              + " VARCHAR), 't' || CAST(a.d + 10 * b.d + 100 * c.d + 1000 * e.d AS VARCHAR) FROM "
              + digit
              + "a(d) CROSS JOIN "
              + digit
              + "b(d) CROSS JOIN "
              + digit
              + "c(d) CROSS JOIN "
              + digit
              + "e(d)");
      assertThat(people.rows(many, count)).containsExactly("10001");
    }
    try (MutationStaging deletes = people.begin()) {
      people.run(deletes, "DELETE FROM Note WHERE id IN ('9', 'x')");
      assertThat(people.rows(deletes, count)).containsExactly("1");
    }
  }

  @Test
  void valuesOfEveryTypeComeBackAsTheyWereGiven() {
    String insert =
        "INSERT INTO Person (name, age, born, height, seen, serial, tags, place, face, mood)"
            + " VALUES ('kim', 36, '1815-12-10', 1.5, TIMESTAMP '2020-01-02 03:04:05.678',"
            + " 18446744073709551615, ARRAY['a', 'b'], ARRAY[0.5, 2], X'00ff', 'calm')";
    try (MutationStaging open = people.begin()) {
      people.run(open, insert);
      assertThat(people.rows(open, "SELECT * FROM Person WHERE name = 'kim'"))
          .containsExactly(
              "kim|kim|36|-56270|1.5|2020-01-02T03:04:05.678|18446744073709551615|[\"a\",\"b\"]|"
                  + "[0.5,2.0]|00ff|calm");
      assertThat(people.rows(open, "SELECT name, face FROM Person ORDER BY name"))
          .containsExactly("ada|∅", "bob|∅", "eve|∅", "kim|00ff");
      people.run(open, "UPDATE Person SET age = 1 WHERE name = 'kim'");
      assertThat(people.rows(open, "SELECT age, face FROM Person WHERE name = 'kim'"))
          .containsExactly("1|00ff");
    }
  }

  @Test
  void insertsAndUpsertsGoTogetherAndInsertsStayStrict() {
    try (MutationStaging open = people.begin()) {
      open.conflictAtOnce();
      people.run(open, "INSERT INTO Person (name, age) VALUES ('kim', 1)");
      people.run(open, "UPSERT INTO Person (name, age) VALUES ('kim', 2), ('ada', 2), ('zoe', 2)");
      people.run(open, "INSERT INTO Person (name, age) VALUES ('tom', 3)");
      for (String taken : List.of("zoe", "bob", "tom", "kim")) {
        assertThatThrownBy(
                () -> people.run(open, "INSERT INTO Person (name) VALUES ('" + taken + "')"))
            .isInstanceOf(KeyConflict.class);
      }
      people.commit(open);
    }
    assertThat(people.rows(NAMES))
        .containsExactly("ada|2", "bob|7", "eve|1", "kim|2", "tom|3", "zoe|2");
  }

  @Test
  void insertsAndDeletesDoNotMix() {
    try (MutationStaging open = people.begin()) {
      people.run(open, "INSERT INTO Note (text) VALUES ('x')");
      assertThatThrownBy(() -> people.run(open, "DELETE FROM Person"))
          .isInstanceOf(InvalidRequest.class)
          .hasMessageContaining("split");
      people.commit(open);
    }
    assertThat(people.rows("SELECT text FROM Note")).containsExactly("x");
  }

  @Test
  void onlyWhatNeverReadIsCarriedOverToANewerHead() {
    try (MutationStaging inserts = people.begin();
        MutationStaging reads = people.begin();
        MutationStaging updates = people.begin()) {
      people.run(inserts, "INSERT INTO Note (text) VALUES ('one')");
      people.run(reads, "INSERT INTO Note (text) SELECT name FROM Person");
      people.run(updates, "UPDATE Person SET age = 0");
      people.run("INSERT INTO Note (text) VALUES ('zero')");

      people.commit(inserts);
      assertThatThrownBy(() -> people.commit(reads)).isInstanceOf(ReadSetChanged.class);
      assertThatThrownBy(() -> people.commit(updates)).isInstanceOf(ReadSetChanged.class);
    }
    assertThat(people.rows("SELECT text FROM Note ORDER BY text")).containsExactly("one", "zero");
  }
}
