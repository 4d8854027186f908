package org.omnigraph.query.gq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.schema.AcceptedSchema;
import org.omnigraph.engine.schema.SchemaCompiler;
import org.omnigraph.query.gq.check.Checked;
import org.omnigraph.query.gq.check.Checker;
import org.omnigraph.query.gq.parse.Query;
import org.omnigraph.query.gq.parse.QueryFile;

class CheckerTest {
  private static final AcceptedSchema SCHEMA =
      SchemaCompiler.accept(People.SCHEMA, "01ARZ3NDEKTSV4RRFFQ69G5FAV").accepted();

  private static Checked check(String text) {
    Query query = QueryFile.parse(text).queries().get(0);
    return new Checker(SCHEMA).check(query);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      textBlock =
          """
          T1 | match { $p: Persn } return { $p } | unknown node type 'Persn'
          T1 | match { $p: Knows } return { $p } | unknown node type 'Knows'
          T2 | match { $p: Person { nme: "x" } } return { $p } | no property 'nme'
          T3 | match { $p: Person { age: "x" } } return { $p } | I32? and the value String
          T3 | match { $p: Person { mood: "odd" } } return { $p } | one of [busy, calm], not 'odd'
          T3 | match { $p: Person { tags: ["x"] } } return { $p } | must contain
          T3 | match { $p: Person { photo: "x" } } return { $p } | Blob
          T3 | match { $p: Person { spot: [1, 2] } } return { $p } | Vector
          T7 | match { $p: Person { born: "soon" } } return { $p } | 'soon' is no Date
          T4 | match { $p: Person $p sees $q } return { $p } | unknown edge type 'sees'
          T5 | match { $p: Person $c: Company $p knows $c } return { $p } | $c is a Company
          T5 | match { $c: Company $c knows $p } return { $p } | $c is a Company
          T6 | match { $p: Person } return { $q.name } | $q is not bound
          T6 | match { $p: Person } return { $q } | $q is not bound
          T6 | match { $p: Person } return { $p.nme } | no property 'nme'
          T6 | match { $p: Person } return { $p.id } | the id is $p alone
          T6 | match { $p: Person { name: $zzz } } return { $p } | $zzz is no declared parameter
          T6 | match { $p: Person $p $w:knows $q } return { $w.until } | no property 'until'
          T6 | match { $p: Person $p.age > old } return { $p } | 'old' is no value
          T6 | match { $p: Person not { $p knows $q } } return { $q } | $q is not bound
          T7 | match { $p: Person $p.age = "x" } return { $p } | I32? = String means nothing
          T7 | match { $p: Person $p.seen > "2024-13-01" } return { $p } | '2024-13-01' is no DateTime
          T7 | match { $p: Person $p.born > $p.name } return { $p } | Date? > String
          T7 | match { $p: Person $p.born contains "1" } return { $p } | '1' is no Date
          T7 | match { $p: Person $p.active = 1 } return { $p } | Bool? = I64
          T7 | match { $p: Person $p.tags = "x" } return { $p } | [String]? = String
          T7 | match { $p: Person $p.tags contains 1 } return { $p } | contains takes a list
          T7 | match { $p: Person $p.age contains 1 } return { $p } | contains takes a list
          T7 | match { $p: Person $p.age starts_with "x" } return { $p } | starts_with takes two Strings
          T7 | match { $p: Person $q: Person $p = $q } return { $p } | cannot be compared
          T7 | match { $p: Person $p.spot = $p.spot } return { $p } | Vector(2)?
          T8 | match { $p: Person } return { sum($p.name) } | sum takes numbers
          T8 | match { $p: Person } return { avg($p.born) } | avg takes numbers
          T8 | match { $p: Person } return { max($p.born) } | max takes numbers or Strings
          T8 | match { $p: Person } return { min($p) } | not a node
          T8 | match { $p: Person } return { count(count($p)) } | whole column
          T8 | match { $p: Person count($p) > 1 } return { $p } | whole column
          T9 | match { $p: Person not { $q knows $r } } return { $p } | nothing to do with
          T9 | match { $p: Person not { $q: Person not { $p knows $q } } } return { $p } | nothing to do
          T9 | match { $p: Person } return { count($p), 1 } | grouped by
          T9 | match { $p: Person } return { count($p) as n } order { $p.name } | return p.name too
          T15 | match { $p: Person $p knows{0,1} $q } return { $p } | at least 1
          T15 | match { $p: Person $p knows{3,2} $q } return { $p } | fewer than the fewest
          T15 | match { $p: Person $p knows{1,} $q } return { $p } | unbounded traversal
          T15 | match { $p: Person } return { $p } order { nearest($p.name, "x") } limit 1 | a Vector
          T15 | match { $p: Person } return { $p } order { nearest($p.spot, [1, 2, 3]) } limit 1 | 3
          T15 | match { $p: Person } return { $p } order { nearest($p.spot, 1) } limit 1 | String
          T17 | match { $p: Person } return { $p } order { nearest($p.spot, [1, 2]) } | needs a limit
          T17 | match { $p: Person } return { nearest($p.spot, [1, 2]) as s } order { s } | a limit
          T18 | match { $p: Person } return { $p.age as a } order { nearest($p.spot, [1, 2]), a } limit 1 | alone
          T19 | match { $p: Person search($p.age, "x") } return { $p } | looks into a String
          T19 | match { $p: Person search($p.name, 1) } return { $p } | is a String
          T19 | match { $p: Person fuzzy($p.name, "x", 1.5) } return { $p } | a whole number
          T19 | match { $p: Person search("a", "x") } return { $p } | looks into a property
          T20 | match { $p: Person match_text($p.age, "x") } return { $p } | looks into a String
          T20 | match { $p: Person } return { $p } order { bm25($p.age, "x") } | looks into a String
          T21 | match { $p: Person } return { $p } order { rrf(nearest($p.spot, [1, 2]), bm25($p.name, "x")) } | a limit
          T21 | match { $p: Person } return { $p } order { rrf(nearest($p.spot, [1, 2]), bm25($p.name, "x"), 0) } limit 1 | above 0
          T22 | match { $p: Person $p <worksAt> $c } return { $p } | leave the angle brackets out
          T25 | match { $p: Person optional { $q knows $r } } return { $p } | nothing to do with
          T25 | match { optional { $p: Person } } return { $p } | nothing to do with
          T25 | match { $p: Person optional { $p knows $_ } } return { $p } | leave it out
          T25 | match { $p: Person optional { $p.age > 1 } } return { $p } | leave it out
          T25 | match { $p: Person not { $p knows $q optional { $q knows $r } } } return { $p } | inside 'not'
          T25 | match { $p: Person optional { $p knows $q } not { $p knows $q } } return { $p } | $q is bound by an 'optional'
          T6 | match { $p: Person optional { $p knows $q } $q.age > 3 } return { $p } | put the condition into
          T23 | match { $p: Person $p $w:knows{1,2} $q } return { $p } | one hop
          T23 | match { $p: Person $p $p:knows $q } return { $p } | name of its own
          T23 | match { $p: Person $p $w:knows $q $q $w:likes $r } return { $p } | name of its own
          T23 | match { $p: Person $p $w:knows $q $w knows $r } return { $p } | no end of one
          T23 | match { $p: Person $p $w:knows $q } return { $w } | no value of its own
          T23 | match { $p: Person $p $w:knows $q } return { count($w) } | no value of its own
          T23 | match { $p: Person $p $w:knows $q search($w.since, "x") } return { $p } | is an edge
          T24 | match { $p: Person } return { $p.photo } | Blob
          T24 | match { $p: Person $p.photo = "x" } return { $p } | Blob
          T24 | match { $p: Person $p $w:knows $q } return { $w.photo } | Blob
          """)
  void aReadThatMeansNothingIsRefusedWithItsCode(String code, String body, String part) {
    assertThatThrownBy(() -> check("query q() { " + body + " }"))
        .as(body)
        .isInstanceOf(InvalidRequest.class)
        .hasMessageStartingWith("type error: " + code + ": query line 1, column ")
        .hasMessageContaining(part);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      textBlock =
          """
          T3 | insert Person { name: "x", mood: "odd" } | one of [busy, calm]
          T3 | insert Person { name: "x", spot: [1] } | expects 2 dimensions, got 1
          T7 | insert Person { name: "x", age: "y" } | I32? and the value String
          T7 | insert Person { name: "x", age: 1.5 } | I32? and the value F64
          T7 | insert Person { name: "x", tags: "y" } | [String]?
          T7 | insert Person { name: "x", seen: date("2024-01-01") } | DateTime?
          T7 | insert Person { name: "x", born: now() } | Date? and the value DateTime
          T7 | insert Person { name: "x", spot: $three } | Vector(3)
          T7 | delete Person where age = "x" | I32? = String
          T7 | delete Person where tags = "x" | [String]? = String
          T10 | insert Nothing { name: "x" } | unknown type 'Nothing'
          T10 | insert Person { } | nothing is assigned
          T10 | update Person set { } where name = "x" | nothing is assigned
          T11 | insert Person { name: "x", nme: 1 } | no property 'nme'
          T11 | insert Person { name: "x", from: "y" } | no property 'from'
          T11 | delete Person where id = "x" | no property 'id'
          T11 | delete Person where photo = "x" | Blob
          T12 | insert Person { age: 1 } | leaves out [name]
          T12 | insert Knows { from: "x" } | leaves out [to]
          T12 | insert Note { text: $t } insert Note { text: $t } insert Knows { since: 1 } | leaves out [from, to]
          T13 | insert Person { name: "x", name: "y" } | assigned twice
          T14 | insert Person { name: $zzz } | no declared parameter
          T14 | delete Person where name = $zzz | no declared parameter
          T16 | update Knows set { since: 1 } where from = "x" | cannot be updated
          """)
  void aMutationThatMeansNothingIsRefusedWithItsCode(String code, String body, String part) {
    String text = "query m($three: Vector(3), $t: String) { " + body + " }";

    assertThatThrownBy(() -> check(text))
        .as(body)
        .isInstanceOf(InvalidRequest.class)
        .hasMessageStartingWith("type error: " + code + ": query line 1, column ")
        .hasMessageContaining(part);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      textBlock =
          """
          query q() { match { $p: Person $p: Company } return { $p } } | is a Person already
          query q($x: Int) { match { $p: Person } return { $p } } | unknown parameter type `Int` for `$x`
          query q($x: Vector(0)) { match { $p: Person } return { $p } } | unknown parameter type `Vector(0)`
          query q($x: Vector(4294967296)) { match { $p: Person } return { $p } } | unknown parameter type
          query q($x: [Blob]) { match { $p: Person } return { $p } } | unknown parameter type `[Blob]`
          query q($__nanograph_now: DateTime) { match { $p: Person } return { $p } } | reserved
          query q($x: I32, $x: I32) { match { $p: Person } return { $p } } | declared twice
          query q() { match { $p: Person $p.name = [["x"]] } return { $p } } | lists hold single values
          query q() { match { $p: Person [1, "x"] contains $p.age } return { $p } } | of one kind
          query q() { match { $p: Person } return { $p.name as n } order { m } } | no column 'm'; it has [n]
          query q() { match { $p: Person } return { $p.name } order { 1 } } | an order key is
          query m() { update Person set { name: "x" } where name = "y" } | cannot update @key property 'name'
          """)
  void whatHasNoCodeIsRefusedWithItsPlaceToo(String text, String part) {
    assertThatThrownBy(() -> check(text))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageStartingWith("type error: query line 1, column ")
        .hasMessageContaining(part);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "match { $p: Person { } } return { $p }",
        "match { $p: Person $p: Person { age: 1 } } return { $p }",
        "match { $p: Person { age: 1.5, weight: 1, } } return { $p.name $p.age, }",
        "match { $p worksAt $c } return { $p, $c }",
        "match { $c worksAt $p $c: Company } return { $p }",
        "match { $p: Person $p.age > 1.5 $p.big < 3 1 < $p.visits } return { $p }",
        "match { $p: Person [\"a\"] contains $p.name } return { $p }",
        "match { $p: Person $p.mood = \"odd\" } return { $p }",
        "match { $p: Person $p knows{1,1} $q } return { $p }",
        "match { $p: Person $p $_:knows $q } return { $p }",
        "match { $p: Person search($p.name, \"x\") } return { $p } order { bm25($p.name, \"x\") }",
      })
  void whatMeansSomethingPasses(String body) {
    assertThat(check("query q() { " + body + " }").name()).isEqualTo("q");
  }
}
