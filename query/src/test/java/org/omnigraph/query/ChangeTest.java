package org.omnigraph.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.KeyConflict;
import org.omnigraph.engine.error.Unsupported;
import org.omnigraph.engine.id.BranchName;

/** Statements that change rows, each as a commit of its own. */
class ChangeTest {
  @RegisterExtension final People people = new People();

  private List<String> names() {
    return people.rows("SELECT name, age FROM Person ORDER BY name");
  }

  private void threePeople() {
    assertThat(
            people.run(
                "INSERT INTO Person (name, age) VALUES ('ada', 36), ('bob', 7), ('eve', NULL)"))
        .isEqualTo(3);
  }

  @Test
  void anInsertDerivesIdsAndLeavesTheRestNull() {
    threePeople();

    assertThat(people.rows("SELECT id, name, age, height FROM Person ORDER BY name"))
        .containsExactly("ada|ada|36|∅", "bob|bob|7|∅", "eve|eve|∅|∅");
    assertThat(people.graph().commits(BranchName.MAIN)).hasSize(2);
  }

  @Test
  void anInsertWithoutAColumnListTakesAllColumns() {
    people.run("INSERT INTO Note VALUES (DEFAULT, 'hello', 5), ('n2', 'bye', DEFAULT)");

    assertThat(people.rows("SELECT CHAR_LENGTH(id), text, stars FROM Note ORDER BY text"))
        .containsExactly("2|bye|∅", "26|hello|5");
  }

  @Test
  void valuesOfEveryTypeAsTextOfTheStatement() {
    people.run(
        "INSERT INTO Person (name, age, born, height, seen, serial, tags, place, face, mood)"
            + " VALUES ('ada', 36, '1815-12-10', 1.5, TIMESTAMP '2020-01-02 03:04:05.678',"
            + " 18446744073709551615, ARRAY['a', 'b'], ARRAY[0.5, 2], X'00ff', 'calm')");

    assertThat(people.rows("SELECT * FROM Person"))
        .containsExactly(
            "ada|ada|36|-56270|1.5|2020-01-02T03:04:05.678|18446744073709551615|[\"a\",\"b\"]|"
                + "[0.5,2.0]|00ff|calm");
  }

  @Test
  void aTimeWithAZoneIsBroughtToUtcHoweverItComes() {
    String text = "2024-05-01 00:30:00.5+02:00";
    people.run("INSERT INTO Note (text, stars) VALUES ('" + text + "', 1)");
    people.run("INSERT INTO Person (name, seen) VALUES ('literal', '" + text + "')");
    people.run("INSERT INTO Person (name, seen) VALUES ('bound', ?)", text);
    people.run("INSERT INTO Person (name, seen) SELECT 'selected', text FROM Note");
    people.run(
        "INSERT INTO Person (name, seen, born) VALUES ('updated', NULL, '2024-05-01T00:00:00Z')");
    people.run("UPDATE Person SET seen = (SELECT MAX(text) FROM Note) WHERE name = 'updated'");

    assertThat(people.rows("SELECT name, seen FROM Person ORDER BY name"))
        .containsExactly(
            "bound|2024-04-30T22:30:00.500",
            "literal|2024-04-30T22:30:00.500",
            "selected|2024-04-30T22:30:00.500",
            "updated|2024-04-30T22:30:00.500");
  }

