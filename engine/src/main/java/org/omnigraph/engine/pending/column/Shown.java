package org.omnigraph.engine.pending.column;

import org.apache.arrow.vector.Float2Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.ValueVector;

/** Values as messages show them. */
final class Shown {
  private static final int LONGEST = 120;

  private Shown() {}

  /** The value at an index, shortened. */
  static String value(ValueVector vector, int index) {
    if (vector instanceof UInt8Vector unsigned) {
      return Long.toUnsignedString(unsigned.get(index));
    }
    if (vector instanceof Float2Vector half) {
      return Float.toString(half.getValueAsFloat(index));
    }
    Object value = vector.getObject(index);
    return text(value instanceof byte[] bytes ? bytes.length + " bytes" : String.valueOf(value));
  }

  /** Text, shortened. */
  static String text(String text) {
    if (text.length() <= LONGEST) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
    return text.substring(0, end) + "…";
  }
}
