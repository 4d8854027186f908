package org.omnigraph.engine.pending.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Float keys read as Rust prints them. */
class FloatTextTest {
  @ParameterizedTest
  @CsvSource({
    "0,0",
    "-0.0,0",
    "1,1",
    "0.1,0.1",
    "1e20,100000000000000000000",
    "-2.5,-2.5",
    "2e-3,0.002",
    "1.0E23,100000000000000000000000",
    "9007199254740993,9007199254740992",
    "5.684341886080802E-14,0.00000000000005684341886080802",
    "9.5367431640625E-7,0.00000095367431640625",
    "2.2250738585072014E-308,X"
  })
  void doublesArePlainAndShortest(double value, String text) {
    if (text.equals("X")) {
      assertThat(FloatText.of(value)).startsWith("0.000").endsWith("22250738585072014");
    } else {
      assertThat(FloatText.of(value)).isEqualTo(text);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0.1,0.1",
    "16777216,16777216",
    "3.4028235E38,340282350000000000000000000000000000000"
  })
  void floatsKeepTheirOwnWidth(float value, String text) {
    assertThat(FloatText.of(value)).isEqualTo(text);
  }

  @Test
  void everyTextReadsBackAndIsNoLongerThanJavas() {
    Random random = new Random(7);
    for (int i = 0; i < 5_000; i++) {
      double value = Double.longBitsToDouble(random.nextLong());
      if (!Double.isFinite(value)) {
        continue;
      }
      String text = FloatText.of(value);
      assertThat(Double.parseDouble(text)).isEqualTo(value);
      assertThat(digits(text)).isLessThanOrEqualTo(digits(Double.toString(value)));
      float narrow = (float) value;
      if (Float.isFinite(narrow)) {
        assertThat(Float.parseFloat(FloatText.of(narrow))).isEqualTo(narrow + 0.0f);
      }
    }
  }

  private static int digits(String text) {
    int exponent = text.indexOf('E');
    String mantissa =
        (exponent < 0 ? text : text.substring(0, exponent)).replace("-", "").replace(".", "");
    return mantissa.replaceAll("^0+|0+$", "").length();
  }
}
