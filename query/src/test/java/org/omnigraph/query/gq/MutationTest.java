package org.omnigraph.query.gq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.write.CommitOptions;
import org.omnigraph.engine.write.Mutated;

class MutationTest {
  private static final String EVERYONE =
      "query q() { match { $p: Person } return { $p, $p.age } order { $p.name } }";

  private GqFixture graph;

  @BeforeEach
  void open() throws IOException {
    graph = GqFixture.people().open();
  }

  @AfterEach
  void close() throws IOException {
    graph.requireNoMemory();
    graph.close();
  }

  private Mutated run(String text, Object... namesAndValues) {
    return graph
        .engine()
        .mutateGq(
            graph.context(),
            text,
            Optional.empty(),
            GqFixture.parameters(namesAndValues),
            CommitOptions.by("tester"))
        .result();
  }

  private int commits() {
    return graph.graph().commits(BranchName.MAIN).size();
  }

  @Test
  void aTextForADateMeansOne() {
    run(
        "query m() { insert Person { name: \"eve\", born: \"2001-02-03\", seen: \"2001-02-03\" } }");
    run("query m() { update Person set { born: \"1999-12-31\" } where born = \"2001-02-03\" }");

    assertThat(
            graph.rows(
                "query q() { match { $p: Person { born: \"1999-12-31\" } } return { $p, $p.born,"
                    + " $p.seen } }"))
        .containsExactly("eve|10956|2001-02-03T00:00");
  }

  @Test
  @Tag("W-001")
  @Tag("W-002")
  void severalStatementsAreOneCommitAndSeeEachOther() {
    int before = commits();

    Mutated done =
        run(
            "query m($n: String) { insert Person { name: $n, age: 1 }"
                + " insert Knows { from: \"ada\", to: $n, since: 2020 }"
                + " update Person set { age: 2 } where name = $n }",
            "n",
            "eve");

    assertThat(done.affected().nodes()).isEqualTo(2);
    assertThat(done.affected().edges()).isEqualTo(1);
    assertThat(commits()).isEqualTo(before + 1);
    assertThat(graph.rows(EVERYONE)).contains("eve|2");
    assertThat(graph.read("match { $a: Person { name: \"ada\" } $a knows $b } return { $b }"))
        .containsExactlyInAnyOrder("bob", "eve");
  }

  @Test
  @Tag("W-006")
  void deletesDoNotMixWithOthers() {
    int before = commits();

    assertThatThrownBy(
            () ->
                run(
                    "query both() { insert Person { name: \"eve\" }"
                        + " delete Person where name = \"bob\" }"))
        .isInstanceOf(InvalidRequest.class)
        .hasMessage(
            "mutation 'both' mixes inserts/updates and deletes; split into separate mutations");
    assertThat(commits()).isEqualTo(before);
  }

  @Test
  @Tag("W-012")
  @Tag("W-013")
  void whatMatchesNothingMakesNoCommit() {
    int before = commits();

    Mutated update = run("query m() { update Person set { age: 1 } where name = \"nobody\" }");
    Mutated delete = run("query m($n: String?) { delete Person where name = $n }");

    assertThat(update.affected().nodes()).isZero();
    assertThat(delete.affected().nodes()).isZero();
    assertThat(update.receipt().commit()).isEmpty();
    assertThat(commits()).isEqualTo(before);
  }

  @Test
  @Tag("W-014")
  void anInsertOfAKeyThatIsThereReplacesTheWholeRow() {
    run("query m() { insert Person { name: \"ada\", visits: 1 } }");

    assertThat(
            graph.read(
                "match { $p: Person { name: \"ada\" } } return { $p.age, $p.visits, $p.tags }"))
        .containsExactly("∅|1|∅");
  }

  @Test
  void aDeletedNodeTakesItsEdgesAlong() {
    Mutated done = run("query m() { delete Person where name = \"bob\" }");

    assertThat(done.affected().nodes()).isEqualTo(1);
    assertThat(done.affected().edges()).isEqualTo(6);
  }

  @Test
  @Tag("W-026")
  void edgesAreDeletedByTheirEnds() {
    Mutated done = run("query m() { delete Knows where from = \"ada\" }");

    assertThat(done.affected().edges()).isEqualTo(2);
    assertThat(graph.read("match { $a: Person $a knows $b } return { $a, $b } order { $a.name }"))
        .containsExactly("bob|bob", "bob|cy", "cy|ada");
  }

