package org.omnigraph.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.engine.error.GraphException;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.pending.MutationStaging;

/** The past of a graph, named in SQL. */
class SnapshotTest {
  private static final BranchName DEV = BranchName.of("dev");

  private final MovedClock clock = new MovedClock("2026-01-01T00:00:00.123456Z");

  @RegisterExtension final People people = new People(clock.config());

  private CommitId commit(String sql) {
    clock.forward(Duration.ofDays(1));
    people.run(sql);
    return head(BranchName.MAIN);
  }

  private CommitId head(BranchName branch) {
    return people.graph().snapshot(branch).commit().orElseThrow();
  }

  private CommitId genesis() {
    var commits = people.graph().commits(BranchName.MAIN);
    return commits.get(commits.size() - 1).id();
  }

  private List<String> ages(String at) {
    return people.rows("SELECT name, age FROM Person FOR SYSTEM_TIME AS OF " + at + " ORDER BY 1");
  }

  @Test
  void aTableIsReadAsOfACommitOrATime() {
    CommitId one = commit("INSERT INTO Person (name, age) VALUES ('Ada', 36)");
    CommitId two = commit("UPDATE Person SET age = 37");
    commit("INSERT INTO Person (name, age) VALUES ('Bob', 5)");
    assertThat(ages("'" + genesis() + "'")).isEmpty();
    assertThat(ages("'" + one + "'")).containsExactly("Ada|36");
    assertThat(ages("'" + two + "'")).containsExactly("Ada|37");
    assertThat(ages("TIMESTAMP '2026-01-02 00:00:00.123456'")).containsExactly("Ada|36");
    assertThat(ages("TIMESTAMP '2026-01-02 00:00:00.123455'")).isEmpty();
    assertThat(ages("TIMESTAMP '2026-01-03 12:00:00'")).containsExactly("Ada|37");
    assertThat(ages("DATE '2026-01-03'")).containsExactly("Ada|36");
    assertThat(ages("'2026-01-03T02:00:00+01:00'")).containsExactly("Ada|37");
    assertThat(ages("CAST('2026-01-03 01:00:00' AS TIMESTAMP)")).containsExactly("Ada|37");
    assertThat(ages("CURRENT_TIMESTAMP")).containsExactly("Ada|37", "Bob|5");
    assertThat(people.rows("SELECT age FROM \"main@" + two + "\".Person")).containsExactly("37");
    assertThat(people.rows("SELECT age FROM \"main@2026-01-02 12:00:00\".Person"))
        .containsExactly("36");
    String folded = one.value().toLowerCase(Locale.ROOT);
    assertThat(ages("'" + folded + "'")).containsExactly("Ada|36");
    assertThat(people.rows("SELECT age FROM \"main@" + folded + "\".Person")).containsExactly("36");
  }

  private List<String> agesAt(Object moment) {
    return people.rows(
        "SELECT name, age FROM Person FOR SYSTEM_TIME AS OF ? WHERE age > ? ORDER BY 1", moment, 0);
  }

  @Test
  void aParameterChoosesTheSnapshot() {
    CommitId one = commit("INSERT INTO Person (name, age) VALUES ('Ada', 36)");
    commit("UPDATE Person SET age = 37");
    commit("INSERT INTO Person (name, age) VALUES ('Bob', 5)");
    assertThat(agesAt(genesis().value())).isEmpty();
    assertThat(agesAt(one.value())).containsExactly("Ada|36");
    assertThat(agesAt(one.value().toLowerCase(Locale.ROOT))).containsExactly("Ada|36");
    assertThat(agesAt(" 2026-01-03 12:00:00 ")).containsExactly("Ada|37");
    assertThat(agesAt("2026-01-03T02:00:00+01:00")).containsExactly("Ada|37");
    assertThat(agesAt(LocalDateTime.parse("2026-01-02T00:00:00.123456"))).containsExactly("Ada|36");
    assertThat(agesAt(LocalDateTime.parse("2026-01-02T00:00:00.123455"))).isEmpty();
    assertThat(agesAt(LocalDate.parse("2026-01-03"))).containsExactly("Ada|36");
    assertThat(agesAt(Instant.parse("2026-01-03T01:00:00Z"))).containsExactly("Ada|37");
    assertThat(agesAt(ZonedDateTime.parse("2026-01-03T02:00:00+01:00[Europe/Paris]")))
        .containsExactly("Ada|37");
    assertThat(agesAt("now")).containsExactly("Ada|37", "Bob|5");
  }