  @Test
  void blanksAroundATimeAreLeftOutHoweverItComes() {
    String day = " 2024-05-01 ";
    String time = "\t2024-05-01 00:30:00 ";
    people.run("INSERT INTO Note (text, stars) VALUES (?, 1)", day);
    people.run(
        "INSERT INTO Person (name, born, seen) VALUES ('a', ' 2024-05-01 ', ' 2024-05-01 00:30:00 ')");
    people.run("INSERT INTO Person (name, born, seen) VALUES ('b', ?, ?)", day, time);
    people.run(
        "INSERT INTO Person (name, born, seen) SELECT x, y, z FROM (VALUES ('c', ?, ?)) AS t(x, y,"
            + " z)",
        day,
        time);
    people.run("INSERT INTO Person (name, born, seen) SELECT 'd', text, text || '' FROM Note");
    people.run(
        "MERGE INTO Person AS p USING (VALUES ('e', ?, ?)) AS t(x, y, z) ON p.name = t.x WHEN NOT"
            + " MATCHED THEN INSERT (name, born, seen) VALUES (x, y, z)",
        day,
        time);
    people.run("INSERT INTO Person (name) VALUES ('f')");
    people.run("UPDATE Person SET born = (SELECT text FROM Note), seen = ? WHERE name = 'f'", time);

    assertThat(people.rows("SELECT born = ?, COUNT(*) FROM Person GROUP BY born", day))
        .containsExactly("true|6");
    assertThat(people.rows("SELECT seen, COUNT(*) FROM Person GROUP BY seen ORDER BY 1"))
        .containsExactly("2024-05-01T00:00|1", "2024-05-01T00:30|5");
  }

  /** A change that is planned for the types of its arguments. */
  private void change(String sql, Object... arguments) {
    List<List<@Nullable Object>> rows = List.of(Arrays.asList(arguments));
    people.engine().prepareUpdate(people.context(), sql, rows).commit(rows, Optional.empty());
  }

  @Test
  void aBoundValueThatIsStoredAsATextIsThatOfAColumn() {
    List<Object> values =
        List.of(
            LocalDateTime.of(2024, 1, 1, 1, 0), 1e20, 0x1.271ffap21f, true, new BigDecimal("1.50"));
    for (Object value : values) {
      change("INSERT INTO Note (text) SELECT CAST(x AS VARCHAR) FROM (VALUES (?)) AS t(x)", value);
      List<String> texts = people.rows("SELECT text FROM Note");
      people.run("DELETE FROM Note");
      change("INSERT INTO Note (text) VALUES (?)", value);
      assertThat(people.rows("SELECT text FROM Note")).as("%s", value).isEqualTo(texts);
      people.run("UPDATE Note SET text = ''");
      change("UPDATE Note SET text = ?", value);
      assertThat(people.rows("SELECT text FROM Note")).as("%s", value).isEqualTo(texts);
      people.run("DELETE FROM Note");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "INSERT INTO Person (name, born) VALUES ('a', '2001-02-29');"
            + "column 'born' takes DATE, and '2001-02-29' is none",
        "INSERT INTO Person (name, seen) VALUES ('a', 'noon');column 'seen' takes TIMESTAMP",
        "INSERT INTO Person (name, age) VALUES ('a', 'zz');column 'age' takes INTEGER, and 'zz'",
        "UPDATE Person SET height = 'tall';column 'height' takes DOUBLE, and 'tall' is none",
        "INSERT INTO Person (name, born) SELECT name || 'x', 'so' || name FROM Person;Person.born"
      })
  void aTextThatIsNoValueOfItsColumnNamesTheColumn(String sql, String words) {
    threePeople();

    assertThatThrownBy(() -> people.run(sql))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining(words);
    assertThat(names()).hasSize(3);
  }

