package org.omnigraph.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.KeyConflict;
import org.omnigraph.engine.error.Unsupported;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.pending.MutationStaging;

/** Updates in a transaction that has written more rows of a type than are held in memory. */
class ManyPendingRowsTest {
  private static final String SUMMARY =
      "SELECT COUNT(*), COUNT(DISTINCT id), SUM(stars), COUNT(*) FILTER (WHERE text LIKE 'new%')"
          + " FROM Note";

  @RegisterExtension final People people = new People();

  /** Of this type what must be unique stands behind the Blob. */
  @RegisterExtension
  final People pictures =
      new People(
          "node Picture { name: String @key  face: Blob?  code: String? @unique  tag: I64?"
              + " @unique(code, tag) }");

  private static String insert(String prefix, int rows) {
    return "INSERT INTO Note (id, text, stars) SELECT '"
        + prefix
        + "' || x, '"
        + prefix
        + "' || x, 1 FROM UNNEST(GENERATE_SERIES(1, "
        + rows
        + ")) AS t(x)";
  }

  @Test
  void rowsInFilesAreUpdatedAndTakenBack() {
    people.run(insert("old", 1_000));
    try (MutationStaging open = people.begin()) {
      assertThat(people.run(open, insert("new", 20_000))).isEqualTo(20_000);
      assertThat(people.run(open, "UPDATE Note SET stars = stars + 1 WHERE id = 'new7'"))
          .isEqualTo(1);
      assertThat(people.rows(open, SUMMARY)).containsExactly("21000|21000|21001|20000");
      try (PreparedQuery before = people.prepare(open, SUMMARY);
          MutationStaging.Mark mark = open.mark()) {
        assertThat(people.run(open, "UPDATE Note SET stars = stars + 10 WHERE text LIKE '%5'"))
            .isEqualTo(2_100);
        assertThat(people.rows(open, SUMMARY)).containsExactly("21000|21000|42001|20000");
        assertThat(people.run(open, "UPDATE Note SET stars = 0")).isEqualTo(21_000);
        assertThat(people.rows(open, SUMMARY)).containsExactly("21000|21000|0|20000");
        assertThat(SqlFixture.rows(before)).containsExactly("21000|21000|21001|20000");
        open.rollbackTo(mark);
      }
      assertThat(people.rows(open, SUMMARY)).containsExactly("21000|21000|21001|20000");
      assertThat(people.run(open, "UPDATE Note SET stars = stars * 2 WHERE id IN ('new7', 'old3')"))
          .isEqualTo(2);
      assertThat(people.run(open, "INSERT INTO Note (id, text) VALUES ('last', 'last')"))
          .isEqualTo(1);
      for (String taken : List.of("new9", "old9", "last")) {
        assertThatThrownBy(
                () -> people.run(open, "INSERT INTO Note (id, text) VALUES ('" + taken + "', 'x')"))
            .as(taken)
            .isInstanceOf(KeyConflict.class);
      }
      people.commit(open);
    }
    assertThat(people.rows(SUMMARY)).containsExactly("21001|21001|21004|20000");
    assertThat(
            people.rows("SELECT id, stars FROM Note WHERE stars <> 1 OR stars IS NULL ORDER BY 1"))
        .containsExactly("last|∅", "new7|4", "old3|2");
  }

  private static String upsert(String id, int stars) {
    return "UPSERT INTO Note (id, text, stars) VALUES ('" + id + "', '" + id + "', " + stars + ")";
  }

  @Test
  void theNewestUpsertWinsWhereverTheEarlierRowIs() {
    people.run(insert("old", 10));
    try (MutationStaging open = people.begin()) {
      people.run(open, upsert("old1", 2));
      people.run(open, upsert("old1", 3));
      people.run(open, insert("new", 9_000));
      for (String id : List.of("old1", "old2", "new7", "fresh", "new7", "fresh")) {
        assertThat(people.run(open, upsert(id, 7))).isEqualTo(1);
      }
      try (MutationStaging.Mark mark = open.mark()) {
        people.run(open, upsert("new8", 70));
        people.run(open, "UPDATE Note SET stars = stars + 1 WHERE stars >= 7");
        assertThat(people.rows(open, "SELECT id, stars FROM Note WHERE stars > 1 ORDER BY id"))
            .containsExactly("fresh|8", "new7|8", "new8|71", "old1|8", "old2|8");
        open.rollbackTo(mark);
      }
      people.run(open, upsert("new8", 8));
      assertThat(people.rows(open, "SELECT id, stars FROM Note WHERE stars > 1 ORDER BY id"))
          .containsExactly("fresh|7", "new7|7", "new8|8", "old1|7", "old2|7");
      people.commit(open);
    }
    assertThat(people.rows("SELECT COUNT(*), COUNT(DISTINCT id), SUM(stars) FROM Note"))
        .containsExactly("9011|9011|9042");
  }

