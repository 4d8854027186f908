package org.omnigraph.engine.pending.column;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt2Vector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ViewVarCharVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.pending.RowPlaces;
import org.omnigraph.engine.pending.Years;
import org.omnigraph.engine.schema.GraphType;
import org.omnigraph.engine.schema.Scalar;
import org.omnigraph.engine.schema.SchemaCompiler;

/**
 * Random values in random spellings come out as the same values, or are refused at the first row
 * that a simple model refuses.
 */
class RandomSpellingsTest {
  private static final GraphType TYPE =
      SchemaCompiler.accept(
              "node T { i32: I32? i64: I64 u32: U32? u64: U64? s: String? }",
              "01ARZ3NDEKTSV4RRFFQ69G5FAV")
          .accepted()
          .node("T")
          .orElseThrow();

  private static final List<String> NAMES = List.of("i32", "i64", "u32", "u64");

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void theyAgreeWithTheModel(long seed) {
    Random random = new Random(seed);
    for (int round = 0; round < 150; round++) {
      try (BufferAllocator allocator = new RootAllocator()) {
        oneBatch(random, allocator);
        assertThat(allocator.getAllocatedMemory()).as("seed %s round %s", seed, round).isZero();
      }
    }
  }

  private void oneBatch(Random random, BufferAllocator allocator) {
    int rows = random.nextInt(40);
    MapDictionaryProvider dictionaries = new MapDictionaryProvider();
    List<FieldVector> vectors = new ArrayList<>();
    List<List<BigInteger>> values = new ArrayList<>();
    List<FieldVector> words = new ArrayList<>();
    int firstBad = Integer.MAX_VALUE;
    for (String name : NAMES) {
      FieldVector plain = integers(random, allocator, name);
      List<BigInteger> column = fill(random, plain, rows);
      if (random.nextInt(3) == 0) {
        words.add(plain);
        List<BigInteger> picked = new ArrayList<>();
        vectors.add(
            dictionary(random, allocator, dictionaries, vectors.size(), plain, column, picked));
        column = picked;
      } else {
        vectors.add(plain);
      }
      values.add(column);
      firstBad = Math.min(firstBad, firstBad(name, column));
    }
    List<String> texts = new ArrayList<>();
    vectors.add(texts(random, allocator, rows, texts));
    try (VectorSchemaRoot in = new VectorSchemaRoot(vectors)) {
      in.setRowCount(rows);
      Normaliser normaliser = Normaliser.of(TYPE, in.getSchema(), () -> "x".repeat(26), Years.ALL);
      if (firstBad < Integer.MAX_VALUE) {
        assertThatThrownBy(
                () ->
                    normaliser.normalise(
                        in, dictionaries, RowPlaces.numbered("", 0), Charge.NONE, allocator))
            .isInstanceOf(InvalidRequest.class)
            .hasMessageStartingWith("row " + (firstBad + 1) + ": ");
      } else {
        try (VectorSchemaRoot out =
            normaliser.normalise(
                in, dictionaries, RowPlaces.numbered("", 0), Charge.NONE, allocator)) {
          compare(out, values, texts);
        }
      }
    }
    words.forEach(FieldVector::close);
  }

  private static FieldVector integers(Random random, BufferAllocator allocator, String name) {
    return switch (random.nextInt(9)) {
      case 0 -> new TinyIntVector(name, allocator);
      case 1 -> new SmallIntVector(name, allocator);
      case 2 -> new IntVector(name, allocator);
      case 3 -> new BigIntVector(name, allocator);
      case 4 -> new UInt1Vector(name, allocator);
      case 5 -> new UInt2Vector(name, allocator);
      case 6 -> new UInt4Vector(name, allocator);
      case 7 -> new UInt8Vector(name, allocator);
      default -> new DecimalVector(name, allocator, 38, 2);
    };
  }

  private static List<BigInteger> fill(Random random, FieldVector vector, int rows) {
    List<BigInteger> values = new ArrayList<>();
    vector.setInitialCapacity(Math.max(1, rows));
    vector.allocateNew();
    for (int row = 0; row < rows; row++) {
      if (random.nextInt(200) == 0) {
        values.add(null);
        continue;
      }
      long raw = random.nextInt(60) == 0 ? random.nextLong() : random.nextInt(100);
      values.add(put(vector, row, raw));
    }
    vector.setValueCount(rows);
    return values;
  }

