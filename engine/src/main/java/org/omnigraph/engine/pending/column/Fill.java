package org.omnigraph.engine.pending.column;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;

/** Fills validity bits. */
final class Fill {
  private Fill() {}

  static long validityBytes(long values) {
    return (values + 7) / 8;
  }

  /** Marks the first {@code values} values as there. */
  static void allValid(ArrowBuf validity, long values) {
    long whole = values / 8;
    validity.setOne(0, whole);
    int rest = (int) (values % 8);
    if (rest > 0) {
      validity.setByte(whole, (1 << rest) - 1);
    }
  }

  /** Takes the validity of a whole vector over. */
  static void copyValidity(FieldVector source, ArrowBuf validity, int values) {
    if (source.getNullCount() == 0) {
      allValid(validity, values);
    } else {
      validity.setBytes(0, source.getValidityBuffer(), 0, validityBytes(values));
    }
  }
}
