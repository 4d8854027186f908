package org.omnigraph.engine.pending.column;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.Float2Vector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.LargeVarBinaryVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.TimeStampMicroTZVector;
import org.apache.arrow.vector.TimeStampMilliVector;
import org.apache.arrow.vector.TimeStampNanoVector;
import org.apache.arrow.vector.TimeStampSecVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt2Vector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ViewVarBinaryVector;
import org.apache.arrow.vector.ViewVarCharVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.ListViewVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryEncoder;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.util.Text;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.omnigraph.engine.error.ExternalBlobDenied;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.pending.RowPlaces;
import org.omnigraph.engine.pending.Years;
import org.omnigraph.engine.schema.AcceptedSchema;
import org.omnigraph.engine.schema.GraphType;
import org.omnigraph.engine.schema.PhysicalSchema;
import org.omnigraph.engine.schema.SchemaCompiler;

/** Every Arrow spelling of a value becomes the physical one, or is refused by name. */
class NormaliserTest {
  private static final AcceptedSchema SCHEMA =
      SchemaCompiler.accept(
              """
              node T {
                s: String?
                e: enum(calm, busy)?
                flag: Bool?
                i32: I32?
                i64: I64?
                u32: U32?
                u64: U64?
                f32: F32?
                f64: F64?
                d: Date?
                t: DateTime?
                v: Vector(3)?
                li: [I32]?
                ls: [String]?
                blob: Blob?
              }
              node Rules {
                slug: String @key
                age: I32?
                mail: String?
                size: F64?
                @range(age, 0..150)
                @range(size, 0.5..2.5)
                @check(mail, "a")
              }
              node Pair { x: String y: I32 @key(x, y) }
              node Num { k: F64 @key }
              node Free { title: String tiTle: String? }
              edge Knows: Rules -> Rules { since: Date? how: enum(well, hardly)? }
              """,
              "01ARZ3NDEKTSV4RRFFQ69G5FAV")
          .accepted();

  private final BufferAllocator allocator = new RootAllocator();
  private final AtomicInteger ulids = new AtomicInteger();

  @AfterEach
  void nothingStaysBehind() {
    assertThat(allocator.getAllocatedMemory()).isZero();
    allocator.close();
  }

  private String ulid() {
    return String.format("01HZZZZZZZZZZZZZZZZZ%06d", ulids.incrementAndGet());
  }

  private static GraphType node(String name) {
    return SCHEMA.node(name).orElseThrow();
  }

  private List<List<Object>> normalise(GraphType type, FieldVector... columns) {
    return normalise(type, new MapDictionaryProvider(), columns);
  }

  private List<List<Object>> normalise(
      GraphType type, DictionaryProvider dictionaries, FieldVector... columns) {
    try (VectorSchemaRoot in =
        new VectorSchemaRoot(
            Stream.of(columns).map(FieldVector::getField).toList(),
            List.of(columns),
            columns[0].getValueCount())) {
      try (VectorSchemaRoot out =
          Normaliser.of(type, in.getSchema(), this::ulid, Years.ALL)
              .normalise(
                  in, dictionaries, RowPlaces.numbered("f.csv", 0), Charge.NONE, allocator)) {
        List<List<Object>> rows = new ArrayList<>();
        for (int row = 0; row < out.getRowCount(); row++) {
          List<Object> values = new ArrayList<>();
          for (FieldVector vector : out.getFieldVectors()) {
            values.add(plain(vector.getObject(row)));
          }
          rows.add(values);
        }
        return rows;
      }
    }
  }

  private static Object plain(Object value) {
    if (value instanceof Text text) {
      return text.toString();
    }
    if (value instanceof List<?> list) {
      List<Object> items = new ArrayList<>();
      list.forEach(item -> items.add(plain(item)));
      return items;
    }
    return value instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : value;
  }

  /** The one column of T that the input has, normalised. */
  private List<Object> column(FieldVector vector) {
    return column(vector, new MapDictionaryProvider());
  }

  private List<Object> column(FieldVector vector, DictionaryProvider dictionaries) {
    List<String> names =
        PhysicalSchema.of(node("T")).getFields().stream().map(f -> f.getName()).toList();
    int index = names.indexOf(vector.getName());
    List<Object> values = new ArrayList<>();
    normalise(node("T"), dictionaries, vector).forEach(row -> values.add(row.get(index)));
    return values;
  }

  private void refuses(FieldVector vector, String message) {
    assertThatThrownBy(() -> column(vector)).isInstanceOf(InvalidRequest.class).hasMessage(message);
  }

