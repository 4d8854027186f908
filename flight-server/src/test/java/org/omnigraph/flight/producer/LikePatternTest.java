package org.omnigraph.flight.producer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LikePatternTest {
  @ParameterizedTest
  @CsvSource({
    "Flight, Flight, true",
    "Flight, Flights, false",
    "flight, Flight, false",
    "%, Flight, true",
    "'', Flight, false",
    "'', '', true",
    "F%t, Flight, true",
    "F_ight, Flight, true",
    "F_ght, Flight, false",
    "a\\_b, a_b, true",
    "a\\_b, axb, false",
    "%i%h%, Flight, true",
    "100\\%, 100%, true",
    "a\\, a\\, true",
    "(.*), Flight, false"
  })
  void aPatternMatchesTheWholeText(String pattern, String text, boolean matches) {
    assertThat(LikePattern.matches(pattern, text)).isEqualTo(matches);
  }
}
