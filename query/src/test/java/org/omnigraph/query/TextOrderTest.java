package org.omnigraph.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Text is ordered by its UTF-8 bytes, where Java's order differs: above U+FFFF too. */
class TextOrderTest {
  private static final String LAST_OF_TWO_BYTES = "\uffff";
  private static final String ABOVE = "\ud83d\ude00";

  @RegisterExtension final People people = new People();

  @BeforeEach
  void threeNames() {
    people.run(
        "INSERT INTO Person (name) VALUES ('z'), ('" + LAST_OF_TWO_BYTES + "'), ('" + ABOVE + "')");
  }

  private List<String> names(String condition) {
    return people.rows("SELECT name FROM Person WHERE " + condition + " ORDER BY name");
  }

  @Test
  void rowsAreOrdered() {
    assertThat(names("TRUE")).containsExactly("z", LAST_OF_TWO_BYTES, ABOVE);
  }

  @Test
  void literalsAreCompared() {
    String comparison = "'" + LAST_OF_TWO_BYTES + "' < '" + ABOVE + "'";
    assertThat(people.rows("SELECT " + comparison)).containsExactly("true");
    assertThat(names(comparison)).hasSize(3);
  }

  @Test
  void rangesOfLiteralsHoldWhatIsBetween() {
    assertThat(names("name >= '" + LAST_OF_TWO_BYTES + "' AND name <= '" + ABOVE + "'"))
        .containsExactly(LAST_OF_TWO_BYTES, ABOVE);
    assertThat(names("name BETWEEN '" + ABOVE + "' AND '" + LAST_OF_TWO_BYTES + "'")).isEmpty();
    assertThat(names("name > '" + LAST_OF_TWO_BYTES + "' OR name < '" + LAST_OF_TWO_BYTES + "'"))
        .containsExactly("z", ABOVE);
  }
}