  private <V extends FieldVector> V vector(V vector, int rows, Fill<V> fill) {
    vector.allocateNew();
    for (int row = 0; row < rows; row++) {
      fill.set(vector, row);
    }
    vector.setValueCount(rows);
    return vector;
  }

  private interface Fill<V> {
    void set(V vector, int row);
  }

  private VarCharVector text(String name, String... values) {
    return vector(
        new VarCharVector(name, allocator),
        values.length,
        (v, row) -> {
          if (values[row] != null) {
            v.setSafe(row, values[row].getBytes(StandardCharsets.UTF_8));
          }
        });
  }

  private BigIntVector longs(String name, long... values) {
    return vector(
        new BigIntVector(name, allocator), values.length, (v, row) -> v.setSafe(row, values[row]));
  }

  private Float8Vector doubles(String name, double... values) {
    return vector(
        new Float8Vector(name, allocator), values.length, (v, row) -> v.setSafe(row, values[row]));
  }

  // ---- text

  @Test
  void textOfEveryLayoutIsTaken() {
    String longText = "a text that is longer than twelve bytes, ü";
    List<Object> expected = new ArrayList<>(List.of("x", longText, ""));
    expected.add(null);
    String[] values = {"x", longText, "", null};
    assertThat(column(text("s", values))).isEqualTo(expected);
    assertThat(
            column(
                vector(
                    new LargeVarCharVector("s", allocator),
                    4,
                    (v, row) -> {
                      if (values[row] != null) {
                        v.setSafe(row, values[row].getBytes(StandardCharsets.UTF_8));
                      }
                    })))
        .isEqualTo(expected);
    assertThat(
            column(
                vector(
                    new ViewVarCharVector("s", allocator),
                    4,
                    (v, row) -> {
                      if (values[row] != null) {
                        v.setSafe(row, values[row].getBytes(StandardCharsets.UTF_8));
                      }
                    })))
        .isEqualTo(expected);
    assertThat(column(new NullVector("s", 2))).containsExactly(null, null);
  }

  @Test
  void dictionariesAreSeenThrough() {
    try (VarCharVector words = text("words", "calm", "busy", null);
        VarCharVector plain = text("e", "busy", null, "calm", "busy")) {
      Dictionary dictionary =
          new Dictionary(words, new DictionaryEncoding(7, false, new ArrowType.Int(8, false)));
      MapDictionaryProvider dictionaries = new MapDictionaryProvider(dictionary);
      FieldVector encoded = (FieldVector) DictionaryEncoder.encode(plain, dictionary);
      assertThat(column(encoded, dictionaries)).containsExactly("busy", null, "calm", "busy");
      FieldVector orphan = (FieldVector) DictionaryEncoder.encode(plain, dictionary);
      refuses(orphan, "column 'e' is dictionary-encoded, but dictionary 7 is missing");
    }
  }

  @Test
  void aDictionaryOfAnotherTypeIsRefusedWhenItsBatchComes() {
    try (VarCharVector words = text("words", "1");
        VarCharVector plain = text("i32", "1")) {
      Dictionary dictionary =
          new Dictionary(words, new DictionaryEncoding(1, false, new ArrowType.Int(32, true)));
      FieldVector encoded = (FieldVector) DictionaryEncoder.encode(plain, dictionary);
      assertThatThrownBy(() -> column(encoded, new MapDictionaryProvider(dictionary)))
          .isInstanceOf(InvalidRequest.class)
          .hasMessage("column 'words' has the Arrow type Utf8, but T.i32 is I32?");
    }
  }

  @Test
  void malformedUtf8IsRefused() {
    VarCharVector bad =
        vector(
            new VarCharVector("s", allocator),
            2,
            (v, row) ->
                v.setSafe(row, row == 0 ? new byte[] {'a'} : new byte[] {(byte) 0xc3, 'a'}));
    refuses(bad, "f.csv row 2: T.s: the text is not valid UTF-8");
  }

  @Test
  void offsetsThatLeaveTheirBufferAreRefused() {
    VarCharVector bad = text("s", "abc", "def");
    bad.getOffsetBuffer().setInt(8, 1 << 20);
    refuses(bad, "column 's' is damaged: a value reaches outside its data buffer");
  }

  // ---- integers

