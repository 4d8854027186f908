package org.omnigraph.query.gq;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.query.PreparedGq;

class ReturnTest {
  @RegisterExtension static final GqFixture GRAPH = GqFixture.people();

  @Test
  void columnsAreNamedByWhatTheyShow() {
    assertThat(
            columns(
                "query q($x: I32?) { match { $p: Person } return { $p.name, $p, $x, 1, now(),"
                    + " $p.age as years } }"))
        .containsExactly("p.name", "p", "x", "literal", "now", "years");
    assertThat(
            columns(
                "query q() { match { $p: Person } return { $p.name, count($p), sum($p.age),"
                    + " max($p.age) as oldest } }"))
        .containsExactly("p.name", "p", "p.age", "oldest");
  }

  private static List<String> columns(String text) {
    try (PreparedGq query = GRAPH.prepare(text)) {
      return query.schema().getFields().stream().map(Field::getName).toList();
    }
  }

  @Test
  void everyTypeComesBack() {
    assertThat(
            GRAPH.read(
                "match { $p: Person { name: \"ada\" } } return { $p.age $p.mood $p.tags $p.scores"
                    + " $p.height $p.weight $p.visits $p.small $p.big $p.active $p.born $p.seen"
                    + " $p.spot }"))
        .containsExactly(
            "36|calm|[\"x\",\"y\"]|[0.1,2.0]|0.1|0.1|9007199254740993|4000000000|"
                + "18446744073709551615|true|-56270|2024-05-01T12:30:00.250|[1.0,2.0]");
  }

  @Test
  void parametersAndLiteralsAreColumnsToo() {
    assertThat(
            GRAPH.rows(
                "query q($l: [I32], $v: Vector(2), $n: String?) { match { $p: Person { name: \"dee\""
                    + " } } return { $l, $v, $n, \"it's\", [1, 2], 1.5, true, date(\"1970-01-02\") }"
                    + " }",
                "l",
                List.of(1, 2),
                "v",
                List.of(1, 0.5)))
        .containsExactly("[1,2]|[1.0,0.5]|∅|it's|[1,2]|1.5|true|1");
  }

  @Test
  void aggregatesIgnoreNulls() {
    assertThat(
            GRAPH.read(
                "match { $p: Person } return { count($p) as n, count($p.age) as ages, sum($p.age) as"
                    + " sum, avg($p.age) as avg, min($p.name) as first, max($p.visits) as most,"
                    + " min($p.height) as least, sum($p.big) as big }"))
        .containsExactly(
            "4|3|86.0|28.666666666666668|ada|9007199254740993|0.1|1.8446744073709552E19");
  }

  @Test
  void nullsAreAGroup() {
    assertThat(
            GRAPH.read("match { $p: Person } return { $p.age, count($p) as n } order { $p.age }"))
        .containsExactly("∅|1", "25|2", "36|1");
    assertThat(
            GRAPH.read(
                "match { $p: Person $p worksAt $c } return { $c, count($p) as n } order { c }"))
        .containsExactly("acme|2", "bolt|1");
  }

  @Test
  void nothingIsOneRowWithoutGroupsAndNoRowWithThem() {
    assertThat(GRAPH.read("match { $n: Note } return { count($n) as n, min($n.text) as least }"))
        .containsExactly("0|∅");
    assertThat(GRAPH.read("match { $n: Note } return { $n.text, count($n) as n }")).isEmpty();
    assertThat(GRAPH.read("match { $n: Note } return { $n, $n.text }")).isEmpty();
  }

  @Test
  void nullsComeFirstAndLastWhenDescending() {
    assertThat(GRAPH.read("match { $p: Person } return { $p } order { $p.age }"))
        .containsExactly("dee", "bob", "cy", "ada");
    assertThat(GRAPH.read("match { $p: Person } return { $p } order { $p.age desc }"))
        .containsExactly("ada", "bob", "cy", "dee");
  }

  @Test
  void idsDecideBetweenEqualRowsAlsoAtTheLimit() {
    assertThat(GRAPH.read("match { $p: Person } return { $p } order { $p.active, $p.age } limit 3"))
        .containsExactly("dee", "cy", "bob");
    assertThat(
            GRAPH.read(
                "match { $a: Person $b: Company } return { $b, $a } order { $a.mood desc } limit 4"))
        .containsExactly("acme|ada", "ada|ada", "bolt|ada", "acme|bob");
  }

  @Test
  void anAliasOrAColumnIsAnOrderKey() {
    assertThat(
            GRAPH.read(
                "match { $p: Person } return { $p.age as a, $p.name as n } order { a desc, n desc }"))
        .containsExactly("36|ada", "25|cy", "25|bob", "∅|dee");
    assertThat(GRAPH.read("match { $p: Person } return { $p } order { p desc } limit 2"))
        .containsExactly("dee", "cy");
    assertThat(
            GRAPH.read(
                "match { $p: Person $p knows $q } return { $p.name as n, count($q) as k }"
                    + " order { k desc, n } limit 2"))
        .containsExactly("bob|2", "ada|1");
  }

  @Test
  void aLimitIsAppliedLast() {
    assertThat(GRAPH.read("match { $p: Person } return { $p } limit 0")).isEmpty();
    assertThat(GRAPH.read("match { $p: Person } return { $p } limit 18446744073709551615"))
        .hasSize(4);
    assertThat(GRAPH.read("match { $p: Person } return { $p } limit 3")).hasSize(3);
  }

  @Test
  void oneInstantIsNowForTheWholeQuery() {
    assertThat(
            GRAPH.read(
                "match { $p: Person $p knows{1,2} $q now() = now() } return { now() as a, now() as b"
                    + " } limit 1"))
        .singleElement()
        .satisfies(
            row -> {
              int middle = row.indexOf('|');
              assertThat(row.substring(0, middle)).isEqualTo(row.substring(middle + 1));
            });
  }
}