  @Test
  void everyKindOfValueIsWritten() {
    run(
        "query m($t: [String], $v: Vector(2), $big: U64, $d: Date, $s: DateTime, $none: I32?) {"
            + " insert Person { name: \"eve\", age: $none, mood: \"calm\", tags: $t,"
            + " scores: [1, 2], height: 2, weight: 3, visits: 9007199254740993, small: 7,"
            + " big: $big, active: false, born: $d, seen: $s, nickName: \"a\\\"b\\\\c\\n'é\","
            + " spot: $v, photo: \"base64:AAEC\" }"
            + " insert Person { name: \"fay\", born: date(\"2024-2-3\"),"
            + " seen: datetime(\"2024-02-03 04:05:06.789+01:00\"), tags: [], spot: [1, 2.5] } }",
        "t",
        java.util.List.of("x"),
        "v",
        java.util.List.of(1, 0.5),
        "big",
        "9223372036854775807",
        "d",
        "2000-01-02",
        "s",
        "2000-01-02T03:04:05.678Z");

    assertThat(
            graph.read(
                "match { $p: Person { name: \"eve\" } } return { $p.age, $p.mood, $p.tags,"
                    + " $p.scores, $p.height, $p.weight, $p.visits, $p.small, $p.big, $p.active,"
                    + " $p.born, $p.seen, $p.nickName, $p.spot }"))
        .containsExactly(
            "∅|calm|[\"x\"]|[1.0,2.0]|2.0|3.0|9007199254740993|7|9223372036854775807|false|10958|"
                + "2000-01-02T03:04:05.678|a\"b\\c\n'é|[1.0,0.5]");
    assertThat(
            graph.read(
                "match { $p: Person { name: \"fay\" } } return { $p.born, $p.seen, $p.tags, $p.spot"
                    + " }"))
        .containsExactly("19756|2024-02-03T03:05:06.789|[]|[1.0,2.5]");
  }

  @Test
  void nowIsOneInstantForTheWholeMutation() {
    run(
        "query m() { insert Person { name: \"eve\", seen: now() }"
            + " insert Person { name: \"fay\", seen: now() }"
            + " update Person set { age: 7 } where seen = now() }");

    assertThat(graph.rows(EVERYONE)).contains("eve|7", "fay|7");
  }

  @Test
  void conditionsCompareByExactValue() {
    assertThat(matched("age = 24.5")).isZero();
    assertThat(matched("age > 24.5")).isEqualTo(3);
    assertThat(matched("age <= 25.5")).isEqualTo(2);
    assertThat(matched("age != 25.5")).isEqualTo(3);
    assertThat(matched("age < 3000000000")).isEqualTo(3);
    assertThat(matched("age > 3000000000")).isZero();
    assertThat(matched("weight = 0.1")).isEqualTo(1);
    assertThat(matched("height = 0.1")).isEqualTo(1);
    assertThat(matched("weight > 70")).isEqualTo(1);
    assertThat(matched("visits >= 9007199254740993")).isEqualTo(1);
    assertThat(matched("visits > 9007199254740992.0")).isEqualTo(1);
    assertThat(matched("big > 9223372036854775807")).isEqualTo(1);
    assertThat(matched("born < date(\"1900-01-01\")")).isEqualTo(1);
    assertThat(matched("active = false")).isEqualTo(1);
    assertThat(matched("nickName = \"The %_ Countess\"")).isEqualTo(1);
  }

  /** How many people an update that changes nothing but a flag finds. */
  private long matched(String condition) {
    return run("query m() { update Person set { mood: \"calm\" } where " + condition + " }")
        .affected()
        .nodes();
  }

  @Test
  @Tag("W-042")
  void whatAPropertyCannotHoldIsRefused() {
    assertThatThrownBy(() -> run("query m() { insert Person { name: \"e\", age: 3000000000 } }"))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("age");
    assertThatThrownBy(
            () -> run("query m($n: I64) { insert Person { name: \"e\", small: $n } }", "n", -1))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("small");
    assertThatThrownBy(() -> run("query m() { insert Person { name: \"e\", height: 16777217 } }"))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("height")
        .hasMessageContaining("exactly");
    assertThatThrownBy(
            () -> run("query m($f: F64) { insert Person { name: \"e\", height: $f } }", "f", 1e300))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("height");
    assertThatThrownBy(
            () ->
                run("query m($m: String) { insert Person { name: \"e\", mood: $m } }", "m", "odd"))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("mood");
  }

  @Test
  void aReadIsNoMutationAndAMutationNoRead() {
    assertThatThrownBy(() -> run(EVERYONE))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("use query instead");
    assertThatThrownBy(() -> graph.rows("query m() { delete Person where name = \"bob\" }"))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("mutate instead");
  }
}