  static Stream<Arguments> integerSpellings() {
    return Stream.of(
        spelling(
            a -> new TinyIntVector("", a),
            (v, row, x) -> ((TinyIntVector) v).setSafe(row, (int) x)),
        spelling(
            a -> new SmallIntVector("", a),
            (v, row, x) -> ((SmallIntVector) v).setSafe(row, (int) x)),
        spelling(a -> new IntVector("", a), (v, row, x) -> ((IntVector) v).setSafe(row, (int) x)),
        spelling(a -> new BigIntVector("", a), (v, row, x) -> ((BigIntVector) v).setSafe(row, x)),
        spelling(
            a -> new UInt1Vector("", a), (v, row, x) -> ((UInt1Vector) v).setSafe(row, (int) x)),
        spelling(
            a -> new UInt2Vector("", a), (v, row, x) -> ((UInt2Vector) v).setSafe(row, (int) x)),
        spelling(
            a -> new UInt4Vector("", a), (v, row, x) -> ((UInt4Vector) v).setSafe(row, (int) x)),
        spelling(a -> new UInt8Vector("", a), (v, row, x) -> ((UInt8Vector) v).setSafe(row, x)),
        spelling(
            a -> new DecimalVector("", a, 20, 0),
            (v, row, x) -> ((DecimalVector) v).setSafe(row, BigDecimal.valueOf(x))));
  }

  private interface Put {
    void put(FieldVector vector, int row, long value);
  }

  private static Arguments spelling(Function<BufferAllocator, FieldVector> make, Put put) {
    return Arguments.of(make, put);
  }

  @ParameterizedTest
  @MethodSource("integerSpellings")
  void integersOfEveryWidthAreTaken(Function<BufferAllocator, FieldVector> make, Put put) {
    for (String name : List.of("i32", "i64", "u32", "u64", "f32", "f64")) {
      List<Object> values = new ArrayList<>();
      try (FieldVector made = make.apply(allocator)) {
        made.allocateNew();
        put.put(made, 0, 7);
        put.put(made, 1, 100);
        made.setValueCount(3);
        values.addAll(column(renamed(made, name)));
      }
      assertThat(values.get(2)).isNull();
      assertThat(((Number) values.get(0)).doubleValue()).isEqualTo(7);
      assertThat(((Number) values.get(1)).doubleValue()).isEqualTo(100);
    }
  }

  private FieldVector renamed(FieldVector vector, String name) {
    var pair = vector.getTransferPair(name, allocator);
    pair.transfer();
    return (FieldVector) pair.getTo();
  }

  @Test
  void integersOutsideTheTargetAreRefused() {
    refuses(longs("i32", 1, 1L << 31), "f.csv row 2: T.i32 is I32? and cannot hold 2147483648");
    refuses(
        longs("i32", -(1L << 31) - 1), "f.csv row 1: T.i32 is I32? and cannot hold -2147483649");
    assertThat(column(longs("i32", Integer.MIN_VALUE, Integer.MAX_VALUE)))
        .containsExactly(Integer.MIN_VALUE, Integer.MAX_VALUE);
    refuses(longs("u32", -1), "f.csv row 1: T.u32 is U32? and cannot hold -1");
    refuses(longs("u32", 1L << 32), "f.csv row 1: T.u32 is U32? and cannot hold 4294967296");
    assertThat(column(longs("u32", (1L << 32) - 1))).containsExactly(-1);
    refuses(longs("u64", -1), "f.csv row 1: T.u64 is U64? and cannot hold -1");
    UInt8Vector unsigned =
        vector(new UInt8Vector("i64", allocator), 1, (v, row) -> v.setSafe(row, -1L));
    refuses(unsigned, "f.csv row 1: T.i64 is I64? and cannot hold 18446744073709551615");
  }

  @Test
  void decimalsAreTakenForIntegersWhenWhole() {
    assertThat(column(decimals("u64", 1, "18446744073709551615.0"))).containsExactly(-1L);
    assertThat(column(decimals("i64", 1, "-5.0"))).containsExactly(-5L);
    refuses(
        decimals("u64", 0, "18446744073709551616"),
        "f.csv row 1: T.u64 is U64? and cannot hold 18446744073709551616");
    refuses(decimals("i64", 1, "1.5"), "f.csv row 1: T.i64 is I64? and cannot hold 1.5");
    assertThat(column(decimals("f64", 1, "1.5"))).containsExactly(1.5);
  }

  private DecimalVector decimals(String name, int scale, String value) {
    return vector(
        new DecimalVector(name, allocator, 30, scale),
        1,
        (v, row) -> v.setSafe(row, new BigDecimal(value)));
  }

  @Test
  void floatsAreNoIntegers() {
    refuses(
        doubles("i32", 1),
        "node type 'T' cannot take these columns: column 'i32' has the Arrow type"
            + " FloatingPoint(DOUBLE), but T.i32 is I32? (send integers; in pandas, astype('Int64') or"
            + " convert_dtypes() keeps them beside nulls). Its columns are: id (optional), s String?, e"
            + " enum(busy, calm)?, flag Bool?, i32 I32?, i64 I64?, u32 U32?, u64 U64?, f32 F32?, f64"
            + " F64?, d Date?, t DateTime?, v Vector(3)?, li [I32]?, ls [String]?, blob Blob?");
  }

