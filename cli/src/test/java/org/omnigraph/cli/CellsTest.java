package org.omnigraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.TimeStampMicroVector;
import org.apache.arrow.vector.TimeStampMilliVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.types.Types.MinorType;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CellsTest {
  private final BufferAllocator allocator = new RootAllocator();

  @AfterEach
  void everythingIsFreed() {
    allocator.close();
  }

  @Test
  void aFloatIsTheShortestTextThatReadsBackAsIt() throws Exception {
    assertThat(Cells.text(1.1f)).isEqualTo("1.1");
    assertThat(Cells.text(List.of(0.1f, 16777216f, 1.0e-7f))).isEqualTo("[0.1,1.6777216E7,1.0E-7]");
    assertThat(Cells.text(Float.NaN)).isEqualTo("\"NaN\"");
    assertThat(Cells.text(1.100000023841858)).isEqualTo("1.100000023841858");
  }

  @Test
  void scalarsAreWhatJsonCallsThem() {
    try (BigIntVector n = new BigIntVector("n", allocator);
        BitVector flag = new BitVector("b", allocator);
        VarCharVector text = new VarCharVector("t", allocator);
        DecimalVector decimal = new DecimalVector("d", allocator, 20, 2);
        Float4Vector single = new Float4Vector("f", allocator);
        VarBinaryVector bytes = new VarBinaryVector("v", allocator)) {
      n.setSafe(0, 7L);
      n.setNull(1);
      flag.setSafe(0, 1);
      text.setSafe(0, "é".getBytes(StandardCharsets.UTF_8));
      decimal.setSafe(0, new BigDecimal("1.20"));
      single.setSafe(0, 0.1f);
      bytes.setSafe(0, new byte[] {1, 2});

      assertThat(Cells.value(n, 0)).isEqualTo(7L);
      assertThat(Cells.value(n, 1)).isNull();
      assertThat(Cells.value(flag, 0)).isEqualTo(true);
      assertThat(Cells.value(text, 0)).isEqualTo("é");
      assertThat(Cells.value(decimal, 0)).isEqualTo(new BigDecimal("1.20"));
      assertThat(Cells.value(single, 0)).isEqualTo(0.1f);
      assertThat(Cells.value(bytes, 0)).isEqualTo("base64:AQI=");
    }
  }

  @Test
  void timesAreIsoText() {
    try (DateDayVector day = new DateDayVector("d", allocator);
        TimeStampMilliVector milli = new TimeStampMilliVector("m", allocator);
        TimeStampMicroVector micro = new TimeStampMicroVector("u", allocator)) {
      day.setSafe(0, -1);
      milli.setSafe(0, -1L);
      milli.setSafe(1, 1_357_034_400_000L);
      micro.setSafe(0, 1L);

      assertThat(Cells.value(day, 0)).isEqualTo("1969-12-31");
      assertThat(Cells.value(milli, 0)).isEqualTo("1969-12-31T23:59:59.999Z");
      assertThat(Cells.value(milli, 1)).isEqualTo("2013-01-01T10:00:00.000Z");
      assertThat(Cells.value(micro, 0)).isEqualTo("1970-01-01T00:00:00.000001Z");
    }
  }

  @Test
  void listsKeepTheirRowsApart() {
    try (ListVector lists = ListVector.empty("l", allocator);
        FixedSizeListVector vectors = FixedSizeListVector.empty("v", 2, allocator)) {
      BigIntVector items =
          (BigIntVector)
              lists.addOrGetVector(FieldType.nullable(MinorType.BIGINT.getType())).getVector();
      lists.startNewValue(0);
      items.setSafe(0, 1L);
      items.setSafe(1, 2L);
      lists.endValue(0, 2);
      lists.startNewValue(1);
      items.setSafe(2, 3L);
      lists.endValue(1, 1);
      Float4Vector numbers =
          (Float4Vector)
              vectors.addOrGetVector(FieldType.nullable(MinorType.FLOAT4.getType())).getVector();
      vectors.setNotNull(0);
      vectors.setNotNull(1);
      for (int i = 0; i < 4; i++) {
        numbers.setSafe(i, i + 0.5f);
      }

      assertThat(Cells.value(lists, 0)).isEqualTo(List.of(1L, 2L));
      assertThat(Cells.value(lists, 1)).isEqualTo(List.of(3L));
      assertThat(Cells.value(vectors, 1)).isEqualTo(List.of(2.5f, 3.5f));
    }
  }
}