  @Test
  void whatIsAssignedIsNotCastAsAStatementCasts() {
    threePeople();
    for (Object value : List.of(true, 2.5, "x")) {
      assertThatThrownBy(() -> commit("INSERT INTO Person (name, age) VALUES ('kim', ?)", value))
          .isInstanceOf(InvalidRequest.class)
          .hasMessageContaining("parameter 1 has the type INTEGER");
    }
    commit("INSERT INTO Person (name, age) VALUES ('kim', CAST(? AS INTEGER))", 2.5);
    assertThat(names()).contains("kim|2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO Person (name, serial) VALUES ('kim', ?)",
        "INSERT INTO Person (name, serial) SELECT name || 'x', ? FROM Person",
        "UPDATE Person SET serial = ?",
        "UPSERT INTO Person (name, serial) VALUES ('ada', ?)",
        "INSERT INTO Person (name, age) VALUES ('kim', ?)",
        "UPDATE Person SET age = ?",
        "INSERT INTO Person (name, age) SELECT name || 'x', ? FROM Person",
        "MERGE INTO Person AS p USING (SELECT name FROM Person) AS s ON p.name = s.name WHEN MATCHED THEN UPDATE SET serial = ?",
        "INSERT INTO Note (text, stars) VALUES ('kim', ?)"
      })
  void aBoundFractionIsNotRoundedForAWholeNumber(String sql) {
    threePeople();
    List<String> before = people.rows("SELECT * FROM Person ORDER BY name");
    for (Object value : List.of(2.7, 0.1, 1.5f, new BigDecimal("5.4"), "5.5")) {
      assertThatThrownBy(() -> commit(sql, value))
          .isInstanceOf(InvalidRequest.class)
          .hasMessageContainingAll("parameter 1", "'" + value + "' does not fit");
    }
    assertThat(people.rows("SELECT * FROM Person ORDER BY name")).isEqualTo(before);
    assertThat(people.rows("SELECT * FROM Note")).isEmpty();
  }

  @Test
  void aBoundDoubleThatIsWholeIsStoredAsWhatItIs() {
    commit("INSERT INTO Note (text, stars) VALUES ('a', ?)", 0x1p60);
    commit("INSERT INTO Person (name, serial) VALUES ('a', ?)", 0x1p63);
    commit("INSERT INTO Person (name, serial) VALUES ('b', ?)", new BigDecimal("7.00"));
    assertThat(people.rows("SELECT stars FROM Note")).containsExactly("1152921504606846976");
    assertThat(people.rows("SELECT serial FROM Person ORDER BY name"))
        .containsExactly("9223372036854775808", "7");
  }

  private void commit(String sql, Object value) {
    List<List<@Nullable Object>> rows = List.of(List.of(value));
    people.engine().prepareUpdate(people.context(), sql, rows).commit(rows, Optional.empty());
  }

  @Test
  void valuesOfEveryTypeAsParameters() {
    people.run(
        "INSERT INTO Person (name, age, born, height, seen, serial, tags, place, face, mood)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        "ada",
        36,
        LocalDate.of(1815, 12, 10),
        1.5,
        LocalDateTime.of(2020, 1, 2, 3, 4, 5, 678_000_000),
        new BigDecimal("18446744073709551615"),
        List.of("a", "b"),
        List.of(0.5f, 2f),
        new byte[] {0, (byte) 255},
        "calm");

    assertThat(people.rows("SELECT * FROM Person"))
        .containsExactly(
            "ada|ada|36|-56270|1.5|2020-01-02T03:04:05.678|18446744073709551615|[\"a\",\"b\"]|"
                + "[0.5,2.0]|00ff|calm");
  }

  @Test
  void eachRowOfArgumentsIsARunOfOneCommit() {
    assertThat(
            people
                .runEach(
                    "INSERT INTO Person (name, age) VALUES (?, ?)",
                    Arrays.asList("ada", 1),
                    Arrays.asList("bob", null))
                .rows())
        .containsExactly(1L, 1L);
    assertThat(
            people
                .runEach(
                    "UPDATE Person SET age = COALESCE(age, 0) + ? WHERE name < ?",
                    List.of(10, "b"),
                    List.of(100, "z"))
                .rows())
        .containsExactly(1L, 2L);

    assertThat(names()).containsExactly("ada|111", "bob|100");
    assertThat(people.graph().commits(BranchName.MAIN)).hasSize(3);
  }

  @Test
  void anInsertFromAQuery() {
    threePeople();

    assertThat(
            people.run(
                "INSERT INTO Knows (src, dst, since) SELECT a.id, b.id, ? FROM Person a, Person b"
                    + " WHERE a.name < b.name",
                2020))
        .isEqualTo(3);
    assertThat(people.rows("SELECT src, dst, since FROM Knows ORDER BY src, dst"))
        .containsExactly("ada|bob|2020", "ada|eve|2020", "bob|eve|2020");
  }