  /** Rows that are held become rows in files while a later statement changes them again. */
  @Test
  void aLaterStatementMayChangeHeldRowsAndManyMore() {
    people.run(insert("old", 20_000));
    String sums = "SELECT COUNT(*), COUNT(DISTINCT id), SUM(stars) FROM Note";
    for (String later :
        List.of(
            "UPDATE Note SET stars = 3",
            "UPSERT INTO Note (id, text, stars) SELECT id, text, 3 FROM Note",
            "MERGE INTO Note USING (SELECT id AS other FROM Note) AS o ON Note.id = o.other"
                + " WHEN MATCHED THEN UPDATE SET stars = 3")) {
      try (MutationStaging open = people.begin()) {
        assertThat(people.run(open, "UPDATE Note SET stars = 2 WHERE id LIKE 'old1%'"))
            .as(later)
            .isEqualTo(11_111);
        assertThat(people.run(open, "UPDATE Note SET stars = 2 WHERE id LIKE 'old2%'"))
            .as(later)
            .isPositive();
        assertThat(people.run(open, later)).as(later).isEqualTo(20_000);
        assertThat(people.rows(open, sums)).as(later).containsExactly("20000|20000|60000");
      }
      try (MutationStaging open = people.begin()) {
        people.run(open, "UPDATE Note SET stars = 2 WHERE id LIKE 'old5%'");
        assertThat(people.run(open, later)).as(later).isEqualTo(20_000);
        assertThat(people.rows(open, sums)).as(later).containsExactly("20000|20000|60000");
      }
    }
  }

  @Test
  void anUpsertThatRepeatsItselfLeavesTheTransactionAsItWas() {
    try (MutationStaging open = people.begin()) {
      people.run(open, insert("new", 9_000));
      assertThatThrownBy(
              () ->
                  people.run(
                      open, "UPSERT INTO Note (id, stars) VALUES ('a', 1), ('b', 1), ('a', 2)"))
          .isInstanceOf(InvalidRequest.class)
          .hasMessageContaining("gets id 'a' a second time");
      people.run(open, upsert("a", 5));
      people.commit(open);
    }
    assertThat(people.rows("SELECT COUNT(*), MAX(stars) FROM Note")).containsExactly("9001|5");
  }

  @Test
  void edgesInFilesAreUpdated() {
    people.run(
        "INSERT INTO Person (name) SELECT 'p' || x FROM UNNEST(GENERATE_SERIES(1, 100)) AS t(x)");
    try (MutationStaging open = people.begin()) {
      people.run(
          open, "INSERT INTO Knows (src, dst, since) SELECT a.id, b.id, 1 FROM Person a, Person b");
      assertThat(people.run(open, "UPDATE Knows SET since = 2 WHERE src = 'p1'")).isEqualTo(100);
      assertThat(people.run(open, "UPDATE Knows SET since = 3 WHERE since = 2 AND dst < 'p2'"))
          .isEqualTo(12);
      people.commit(open);
    }
    assertThat(people.rows("SELECT since, COUNT(*) FROM Knows GROUP BY since ORDER BY since"))
        .containsExactly("1|9900", "2|88", "3|12");
  }

  @Test
  void whatWasInsertedMustBeNewAllTheSame() {
    people.run(insert("old", 10));
    try (MutationStaging open = people.begin()) {
      people.run(open, insert("old", 9_000));
      assertThatThrownBy(() -> people.run(open, "UPDATE Note SET stars = 2 WHERE id = 'old20'"))
          .isInstanceOf(KeyConflict.class)
          .hasMessageContaining("old");
    }
  }

  private static final int MANY = 20_000;

  /** A blob that says whether the number of the row is even. */
  private static final String FACE = "CASE WHEN x % 2 = 0 THEN X'00ff' ELSE X'010203' END";