  @Test
  void oneParameterReadsBesideAnotherAndBesideNow() {
    CommitId one = commit("INSERT INTO Person (name, age) VALUES ('Ada', 36)");
    CommitId two = commit("UPDATE Person SET age = 37");
    commit("UPDATE Person SET age = 38");
    String joined =
        "SELECT a.age, b.age, c.age FROM Person FOR SYSTEM_TIME AS OF ? AS a"
            + " JOIN Person FOR SYSTEM_TIME AS OF ? AS b USING (id) JOIN Person AS c USING (id)";
    assertThat(people.rows(joined, one.value(), two.value())).containsExactly("36|37|38");
    assertThat(people.rows(joined, two.value(), one.value())).containsExactly("37|36|38");
    try (PreparedQuery query = people.engine().prepare(people.context(), joined)) {
      assertThat(query.parameters().getFields())
          .extracting(field -> field.getType().toString())
          .containsExactly("Utf8", "Utf8");
      assertThat(SqlFixture.rows(query, one.value(), one.value())).containsExactly("36|36|38");
      assertThat(SqlFixture.rows(query, two.value(), "now")).containsExactly("37|38|38");
    }
  }

  @Test
  void aParameterChoosesASnapshotOfTheBranchBeforeTheTable() {
    CommitId before = commit("INSERT INTO Person (name, age) VALUES ('Ada', 36)");
    people.graph().createBranch(DEV, BranchName.MAIN);
    clock.forward(Duration.ofDays(1));
    people
        .engine()
        .prepareUpdate(people.on(DEV), "UPDATE Person SET age = 50")
        .commit(List.of(List.of()), Optional.empty());
    String sql = "SELECT age FROM dev.Person FOR SYSTEM_TIME AS OF ?";
    assertThat(people.rows(sql, before.value())).containsExactly("36");
    assertThat(people.rows(sql, head(DEV).value())).containsExactly("50");
    assertThatThrownBy(() -> agesAt(head(DEV).value()))
        .isInstanceOf(NotFound.class)
        .hasMessageContaining("it was made on branch 'dev'");
  }

  @Test
  void anArgumentThatIsNoSnapshotIsRefused() {
    assertThatThrownBy(() -> agesAt(null))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("parameter 1 chooses a snapshot and must not be null");
    assertThatThrownBy(() -> agesAt("01NONE"))
        .isInstanceOf(NotFound.class)
        .hasMessageContaining("no branch has the commit '01NONE'");
    assertThatThrownBy(() -> agesAt("2026-13-01"))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("'2026-13-01' is no time");
    assertThatThrownBy(() -> agesAt("dev@now"))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("'dev@now' is no moment");
    assertThatThrownBy(() -> agesAt(LocalDateTime.parse("2025-01-01T00:00:00")))
        .isInstanceOf(NotFound.class)
        .hasMessageContaining("it begins at");
    assertThatThrownBy(() -> people.rows("SELECT * FROM \"main@?1\".Person"))
        .isInstanceOf(GraphException.class);
  }

  @Test
  void rowsAreChangedByAStatementWhoseArgumentsChooseThePast() {
    CommitId one = commit("INSERT INTO Person (name, age) VALUES ('Ada', 36), ('Bob', 5)");
    CommitId two = commit("UPDATE Person SET age = 0");
    String back =
        "UPDATE Person AS p SET age = (SELECT age FROM Person FOR SYSTEM_TIME AS OF ? AS o WHERE"
            + " o.id = p.id) WHERE name = ?";
    people.runEach(back, List.of(one.value(), "Ada"), List.of(two.value(), "Bob"));
    assertThat(people.rows("SELECT name, age FROM Person ORDER BY name"))
        .containsExactly("Ada|36", "Bob|0");
    people.run(
        "INSERT INTO Note (text, stars) SELECT name, age FROM Person FOR SYSTEM_TIME AS OF ?",
        one.value());
    assertThat(people.rows("SELECT text, stars FROM Note ORDER BY 1"))
        .containsExactly("Ada|36", "Bob|5");
  }

