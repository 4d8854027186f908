package org.omnigraph.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.Types;
import java.time.ZoneOffset;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConversionsTest {
  private static Object as(Object value, Class<?> wanted) throws SQLException {
    return Conversions.as(value, wanted, Column.text("c"), ZoneOffset.UTC);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e99999999", "-1E+999999999", "1e2147483647", "9223372036854775808"})
  void aNumberOfAnySizeIsOutOfRangeAtOnce(String text) {
    for (Object value : new Object[] {text, new BigDecimal(text)}) {
      assertThatThrownBy(() -> as(value, Integer.class)).satisfies(ConversionsTest::isOutOfRange);
      assertThatThrownBy(() -> as(value, Long.class)).satisfies(ConversionsTest::isOutOfRange);
      assertThatThrownBy(() -> TypedArguments.of(value, Types.INTEGER))
          .satisfies(ConversionsTest::isOutOfRange);
    }
  }

  @Test
  void digitsThatFillTheMemoryAreRefused() {
    assertThatThrownBy(() -> as("1e99999999", BigInteger.class))
        .satisfies(ConversionsTest::isOutOfRange);
    assertThatThrownBy(() -> Conversions.scaled(new BigDecimal("1e99999999"), 2))
        .satisfies(ConversionsTest::isOutOfRange);
    assertThatThrownBy(() -> Conversions.scaled(BigDecimal.ONE, Integer.MAX_VALUE))
        .satisfies(ConversionsTest::isOutOfRange);
  }

  @Test
  void aFiniteNumberIsNeverReadAsAnInfiniteOne() throws SQLException {
    for (Object value : new Object[] {1e300, -1e39, "1e300", new BigDecimal("-1e39")}) {
      assertThatThrownBy(() -> as(value, Float.class))
          .satisfies(ConversionsTest::isOutOfRange)
          .hasMessageContaining("REAL");
    }
    assertThatThrownBy(() -> as("-1e400", Double.class))
        .satisfies(ConversionsTest::isOutOfRange)
        .hasMessageContaining("DOUBLE");
    assertThat(as(Double.NEGATIVE_INFINITY, Float.class)).isEqualTo(Float.NEGATIVE_INFINITY);
    assertThat(as("Infinity", Double.class)).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat((Float) as(Double.NaN, Float.class)).isNaN();
    assertThat(as(1e-300, Float.class)).isEqualTo(0f);
  }

  private static void isOutOfRange(Throwable failure) {
    assertThat(failure)
        .isInstanceOf(SQLDataException.class)
        .hasMessageContaining("out of the range");
    assertThat(((SQLException) failure).getSQLState()).isEqualTo("22003");
  }

  @ParameterizedTest
  @CsvSource({
    "1e-99999999, 0",
    "-1e-2147483647, 0",
    "-0.9, 0",
    "1.9, 1",
    "9223372036854775807.9, 9223372036854775807",
    "-9223372036854775808.9, -9223372036854775808",
    "12e2, 1200",
  })
  void aFractionIsCutOff(String text, long whole) throws SQLException {
    assertThat(as(text, Long.class)).isEqualTo(whole);
    assertThat(as(text, BigInteger.class)).isEqualTo(BigInteger.valueOf(whole));
  }

  @Test
  void aMessageNamesTheTypeThatWasAskedFor() {
    assertThatThrownBy(() -> as("x", Integer.class))
        .hasMessage("cannot read String 'x' as INTEGER");
    assertThatThrownBy(() -> TypedArguments.of("x", Types.BIGINT))
        .hasMessage("cannot read String 'x' as BIGINT");
    assertThatThrownBy(() -> as("x", BigDecimal.class))
        .hasMessage("cannot read String 'x' as DECIMAL");
  }

  @Test
  void largeObjectsAndIdsAreClassesToo() throws SQLException {
    UUID id = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
    assertThat(as(id.toString(), UUID.class)).isEqualTo(id);
    assertThatThrownBy(() -> as("x", UUID.class)).hasMessage("cannot read String 'x' as UUID");
    assertThat(((Blob) as(new byte[] {1, 2}, Blob.class)).getBytes(1, 9)).containsExactly(1, 2);
    assertThat(((Clob) as("abc", Clob.class)).getSubString(2, 2)).isEqualTo("bc");
  }

  @Test
  void aScaleRounds() throws SQLException {
    assertThat(Conversions.scaled(new BigDecimal("1e-99999999"), 2)).isEqualTo("0.00");
    assertThat(Conversions.scaled(new BigDecimal("0.005"), 2)).isEqualTo("0.01");
    assertThat(Conversions.scaled(new BigDecimal("0e9"), 1)).isEqualTo("0.0");
    assertThat(Conversions.scaled(new BigDecimal("1.25"), 1)).isEqualTo("1.3");
  }
}
