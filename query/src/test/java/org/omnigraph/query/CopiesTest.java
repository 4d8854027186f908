package org.omnigraph.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.query.kernel.KernelLimits;

/** Tables that are read again come from copies in the kernel, with the answers of a scan. */
class CopiesTest {
  private static final String AGES = "SELECT age, COUNT(*) FROM Person GROUP BY age ORDER BY age";
  private static final String TALL =
      "SELECT name FROM Person WHERE height > ? AND age IS NOT NULL ORDER BY name";
  private static final String LONG = "name || SUBSTRING(? FROM CHAR_LENGTH(name) + 1)";
  private static final long MEGABYTE = 1 << 20;

  @RegisterExtension final People people = new People();

  @BeforeEach
  void someRows() {
    people.run(
        "INSERT INTO Person (name, age, height) VALUES ('ada', 36, 1.6), ('bob', NULL, 1.9),"
            + " ('cid', 36, NULL), ('dee', 7, 1.2), ('é', 36, 1.7)");
  }

  @Test
  void theSecondReadMakesACopyThatAnswersAsTheTable() {
    List<String> streamed = people.rows(AGES);
    assertThat(people.engine().copiedBytes()).isZero();
    assertThat(people.rows(AGES)).isEqualTo(streamed).containsExactly("7|1", "36|3", "∅|1");
    assertThat(people.engine().copiedBytes()).isPositive();
    assertThat(people.rows(AGES)).isEqualTo(streamed);
  }

  @Test
  void conditionsAndParametersHoldOnACopy() {
    for (int read = 0; read < 4; read++) {
      assertThat(people.rows(TALL, 1.5)).containsExactly("ada", "é");
      assertThat(people.rows(TALL, 1.65)).containsExactly("é");
    }
  }

  @Test
  void furtherColumnsJoinACopy() {
    people.rows(AGES);
    people.rows(AGES);
    long before = people.engine().copiedBytes();
    assertThat(people.rows(TALL, 1.5)).containsExactly("ada", "é");
    assertThat(people.engine().copiedBytes()).isGreaterThan(before);
    assertThat(people.rows(AGES)).containsExactly("7|1", "36|3", "∅|1");
  }

  @Test
  void copiesAreJoinedWithWhatCannotBeCopied() {
    people.run("UPDATE Person SET tags = ARRAY['x', name] WHERE age = 36");
    people.run("INSERT INTO Knows (src, dst) VALUES ('ada', 'bob'), ('cid', 'dee')");
    for (int read = 0; read < 3; read++) {
      assertThat(people.rows(AGES)).hasSize(3);
      assertThat(
              people.rows(
                  "SELECT q.name, p.tags FROM Person p JOIN Person q ON q.age = p.age"
                      + " AND q.name <> p.name WHERE p.name = 'ada' ORDER BY 1"))
          .containsExactly("cid|[\"x\",\"ada\"]", "é|[\"x\",\"ada\"]");
      assertThat(
              people.rows(
                  "SELECT p.name FROM Person p JOIN (SELECT src FROM Knows ORDER BY src LIMIT 1) k"
                      + " ON k.src = p.id"))
          .containsExactly("ada");
      assertThat(
              people.rows(
                  "SELECT p.name, (SELECT COUNT(*) FROM Note) FROM Person p WHERE p.age < 10"))
          .containsExactly("dee|0");
    }
  }

  @Test
  void whatIsTooLargeForATableOfAStatementIsStreamedBesideACopy() {
    KernelLimits limits = KernelLimits.defaults().withMemory(32 * MEGABYTE);
    String tag = "REPEAT(name, 60000)";
    people.run(
        "UPDATE Person SET tags = ARRAY["
            + String.join(", ", Collections.nCopies(12, tag))
            + "] WHERE age = 36");
    String tags =
        "SELECT p.name, CHAR_LENGTH(p.tags[1]) FROM Person p JOIN Person q ON q.age = p.age"
            + " AND q.name <> p.name WHERE q.name = 'ada' ORDER BY 1";
    try (QueryEngine small = new QueryEngine(people.allocator(), limits)) {
      for (int read = 0; read < 3; read++) {
        assertThat(rows(small, AGES)).hasSize(3);
        assertThat(rows(small, tags)).containsExactly("cid|180000", "é|60000");
      }
    }
  }

  @Test
  void aCommitIsSeenAtOnceAndAnOlderSnapshotStays() {
    people.rows(AGES);
    people.rows(AGES);
    try (PreparedQuery before = people.engine().prepare(people.context(), AGES)) {
      people.run("UPDATE Person SET age = 8 WHERE name = 'dee'");
      for (int read = 0; read < 3; read++) {
        assertThat(people.rows(AGES)).containsExactly("8|1", "36|3", "∅|1");
        assertThat(SqlFixture.rows(before)).containsExactly("7|1", "36|3", "∅|1");
      }
    }
  }

