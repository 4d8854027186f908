package org.omnigraph.query.gq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.query.gq.parse.Clause;
import org.omnigraph.query.gq.parse.Comparison;
import org.omnigraph.query.gq.parse.Expression;
import org.omnigraph.query.gq.parse.Literal;
import org.omnigraph.query.gq.parse.Query;
import org.omnigraph.query.gq.parse.QueryFile;

class ParserTest {
  private static Query.Read read(String body) {
    Query query = QueryFile.parse("query q() { " + body + " }").queries().get(0);
    return (Query.Read) query.body();
  }

  private static List<Clause> clauses(String match) {
    return read("match { " + match + " } return { 1 }").match();
  }

  @Test
  void anEmptyTextHasNoQueries() {
    assertThat(QueryFile.parse("").queries()).isEmpty();
    assertThat(QueryFile.parse(" // nothing\n /* at { all */ ").queries()).isEmpty();
  }

  @Test
  void aQueryHasParametersAndAnnotations() {
    Query query =
        QueryFile.parse(
                "query find($a: String, $b: [I32]?, $c: Vector(3))"
                    + " @description(\"finds\") @instruction(\"say \\\"a\\\"\") { match { $p: P }"
                    + " return { $p } }")
            .queries()
            .get(0);

    assertThat(query.name().text()).isEqualTo("find");
    assertThat(query.parameters().stream().map(p -> p.type().toString()))
        .containsExactly("String", "[I32]", "Vector(3)");
    assertThat(query.parameters().stream().map(Query.Parameter::nullable))
        .containsExactly(false, true, false);
    assertThat(query.description()).isEqualTo(Optional.of("finds"));
    assertThat(query.instruction()).isEqualTo(Optional.of("say \"a\""));
  }

  @Test
  void everyWordIsANameToo() {
    assertThat(
            read("match { $match: Query { limit: 1, date: date(\"2024-01-01\"), true: true } }"
                    + " return { $match.order as asfoo, $match.count as as, $match.true as"
                    + " desc } order { desc desc, trueness, count } limit 3")
                .order())
        .extracting(Query.OrderKey::descending)
        .containsExactly(true, false, false);
  }

  @Test
  void traversalsComeInEveryForm() {
    assertThat(clauses("$a knows $b")).hasSize(1);
    Clause.Traversal bound = (Clause.Traversal) clauses("$a $w:<knows>{1,3} $_").get(0);
    assertThat(bound.edge().orElseThrow().text()).isEqualTo("w");
    assertThat(bound.undirected()).isTrue();
    assertThat(bound.bounds().orElseThrow().max()).hasValue(3);
    assertThat(bound.right().isAnonymous()).isTrue();
    assertThat(((Clause.Traversal) clauses("$a $_:knows{2,} $b").get(0)).edge()).isEmpty();
  }

  @Test
  void aBareVariableBeforeAWordWalksAnEdge() {
    assertThat(clauses("$q contains $m").get(0)).isInstanceOf(Clause.Traversal.class);
    Clause.Filter filter = (Clause.Filter) clauses("$q.tags contains $m").get(0);
    assertThat(filter.comparison()).isEqualTo(Comparison.CONTAINS);
    assertThat(clauses("$q.a starts_with \"x\" $q.b<=3 not { $q is $r }")).hasSize(3);
  }

  @Test
  void literalsAreDecoded() {
    assertThat(literal("\"a\\\"\\\\\\n\\r\\té😀\"")).isEqualTo(new Literal.Text("a\"\\\n\r\té😀"));
    assertThat(literal("9223372036854775807")).isEqualTo(new Literal.Whole(Long.MAX_VALUE));
    assertThat(literal("1.50")).isEqualTo(new Literal.Real(1.5));
    assertThat(literal("false")).isEqualTo(new Literal.Bool(false));
    assertThat(literal("date(\"1970-01-02\")")).isEqualTo(new Literal.Date(1));
    assertThat(literal("datetime(\"1970-01-01 00:00:01\")")).isEqualTo(new Literal.DateTime(1000));
    assertThat(literal("[]")).isEqualTo(new Literal.Items(List.of()));
    assertThat(literal("[1, 2]"))
        .isEqualTo(new Literal.Items(List.of(new Literal.Whole(1), new Literal.Whole(2))));
  }

  private static Literal literal(String text) {
    Query.Read read = read("match { $p: P } return { " + text + " }");
    return ((Expression.Constant) read.projections().get(0).expression()).literal();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      textBlock =
          """
          query q() { match { } return { $p } } | 1, column 21 | unexpected '}'
          query q() { match { $p: person } return { $p } } | 1, column 25 | upper-case
          query Q() { match { $p: P } return { $p } } | 1, column 7 | lower-case
          query q() { match { $p: P $p.x > -1 } return { $p } } | 1, column 34 | as a parameter
          query q() { match { $P: P } return { $p } } | 1, column 21 | a variable starts with
          query q() { match { $p: P $p.x = "a } return { $p } } | 1, column 34 | not closed
          query q() { match { $p: P $p.x = "\\a" } return { $p } } | 1, column 34 | escape
          query q() { match { $p: P } return { $p } limit } | 1, column 49 | a number
          query q() { match { $p: P } return { $p } limit -1 } | 1, column 49 | no sign
          query q() { match { $p: P } return { $p } limit 99999999999999999999 } | 1, column 49 | too large
          query q() { match { $p: P $p.x = 9223372036854775808 } return { $p } } | 1, column 34 | too large
          query q() { match { $p: P $p.x = date("2024-13-01") } return { $p } } | 1, column 34 | invalid Date literal
          query q() { match { $p: P $p.x = datetime("noon") } return { $p } } | 1, column 34 | invalid DateTime literal
          query q() { match { $p: P } return { $p } order { nearest($p.v, $x) desc } limit 1 } | 1, column 51 | no direction
          query q() @description("a") @description("b") { match { $p: P } return { $p } } | 1, column 30 | two @description
          query q() @summary("a") { match { $p: P } return { $p } } | 1, column 12 | unknown annotation '@summary'
          query q() { insert P { a: 1 } match { $p: P } return { $p } } | 1, column 31 | unexpected 'match'
          query q() { update P set { a: 1 } where a contains 1 } | 1, column 43 | unexpected 'contains'
          query q($x: String,) { match { $p: P } return { $p } } | 1, column 20 | a variable
          query q() { } | 1, column 13 | 'match', 'insert'
          """)
  void whatIsNoQueryIsToldWithItsPlaceAndTheRemedy(String text, String place, String part) {
    assertThatThrownBy(() -> QueryFile.parse(text))
        .as(text)
        .isInstanceOf(InvalidRequest.class)
        .hasMessageStartingWith("parse error: query line " + place + ": ")
        .hasMessageContaining(part);
  }

  @ParameterizedTest
  @ValueSource(strings = {"missing", "Q"})
  void aQueryThatIsNotThereIsNamed(String name) {
    QueryFile file = QueryFile.parse("query q() { delete P where a = 1 }");

    assertThatThrownBy(() -> file.select(Optional.of(name)))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("query '" + name + "' not found");
    assertThatThrownBy(() -> QueryFile.parse("").select(Optional.empty()))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("has no query");
  }
}
