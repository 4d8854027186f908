package org.omnigraph.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LikePatternTest {
  @ParameterizedTest
  @CsvSource({
    "a_b, a_b, true",
    "a_b, axb, true",
    "a_b, ab, false",
    "a\\_b, a_b, true",
    "a\\_b, axb, false",
    "a%, a, true",
    "a%, abc, true",
    "%x%, axb, true",
    "a\\%, a%, true",
    "a\\%, ab, false",
    "a.b, axb, false",
  })
  void matchesAsSqlDoes(String pattern, String name, boolean matches) {
    assertThat(new LikePattern(pattern).matches(name)).isEqualTo(matches);
  }

  @Test
  void noPatternMatchesEverything() {
    assertThat(new LikePattern(null).matches("x")).isTrue();
  }
}
