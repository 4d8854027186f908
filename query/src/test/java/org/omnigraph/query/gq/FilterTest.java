package org.omnigraph.query.gq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.omnigraph.engine.error.Unsupported;

class FilterTest {
  @RegisterExtension static final GqFixture GRAPH = GqFixture.people();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      textBlock =
          """
          $p.age = 25 | bob cy
          $p.age != 25 | ada
          25 < $p.age | ada
          $p.age >= 25 | ada bob cy
          $p.age = 24.5 |
          $p.age != 24.5 | ada bob cy
          $p.age > 24.5 | ada bob cy
          $p.age < 25.5 | bob cy
          24.5 <= $p.age | ada bob cy
          $p.age < 99999999999 | ada bob cy
          $p.age > 99999999999 |
          $p.visits = 9007199254740993 | ada
          $p.visits = 9007199254740992.0 |
          $p.visits > 9007199254740992.0 | ada
          $p.visits < 9223372036854775807 | ada bob
          $p.small = 4000000000 | ada
          $p.big > 9223372036854775807 | ada
          $p.big > 1.5 | ada
          $p.weight = 0.1 | ada
          $p.height = 0.1 | ada
          $p.weight > 70 | bob
          $p.weight < 9007199254740993 | ada bob
          $p.height < $p.weight |
          $p.height > $p.weight | ada
          $p.visits > $p.weight | ada
          $p.visits < $p.weight | bob
          $p.active = true | ada
          $p.active < true | bob
          $p.mood = "calm" | ada
          $p.mood = "unheard of" |
          $p.name > "bob" | cy dee
          $p.born = date("1815-12-10") | ada
          $p.born < date("1990-01-02") | ada
          $p.seen = datetime("2024-05-01T14:30:00.25+02:00") | ada
          $p.born = "1815-12-10" | ada
          "1900-01-01" < $p.born | bob
          $p.seen > "2024-05-01" | ada
          $p.seen = "2024-05-01T14:30:00.25+02:00" | ada
          now() > "1970-01-01" | ada bob cy dee
          $p.seen < now() | ada
          $p.seen > now() |
          $p.tags contains "y" | ada bob
          $p.scores contains 2 | ada
          $p.scores contains 0.1 | ada
          $p.nickName contains "%_" | ada
          $p.nickName contains "the" |
          $p.nickName contains "" | ada
          $p.nickName starts_with "The %" | ada
          $p.nickName starts_with "T%" |
          ["ada", "cy"] contains $p.name | ada cy
          [] contains $p.name |
          [36, 1.5] contains $p.age | ada
          "bobby" starts_with $p.name | bob
          """)
  void aFilterKeepsTheRowsForWhichItIsTrue(String filter, String names) {
    List<String> expected = names == null ? List.of() : Arrays.asList(names.split(" "));

    assertThat(GRAPH.read("match { $p: Person " + filter + " } return { $p } order { $p.name }"))
        .as(filter)
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      textBlock =
          """
          { name: "ada" } | ada
          { age: 25.0 } | bob cy
          { age: 25.5 } |
          { tags: "y" } | ada bob
          { tags: "y", age: 25 } | bob
          { height: 0.1 } | ada
          { seen: now() } |
          { active: false } | bob
          { big: 18446744073709551615.0 } |
          { nickName: "The %_ Countess" } | ada
          """)
  void anInlineMatchIsAnEqualityOrAMembership(String match, String names) {
    List<String> expected = names == null ? List.of() : Arrays.asList(names.split(" "));

    assertThat(GRAPH.read("match { $p: Person " + match + " } return { $p } order { $p.name }"))
        .as(match)
        .isEqualTo(expected);
  }

  @Test
  void parametersCompareLikeLiterals() {
    assertThat(people("$x: F64", "$p.age > $x", "x", 24.5)).containsExactly("ada", "bob", "cy");
    assertThat(people("$x: F64", "$p.age = $x", "x", 24.5)).isEmpty();
    assertThat(people("$x: F64", "$p.height = $x", "x", 0.1)).containsExactly("ada");
    assertThat(people("$x: F64", "$p.height < $x", "x", 1e300)).containsExactly("ada");
    assertThat(people("$x: F64", "$p.visits > $x", "x", 9007199254740992.0)).containsExactly("ada");
    assertThat(people("$x: F64", "$p.visits <= $x", "x", 0x1p63)).containsExactly("ada", "bob");
    assertThat(people("$x: I64", "$p.weight >= $x", "x", 70)).containsExactly("bob");
    assertThat(people("$x: I64", "$p.age < $x", "x", Long.MAX_VALUE))
        .containsExactly("ada", "bob", "cy");
    assertThat(people("$x: U64", "$p.big >= $x", "x", Long.MAX_VALUE)).containsExactly("ada");
    assertThat(people("$x: Date", "$p.born <= $x", "x", "1815-12-10")).containsExactly("ada");
    assertThat(people("$x: DateTime", "$p.seen = $x", "x", "2024-05-01T12:30:00.250Z"))
        .containsExactly("ada");
    assertThat(people("$x: String", "$p.tags contains $x", "x", "y")).containsExactly("ada", "bob");
    assertThat(people("$x: F64", "$p.scores contains $x", "x", 0.1)).containsExactly("ada");
    assertThat(people("$x: Bool", "$p.active != $x", "x", true)).containsExactly("bob");
    assertThat(people("$name: String", "$p.name = $name", "name", "o'b\"\\\n\u0001é😀")).isEmpty();
  }

  @Test
  void nullIsNeverSelected() {
    assertThat(people("$x: I32?", "$p.age = $x")).isEmpty();
    assertThat(people("$x: I32?", "$p.age != $x")).isEmpty();
    assertThat(people("$x: String?", "$p.nickName contains $x")).isEmpty();
    assertThat(
            GRAPH.rows("query q($x: String?) { match { $p: Person { tags: $x } } return { $p } }"))
        .isEmpty();
  }

  @Test
  void aParameterWinsOverWhatTheMatchBinds() {
    assertThat(
            GRAPH.rows(
                "query q($p: String) { match { $p: Person $p.name = $p } return { $p, $p.age } }",
                "p",
                "ada"))
        .containsExactly("ada|36");
  }

  @Test
  void searchesParseAndAreNotDoneYet() {
    for (String body :
        List.of(
            "match { $p: Person search($p.name, \"a\") } return { $p }",
            "match { $p: Person fuzzy($p.name, \"a\", 1) } return { $p }",
            "match { $p: Person } return { $p } order { nearest($p.spot, [1, 2]) } limit 3",
            "match { $p: Person } return { $p } order { rrf(nearest($p.spot, [1, 2]),"
                + " bm25($p.name, \"a\"), 10) } limit 3")) {
      assertThatThrownBy(() -> GRAPH.read(body))
          .as(body)
          .isInstanceOf(Unsupported.class)
          .hasMessageContaining("come with the indexes");
    }
  }

  private static List<String> people(String parameter, String filter, Object... values) {
    return GRAPH.rows(
        "query q("
            + parameter
            + ") { match { $p: Person "
            + filter
            + " } return { $p } order { $p.name } }",
        values);
  }
}
