package org.omnigraph.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A number of 17 digits is the double that it names, wherever it is written. */
class DoubleLiteralTest {
  private static final int RUNS = 40;

  @RegisterExtension static final SqlFixture GRAPH = SqlFixture.allTypes();

  @RegisterExtension final People people = new People();

  private static void assertIsItself(String number, double value) {
    String columns =
        String.join(
            ", ",
            number,
            "CAST(" + number + " AS DOUBLE)",
            number + " + 0 * CHAR_LENGTH(key)",
            "CASE WHEN key = 'zoë 𝔘' THEN " + number + " ELSE 0E0 END");
    assertThat(GRAPH.rows("SELECT " + columns + " FROM Thing WHERE key = 'zoë 𝔘'"))
        .containsExactly(
            String.join("|", String.valueOf(value), "" + value, "" + value, "" + value));
    String conditions =
        String.join(
            " AND ",
            "? = " + number,
            "CAST(? AS DOUBLE) IN (" + number + ", 3E-7, 4E-7)",
            "CAST(? AS DOUBLE) NOT IN (" + Math.nextDown(Math.abs(value)) + ", 3E-7, 4E-7)",
            "CAST(? AS DOUBLE) BETWEEN " + number + " AND " + number);
    assertThat(
            GRAPH.rows(
                "SELECT 1 FROM (VALUES (0)) AS one WHERE " + conditions,
                value,
                value,
                value,
                value))
        .hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.30000000000000004E0",
        "2.2095759049996726E251",
        "1.7976931348623157E308",
        "-1.7976931348623157E308",
        "2.2250738585072014E-308",
        "1E0",
        "9007199254740993E0"
      })
  void ofSeventeenDigits(String number) {
    assertIsItself(number, Double.parseDouble(number));
  }

  @Test
  void ofAnyBits() {
    Random random = new Random(1);
    for (int run = 0; run < RUNS; run++) {
      double value = Double.longBitsToDouble(random.nextLong());
      if (Double.isFinite(value)) {
        BigDecimal number = new BigDecimal(Double.toString(value));
        assertIsItself(number.unscaledValue() + "E" + -number.scale(), value);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.30000000000000004",
        "0.30000000000000004E0",
        "1.7976931348623157E308",
        "CAST('0.30000000000000004' AS DOUBLE)",
        "123456789012345680000.5",
        "1E0 * 0.30000000000000004E0"
      })
  void isWrittenAndFound(String number) {
    people.run("INSERT INTO Person (name, height) VALUES ('ada', " + number + ")");
    people.run("INSERT INTO Person (name, height) VALUES ('bob', 0E0)");
    people.run("UPDATE Person SET height = " + number + " WHERE name = 'bob'");

    String value =
        String.valueOf(
            Double.parseDouble(number.replaceAll(".*'(.*)'.*", "$1").replace("1E0 * ", "")));
    assertThat(people.rows("SELECT height FROM Person")).containsExactly(value, value);
    assertThat(people.rows("SELECT COUNT(*) FROM Person WHERE height = " + number))
        .containsExactly("2");
    assertThat(people.rows("SELECT COUNT(*) FROM Person WHERE height IN (" + number + ", 1E0)"))
        .containsExactly("2");
    assertThat(people.rows("SELECT COUNT(*) FROM Person WHERE height < " + number))
        .containsExactly("0");
  }
}
