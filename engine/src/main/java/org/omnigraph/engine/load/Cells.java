package org.omnigraph.engine.load;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonParser.NumberType;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.math.BigInteger;
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
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.omnigraph.engine.pending.column.DateText;
import org.omnigraph.engine.schema.PropertyType;

/**
 * Writes JSON values into vectors. Nothing is coerced: a value of another kind, out of range or
 * with a fraction where there is none is refused.
 */
final class Cells {
  private static final BigInteger MAX_U64 = BigInteger.TWO.pow(64).subtract(BigInteger.ONE);
  private static final long MAX_U32 = 0xFFFF_FFFFL;

  private Cells() {}

  /** Writes one value; the parser stands on its first token and then on its last. */
  @FunctionalInterface
  interface Cell {
    /** False when the value is not one of the type. */
    boolean write(JsonParser json, int index) throws IOException;
  }

  /** The writer of a property's values, which are never null. */
  static Cell of(PropertyType type, FieldVector vector) {
    if (!type.list()) {
      return scalar(type, vector);
    }
    ListVector list = (ListVector) vector;
    Cell item = scalar(type, list.getDataVector());
    return (json, index) -> writeList(json, index, list, item);
  }

  private static Cell scalar(PropertyType type, FieldVector vector) {
    return switch (type.scalar()) {
      // A blob is "base64:…" text here; the staging decodes it, and charges before it does.
      case STRING, BLOB -> text((VarCharVector) vector);
      case BOOL -> (json, index) -> writeBool(json, index, (BitVector) vector);
      case I32 -> (json, index) -> writeI32(json, index, (IntVector) vector);
      case I64 -> (json, index) -> writeI64(json, index, (BigIntVector) vector);
      case U32 -> (json, index) -> writeU32(json, index, (UInt4Vector) vector);
      case U64 -> (json, index) -> writeU64(json, index, (UInt8Vector) vector);
      case F32 -> (json, index) -> writeF32(json, index, (Float4Vector) vector);
      case F64 -> (json, index) -> writeF64(json, index, (Float8Vector) vector);
      case DATE -> (json, index) -> writeDate(json, index, (DateDayVector) vector);
      case DATE_TIME -> (json, index) -> writeDateTime(json, index, (DateMilliVector) vector);
      case VECTOR -> vector(type.dimension(), (FixedSizeListVector) vector);
    };
  }

  static Cell text(VarCharVector vector) {
    Utf8Text text = new Utf8Text();
    return (json, index) -> {
      if (json.currentToken() != JsonToken.VALUE_STRING
          || !text.encode(json.getTextCharacters(), json.getTextOffset(), json.getTextLength())) {
        return false;
      }
      vector.setSafe(index, text.bytes(), 0, text.length());
      return true;
    };
  }

  private static boolean writeBool(JsonParser json, int index, BitVector vector) {
    JsonToken token = json.currentToken();
    boolean isBool = token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE;
    if (isBool) {
      vector.setSafe(index, token == JsonToken.VALUE_TRUE ? 1 : 0);
    }
    return isBool;
  }

  private static boolean writeI32(JsonParser json, int index, IntVector vector) throws IOException {
    if (!isLong(json) || json.getNumberType() != NumberType.INT) {
      return false;
    }
    vector.setSafe(index, json.getIntValue());
    return true;
  }

  private static boolean writeI64(JsonParser json, int index, BigIntVector vector)
      throws IOException {
    if (!isLong(json)) {
      return false;
    }
    vector.setSafe(index, json.getLongValue());
    return true;
  }

  private static boolean writeU32(JsonParser json, int index, UInt4Vector vector)
      throws IOException {
    if (!isLong(json) || json.getLongValue() < 0 || json.getLongValue() > MAX_U32) {
      return false;
    }
    vector.setSafe(index, (int) json.getLongValue());
    return true;
  }

  private static boolean writeU64(JsonParser json, int index, UInt8Vector vector)
      throws IOException {
    if (json.currentToken() != JsonToken.VALUE_NUMBER_INT) {
      return false;
    }
    if (json.getNumberType() != NumberType.BIG_INTEGER) {
      boolean positive = json.getLongValue() >= 0;
      if (positive) {
        vector.setSafe(index, json.getLongValue());
      }
      return positive;
    }
    BigInteger number = json.getBigIntegerValue();
    if (number.signum() < 0 || number.compareTo(MAX_U64) > 0) {
      return false;
    }
    vector.setSafe(index, number.longValue());
    return true;
  }

  private static boolean isLong(JsonParser json) throws IOException {
    return json.currentToken() == JsonToken.VALUE_NUMBER_INT
        && json.getNumberType() != NumberType.BIG_INTEGER;
  }

  private static boolean writeF32(JsonParser json, int index, Float4Vector vector)
      throws IOException {
    if (!json.currentToken().isNumeric()) {
      return false;
    }
    float number = (float) real(json);
    if (!Float.isFinite(number)) {
      return false;
    }
    vector.setSafe(index, number);
    return true;
  }

  private static boolean writeF64(JsonParser json, int index, Float8Vector vector)
      throws IOException {
    if (!json.currentToken().isNumeric()) {
      return false;
    }
    double number = real(json);
    if (!Double.isFinite(number)) {
      return false;
    }
    vector.setSafe(index, number);
    return true;
  }

  private static double real(JsonParser json) throws IOException {
    double number = json.getDoubleValue();
    // The parser reads "-0" as an integer, which has no sign.
    return number == 0 && json.getText().charAt(0) == '-' ? -0.0 : number;
  }

  private static boolean writeDate(JsonParser json, int index, DateDayVector vector)
      throws IOException {
    if (json.currentToken() == JsonToken.VALUE_STRING) {
      OptionalInt days = DateText.days(json.getText());
      days.ifPresent(d -> vector.setSafe(index, d));
      return days.isPresent();
    }
    boolean days = isLong(json) && json.getNumberType() == NumberType.INT;
    if (days) {
      vector.setSafe(index, json.getIntValue());
    }
    return days;
  }

  private static boolean writeDateTime(JsonParser json, int index, DateMilliVector vector)
      throws IOException {
    if (json.currentToken() == JsonToken.VALUE_STRING) {
      OptionalLong millis = DateText.millis(json.getText());
      millis.ifPresent(m -> vector.setSafe(index, m));
      return millis.isPresent();
    }
    boolean millis = isLong(json);
    if (millis) {
      vector.setSafe(index, json.getLongValue());
    }
    return millis;
  }

  private static Cell vector(int dimension, FixedSizeListVector list) {
    Float4Vector items = (Float4Vector) list.getDataVector();
    return (json, index) -> {
      if (json.currentToken() != JsonToken.START_ARRAY) {
        return false;
      }
      int count = 0;
      while (json.nextToken() != JsonToken.END_ARRAY) {
        if (count == dimension || !writeF32(json, index * dimension + count, items)) {
          return false;
        }
        count++;
      }
      list.setNotNull(index);
      return count == dimension;
    };
  }

  private static boolean writeList(JsonParser json, int index, ListVector list, Cell item)
      throws IOException {
    if (json.currentToken() != JsonToken.START_ARRAY) {
      return false;
    }
    int offset = list.startNewValue(index);
    int count = 0;
    while (json.nextToken() != JsonToken.END_ARRAY) {
      if (!item.write(json, offset + count)) {
        return false;
      }
      count++;
    }
    list.endValue(index, count);
    return true;
  }
}
