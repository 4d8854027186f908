package org.omnigraph.flight.producer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float2Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.TimeMilliVector;
import org.apache.arrow.vector.TimeStampMicroTZVector;
import org.apache.arrow.vector.TimeStampMicroVector;
import org.apache.arrow.vector.TimeStampMilliVector;
import org.apache.arrow.vector.TimeStampNanoVector;
import org.apache.arrow.vector.TimeStampSecVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.ValueVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.Unsupported;

class BoundValuesTest {
  private final RootAllocator memory = new RootAllocator();
  private final DictionaryProvider.MapDictionaryProvider dictionaries =
      new DictionaryProvider.MapDictionaryProvider();

  @AfterEach
  void nothingIsLeft() {
    memory.close();
  }

  private @Nullable Object first(ValueVector vector) {
    return BoundValues.value(vector, 0, dictionaries);
  }

  @Test
  void smallAndUnsignedNumbersAreWidened() {
    try (SmallIntVector small = new SmallIntVector("a", memory);
        UInt1Vector byteLike = new UInt1Vector("b", memory);
        UInt4Vector intLike = new UInt4Vector("c", memory);
        UInt8Vector longLike = new UInt8Vector("d", memory)) {
      small.setSafe(0, -3);
      byteLike.setSafe(0, 255);
      intLike.setSafe(0, -1);
      longLike.setSafe(0, -1L);

      assertThat(first(small)).isEqualTo(-3);
      assertThat(first(byteLike)).isEqualTo(255);
      assertThat(first(intLike)).isEqualTo(4_294_967_295L);
      assertThat(first(longLike)).isEqualTo(new BigDecimal("18446744073709551615"));
    }
  }

  @Test
  void halvesAndDecimalsKeepTheirValue() {
    try (Float2Vector half = new Float2Vector("a", memory);
        DecimalVector decimal = new DecimalVector("b", memory, 38, 10)) {
      half.setSafeWithPossibleTruncate(0, 1.5f);
      decimal.setSafe(0, new BigDecimal("-1.0000000001"));

      assertThat(first(half)).isEqualTo(1.5f);
      assertThat(first(decimal)).isEqualTo(new BigDecimal("-1.0000000001"));
    }
  }

  @Test
  void datesAndTimestampsOfEveryUnitAreLocalTimesInUtc() {
    FieldType zoned =
        FieldType.nullable(
            new ArrowType.Timestamp(
                org.apache.arrow.vector.types.TimeUnit.MICROSECOND, "America/Vancouver"));
    try (DateDayVector day = new DateDayVector("a", memory);
        DateMilliVector millis = new DateMilliVector("a", memory);
        TimeStampNanoVector nanos = new TimeStampNanoVector("b", memory);
        TimeStampMicroTZVector micros = new TimeStampMicroTZVector("c", zoned, memory)) {
      day.setSafe(0, -1);
      nanos.setSafe(0, -1);
      micros.setSafe(0, 1_000_001);

      assertThat(first(day)).isEqualTo(LocalDate.of(1969, 12, 31));
      millis.setSafe(0, -86_400_000L);
      assertThat(first(millis)).isEqualTo(LocalDate.of(1969, 12, 31));
      millis.setSafe(0, -1L);
      assertThat(first(millis)).isEqualTo(LocalDateTime.of(1969, 12, 31, 23, 59, 59, 999_000_000));
      assertThat(first(nanos)).isEqualTo(LocalDateTime.of(1969, 12, 31, 23, 59, 59, 999_999_999));
      assertThat(first(micros)).isEqualTo(LocalDateTime.of(1970, 1, 1, 0, 0, 1, 1_000));
    }
  }

  @Test
  void aMomentThatNoCalendarHasIsRefusedByName() {
    for (long far : new long[] {Long.MAX_VALUE, Long.MIN_VALUE, 1L << 62}) {
      try (TimeStampSecVector seconds = new TimeStampSecVector("when", memory);
          TimeStampMilliVector millis = new TimeStampMilliVector("when", memory);
          DateMilliVector dates = new DateMilliVector("when", memory)) {
        seconds.setSafe(0, far);
        millis.setSafe(0, far);
        dates.setSafe(0, far);

        for (FieldVector vector : List.of(seconds, millis, dates)) {
          assertThatThrownBy(() -> first(vector))
              .isInstanceOf(InvalidRequest.class)
              .hasMessageContaining("'when'")
              .hasMessageContaining("9999");
        }
      }
    }
  }

  /** The planner says what it thinks of the year. */
  @Test
  void theFarthestMomentsOfSmallUnitsAreMoments() {
    try (TimeStampMicroVector micros = new TimeStampMicroVector("a", memory);
        TimeStampNanoVector nanos = new TimeStampNanoVector("b", memory);
        DateDayVector days = new DateDayVector("c", memory)) {
      micros.setSafe(0, Long.MIN_VALUE);
      nanos.setSafe(0, Long.MIN_VALUE);
      days.setSafe(0, Integer.MAX_VALUE);

      assertThat(first(micros)).isEqualTo(LocalDateTime.parse("-290308-12-21T19:59:05.224192"));
      assertThat(first(nanos)).isEqualTo(LocalDateTime.parse("1677-09-21T00:12:43.145224192"));
      assertThat(first(days)).isEqualTo(LocalDate.parse("+5881580-07-11"));
    }
  }

  @Test
  void textAndBytesOfEveryWidthAreTheSame() {
    try (LargeVarCharVector text = new LargeVarCharVector("a", memory);
        VarBinaryVector bytes = new VarBinaryVector("b", memory)) {
      text.setSafe(0, "héllo".getBytes(UTF_8));
      bytes.setSafe(0, new byte[] {1, 2});

      assertThat(first(text)).isEqualTo("héllo");
      assertThat(first(bytes)).isEqualTo(new byte[] {1, 2});
    }
  }

  @Test
  void listsKeepTheirNulls() {
    try (ListVector list = ListVector.empty("a", memory)) {
      list.addOrGetVector(FieldType.nullable(new ArrowType.Int(64, true)));
      list.allocateNew();
      int start = list.startNewValue(0);
      BigIntVector items = (BigIntVector) list.getDataVector();
      items.setSafe(start, 7);
      items.setNull(start + 1);
      list.endValue(0, 2);
      list.setValueCount(1);

      assertThat((List<?>) first(list)).asList().containsExactly(7L, null);
    }
  }

  @Test
  void dictionariesAreLookedUp() {
    DictionaryEncoding encoding = new DictionaryEncoding(1, false, new ArrowType.Int(32, true));
    Field field = new Field("a", new FieldType(true, new ArrowType.Int(32, true), encoding), null);
    try (VarCharVector words = new VarCharVector("words", memory);
        FieldVector indices = field.createVector(memory)) {
      words.setSafe(0, "no".getBytes(UTF_8));
      words.setSafe(1, "yes".getBytes(UTF_8));
      words.setValueCount(2);
      dictionaries.put(new Dictionary(words, encoding));
      ((IntVector) indices).setSafe(0, 1);
      ((IntVector) indices).setNull(1);
      indices.setValueCount(2);

      assertThat(first(indices)).isEqualTo("yes");
      assertThat(BoundValues.value(indices, 1, dictionaries)).isNull();
    }
  }

  @Test
  void whatCannotBeAParameterIsNamed() {
    try (TimeMilliVector time = new TimeMilliVector("when", memory)) {
      time.setSafe(0, 1);

      assertThatThrownBy(() -> first(time))
          .isInstanceOf(Unsupported.class)
          .hasMessageContaining("when");
    }
  }
}
