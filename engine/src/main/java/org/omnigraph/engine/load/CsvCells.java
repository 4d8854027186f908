package org.omnigraph.engine.load;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.omnigraph.engine.load.Cells.Cell;
import org.omnigraph.engine.pending.column.DateText;
import org.omnigraph.engine.schema.PropertyType;

/**
 * Writes the texts of CSV cells into vectors. A whole number may be written as a decimal ({@code
 * 2004.0}, as data frames do for columns with gaps); lists and vectors are JSON arrays.
 */
final class CsvCells {
  private static final JsonFactory JSON = new JsonFactory();
  private static final int LONGEST_NUMBER = 64;
  private static final BigInteger MIN_I32 = BigInteger.valueOf(Integer.MIN_VALUE);
  private static final BigInteger MAX_I32 = BigInteger.valueOf(Integer.MAX_VALUE);
  private static final BigInteger MIN_I64 = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger MAX_I64 = BigInteger.valueOf(Long.MAX_VALUE);
  private static final BigInteger MAX_U64 = BigInteger.TWO.pow(64).subtract(BigInteger.ONE);
  private static final BigInteger MAX_U32 = BigInteger.valueOf(0xFFFF_FFFFL);

  private CsvCells() {}

  /** Writes one text that is not empty. */
  @FunctionalInterface
  interface TextCell {
    /** False when the text does not spell a value of the type. */
    boolean write(String text, int index) throws IOException;
  }

  /** The writer of a property that is not kept as text. */
  static TextCell of(PropertyType type, FieldVector vector) {
    if (type.list()) {
      return array(Cells.of(type, vector));
    }
    return switch (type.scalar()) {
      case BOOL -> (text, index) -> writeBool(text, index, (BitVector) vector);
      case I32 -> (text, index) -> writeI32(text, index, (IntVector) vector);
      case I64 -> (text, index) -> writeI64(text, index, (BigIntVector) vector);
      case U32 -> (text, index) -> writeU32(text, index, (UInt4Vector) vector);
      case U64 -> (text, index) -> writeU64(text, index, (UInt8Vector) vector);
      case F32 -> (text, index) -> writeF32(text, index, (Float4Vector) vector);
      case F64 -> (text, index) -> writeF64(text, index, (Float8Vector) vector);
      case DATE -> (text, index) -> writeDate(text, index, (DateDayVector) vector);
      case DATE_TIME -> (text, index) -> writeDateTime(text, index, (DateMilliVector) vector);
      case VECTOR -> array(Cells.of(type, vector));
      case STRING, BLOB -> throw new IllegalArgumentException(type.displayName() + " stays text");
    };
  }

  private static TextCell array(Cell cell) {
    return (text, index) -> {
      try (JsonParser json = JSON.createParser(text)) {
        return json.nextToken() == JsonToken.START_ARRAY
            && cell.write(json, index)
            && json.nextToken() == null;
      } catch (JsonProcessingException e) {
        return false;
      }
    };
  }

  private static boolean writeBool(String text, int index, BitVector vector) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true", "1" -> {
        vector.setSafe(index, 1);
        yield true;
      }
      case "false", "0" -> {
        vector.setSafe(index, 0);
        yield true;
      }
      default -> false;
    };
  }

  private static boolean writeI32(String text, int index, IntVector vector) {
    OptionalLong number = whole(text, MIN_I32, MAX_I32);
    if (number.isPresent()) {
      vector.setSafe(index, (int) number.getAsLong());
    }
    return number.isPresent();
  }

  private static boolean writeI64(String text, int index, BigIntVector vector) {
    OptionalLong number = whole(text, MIN_I64, MAX_I64);
    if (number.isPresent()) {
      vector.setSafe(index, number.getAsLong());
    }
    return number.isPresent();
  }

  private static boolean writeU32(String text, int index, UInt4Vector vector) {
    OptionalLong number = whole(text, BigInteger.ZERO, MAX_U32);
    if (number.isPresent()) {
      vector.setSafe(index, (int) number.getAsLong());
    }
    return number.isPresent();
  }

  private static boolean writeU64(String text, int index, UInt8Vector vector) {
    OptionalLong number = whole(text, BigInteger.ZERO, MAX_U64);
    if (number.isPresent()) {
      vector.setSafe(index, number.getAsLong());
    }
    return number.isPresent();
  }

  private static boolean writeF32(String text, int index, Float4Vector vector) {
    float number = isNumber(text) ? (float) Double.parseDouble(text) : Float.NaN;
    boolean finite = Float.isFinite(number);
    if (finite) {
      vector.setSafe(index, number);
    }
    return finite;
  }

  private static boolean writeF64(String text, int index, Float8Vector vector) {
    double number = isNumber(text) ? Double.parseDouble(text) : Double.NaN;
    boolean finite = Double.isFinite(number);
    if (finite) {
      vector.setSafe(index, number);
    }
    return finite;
  }

  private static boolean writeDate(String text, int index, DateDayVector vector) {
    OptionalInt days = DateText.days(text);
    days.ifPresent(d -> vector.setSafe(index, d));
    return days.isPresent();
  }

  private static boolean writeDateTime(String text, int index, DateMilliVector vector) {
    OptionalLong millis = DateText.millis(text);
    millis.ifPresent(m -> vector.setSafe(index, m));
    return millis.isPresent();
  }

  /** A whole number within bounds, as its lowest 64 bits. */
  private static OptionalLong whole(String text, BigInteger min, BigInteger max) {
    if (!isNumber(text)) {
      return OptionalLong.empty();
    }
    BigDecimal number = new BigDecimal(text);
    // A huge exponent would make a huge integer.
    if (number.precision() - (long) number.scale() > LONGEST_NUMBER) {
      return OptionalLong.empty();
    }
    BigDecimal plain = number.setScale(0, RoundingMode.DOWN);
    BigInteger whole = plain.toBigInteger();
    boolean fits =
        plain.compareTo(number) == 0 && whole.compareTo(min) >= 0 && whole.compareTo(max) <= 0;
    return fits ? OptionalLong.of(whole.longValue()) : OptionalLong.empty();
  }

  /** Digits with an optional sign, fraction and exponent; no other spelling of Java's. */
  private static boolean isNumber(String text) {
    int at = 0;
    int length = text.length();
    if (length > LONGEST_NUMBER) {
      return false;
    }
    if (at < length && (text.charAt(at) == '-' || text.charAt(at) == '+')) {
      at++;
    }
    int digits = digits(text, at);
    at += digits;
    if (at < length && text.charAt(at) == '.') {
      int fraction = digits(text, at + 1);
      at += 1 + fraction;
      digits += fraction;
    }
    if (digits > 0 && at < length && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
      at++;
      if (at < length && (text.charAt(at) == '-' || text.charAt(at) == '+')) {
        at++;
      }
      int exponent = digits(text, at);
      digits = exponent > 9 ? 0 : exponent;
      at += exponent;
    }
    return digits > 0 && at == length;
  }

  private static int digits(String text, int from) {
    int at = from;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    return at - from;
  }
}