  // ---- floats

  @Test
  void floatsOfEveryWidthAreTaken() {
    assertThat(column(doubles("f32", 0.1, 1e-50))).containsExactly(0.1f, 0.0f);
    assertThat(
            column(vector(new Float4Vector("f64", allocator), 1, (v, row) -> v.setSafe(row, 0.5f))))
        .containsExactly(0.5);
    assertThat(
            column(
                vector(
                    new Float2Vector("f32", allocator),
                    1,
                    (v, row) -> v.setSafe(row, (short) 0x3c00))))
        .containsExactly(1.0f);
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  @Tag("V-004")
  void numbersThatAreNotFiniteAreRefused(double value) {
    refuses(doubles("f64", 1, value), "f.csv row 2: T.f64 is F64? and cannot hold " + value);
    refuses(doubles("f32", 1, value), "f.csv row 2: T.f32 is F32? and cannot hold " + value);
    Float4Vector same =
        vector(new Float4Vector("f32", allocator), 1, (v, row) -> v.setSafe(row, (float) value));
    refuses(same, "f.csv row 1: T.f32 is F32? and cannot hold " + (float) value);
  }

  @Test
  void aNarrowFloatIsJudgedAfterRounding() {
    refuses(doubles("f32", 1e39), "f.csv row 1: T.f32 is F32? and cannot hold 1.0E39");
    assertThat(column(doubles("f32", Float.MAX_VALUE))).containsExactly(Float.MAX_VALUE);
  }

  @Test
  void integersThatAFloatCannotHoldExactlyAreRefused() {
    refuses(
        longs("f64", (1L << 53) + 1),
        "f.csv row 1: T.f64 is F64? and cannot hold 9007199254740993");
    refuses(
        longs("f64", Long.MAX_VALUE),
        "f.csv row 1: T.f64 is F64? and cannot hold 9223372036854775807");
    assertThat(column(longs("f64", Long.MIN_VALUE))).containsExactly(-0x1p63);
    refuses(longs("f32", (1 << 24) + 1), "f.csv row 1: T.f32 is F32? and cannot hold 16777217");
  }

  @Test
  void garbageBelowANullIsNotLookedAt() {
    Float8Vector vector = doubles("f64", Double.NaN, 1);
    vector.setNull(0);
    assertThat(column(vector)).containsExactly(null, 1.0);
  }

  @Test
  void booleansAreTaken() {
    BitVector bits =
        vector(
            new BitVector("flag", allocator),
            20,
            (v, row) -> {
              if (row != 3) {
                v.setSafe(row, row % 2);
              }
            });
    List<Object> values = column(bits);
    assertThat(values.get(3)).isNull();
    assertThat(values.subList(4, 6)).containsExactly(false, true);
  }

  // ---- dates

  @Test
  void datesOfEverySpellingAreTaken() {
    DateDayVector days =
        vector(new DateDayVector("d", allocator), 1, (v, row) -> v.setSafe(row, -1));
    assertThat(column(days)).containsExactly(-1);
    DateMilliVector millis =
        vector(new DateMilliVector("d", allocator), 1, (v, row) -> v.setSafe(row, -1L));
    assertThat(column(millis)).containsExactly(-1);
    TimeStampMicroTZVector zoned =
        vector(
            new TimeStampMicroTZVector("d", allocator, "Europe/Berlin"),
            1,
            (v, row) -> v.setSafe(row, 86_400_000_000L));
    assertThat(column(zoned)).containsExactly(1);
    assertThat(column(longs("d", 12))).containsExactly(12);
    refuses(longs("d", 1L << 40), "f.csv row 1: T.d is Date? and cannot hold 1099511627776");
    TimeStampSecVector far =
        vector(
            new TimeStampSecVector("d", allocator),
            1,
            (v, row) -> v.setSafe(row, Long.MAX_VALUE / 1000));
    assertThatThrownBy(() -> column(far)).isInstanceOf(InvalidRequest.class);
  }

  @Test
  void dateTimesOfEverySpellingAreTaken() {
    assertThat(
            millis(vector(new DateMilliVector("t", allocator), 1, (v, row) -> v.setSafe(row, 5L))))
        .containsExactly(5L);
    assertThat(millis(vector(new DateDayVector("t", allocator), 1, (v, row) -> v.setSafe(row, 2))))
        .containsExactly(172_800_000L);
    assertThat(
            millis(
                vector(new TimeStampSecVector("t", allocator), 1, (v, row) -> v.setSafe(row, 3L))))
        .containsExactly(3000L);
    assertThat(
            millis(
                vector(
                    new TimeStampMilliVector("t", allocator), 1, (v, row) -> v.setSafe(row, 3L))))
        .containsExactly(3L);
    assertThat(
            millis(
                vector(
                    new TimeStampNanoVector("t", allocator),
                    2,
                    (v, row) -> v.setSafe(row, row == 0 ? -1L : 1_999_999L))))
        .containsExactly(-1L, 1L);
    assertThat(
            millis(
                vector(
                    new TimeStampMicroTZVector("t", allocator, "+02:00"),
                    1,
                    (v, row) -> v.setSafe(row, 1_500L))))
        .containsExactly(1L);
    assertThat(millis(longs("t", 9))).containsExactly(9L);
    TimeStampSecVector far =
        vector(
            new TimeStampSecVector("t", allocator), 1, (v, row) -> v.setSafe(row, Long.MAX_VALUE));
    refuses(far, "f.csv row 1: T.t is DateTime? and cannot hold 9223372036854775807 seconds");
  }

  private List<Long> millis(FieldVector vector) {
    try (VectorSchemaRoot in = new VectorSchemaRoot(List.of(vector))) {
      in.setRowCount(vector.getValueCount());
      try (VectorSchemaRoot out =
          Normaliser.of(node("T"), in.getSchema(), this::ulid, Years.ALL)
              .normalise(
                  in,
                  new MapDictionaryProvider(),
                  RowPlaces.numbered("", 0),
                  Charge.NONE,
                  allocator)) {
        DateMilliVector times = (DateMilliVector) out.getVector("t");
        List<Long> values = new ArrayList<>();
        for (int row = 0; row < out.getRowCount(); row++) {
          values.add(times.get(row));
        }
        return values;
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1970-01-02,1",
    "1970-1-2,1",
    "19700102,1",
    "1969-12-31T23:59:59Z,-1",
    "1970-01-01T23:30:00-02:00,1",
    "-0001-01-01,-719893",
    "+12345-01-01,3789391"
  })
  void datesAreTakenAsText(String text, int days) {
    assertThat(column(text("d", text))).containsExactly(days);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1970-13-01",
        "1970-02-30",
        "70-01-01",
        "tomorrow",
        "1970-01-01x",
        "1970-01-01T25:00:00"
      })
  void otherTextIsNoDate(String text) {
    refuses(text("d", text), "f.csv row 1: T.d: invalid Date literal '" + text + "'");
  }

  @ParameterizedTest
  @CsvSource({
    "1970-01-01T00:00:01.2345Z,1234", "1970-01-01 00:00:01,1000", "1970-01-02,86400000",
    "1970-01-01T010000+0100,0", "1970-01-01T00:00:00.5,500", "1969-12-31T23:59:59.9999Z,-1",
    "1970-01-01T02:00:00+02,0", "1970-01-01T00:00:00 +01:00,-3600000"
  })
  void dateTimesAreTakenAsText(String text, long expected) {
    assertThat(millis(text("t", text))).containsExactly(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1970-01-01T",
        "1970-01-01T1:00:00",
        "1970-01-01T00:00:00+99:00",
        "1970-01-01T00:00:00.",
        "1970-01-01T00:00:00Zx",
        "1970-01-01T00:61:00"
      })
  void otherTextIsNoDateTime(String text) {
    refuses(text("t", text), "f.csv row 1: T.t: invalid DateTime literal '" + text + "'");
  }

  // ---- lists and vectors

  @Test
  @Tag("V-007")
  @Tag("V-008")
  void vectorsAreTakenFromListsOfEveryLayout() {
    assertThat(column(fixed("v", 3, 1f, 2f, 3f))).containsExactly(List.of(1f, 2f, 3f));
    assertThat(column(list("v", new double[] {1, 2, 3}))).containsExactly(List.of(1f, 2f, 3f));
    LargeListVector large = LargeListVector.empty("v", allocator);
    large.addOrGetVector(FieldType.nullable(new ArrowType.Int(64, true)));
    BigIntVector items = (BigIntVector) large.getDataVector();
    large.startNewValue(0);
    for (int i = 0; i < 3; i++) {
      items.setSafe(i, i);
    }
    large.endValue(0, 3);
    large.setValueCount(1);
    assertThat(column(large)).containsExactly(List.of(0f, 1f, 2f));
    refuses(
        list("v", new double[] {1, 2}),
        "f.csv row 1: T.v is Vector(3)? and cannot hold a vector of 2 elements");
    refuses(
        list("v", new double[] {1, 2, Double.NaN}),
        "f.csv row 1: T.v is Vector(3)? and cannot hold NaN");
    refuses(
        fixed("v", 3, 1f, Float.NaN, 3f),
        "f.csv row 1: T.v is Vector(3)? and cannot hold the element NaN");
    ListVector withNull = list("v", new double[] {1, 2, 3});
    ((Float8Vector) withNull.getDataVector()).setNull(1);
    refuses(withNull, "f.csv row 1: T.v: a vector holds a null element");
  }

  private FixedSizeListVector fixed(String name, int size, float... items) {
    FixedSizeListVector vector = FixedSizeListVector.empty(name, size, allocator);
    vector.addOrGetVector(
        FieldType.nullable(new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE)));
    vector.allocateNew();
    Float4Vector data = (Float4Vector) vector.getDataVector();
    for (int i = 0; i < items.length; i++) {
      data.setSafe(i, items[i]);
    }
    for (int row = 0; row < items.length / size; row++) {
      vector.setNotNull(row);
    }
    vector.setValueCount(items.length / size);
    return vector;
  }

