package org.omnigraph.engine.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The bytes that digests are taken over. */
class CanonicalJsonTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0.0",
    "-0.0, -0.0",
    "1, 1.0",
    "0.5, 0.5",
    "-2.25, -2.25",
    "100, 100.0",
    "1e15, 1000000000000000.0",
    "1234567890123456.7, 1234567890123456.8",
    "1e16, 1e16",
    "1.5e300, 1.5e300",
    "0.00001, 0.00001",
    "0.000001, 1e-6",
    "0.00000123, 1.23e-6",
    "2e-3, 0.002",
    "1e23, 1e23",
    "0.1, 0.1",
    "4.9E-324, 5e-324",
    "9007199254740993.0, 9007199254740992.0"
  })
  void doublesHaveTheirFewestDigits(String text, String expected) {
    assertThat(JsonNumber.of(Double.parseDouble(text))).isEqualTo(expected);
  }

  @Test
  void onlyQuotesBackslashesAndControlsAreEscaped() {
    assertThat(
            CanonicalJson.compact(
                JsonNodeFactory.instance.textNode(
                    "a/\"\\\b\f\n\r\t\u0001\u001f\u007fä\uD835\uDD18")))
        .isEqualTo("\"a/\\\"\\\\\\b\\f\\n\\r\\t\\u0001\\u001f\u007fä\uD835\uDD18\"");
  }
}
