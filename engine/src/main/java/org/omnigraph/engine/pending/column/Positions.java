package org.omnigraph.engine.pending.column;

import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.ExtensionTypeVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt2Vector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.complex.RunEndEncodedVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.omnigraph.engine.error.InvalidRequest;

/** Where the value of a row stands in a vector. */
@FunctionalInterface
interface Positions {
  /** The position of a null. */
  int NULL = -1;

  /** The index into the vector, or {@link #NULL}. */
  int of(int row);

  /** A vector without dictionary or runs, and where the rows of the column stand in it. */
  record Column(
      FieldVector values, Positions positions, boolean direct, DictionaryProvider dictionaries) {
    /** Whether every value is null, without a type. */
    boolean isNullType() {
      return values instanceof NullVector;
    }
  }

  /** A column of nulls. */
  static Column absent(FieldVector nulls) {
    return new Column(nulls, row -> NULL, false, new DictionaryProvider.MapDictionaryProvider());
  }

  /** Sees through dictionaries and runs. */
  static Column resolve(FieldVector vector, DictionaryProvider dictionaries) {
    DictionaryEncoding encoding = vector.getField().getDictionary();
    if (encoding != null) {
      return throughDictionary(vector, encoding, dictionaries);
    }
    if (vector instanceof RunEndEncodedVector runs) {
      return throughRuns(runs, dictionaries);
    }
    if (vector instanceof ExtensionTypeVector<?> extension) {
      return resolve(extension.getUnderlyingVector(), dictionaries);
    }
    if (vector instanceof NullVector) {
      return absent(vector);
    }
    Buffers.requireWhole(vector);
    if (vector.getNullCount() == 0) {
      return new Column(vector, row -> row, true, dictionaries);
    }
    return new Column(vector, row -> vector.isNull(row) ? NULL : row, true, dictionaries);
  }

  private static Column throughDictionary(
      FieldVector vector, DictionaryEncoding encoding, DictionaryProvider dictionaries) {
    Dictionary dictionary = dictionaries.lookup(encoding.getId());
    if (dictionary == null || !(vector instanceof BaseIntVector indexes)) {
      throw new InvalidRequest(
          "column '"
              + vector.getName()
              + "' is dictionary-encoded, but dictionary "
              + encoding.getId()
              + " is missing");
    }
    Buffers.requireWhole(vector);
    Column words = resolve(dictionary.getVector(), dictionaries);
    int size = words.values().getValueCount();
    long mask = unsignedMask(indexes);
    return new Column(
        words.values(),
        row -> {
          if (indexes.isNull(row)) {
            return NULL;
          }
          long index = indexes.getValueAsLong(row) & mask;
          if (index < 0 || index >= size) {
            throw new InvalidRequest(
                "column '"
                    + vector.getName()
                    + "' refers to entry "
                    + index
                    + " of a dictionary of "
                    + size);
          }
          return words.positions().of((int) index);
        },
        false,
        dictionaries);
  }

  private static long unsignedMask(BaseIntVector indexes) {
    if (indexes instanceof UInt1Vector) {
      return 0xffL;
    }
    if (indexes instanceof UInt2Vector) {
      return 0xffffL;
    }
    return indexes instanceof UInt4Vector ? 0xffff_ffffL : -1L;
  }

  private static Column throughRuns(RunEndEncodedVector runs, DictionaryProvider dictionaries) {
    Column values = resolve(runs.getValuesVector(), dictionaries);
    if (!(runs.getRunEndsVector() instanceof BaseIntVector ends)) {
      throw new InvalidRequest("column '" + runs.getName() + "' has run ends of an unknown type");
    }
    Buffers.requireWhole(ends);
    int count = ends.getValueCount();
    return new Column(
        values.values(),
        row -> {
          int low = 0;
          int high = count;
          while (low < high) {
            int middle = (low + high) >>> 1;
            if (ends.getValueAsLong(middle) > row) {
              high = middle;
            } else {
              low = middle + 1;
            }
          }
          if (low == count) {
            throw new InvalidRequest("column '" + runs.getName() + "' has too few runs");
          }
          return values.positions().of(low);
        },
        false,
        dictionaries);
  }
}
