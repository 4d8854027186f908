package org.omnigraph.query.gq;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** ada → bob (twice), bob → cy, bob → bob, cy → ada. */
class HopsTest {
  @RegisterExtension static final GqFixture GRAPH = GqFixture.people();

  private static String from(String name, String walk) {
    return String.join(
        " ",
        GRAPH.read(
            "match { $a: Person { name: \""
                + name
                + "\" } $a "
                + walk
                + " $b } return { $b } order { $b.name }"));
  }

  @Test
  void anEndIsReachedAtItsDistance() {
    assertThat(from("ada", "knows{1,1}")).isEqualTo("bob");
    assertThat(from("ada", "knows{2,2}")).isEqualTo("bob cy");
    assertThat(from("ada", "knows{1,2}")).isEqualTo("bob cy");
    assertThat(from("ada", "knows{1,9}")).isEqualTo("bob cy");
    assertThat(from("ada", "knows{3,9}")).isEmpty();
    assertThat(from("cy", "knows{2,3}")).isEqualTo("bob");
  }

  @Test
  void aLoopReachesItsNodeOneHopLater() {
    assertThat(from("bob", "knows")).isEqualTo("bob cy");
    assertThat(from("bob", "knows{1,3}")).isEqualTo("ada bob cy");
    assertThat(from("bob", "knows{2,2}")).isEqualTo("ada");
  }

  @Test
  void neitherDirectionIsLostWhenTheEndIsTheFewer() {
    assertThat(
            GRAPH.read(
                "match { $a: Person $a knows{2,2} $b $b.name = \"bob\" } return { $a } order { $a.name }"))
        .containsExactly("ada", "cy");
    assertThat(
            GRAPH.read(
                "match { $a: Person $a knows{1,3} $b $b.name = \"bob\" } return { $a } order { $a.name }"))
        .containsExactly("ada", "bob", "cy");
  }

  @Test
  void undirectedEdgesAreWalkedBothWays() {
    assertThat(from("cy", "<knows>")).isEqualTo("ada bob");
    assertThat(from("ada", "<knows>{2,3}")).isEqualTo("bob");
    assertThat(from("dee", "<knows>{1,3}")).isEmpty();
    assertThat(
            GRAPH.read(
                "match { $a: Person { name: \"bob\" } $a $w:<knows> $b } return { $b, $w.since }"
                    + " order { $b.name, $w.since }"))
        .containsExactly("ada|2001", "ada|2010", "bob|1999", "cy|2005");
  }

  @Test
  void edgesBetweenDifferentTypesDoNotChain() {
    assertThat(
            GRAPH.read(
                "match { $p: Person $p worksAt{1,3} $c } return { $p, $c } order { $p.name, $c.name }"))
        .containsExactly("ada|acme", "bob|acme", "bob|bolt");
    assertThat(GRAPH.read("match { $p: Person $p worksAt{2,3} $c } return { $p, $c }")).isEmpty();
  }

  @Test
  void anAnonymousEndOnlyHasToExist() {
    assertThat(GRAPH.read("match { $p: Person $p knows $_ } return { $p } order { $p.name }"))
        .containsExactly("ada", "bob", "cy");
    assertThat(GRAPH.read("match { $p: Person $_ worksAt{1,2} $c } return { count($p) as n }"))
        .containsExactly("8");
    assertThat(GRAPH.read("match { $_ knows{2,2} $b } return { $b } order { $b.name }"))
        .containsExactly("ada", "bob", "cy");
    assertThat(GRAPH.read("match { $c: Company $_ never $_ } return { $c }")).isEmpty();
    assertThat(GRAPH.read("match { $c: Company $_ knows $_ } return { count($c) as n }"))
        .containsExactly("3");
  }

  @Test
  void equalIdsOfTwoTypesAreTwoNodes() {
    assertThat(
            GRAPH.read(
                "match { $p: Person { name: \"ada\" } $p worksAt $c $c owns $d } return { $c, $d }"))
        .containsExactly("acme|bolt");
    assertThat(GRAPH.read("match { $c: Company { name: \"ada\" } $c worksAt $p } return { $p }"))
        .isEmpty();
  }

  @Test
  void aCycleIsClosed() {
    assertThat(
            GRAPH.read(
                "match { $a: Person $a knows $b $b knows $c $c knows $a } return { $a, $b, $c }"
                    + " order { $a.name }"))
        .containsExactly("ada|bob|cy", "bob|bob|bob", "bob|cy|ada", "cy|ada|bob");
    assertThat(GRAPH.read("match { $a: Person $a knows $a } return { $a }")).containsExactly("bob");
    assertThat(GRAPH.read("match { $a: Person $a knows{1,4} $a } return { $a }"))
        .containsExactly("bob");
  }

  @Test
  void aPatternWithoutABindingIsFoundToo() {
    assertThat(GRAPH.read("match { $a likes $b } return { $a, $b } order { $a.name }"))
        .containsExactly("ada|cy", "cy|ada");
    assertThat(
            GRAPH.read("match { $c worksAt $p $c: Company { name: \"bolt\" } } return { $p, $c }"))
        .containsExactly("bob|bolt");
  }

  @Test
  void groupsThatAreNotConnectedAreCombined() {
    assertThat(GRAPH.read("match { $a likes $b $c: Company } return { count($a) as n }"))
        .containsExactly("6");
  }

  @Test
  void negationsNestAndHopAndKeepTheirDirection() {
    assertThat(
            GRAPH.read(
                "match { $c: Company not { $c worksAt $p $p.age > 30 } } return { $c } order { $c.name }"))
        .containsExactly("ada", "bolt");
    assertThat(
            GRAPH.read(
                "match { $p: Person not { $p knows{2,3} $q $q.name = \"ada\" } } return { $p }"
                    + " order { $p.name }"))
        .containsExactly("ada", "cy", "dee");
    assertThat(
            GRAPH.read(
                "match { $p: Person not { $p knows $q not { $q knows{1,2} $p } } } return { $p }"
                    + " order { $p.name }"))
        .containsExactly("ada", "bob", "cy", "dee");
    assertThat(
            GRAPH.read(
                "match { $p: Person not { $p knows $q not { $q knows{2,2} $p } } } return { $p }"
                    + " order { $p.name }"))
        .containsExactly("ada", "cy", "dee");
    assertThat(GRAPH.read("match { $p: Person not { $p never $q } } return { count($p) as n }"))
        .containsExactly("4");
    assertThat(
            GRAPH.read("match { $p: Person not { $p.age > 30 } } return { $p } order { $p.name }"))
        .containsExactly("bob", "cy", "dee");
  }
}
