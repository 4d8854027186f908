package org.omnigraph.query.gq;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class MatchTest {
  @RegisterExtension static final GqFixture GRAPH = GqFixture.people();

  @Test
  void aBindingFindsTheNodesOfItsType() {
    assertThat(GRAPH.read("match { $p: Person } return { $p.name, $p.age }"))
        .containsExactlyInAnyOrder("ada|36", "bob|25", "cy|25", "dee|∅");
  }

  @Test
  void inlineMatchesAreEqualities() {
    assertThat(GRAPH.read("match { $p: Person { age: 25, mood: \"busy\" } } return { $p.name }"))
        .containsExactly("bob");
    assertThat(
            GRAPH.rows(
                "query q($a: I64) { match { $p: Person { age: $a } } return { $p } }", "a", 36))
        .containsExactly("ada");
  }

  @Test
  void aTraversalGivesOneRowAnEnd() {
    assertThat(GRAPH.read("match { $a: Person $a knows $b } return { $a, $b }"))
        .containsExactlyInAnyOrder("ada|bob", "bob|cy", "bob|bob", "cy|ada");
  }

  @Test
  void aBoundEdgeGivesOneRowAnEdge() {
    assertThat(
            GRAPH.read(
                "match { $a: Person { name: \"ada\" } $a $w:knows $b } return { $b, $w.since }"
                    + " order { $w.since desc }"))
        .containsExactly("bob|2010", "bob|2001");
  }

  @Test
  void aNegationKeepsWhatHasNoMatch() {
    assertThat(
            GRAPH.read(
                "match { $p: Person not { $p worksAt $_ } } return { $p } order { $p.name }"))
        .containsExactly("cy", "dee");
    assertThat(
            GRAPH.read(
                "match { $c: Company not { $c worksAt $p } } return { $c } order { $c.name }"))
        .containsExactly("ada");
  }

  @Test
  void aggregatesGroupByTheOtherColumns() {
    assertThat(
            GRAPH.read(
                "match { $p: Person $p worksAt $c } return { $c.name, count($p) as n, sum($p.age) }"
                    + " order { n desc }"))
        .containsExactly("acme|2|61.0", "bolt|1|25.0");
  }

  @Test
  void anEdgeIsBoundInEveryForm() {
    assertThat(
            GRAPH.read(
                "match { $a: Person { name: \"bob\" } $a $w:<knows> $b } return { $b, $w.since }"
                    + " order { $w.since }"))
        .containsExactly("bob|1999", "ada|2001", "cy|2005", "ada|2010");
    assertThat(
            GRAPH.read(
                "match { $a: Person { name: \"ada\" } $a $w:knows{1,1} $b } return { $w.since }"
                    + " order { $w.since }"))
        .containsExactly("2001", "2010");
    assertThat(GRAPH.read("match { $a: Person { name: \"ada\" } $a $_:knows $b } return { $b }"))
        .containsExactly("bob");
  }

  @Test
  void layoutCommentsAndSpareCommasMeanNothing() {
    assertThat(
            GRAPH.read(
                "match {\n// a line\n$p: Person { }\t/* a\nblock */ $p.name != \"//\" }"
                    + " return { $p.name, $p.age, } order { $p.name } limit 1"))
        .containsExactly("ada|36");
  }
}
