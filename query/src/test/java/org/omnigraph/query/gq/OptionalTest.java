package org.omnigraph.query.gq;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.query.PreparedGq;

/** Patterns that a row need not have. */
class OptionalTest {
  @RegisterExtension static final GqFixture GRAPH = GqFixture.people();

  @Test
  void whatIsNotFoundIsNull() {
    assertThat(
            GRAPH.read(
                "match { $p: Person optional { $p worksAt $c } } return { $p, $c, $c.founded }"
                    + " order { $p.name, $c.founded }"))
        .containsExactly("ada|acme|1900", "bob|acme|1900", "bob|bolt|2000", "cy|∅|∅", "dee|∅|∅");
  }

  @Test
  void conditionsInsideDecideWhatIsFoundAndNotWhichRowsStay() {
    assertThat(
            GRAPH.read(
                "match { $p: Person optional { $p $w:knows $q $w.since > 2000 $q.age < $p.age } }"
                    + " return { $p, $q, $w.since } order { $p.name, $w.since }"))
        .containsExactly("ada|bob|2001", "ada|bob|2010", "bob|∅|∅", "cy|∅|∅", "dee|∅|∅");
  }

  @Test
  void aLaterBlockGoesOnFromAnEarlierOne() {
    String chained =
        "match { $p: Person optional { $p knows $q } optional { $q worksAt $c } }"
            + " return { $p, $q, $c } order { $p.name, $q.name, $c.name }";
    assertThat(GRAPH.read(chained))
        .containsExactly(
            "ada|bob|acme",
            "ada|bob|bolt",
            "bob|bob|acme",
            "bob|bob|bolt",
            "bob|cy|∅",
            "cy|ada|acme",
            "dee|∅|∅");
    assertThat(
            GRAPH.read(
                chained.replace("} optional { $q worksAt $c }", "optional { $q worksAt $c } }")))
        .isEqualTo(GRAPH.read(chained));
  }

  @Test
  void aBlockInABlockThatIsNotFoundIsNotFoundEither() {
    assertThat(
            GRAPH.read(
                "match { $p: Person optional { $p likes $q optional { $p worksAt $c } } }"
                    + " return { $p, $q, $c } order { $p.name }"))
        .containsExactly("ada|cy|acme", "bob|∅|∅", "cy|ada|∅", "dee|∅|∅");
  }

  @Test
  void negationsAndHopsStandInside() {
    assertThat(
            GRAPH.read(
                "match { $p: Person optional { $p knows $q not { $q knows $p } } }"
                    + " return { $p, $q } order { $p.name, $q.name }"))
        .containsExactly("ada|bob", "bob|cy", "cy|ada", "dee|∅");
    assertThat(
            GRAPH.read(
                "match { $p: Person optional { $p knows{2,2} $q } } return { $p, $q }"
                    + " order { $p.name, $q.name }"))
        .containsExactly("ada|bob", "ada|cy", "bob|ada", "cy|bob", "dee|∅");
  }

  @Test
  void countsLeaveOutWhatIsNotFound() {
    assertThat(
            GRAPH.read(
                "match { $p: Person optional { $p worksAt $c } } return { $p, count($c) as n,"
                    + " min($c.founded) as first } order { n desc, p }"))
        .containsExactly("bob|2|1900", "ada|1|1900", "cy|0|∅", "dee|0|∅");
  }

  @Test
  void columnsOfTheBlockMayBeNull() {
    try (PreparedGq query =
        GRAPH.prepare(
            "query q() { match { $p: Person optional { $p worksAt $c } } return { $p, $p.name, $c,"
                + " $c.name } }")) {
      assertThat(query.schema().getFields().stream().map(Field::isNullable))
          .containsExactly(false, false, true, true);
    }
  }

  @Test
  void optionalIsANameWhereANameIsExpected() {
    assertThat(
            GRAPH.read(
                "match { $optional: Person { name: \"cy\" } } return { $optional.name as optional }"
                    + " order { optional }"))
        .containsExactly("cy");
  }
}