  @Test
  void anInsertOfAnIdThatIsThereIsAConflict() {
    threePeople();

    assertThatThrownBy(() -> people.run("INSERT INTO Person (name) VALUES ('zoe'), ('bob')"))
        .isInstanceOf(KeyConflict.class)
        .hasMessageContaining("bob");
    assertThat(names()).containsExactly("ada|36", "bob|7", "eve|∅");
  }

  @Test
  void anUpsertTakesThePlaceOfTheRow() {
    threePeople();

    assertThat(people.run("UPSERT INTO Person (name, height) VALUES ('bob', 2), ('zoe', 1)"))
        .isEqualTo(2);
    assertThat(people.rows("SELECT name, age, height FROM Person ORDER BY name"))
        .containsExactly("ada|36|∅", "bob|∅|2.0", "eve|∅|∅", "zoe|∅|1.0");
  }

  @Test
  void aRunOfAnUpsertReplacesTheRowOfTheRunBefore() {
    assertThat(
            people
                .runEach(
                    "UPSERT INTO Person (name, age) VALUES (?, ?)",
                    List.of("ada", 1),
                    List.of("bob", 2),
                    List.of("ada", 3),
                    List.of("ada", 4))
                .rows())
        .containsExactly(1L, 1L, 1L, 1L);

    assertThat(names()).containsExactly("ada|4", "bob|2");
    assertThat(people.graph().commits(BranchName.MAIN)).hasSize(2);
  }

  @Test
  void oneUpsertGivesAnIdOnceAndRunsMayGiveItAgain() {
    for (String sql :
        List.of(
            "UPSERT INTO Note (id, text) VALUES ('n', 'a'), ('n', 'b')",
            "UPSERT INTO Note (id, text) SELECT 'n', UPPER(x) FROM (VALUES ('a'), ('b')) t(x)")) {
      assertThatThrownBy(() -> people.run(sql))
          .as(sql)
          .isInstanceOf(InvalidRequest.class)
          .hasMessageContaining("gets id 'n' a second time");
    }
    assertThat(
            people
                .runEach(
                    "UPSERT INTO Note (id, text) VALUES (?, ?)",
                    List.of("n", "a"),
                    Arrays.asList(null, "x"),
                    List.of("n", "b"),
                    Arrays.asList(null, "y"))
                .rows())
        .containsExactly(1L, 1L, 1L, 1L);
    assertThat(people.rows("SELECT text FROM Note ORDER BY text")).containsExactly("b", "x", "y");
  }

  @Test
  void anUpdateComputesOverTheRow() {
    threePeople();

    assertThat(people.run("UPDATE Person SET age = age * 2 + ?, height = age WHERE age > ?", 1, 7))
        .isEqualTo(1);
    assertThat(people.run("UPDATE Person AS p SET mood = 'busy' WHERE p.age IS NULL")).isEqualTo(1);
    assertThat(people.run("UPDATE Person SET age = 1 WHERE name = 'nobody'")).isZero();
    assertThat(people.rows("SELECT name, age, height, mood FROM Person ORDER BY name"))
        .containsExactly("ada|73|36.0|∅", "bob|7|∅|∅", "eve|∅|∅|busy");
    assertThat(people.graph().commits(BranchName.MAIN)).hasSize(4);
  }

  @Test
  void anUpdateTakesValuesFromOtherTables() {
    threePeople();
    people.run("INSERT INTO Knows (src, dst) VALUES ('ada', 'bob'), ('ada', 'eve')");

    assertThat(
            people.run(
                "UPDATE Person SET age = (SELECT COUNT(*) FROM Knows k WHERE k.src = Person.id)"
                    + " WHERE id IN (SELECT src FROM Knows) OR name = 'bob'"))
        .isEqualTo(2);
    assertThat(names()).containsExactly("ada|2", "bob|0", "eve|∅");
  }

  @Test
  void anEdgeKeepsItsEndsAndChangesTheRest() {
    threePeople();
    people.run("INSERT INTO Knows (src, dst, since) VALUES ('ada', 'bob', 1)");

    assertThat(people.run("UPDATE Knows SET since = since + 1 WHERE src = 'ada'")).isEqualTo(1);
    assertThat(people.rows("SELECT src, dst, since FROM Knows")).containsExactly("ada|bob|2");
  }