  /** Puts the low bits that the type holds and answers the value that they are. */
  private static BigInteger put(FieldVector vector, int row, long raw) {
    if (vector instanceof DecimalVector decimal) {
      decimal.setSafe(row, new BigDecimal(BigInteger.valueOf(raw)).setScale(2));
      return BigInteger.valueOf(raw);
    }
    ((BaseIntVector) vector).setWithPossibleTruncate(row, raw);
    if (vector instanceof TinyIntVector) {
      return BigInteger.valueOf((byte) raw);
    }
    if (vector instanceof SmallIntVector) {
      return BigInteger.valueOf((short) raw);
    }
    if (vector instanceof IntVector) {
      return BigInteger.valueOf((int) raw);
    }
    if (vector instanceof UInt1Vector) {
      return BigInteger.valueOf(raw & 0xff);
    }
    if (vector instanceof UInt2Vector) {
      return BigInteger.valueOf(raw & 0xffff);
    }
    if (vector instanceof UInt4Vector) {
      return BigInteger.valueOf(raw & 0xffff_ffffL);
    }
    return vector instanceof UInt8Vector
        ? new BigInteger(Long.toUnsignedString(raw))
        : BigInteger.valueOf(raw);
  }

  private static FieldVector dictionary(
      Random random,
      BufferAllocator allocator,
      MapDictionaryProvider dictionaries,
      long id,
      FieldVector words,
      List<BigInteger> values,
      List<BigInteger> picked) {
    DictionaryEncoding encoding = new DictionaryEncoding(id, false, new ArrowType.Int(16, true));
    dictionaries.put(new Dictionary(words, encoding));
    SmallIntVector indexes =
        new SmallIntVector(
            words.getName(), new FieldType(true, new ArrowType.Int(16, true), encoding), allocator);
    indexes.allocateNew(Math.max(1, values.size()));
    for (int row = 0; row < values.size(); row++) {
      int index = random.nextInt(values.size());
      indexes.set(row, index);
      picked.add(values.get(index));
    }
    indexes.setValueCount(values.size());
    return indexes;
  }

  private static FieldVector texts(
      Random random, BufferAllocator allocator, int rows, List<String> texts) {
    for (int row = 0; row < rows; row++) {
      texts.add(random.nextInt(5) == 0 ? null : "ü€𝔘x".repeat(random.nextInt(4)));
    }
    int kind = random.nextInt(3);
    FieldVector vector =
        kind == 0
            ? new VarCharVector("s", allocator)
            : kind == 1
                ? new LargeVarCharVector("s", allocator)
                : new ViewVarCharVector("s", allocator);
    vector.allocateNew();
    for (int row = 0; row < rows; row++) {
      String text = texts.get(row);
      if (text != null) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        if (vector instanceof VarCharVector v) {
          v.setSafe(row, utf8);
        } else if (vector instanceof LargeVarCharVector v) {
          v.setSafe(row, utf8);
        } else {
          ((ViewVarCharVector) vector).setSafe(row, utf8);
        }
      }
    }
    vector.setValueCount(rows);
    return vector;
  }

  private static int firstBad(String name, List<BigInteger> column) {
    Scalar scalar = TYPE.property(name).orElseThrow().type().scalar();
    for (int row = 0; row < column.size(); row++) {
      BigInteger value = column.get(row);
      boolean bad = value == null ? name.equals("i64") : !fits(scalar, value);
      if (bad) {
        return row;
      }
    }
    return Integer.MAX_VALUE;
  }

  private static boolean fits(Scalar scalar, BigInteger value) {
    return switch (scalar) {
      case I32 -> value.bitLength() < 32;
      case I64 -> value.bitLength() < 64;
      case U32 -> value.signum() >= 0 && value.bitLength() <= 32;
      default -> value.signum() >= 0 && value.bitLength() <= 64;
    };
  }

  private static void compare(
      VectorSchemaRoot out, List<List<BigInteger>> values, List<String> texts) {
    for (int column = 0; column < NAMES.size(); column++) {
      FieldVector vector = out.getVector(NAMES.get(column));
      for (int row = 0; row < out.getRowCount(); row++) {
        assertThat(Optional.ofNullable(text(vector, row)))
            .isEqualTo(Optional.ofNullable(values.get(column).get(row)).map(BigInteger::toString));
      }
    }
    for (int row = 0; row < out.getRowCount(); row++) {
      Object text = out.getVector("s").getObject(row);
      assertThat(text == null ? null : text.toString()).isEqualTo(texts.get(row));
    }
  }

  private static String text(FieldVector vector, int row) {
    if (vector.isNull(row)) {
      return null;
    }
    return vector instanceof UInt4Vector unsigned
        ? Integer.toUnsignedString(unsigned.get(row))
        : Shown.value(vector, row);
  }
}