  /** Names p1 to p20000; columns stand before the Blob and behind it. */
  private void manyFaces() {
    people.run(
        "INSERT INTO Person (name, age, face, mood) SELECT 'p' || x, 1, "
            + FACE
            + ", 'calm' FROM UNNEST(GENERATE_SERIES(1, "
            + MANY
            + ")) AS t(x)");
  }

  private List<String> faces() {
    return people.rows(
        "SELECT COUNT(*), SUM(age), COUNT(*) FILTER (WHERE face = "
            + FACE
            + "), COUNT(*) FILTER (WHERE mood = 'busy') FROM (SELECT p.*, CAST(SUBSTRING(name FROM"
            + " 2) AS INTEGER) AS x FROM Person AS p) AS q");
  }

  @Test
  void manyRowsWithABlobAreUpdatedAndKeepIt() {
    manyFaces();
    assertThat(people.run("UPDATE Person SET age = age + 1, mood = 'busy' WHERE name <> 'p1'"))
        .isEqualTo(MANY - 1);
    assertThat(faces()).containsExactly("20000|39999|20000|19999");
    assertThat(
            people.run(
                "MERGE INTO Person AS p USING (SELECT 'p' || x AS n FROM"
                    + " UNNEST(GENERATE_SERIES(101, 30000)) AS t(x)) AS s ON p.name = s.n"
                    + " WHEN MATCHED THEN UPDATE SET age = 0"
                    + " WHEN NOT MATCHED THEN INSERT (name, age) VALUES (s.n, 7)"))
        .isEqualTo(29_900);
    assertThat(faces()).containsExactly("30000|70199|20000|19999");
    assertThat(people.run("UPDATE Person SET face = X'aa', age = 1 WHERE face IS NULL"))
        .isEqualTo(10_000);
    assertThat(people.rows("SELECT COUNT(*) FROM Person WHERE face = X'aa'"))
        .containsExactly("10000");
  }

  @Test
  void blobsOfMoreBytesThanAreHeldStayWhenOtherColumnsChange() {
    int size = 1 << 20;
    for (int first = 0; first < 40; first += 10) {
      List<List<Object>> rows = new ArrayList<>();
      for (int i = first; i < first + 10; i++) {
        byte[] face = new byte[size];
        Arrays.fill(face, (byte) i);
        rows.add(List.of("p" + i, face));
      }
      people
          .engine()
          .prepareUpdate(people.context(), "INSERT INTO Person (name, face) VALUES (?, ?)")
          .commit(rows, Optional.empty());
    }
    assertThat(people.run("UPDATE Person SET age = 7")).isEqualTo(40);
    byte[] last = new byte[size];
    Arrays.fill(last, (byte) 39);
    assertThat(people.rows("SELECT name, age FROM Person WHERE face = ?", last))
        .containsExactly("p39|7");
    assertThat(people.rows("SELECT COUNT(DISTINCT face), COUNT(*) FROM Person WHERE age = 7"))
        .containsExactly("40|40");
  }

  @Test
  void manyRowsWithABlobAreUpserted() {
    manyFaces();
    assertThat(
            people.run(
                "UPSERT INTO Person (name, age, face, mood) SELECT 'p' || x, 2, "
                    + FACE
                    + ", 'busy' FROM UNNEST(GENERATE_SERIES(10001, 30000)) AS t(x)"))
        .isEqualTo(20_000);
    assertThat(faces()).containsExactly("30000|50000|30000|20000");
    assertThat(people.rows("SELECT COUNT(DISTINCT id) FROM Person")).containsExactly("30000");
  }

  @Test
  void ofManyRowsWithABlobThoseThatAreNotInFilesAreChanged() {
    people.run("INSERT INTO Person (name, age, face) VALUES ('ada', 1, X'07')");
    try (MutationStaging open = people.begin()) {
      people.run(
          open,
          "INSERT INTO Person (name, mood) SELECT 'p' || x, 'calm' FROM"
              + " UNNEST(GENERATE_SERIES(1, 9000)) AS t(x)");
      assertThatThrownBy(() -> people.run(open, "UPDATE Person SET age = 2 WHERE name = 'p1'"))
          .isInstanceOf(Unsupported.class)
          .hasMessageContaining("those that have a Blob wait in files")
          .hasMessageContaining("commit");
      assertThat(people.run(open, "UPDATE Person SET age = age + 1 WHERE age = 1")).isOne();
      assertThat(people.run(open, "UPSERT INTO Person (name, age) VALUES ('bob', 5)")).isOne();
      assertThat(
              people.rows(
                  open, "SELECT mood, COUNT(*), SUM(age) FROM Person GROUP BY 1 ORDER BY 1"))
          .containsExactly("calm|9000|∅", "∅|2|7");
      people.commit(open);
    }
    assertThat(people.rows("SELECT COUNT(*), SUM(age), MIN(face) FROM Person"))
        .containsExactly("9002|7|07");
    assertThat(people.rows("SELECT name, age FROM Person WHERE age > 0 ORDER BY 1"))
        .containsExactly("ada|2", "bob|5");
  }