  @Test
  void aDeleteTakesTheEdgesAlongAndCountsTheNodes() {
    threePeople();
    people.run("INSERT INTO Knows (src, dst) VALUES ('ada', 'bob'), ('bob', 'eve')");

    assertThat(people.run("DELETE FROM Person WHERE age > 30")).isEqualTo(1);
    assertThat(people.rows("SELECT src FROM Knows")).containsExactly("bob");
    assertThat(people.run("DELETE FROM Knows k WHERE k.dst = ?", "eve")).isEqualTo(1);
    assertThat(people.run("DELETE FROM Person")).isEqualTo(2);
    assertThat(names()).isEmpty();
  }

  @Test
  void aMergeUpdatesWhatMatchesAndInsertsTheRest() {
    threePeople();
    people.run("INSERT INTO Note (text, stars) VALUES ('ada', 1), ('kim', 2)");

    assertThat(
            people.run(
                "MERGE INTO Person AS p USING (SELECT text, stars FROM Note WHERE stars < ?) AS n"
                    + " ON p.name = n.text WHEN MATCHED THEN UPDATE SET age = p.age + n.stars"
                    + " WHEN NOT MATCHED THEN INSERT (name, age) VALUES (n.text, n.stars + ?)",
                3,
                40))
        .isEqualTo(2);
    assertThat(names()).containsExactly("ada|37", "bob|7", "eve|∅", "kim|42");
  }

  @Test
  void aMergeThatWouldUpdateARowTwiceIsRefused() {
    threePeople();

    assertThatThrownBy(
            () ->
                people.run(
                    "MERGE INTO Person AS p USING (VALUES ('ada', 1), ('ada', 2)) AS n(name, age)"
                        + " ON p.name = n.name WHEN MATCHED THEN UPDATE SET age = n.age"))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("'ada' matches several rows");
  }

  @Test
  void anotherBranchIsWrittenByItsName() {
    threePeople();
    people.graph().createBranch(BranchName.of("dev"), BranchName.MAIN);

    people.run("DELETE FROM dev.Person WHERE name = 'ada'");

    assertThat(people.rows("SELECT name FROM dev.Person ORDER BY 1")).containsExactly("bob", "eve");
    assertThat(names()).hasSize(3);
  }

