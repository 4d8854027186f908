package org.omnigraph.query.gq;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.query.PreparedGq;

/** Forms that are easily answered wrong. */
class EdgeCasesTest {
  @RegisterExtension static final GqFixture GRAPH = GqFixture.people();

  @Test
  void aVariableThatIsBoundTwiceIsOneNodeWithBothConditions() {
    assertThat(
            GRAPH.read(
                "match { $p: Person { age: 25 } $p: Person { mood: \"busy\" } } return { $p }"))
        .containsExactly("bob");
    assertThat(
            GRAPH.read(
                "match { $p: Person not { $p: Person { age: 25 } } } return { $p } order { $p.name }"))
        .containsExactly("ada", "dee");
  }

  @Test
  void twoColumnsMayHaveOneName() {
    String query =
        "query q() { match { $p: Person { name: \"ada\" } } return { $p.name as x, $p.age as x } }";
    try (PreparedGq prepared = GRAPH.prepare(query)) {
      assertThat(prepared.schema().getFields())
          .extracting(Field::getName)
          .containsExactly("x", "x");
    }
    assertThat(GRAPH.rows(query)).containsExactly("ada|36");
  }

  @Test
  void namesKeepTheirCaseEverywhere() {
    assertThat(
            GRAPH.read(
                "match { $thePerson: Person $thePerson.nickName != \"\" } return { $thePerson.nickName,"
                    + " count($thePerson.nickName) as howMany } order { $thePerson.nickName desc }"))
        .containsExactly("The %_ Countess|1");
    assertThat(
            GRAPH.read(
                "match { $p: Person $p knows{1,2} $q } return { $q.name as lastName } order { lastName"
                    + " desc } limit 1"))
        .containsExactly("cy");
  }

  @Test
  void textIsComparedByteForByte() {
    assertThat(kept("\"👍🏽\" starts_with \"👍\"")).isTrue();
    assertThat(kept("\"e\u0301\" contains \"e\"")).isTrue();
    assertThat(kept("\"e\u0301\" contains \"\u00e9\"")).isFalse();
    assertThat(kept("\"e\u0301\" = \"\u00e9\"")).isFalse();
    assertThat(kept("\"STRASSE\" contains \"stra\"")).isFalse();
    assertThat(kept("\"it's\" contains \"'s\"")).isTrue();
    assertThat(kept("\"a\\\\b\" contains \"\\\\\"")).isTrue();
    assertThat(kept("\"\" contains \"\"")).isTrue();
  }

  private static boolean kept(String filter) {
    return !GRAPH
        .read("match { $c: Company { name: \"acme\" } " + filter + " } return { $c }")
        .isEmpty();
  }

  @Test
  void anEmptyGraphAnswersEveryForm() throws IOException {
    GqFixture empty = GqFixture.of(People.SCHEMA, "").open();
    try {
      String pattern =
          "match { $a: Person $a knows{1,3} $b $b $w:likes $c not { $c worksAt $d } } ";
      assertThat(empty.read(pattern + "return { $a, $b.name, $c } order { $a.name } limit 3"))
          .isEmpty();
      assertThat(
              empty.read(
                  pattern
                      + "return { count($a) as n, sum($a.age) as s, avg($b.age) as m, max($c.name) as t }"))
          .containsExactly("0|∅|∅|∅");
      assertThat(empty.read(pattern + "return { $a.name, count($b) as n }")).isEmpty();
      empty.requireNoMemory();
    } finally {
      empty.close();
    }
  }
}