  @Test
  void manyUpsertedRowsWithABlobAreNotUpsertedAgainInTheSameTransaction() {
    String many =
        "UPSERT INTO Person (name, age) SELECT 'p' || x, 1 FROM UNNEST(GENERATE_SERIES(1, 9000)) AS"
            + " t(x)";
    try (MutationStaging open = people.begin()) {
      people.run(open, many);
      assertThatThrownBy(() -> people.run(open, "UPSERT INTO Person (name, age) VALUES ('p1', 2)"))
          .isInstanceOf(Unsupported.class)
          .hasMessageContaining("those that have a Blob wait in files")
          .hasMessageContaining("commit before");
      assertThat(people.run(open, "UPSERT INTO Person (name, age) VALUES ('q', 2)")).isOne();
      people.commit(open);
    }
    assertThat(people.rows("SELECT COUNT(*), SUM(age) FROM Person")).containsExactly("9001|9002");
  }

  @Test
  void manyRowsWithABlobReachAnotherBranchWithTheirBlobs() {
    manyFaces();
    BranchName dev = BranchName.of("dev");
    people.graph().createBranch(dev, BranchName.MAIN);
    people
        .engine()
        .prepareUpdate(people.on(dev), "UPDATE Person SET mood = 'busy'")
        .commit(List.of(List.of()), Optional.empty());
    assertThat(faces()).containsExactly("20000|20000|20000|0");
    try (PreparedQuery query =
        people
            .engine()
            .prepare(
                people.on(dev),
                "SELECT mood, COUNT(*), COUNT(face), COUNT(DISTINCT face) FROM Person GROUP BY 1")) {
      assertThat(SqlFixture.rows(query)).containsExactly("busy|20000|20000|2");
    }
  }

  @Test
  void aSavepointKnowsWhatIsUniqueBehindABlob() {
    try (MutationStaging open = pictures.begin()) {
      pictures.run(
          open,
          "INSERT INTO Picture (name, face, code, tag) SELECT 'p' || x, X'00ff', 'c' || x, x FROM"
              + " UNNEST(GENERATE_SERIES(1, 9000)) AS t(x)");
      try (MutationStaging.Mark mark = open.mark()) {
        pictures.run(open, "INSERT INTO Picture (name, code) VALUES ('q', 'd')");
        open.rollbackTo(mark);
      }
      assertThat(
              pictures.rows(open, "SELECT COUNT(*), COUNT(DISTINCT code), SUM(tag) FROM Picture"))
          .containsExactly("9000|9000|40504500");
      pictures.run(open, "INSERT INTO Picture (name, code) VALUES ('q', 'd')");
      pictures.commit(open);
    }
    assertThat(
            pictures.rows(
                "SELECT COUNT(*), COUNT(DISTINCT code), COUNT(face), SUM(tag) FROM Picture"))
        .containsExactly("9001|9001|9000|40504500");
    try (MutationStaging open = pictures.begin()) {
      pictures.run(
          open,
          "INSERT INTO Picture (name, face, code) SELECT 'r' || x, X'00ff', 'e' || x FROM"
              + " UNNEST(GENERATE_SERIES(1, 9000)) AS t(x)");
      try (MutationStaging.Mark mark = open.mark()) {
        pictures.run(open, "INSERT INTO Picture (name, code) VALUES ('s', 'e7')");
        open.rollbackTo(mark);
      }
      pictures.run(open, "INSERT INTO Picture (name, code) VALUES ('s', 'e7')");
      assertThatThrownBy(() -> pictures.commit(open)).hasMessageContaining("e7");
    }
  }
}
