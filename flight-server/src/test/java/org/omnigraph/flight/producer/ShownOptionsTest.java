package org.omnigraph.flight.producer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.omnigraph.query.running.ShownText;

class ShownOptionsTest {
  /** What a log shows of a statement is made where nobody knows the options of a session. */
  @Test
  void whatAnOptionOfASessionIsSetToIsNoSecret() {
    for (String option : SessionCommands.OPTIONS) {
      assertThat(ShownText.of("SET " + option + " = x1")).isEqualTo("SET " + option + " = x1");
    }
    assertThat(ShownText.of("SET pass_word = x1")).doesNotContain("x1");
  }
}
