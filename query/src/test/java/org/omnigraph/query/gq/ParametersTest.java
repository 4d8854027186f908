package org.omnigraph.query.gq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.schema.PropertyType;
import org.omnigraph.engine.schema.Scalar;
import org.omnigraph.query.gq.check.Checked;
import org.omnigraph.query.gq.parameter.ParameterValues;

class ParametersTest {
  private static Object value(Scalar scalar, Object given) {
    return value(new PropertyType(scalar, 0, false, List.of(), false), given);
  }

  private static Object value(PropertyType type, Object given) {
    Map<String, Object> values = new HashMap<>();
    values.put("x", given);
    return ParameterValues.of(List.of(new Checked.Parameter("x", type)), values).get(0);
  }

  private static void refused(Scalar scalar, Object given, String part) {
    assertThatThrownBy(() -> value(scalar, given))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("'x'")
        .hasMessageContaining(part);
  }

  @Test
  void wholeNumbersAreNumbersOrDecimalTexts() {
    assertThat(value(Scalar.I64, 42)).isEqualTo(42L);
    assertThat(value(Scalar.I64, "42")).isEqualTo(42L);
    assertThat(value(Scalar.I32, BigInteger.valueOf(-7))).isEqualTo(-7L);
    assertThat(value(Scalar.U32, 4_294_967_295L)).isEqualTo(4_294_967_295L);
    refused(Scalar.I64, new BigDecimal("42.0"), "expected integer number, got 42.0");
    refused(Scalar.I64, "x1", "expected integer string");
    refused(Scalar.I32, 3_000_000_000L, "exceeds I32");
    refused(Scalar.U32, -1, "exceeds U32");
    refused(Scalar.U64, -1, "exceeds U64");
    refused(Scalar.U64, new BigInteger("9223372036854775808"), "exceeds current engine range");
    refused(Scalar.I64, true, "expected integer number");
  }

  @Test
  void floatsAreAnyNumberAndNoText() {
    assertThat(value(Scalar.F64, 1)).isEqualTo(1.0);
    assertThat(value(Scalar.F64, new BigDecimal("0.1"))).isEqualTo(0.1);
    assertThat(value(Scalar.F32, 0.1)).isEqualTo((double) 0.1f);
    refused(Scalar.F64, "1.5", "expected float");
    refused(Scalar.F32, 1e300, "exceeds F32");
    refused(Scalar.F64, new BigDecimal("1e400"), "exceeds F64");
  }

  @Test
  void datesAndTimesAreTextsThatAreCheckedNow() {
    assertThat(value(Scalar.DATE, "2024-1-5")).isEqualTo(LocalDate.of(2024, 1, 5));
    assertThat(value(Scalar.DATE_TIME, "2024-01-05T01:00:00.5+01:00"))
        .isEqualTo(LocalDateTime.of(2024, 1, 5, 0, 0, 0, 500_000_000));
    assertThat(value(Scalar.DATE_TIME, Instant.ofEpochMilli(1)))
        .isEqualTo(LocalDateTime.of(1970, 1, 1, 0, 0, 0, 1_000_000));
    refused(Scalar.DATE, "soon", "expected date string");
    refused(Scalar.DATE, 5, "expected date string");
    refused(Scalar.DATE_TIME, "noon", "expected datetime string");
  }

  @Test
  void listsAndVectorsAreArrays() {
    PropertyType list = new PropertyType(Scalar.I32, 0, true, List.of(), false);
    PropertyType vector = new PropertyType(Scalar.VECTOR, 2, false, List.of(), false);

    assertThat(value(list, List.of(1, "2"))).isEqualTo(List.of(1L, 2L));
    assertThat(value(vector, List.of(1, 0.5))).isEqualTo(List.of(1.0, 0.5));
    assertThatThrownBy(() -> value(list, 1)).hasMessageContaining("expected array for [I32]");
    assertThatThrownBy(() -> value(list, Arrays.asList(1, null)))
        .hasMessageContaining("expected I32 in the array, got null");
    assertThatThrownBy(() -> value(vector, List.of(1)))
        .hasMessageContaining("expected 2 values, got 1");
    assertThatThrownBy(() -> value(vector, List.of(1, "a")))
        .hasMessageContaining("vector element is not numeric");
  }

  @Test
  void otherTypesAreTheirOwn() {
    assertThat(value(Scalar.STRING, "a")).isEqualTo("a");
    assertThat(value(Scalar.BOOL, true)).isEqualTo(true);
    assertThat(value(Scalar.BLOB, "base64:AA==")).isEqualTo("base64:AA==");
    refused(Scalar.STRING, 1, "expected string, got 1");
    refused(Scalar.BOOL, "true", "expected boolean");
    refused(Scalar.BLOB, 1, "expected blob URI string");
  }

  @Test
  void whatMustBeGivenIsMissedAndNothingElseIs() {
    PropertyType nullable = new PropertyType(Scalar.I32, 0, false, List.of(), true);
    List<Checked.Parameter> optional = List.of(new Checked.Parameter("x", nullable));

    assertThat(value(nullable, null)).isNull();
    assertThat(ParameterValues.of(optional, Map.of("other", List.of(1))))
        .containsExactly((Object) null);
    refused(Scalar.I32, null, "null is not accepted for non-nullable parameter");
    assertThatThrownBy(
            () ->
                ParameterValues.of(
                    List.of(
                        new Checked.Parameter(
                            "x", new PropertyType(Scalar.I32, 0, false, List.of(), false))),
                    Map.of()))
        .isInstanceOf(InvalidRequest.class)
        .hasMessage("parameter 'x' not provided; give a value of type I32");
  }
}