  @Test
  void aTransactionSeesItsOwnRowsBesideACopy() {
    people.rows(AGES);
    people.rows(AGES);
    try (MutationStaging open = people.begin()) {
      people.run(open, "INSERT INTO Person (name, age) VALUES ('fay', 7)");
      assertThat(people.rows(open, AGES)).containsExactly("7|2", "36|3", "∅|1");
      assertThat(people.rows(AGES)).containsExactly("7|1", "36|3", "∅|1");
    }
  }

  @Test
  void whatATransactionReadsAgainIsACopyOfItsOwnState() {
    try (MutationStaging open = people.begin()) {
      people.run(open, "INSERT INTO Person (name, age) VALUES ('fay', 7)");
      assertThat(people.rows(open, AGES)).containsExactly("7|2", "36|3", "∅|1");
      assertThat(people.engine().copiedBytes()).isZero();
      assertThat(people.rows(open, AGES)).containsExactly("7|2", "36|3", "∅|1");
      assertThat(people.engine().copiedBytes()).isPositive();
      try (MutationStaging.Mark mark = open.mark()) {
        for (int change = 1; change < 4; change++) {
          people.run(open, "UPDATE Person SET age = age + 1 WHERE name IN ('dee', 'fay')");
          for (int read = 0; read < 3; read++) {
            assertThat(people.rows(open, AGES)).containsExactly((7 + change) + "|2", "36|3", "∅|1");
          }
        }
        open.rollbackTo(mark);
      }
      for (int read = 0; read < 3; read++) {
        assertThat(people.rows(open, AGES)).containsExactly("7|2", "36|3", "∅|1");
        assertThat(people.rows(open, TALL, 1.65)).containsExactly("é");
        assertThat(people.rows(AGES)).containsExactly("7|1", "36|3", "∅|1");
      }
    }
    try (MutationStaging deleting = people.begin()) {
      for (int gone = 2; gone >= 0; gone--) {
        people.run(
            deleting, "DELETE FROM Person WHERE name = ?", List.of("ada", "cid", "é").get(gone));
        List<String> left = gone == 0 ? List.of("7|1", "∅|1") : List.of("7|1", "36|" + gone, "∅|1");
        for (int read = 0; read < 3; read++) {
          assertThat(people.rows(deleting, AGES)).isEqualTo(left);
        }
      }
    }
  }

  @Test
  void aBranchOfAnOldNameHasRowsOfItsOwn() {
    BranchName branch = BranchName.of("try");
    for (String name : List.of("gil", "hal")) {
      people.graph().createBranch(branch, BranchName.MAIN);
      people
          .engine()
          .prepareUpdate(
              people.on(branch), "INSERT INTO Person (name, age) VALUES ('" + name + "', 99)")
          .commit(List.of(List.of()), Optional.empty());
      for (int read = 0; read < 3; read++) {
        try (PreparedQuery old =
            people
                .engine()
                .prepare(
                    people.on(branch), "SELECT MAX(name), COUNT(*) FROM Person WHERE age = 99")) {
          assertThat(SqlFixture.rows(old)).containsExactly(name + "|1");
        }
      }
      people.graph().deleteBranch(branch);
    }
  }

  @Test
  void copiesKeepWithinTheirPartOfTheMemory() {
    String filling = "y".repeat(910_000);
    people.run("INSERT INTO Note (text) SELECT " + LONG + " FROM Person", filling);
    KernelLimits limits = KernelLimits.defaults().withMemory(32 * MEGABYTE);
    try (QueryEngine small = new QueryEngine(people.allocator(), limits)) {
      for (int read = 0; read < 3; read++) {
        assertThat(rows(small, "SELECT SUM(age) FROM Person")).containsExactly("115");
      }
      long ages = small.copiedBytes();
      assertThat(ages).isPositive();
      for (int read = 0; read < 3; read++) {
        assertThat(rows(small, "SELECT COUNT(*), SUM(CHAR_LENGTH(text)) FROM Note"))
            .containsExactly("5|4550000");
        assertThat(small.copiedBytes()).isBetween(1L, 8 * MEGABYTE);
      }
      people.run("INSERT INTO Note (text) SELECT 'x' || " + LONG + " FROM Person", filling);
      for (int read = 0; read < 3; read++) {
        assertThat(rows(small, "SELECT COUNT(*), SUM(CHAR_LENGTH(text)) FROM Note"))
            .containsExactly("10|9100005");
        assertThat(small.copiedBytes()).isLessThanOrEqualTo(8 * MEGABYTE);
      }
    }
  }

  private List<String> rows(QueryEngine engine, String sql) {
    QueryContext context =
        new QueryContext(
            Map.of("people", people.graph()), "people", BranchName.MAIN, Optional.empty());
    try (PreparedQuery query = engine.prepare(context, sql)) {
      return SqlFixture.rows(query);
    }
  }
}