  private ListVector list(String name, double[]... rows) {
    ListVector vector = ListVector.empty(name, allocator);
    vector.addOrGetVector(
        FieldType.nullable(new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE)));
    Float8Vector data = (Float8Vector) vector.getDataVector();
    int at = 0;
    for (int row = 0; row < rows.length; row++) {
      if (rows[row] != null) {
        vector.startNewValue(row);
        for (double value : rows[row]) {
          data.setSafe(at++, value);
        }
        vector.endValue(row, rows[row].length);
      }
    }
    vector.setValueCount(rows.length);
    return vector;
  }

  @Test
  @Tag("L-043")
  void listsAreConvertedItemByItem() {
    ListVector longs = ListVector.empty("li", allocator);
    longs.addOrGetVector(FieldType.nullable(new ArrowType.Int(64, true)));
    BigIntVector items = (BigIntVector) longs.getDataVector();
    longs.startNewValue(0);
    items.setSafe(0, 1);
    items.setSafe(1, 2);
    longs.endValue(0, 2);
    longs.startNewValue(2);
    longs.endValue(2, 0);
    longs.startNewValue(3);
    items.setSafe(2, 3);
    longs.endValue(3, 1);
    longs.setValueCount(4);
    assertThat(column(longs)).containsExactly(List.of(1, 2), null, List.of(), List.of(3));
  }

  @Test
  @Tag("V-033")
  void aBadItemNamesTheRowOfItsList() {
    ListVector longs = ListVector.empty("li", allocator);
    longs.addOrGetVector(FieldType.nullable(new ArrowType.Int(64, true)));
    BigIntVector items = (BigIntVector) longs.getDataVector();
    longs.startNewValue(0);
    items.setSafe(0, 1);
    longs.endValue(0, 1);
    longs.startNewValue(1);
    items.setSafe(1, 2);
    items.setSafe(2, 1L << 40);
    longs.endValue(1, 2);
    longs.setValueCount(2);
    refuses(longs, "f.csv row 2: T.li is [I32]? and cannot hold 1099511627776");
    ListVector withNull = ListVector.empty("li", allocator);
    withNull.addOrGetVector(FieldType.nullable(new ArrowType.Int(32, true)));
    withNull.startNewValue(0);
    ((IntVector) withNull.getDataVector()).setNull(0);
    withNull.endValue(0, 1);
    withNull.setValueCount(1);
    refuses(withNull, "f.csv row 1: T.li: a list holds a null item");
  }

  @Test
  void listViewsAreTaken() {
    ListViewVector view = ListViewVector.empty("ls", allocator);
    view.addOrGetVector(FieldType.nullable(ArrowType.Utf8.INSTANCE));
    VarCharVector items = (VarCharVector) view.getDataVector();
    view.allocateNew();
    items.setSafe(0, "a".getBytes(StandardCharsets.UTF_8));
    items.setSafe(1, "b".getBytes(StandardCharsets.UTF_8));
    items.setValueCount(2);
    view.setOffset(0, 1);
    view.setSize(0, 1);
    BitVectorHelper.setBit(view.getValidityBuffer(), 0);
    view.setOffset(1, 0);
    view.setSize(1, 2);
    BitVectorHelper.setBit(view.getValidityBuffer(), 1);
    view.setValueCount(2);
    assertThat(column(view)).containsExactly(List.of("b"), List.of("a", "b"));
  }

  // ---- blobs

  @Test
  void blobsAreTakenFromBytesOfEveryLayout() {
    byte[] bytes = "hello world, this is long".getBytes(StandardCharsets.UTF_8);
    List<FieldVector> spellings =
        List.of(
            vector(new VarBinaryVector("blob", allocator), 1, (v, row) -> v.setSafe(row, bytes)),
            vector(
                new LargeVarBinaryVector("blob", allocator), 1, (v, row) -> v.setSafe(row, bytes)),
            vector(
                new ViewVarBinaryVector("blob", allocator), 1, (v, row) -> v.setSafe(row, bytes)),
            vector(
                new FixedSizeBinaryVector("blob", allocator, bytes.length),
                1,
                (v, row) -> v.setSafe(row, bytes)),
            text("blob", "base64:aGVsbG8gd29ybGQsIHRoaXMgaXMgbG9uZw=="));
    for (FieldVector spelling : spellings) {
      assertThat(blob(column(spelling).get(0))).isEqualTo("hello world, this is long");
    }
    assertThat(blob(column(text("blob", "base64:")).get(0))).isEmpty();
    assertThat(column(text("blob", new String[] {null}))).containsExactly((Object) null);
  }

  private static String blob(Object struct) {
    Object data = ((Map<?, ?>) struct).get("data");
    return new String((byte[]) data, StandardCharsets.UTF_8);
  }

  @Test
  @Tag("L-039")
  void externalBlobsAreDenied() {
    VarCharVector uri = text("blob", "s3://bucket/key");
    assertThatThrownBy(() -> column(uri))
        .isInstanceOf(ExternalBlobDenied.class)
        .hasMessageContaining("s3://bucket/key");
    StructVector struct = StructVector.empty("blob", allocator);
    VarCharVector uris =
        struct.addOrGet("uri", FieldType.nullable(ArrowType.Utf8.INSTANCE), VarCharVector.class);
    struct.allocateNew();
    uris.setSafe(0, "file:///etc/passwd".getBytes(StandardCharsets.UTF_8));
    struct.setIndexDefined(0);
    struct.setValueCount(1);
    assertThatThrownBy(() -> column(struct))
        .isInstanceOf(ExternalBlobDenied.class)
        .hasMessageContaining("file:///etc/passwd");
    refuses(
        text("blob", "base64:!!!"),
        "f.csv row 1: T.blob: invalid base64: Illegal base64 character 21");
    refuses(
        text("blob", "base64:aGk"),
        "f.csv row 1: T.blob: invalid base64: it ends in the middle of a group; pad it with '='");
  }

  @Test
  void aTextThatIsNoUriIsNoBlob() {
    for (String given : List.of("hello, world", "/etc/passwd", "")) {
      refuses(
          text("blob", "base64:aGk=", given),
          "f.csv row 2: T.blob is Blob? and cannot hold the text '"
              + given
              + "': give bytes, base64:… or the URI of a file");
    }
  }

  // ---- names

  @Test
  void namesIgnoreCaseUnlessOneIsExact() {
    assertThat(normalise(node("Rules"), text("SLUG", "x")).get(0)).contains("x");
    List<Object> exact =
        normalise(node("Free"), text("tiTle", "big"), text("title", "small")).get(0);
    assertThat(exact.subList(1, 3)).containsExactly("big", "small");
    assertThatThrownBy(() -> normalise(node("Free"), text("TITLE", "x")))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("'TITLE' is ambiguous, it may mean tiTle or title");
  }

  @Test
  void everyWrongColumnIsNamedAtOnce() {
    assertThatThrownBy(
            () ->
                normalise(
                    SCHEMA.edge("Knows").orElseThrow(),
                    text("from", "a"),
                    text("src", "b"),
                    text("since", "1970-01-01"),
                    text("weight", "1"),
                    doubles("height", 1)))
        .isInstanceOf(InvalidRequest.class)
        .hasMessage(
            "edge type 'Knows' cannot take these columns: 'from' and 'src' both mean src; unknown"
                + " column 'weight'; unknown column 'height'; required column 'dst' (String) is missing."
                + " Its columns are: id (optional), src String, dst String, since Date?, how enum(hardly, well)?");
  }

  // ---- ids

  @Test
  @Tag("L-027")
  void idsAreTakenOrMadeForTypesWithoutKey() {
    List<List<Object>> rows =
        normalise(node("Free"), text("id", "mine", null), text("title", "a", "b"));
    assertThat(rows.get(0).get(0)).isEqualTo("mine");
    assertThat(rows.get(1).get(0)).isEqualTo("01HZZZZZZZZZZZZZZZZZ000001");
  }

  @Test
  @Tag("L-024")
  @Tag("L-025")
  void aGivenIdOfAKeyedTypeMustBeTheKey() {
    assertThat(normalise(node("Rules"), text("slug", "x", "y"), text("id", "x", null)))
        .extracting(row -> row.get(0))
        .containsExactly("x", "y");
    assertThatThrownBy(() -> normalise(node("Rules"), text("slug", "x"), text("id", "z")))
        .isInstanceOf(InvalidRequest.class)
        .hasMessage(
            "f.csv row 1: node Rules: id 'z' contradicts the key, which makes 'x'; leave the id out");
  }

  @Test
  void compositeKeysMakeACompactJsonArray() {
    String id =
        normalise(node("Pair"), text("x", "a\"\\\n\u0001ü"), longs("y", -7))
            .get(0)
            .get(0)
            .toString();
    assertThat(id).isIn("[\"a\\\"\\\\\\n\\u0001ü\",\"-7\"]", "[\"-7\",\"a\\\"\\\\\\n\\u0001ü\"]");
  }

  @Test
  void floatKeysHaveTheShortestTextWithoutExponent() {
    assertThat(normalise(node("Num"), doubles("k", 1e20, -0.0, 0.1, 1, 4.9e-324)))
        .extracting(row -> row.get(0))
        .startsWith("100000000000000000000", "0", "0.1", "1")
        .last()
        .asString()
        .startsWith("0.0000")
        .endsWith("5");
  }

  // ---- rules of a row

  @Test
  @Tag("V-003")
  @Tag("V-005")
  void rangesAreInclusiveAndNullIsExempt() {
    VarCharVector slugs = text("slug", "a", "b", "c");
    BigIntVector ages = longs("age", 0, 150, 7);
    ages.setNull(2);
    assertThat(normalise(node("Rules"), slugs, ages)).hasSize(3);
    assertThatThrownBy(() -> normalise(node("Rules"), text("slug", "a"), longs("age", 151)))
        .hasMessage("f.csv row 1: @range violation on Rules.age: value 151 > max 150");
    assertThatThrownBy(() -> normalise(node("Rules"), text("slug", "a"), longs("age", -1)))
        .hasMessage("f.csv row 1: @range violation on Rules.age: value -1 < min 0");
    assertThatThrownBy(() -> normalise(node("Rules"), text("slug", "a"), doubles("size", 2.75)))
        .hasMessage("f.csv row 1: @range violation on Rules.size: value 2.75 > max 2.5");
  }

  @Test
  @Tag("V-006")
  void aCheckIsASearch() {
    assertThat(normalise(node("Rules"), text("slug", "s"), text("mail", "bab"))).hasSize(1);
    assertThatThrownBy(() -> normalise(node("Rules"), text("slug", "s"), text("mail", "bob")))
        .hasMessage(
            "f.csv row 1: @check violation on Rules.mail: value 'bob' does not match pattern 'a'");
  }

  @Test
  @Tag("V-001")
  void anEnumTakesItsValuesExactly() {
    refuses(
        text("e", "busy", "Calm"),
        "f.csv row 2: invalid enum value 'Calm' for T.e (expected: busy, calm)");
  }

  @Test
  @Tag("V-002")
  void anEnumOfAnEdgeTakesItsValuesToo() {
    assertThatThrownBy(
            () ->
                normalise(
                    SCHEMA.edge("Knows").orElseThrow(),
                    text("src", "x", "y"),
                    text("dst", "y", "x"),
                    text("how", "well", "badly")))
        .hasMessage(
            "f.csv row 2: invalid enum value 'badly' for Knows.how (expected: hardly, well)");
  }

  @Test
  @Tag("V-032")
  void aRequiredNullIsRefused() {
    assertThatThrownBy(() -> normalise(node("Free"), text("title", "x", null)))
        .hasMessage("f.csv row 2: required property Free.title is null");
    assertThatThrownBy(
            () ->
                normalise(
                    SCHEMA.edge("Knows").orElseThrow(),
                    text("src", "x"),
                    text("dst", new String[] {null})))
        .hasMessage("f.csv row 1: required property edge Knows.dst is null");
  }

  @Test
  void theFirstBadRowIsNamedWhicheverColumnItIsIn() {
    assertThatThrownBy(
            () ->
                normalise(
                    node("T"),
                    longs("i32", 1, 2, 1L << 40),
                    text("e", "busy", "nope", "busy"),
                    doubles("f64", 1, 1, Double.NaN)))
        .hasMessage("f.csv row 2: invalid enum value 'nope' for T.e (expected: busy, calm)");
  }

  @Test
  void buffersShorterThanTheirRowsAreRefused() {
    BigIntVector vector = longs("i64", 1);
    ArrowBuf small = allocator.buffer(8);
    ArrowBuf bits = allocator.buffer(8);
    bits.setZero(0, 8);
    vector.clear();
    vector.loadFieldBuffers(new ArrowFieldNode(50, 1), List.of(bits, small));
    small.close();
    bits.close();
    refuses(vector, "column 'i64' is damaged: its buffers are too short for its rows");
  }
}