  @Test
  void insideATransactionASnapshotByParameterHasNoPendingRows() {
    CommitId one = commit("INSERT INTO Person (name, age) VALUES ('Ada', 36)");
    String sql =
        "SELECT (SELECT COUNT(*) FROM Person), (SELECT COUNT(*) FROM Person FOR SYSTEM_TIME AS OF"
            + " ?)";
    try (MutationStaging open = people.begin()) {
      people.run(open, "INSERT INTO Person (name, age) VALUES ('Bob', 5)");
      assertThat(people.rows(open, sql, one.value())).containsExactly("2|1");
      assertThat(people.rows(open, sql, "now")).containsExactly("2|1");
    }
  }

  @Test
  void anIntervalBeforeNowIsAMoment() {
    people.run("INSERT INTO Person (name, age) VALUES ('Ada', 36)");
    clock.forward(Duration.between(clock.instant(), Instant.now()).minusSeconds(3_000));
    people.run("UPDATE Person SET age = 37");
    clock.forward(Duration.between(clock.instant(), Instant.now()).plusSeconds(3_000));
    assertThat(ages("CURRENT_TIMESTAMP - INTERVAL '5' MINUTE")).containsExactly("Ada|37");
    assertThat(ages("CURRENT_TIMESTAMP - INTERVAL '2' HOUR")).containsExactly("Ada|36");
    assertThat(ages("NOW() - INTERVAL '1' MONTH")).hasSizeLessThanOrEqualTo(1);
    assertThatThrownBy(() -> ages("CURRENT_TIMESTAMP - INTERVAL -'1' DAY"))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("negative");
  }

  @Test
  void twoSnapshotsOfATableAreJoined() {
    CommitId one = commit("INSERT INTO Person (name, age) VALUES ('Ada', 36), ('Bob', 5)");
    commit("UPDATE Person SET age = age + 1 WHERE name = 'Ada'");
    String older = "Person FOR SYSTEM_TIME AS OF '" + one + "' AS older";
    assertThat(
            people.rows(
                "SELECT name, older.age, newer.age FROM "
                    + older
                    + " JOIN Person AS newer USING (name) WHERE older.age <> newer.age"))
        .containsExactly("Ada|36|37");
    assertThat(
            people.rows(
                "SELECT Person.name, (SELECT SUM(age) FROM "
                    + older
                    + ") FROM Person WHERE EXISTS (SELECT 1 FROM people.main."
                    + older
                    + " WHERE older.id = Person.id AND older.age = Person.age)"))
        .containsExactly("Bob|41");
    assertThat(
            people.rows(
                "WITH old AS (SELECT * FROM person FOR SYSTEM_TIME AS OF '"
                    + one
                    + "') SELECT SUM(age) FROM old"))
        .containsExactly("41");
  }

  @Test
  void aBranchHasAPastOfItsOwn() {
    CommitId before = commit("INSERT INTO Person (name, age) VALUES ('Ada', 36)");
    people.graph().createBranch(DEV, BranchName.MAIN);
    clock.forward(Duration.ofDays(1));
    people
        .engine()
        .prepareUpdate(people.on(DEV), "UPDATE Person SET age = 50")
        .commit(List.of(List.of()), Optional.empty());
    CommitId onDev = head(DEV);
    assertThat(people.rows("SELECT age FROM dev.Person FOR SYSTEM_TIME AS OF '" + before + "'"))
        .containsExactly("36");
    assertThat(people.rows("SELECT age FROM DEV.Person FOR SYSTEM_TIME AS OF '" + onDev + "'"))
        .containsExactly("50");
    for (String sql :
        List.of(
            "SELECT age FROM Person FOR SYSTEM_TIME AS OF '" + onDev + "'",
            "SELECT age FROM \"main@" + onDev + "\".Person")) {
      assertThatThrownBy(() -> people.rows(sql))
          .isInstanceOf(NotFound.class)
          .hasMessageContaining("it was made on branch 'dev': read dev@" + onDev);
    }
  }