  @Test
  void manyRowsAreOneCommit() {
    String digits = "(VALUES (0),(1),(2),(3),(4),(5),(6),(7),(8),(9))";
    assertThat(
            people.run(
                "INSERT INTO Note (text, stars) SELECT 'p' || CAST(a.d + 10 * b.d + 100 * c.d + 1000"
                    + " * e.d + 10000 * f.d AS VARCHAR), 1 FROM "
                    + digits
                    + " a(d), "
                    + digits
                    + " b(d), "
                    + digits
                    + " c(d), "
                    + digits
                    + " e(d), (VALUES (0), (1)) f(d)"))
        .isEqualTo(20_000);
    assertThat(people.run("UPDATE Note SET stars = stars + 1")).isEqualTo(20_000);
    assertThat(people.rows("SELECT stars, COUNT(*) FROM Note GROUP BY stars"))
        .containsExactly("2|20000");
    assertThat(people.run("DELETE FROM Note WHERE text LIKE 'p1%'")).isEqualTo(11_111);
    assertThat(people.graph().commits(BranchName.MAIN)).hasSize(4);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "INSERT INTO Person (name, agee) VALUES ('x', 1); no column 'agee'",
        "INSERT INTO Person (name, name) VALUES ('x', 'y'); named twice",
        "INSERT INTO Person (name) VALUES ('x', 1); the row has 2",
        "INSERT INTO Person VALUES ('x', 1); takes 11 value(s)",
        "INSERT INTO Person (name) SELECT 'x', 1; the query answers 2",
        "INSERT INTO Person (age) VALUES (1); required column 'name'",
        "INSERT INTO Person (name) VALUES (NULL); name",
        "INSERT INTO Person (name, age) VALUES ('x', 3000000000); age",
        "INSERT INTO Person (name, age) VALUES ('x', TRUE); takes INTEGER",
        "INSERT INTO Person (name, age) VALUES ('x', 'y'); y",
        "INSERT INTO Person (name, age) VALUES ('x', 201); age",
        "INSERT INTO Person (name, mood) VALUES ('x', 'sad'); mood",
        "INSERT INTO Person (id, name) VALUES ('y', 'x'); contradicts the key",
        "INSERT INTO Knows (src, dst) VALUES ('x', 'y'); not found",
        "INSERT INTO Persn (name) VALUES ('x'); Person",
        "INSERT INTO information_schema.tables (table_name) VALUES ('x'); nobody can write",
        "UPDATE Person SET name = 'x'; delete the row and insert",
        "UPDATE Person SET id = 'x'; delete the row and insert",
        "UPDATE Knows SET dst = 'x'; delete the row and insert",
        "UPDATE Person SET foo = 1; no column 'foo'",
        "UPDATE Person SET age = 1 WHERE foo = 1; foo",
        "DELETE FROM Person WHERE foo = 1; foo",
        "DELETE FROM Nobody; Nobody",
        "MERGE INTO Person p USING Note n ON p.name = n.text WHEN MATCHED THEN DELETE; split it",
      })
  void aWrongStatementSaysWhatIsWrong(String sql, String words) {
    assertThatThrownBy(() -> people.run(sql))
        .isInstanceOf(org.omnigraph.engine.error.GraphException.class)
        .hasMessageContaining(words);
    assertThat(people.graph().commits(BranchName.MAIN)).hasSize(1);
  }

  /** Also where the statement is planned for the types of what is bound. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE Person SET age = ?",
        "UPDATE Person SET height = ? WHERE name = 'ada'",
        "UPDATE Person SET serial = ?",
        "INSERT INTO Person (name, age) VALUES ('x', ?)",
        "INSERT INTO Person (name, age) VALUES ('x', 1), ('y', ?)",
        "UPSERT INTO Person (name, height) SELECT 'x', ?",
        "DELETE FROM Person WHERE age = ?"
      })
  void aBoundTruthValueIsNoNumber(String sql) {
    threePeople();
    for (Object no : List.of(true, "true")) {
      List<List<Object>> rows = List.of(List.of(no));
      assertThatThrownBy(
              () ->
                  people
                      .engine()
                      .prepareUpdate(people.context(), sql, rows)
                      .commit(rows, Optional.empty()))
          .isInstanceOf(InvalidRequest.class)
          .hasMessageContaining("'true' does not fit");
    }
    assertThat(names()).containsExactly("ada|36", "bob|7", "eve|∅");
  }

  @Test
  void aQueryIsNoUpdateAndTheOtherWayRound() {
    assertThatThrownBy(() -> people.run("SELECT 1"))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("run it as a query");
    assertThatThrownBy(() -> people.rows("DELETE FROM Person"))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("run it as an update");
    assertThat(QueryEngine.isUpdate(" /* x */ -- y\n upsert INTO Person VALUES (1)")).isTrue();
    assertThat(QueryEngine.isUpdate("WITH a AS (SELECT 1) SELECT * FROM a")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO Person (name) VALUES ('a') RETURNING id",
        "UPDATE Person SET age = 1 WHERE name = 'a' RETURNING *",
        "DELETE FROM Person RETURNING name"
      })
  void returningIsRefusedByName(String sql) {
    assertThatThrownBy(() -> people.run(sql))
        .isInstanceOf(Unsupported.class)
        .hasMessageContaining("RETURNING is not done here");
  }

  @Test
  void updateFromIsRefusedByName() {
    assertThatThrownBy(
            () -> people.run("UPDATE Person SET age = n.stars FROM Note n WHERE n.text = name"))
        .isInstanceOf(Unsupported.class)
        .hasMessageContaining("UPDATE … FROM", "MERGE INTO");
  }
}