  @Test
  void whatIsNoSnapshotIsRefusedWithTheRemedy() {
    commit("INSERT INTO Person (name, age) VALUES ('Ada', 36)");
    assertThatThrownBy(() -> ages("TIMESTAMP '2025-12-31 00:00:00'"))
        .isInstanceOf(NotFound.class)
        .hasMessageContaining("it begins at 2026-01-01T00:00:00.123456Z with commit " + genesis());
    assertThatThrownBy(() -> ages("TIMESTAMP '2026-01-02 00:00:01'"))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("has not come yet");
    assertThatThrownBy(() -> ages("'01NONE'"))
        .isInstanceOf(NotFound.class)
        .hasMessageContaining("no branch has the commit '01NONE'");
    assertThatThrownBy(() -> ages("'2026-13-01'"))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("'2026-13-01' is no time");
    assertThatThrownBy(
            () -> people.rows("SELECT * FROM Person AS p FOR SYSTEM_TIME AS OF CURRENT_TIMESTAMP"))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("before its alias");
    assertThatThrownBy(() -> ages("'dev@01NONE'")).hasMessageContaining("is no moment");
    assertThatThrownBy(() -> ages("1 + 1"))
        .hasMessageContaining("line 1, column 52: this is no moment; write a time");
    assertThatThrownBy(
            () ->
                people.rows(
                    "SELECT * FROM \"main@"
                        + genesis()
                        + "\".Person FOR SYSTEM_TIME AS OF CURRENT_TIMESTAMP"))
        .hasMessageContaining("is a snapshot already");
    assertThatThrownBy(
            () ->
                people.rows(
                    "SELECT * FROM omnigraph_catalog.commits FOR SYSTEM_TIME AS OF DATE '2026-01-01'"))
        .hasMessageContaining("have no history");
    assertThatThrownBy(() -> people.run("UPDATE \"main@" + genesis() + "\".Person SET age = 1"))
        .hasMessageContaining("is a snapshot, which nobody can write");
  }

  @Test
  void aCachedPlanReadsTheMomentAnew() {
    String now = "SELECT COUNT(*) FROM Person FOR SYSTEM_TIME AS OF CURRENT_TIMESTAMP";
    assertThat(people.rows(now)).containsExactly("0");
    commit("INSERT INTO Person (name, age) VALUES ('Ada', 36)");
    assertThat(people.rows(now)).containsExactly("1");
  }

  @Test
  void insideATransactionThePastHasNoPendingRows() {
    CommitId one = commit("INSERT INTO Person (name, age) VALUES ('Ada', 36)");
    try (MutationStaging open = people.begin()) {
      people.run(open, "INSERT INTO Person (name, age) VALUES ('Bob', 5)");
      String past = " FOR SYSTEM_TIME AS OF ";
      assertThat(people.rows(open, "SELECT COUNT(*) FROM Person")).containsExactly("2");
      assertThat(people.rows(open, "SELECT COUNT(*) FROM Person" + past + "'" + one + "'"))
          .containsExactly("1");
      assertThat(people.rows(open, "SELECT COUNT(*) FROM Person" + past + "CURRENT_TIMESTAMP"))
          .containsExactly("1");
      assertThat(
              people.rows(
                  open, "SELECT change, name FROM table_changes('Person', '" + one + "', 'main')"))
          .isEmpty();
    }
  }

  @Test
  void rowsAreChangedByAStatementThatReadsThePast() {
    CommitId one = commit("INSERT INTO Person (name, age) VALUES ('Ada', 36), ('Bob', 5)");
    commit("UPDATE Person SET age = 0");
    people.run(
        "UPDATE Person AS p SET age = (SELECT age FROM Person FOR SYSTEM_TIME AS OF '"
            + one
            + "' AS o WHERE o.id = p.id)");
    assertThat(people.rows("SELECT name, age FROM Person ORDER BY name"))
        .containsExactly("Ada|36", "Bob|5");
  }

  @Test
  void aPinnedSessionSeesTheSame() {
    CommitId one = commit("INSERT INTO Person (name, age) VALUES ('Ada', 36)");
    commit("UPDATE Person SET age = 37");
    QueryContext pinned =
        new QueryContext(
            Map.of("people", people.graph()), "people", BranchName.MAIN, Optional.of(one));
    try (PreparedQuery query = people.engine().prepare(pinned, "SELECT age FROM Person")) {
      assertThat(SqlFixture.rows(query)).containsExactly("36");
    }
    assertThat(ages("'" + one + "'")).containsExactly("Ada|36");
  }
}
