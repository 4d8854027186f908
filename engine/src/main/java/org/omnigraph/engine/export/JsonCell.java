package org.omnigraph.engine.export;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
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
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.omnigraph.engine.error.CorruptState;
import org.omnigraph.engine.schema.JsonNumber;
import org.omnigraph.engine.table.TableSnapshot;

/** Writes the values of one column as JSON. */
@FunctionalInterface
interface JsonCell {
  void write(JsonBytes out, int row);

  /** Of a column of a scanned batch; nulls are written. */
  static JsonCell of(FieldVector vector, TableSnapshot table, VectorSchemaRoot batch) {
    if (vector instanceof StructVector descriptors) {
      return blob(new BlobColumn(table, batch, descriptors));
    }
    return nullable(vector);
  }

  private static JsonCell nullable(FieldVector vector) {
    JsonCell value = value(vector);
    return (out, row) -> {
      if (vector.isNull(row)) {
        out.add("null");
      } else {
        value.write(out, row);
      }
    };
  }

  private static JsonCell value(FieldVector vector) {
    if (vector instanceof VarCharVector text) {
      return (out, row) -> out.string(text.get(row));
    } else if (vector instanceof BitVector bits) {
      return (out, row) -> out.add(bits.get(row) == 1 ? "true" : "false");
    } else if (vector instanceof IntVector ints) {
      return (out, row) -> out.add(Integer.toString(ints.get(row)));
    } else if (vector instanceof BigIntVector longs) {
      return (out, row) -> out.add(Long.toString(longs.get(row)));
    } else if (vector instanceof UInt4Vector ints) {
      return (out, row) -> out.add(Integer.toUnsignedString(ints.get(row)));
    } else if (vector instanceof UInt8Vector longs) {
      return (out, row) -> out.add(Long.toUnsignedString(longs.get(row)));
    } else if (vector instanceof Float4Vector floats) {
      return (out, row) -> out.add(number(floats.get(row), vector));
    } else if (vector instanceof Float8Vector doubles) {
      return (out, row) -> out.add(number(doubles.get(row), vector));
    } else if (vector instanceof DateDayVector days) {
      return (out, row) -> out.add(Integer.toString(days.get(row)));
    } else if (vector instanceof DateMilliVector millis) {
      return (out, row) -> out.add(Long.toString(millis.get(row)));
    } else if (vector instanceof ListVector list) {
      JsonCell item = nullable(list.getDataVector());
      return (out, row) ->
          items(out, item, list.getElementStartIndex(row), list.getElementEndIndex(row));
    } else if (vector instanceof FixedSizeListVector list) {
      JsonCell item = nullable(list.getDataVector());
      return (out, row) ->
          items(out, item, list.getElementStartIndex(row), list.getElementEndIndex(row));
    }
    throw new CorruptState("column " + vector.getField() + " is of a type that no property has");
  }

  private static void items(JsonBytes out, JsonCell item, int from, int to) {
    out.add('[');
    for (int index = from; index < to; index++) {
      if (index > from) {
        out.add(',');
      }
      item.write(out, index);
    }
    out.add(']');
  }

  /** A single is written as the double that it is, not by its own fewest digits. */
  private static String number(double number, FieldVector vector) {
    if (!Double.isFinite(number)) {
      throw new CorruptState(
          "column '" + vector.getName() + "' holds " + number + ", which JSON cannot say");
    }
    return JsonNumber.of(number);
  }

  private static JsonCell blob(BlobColumn blobs) {
    return (out, row) -> {
      if (blobs.isNull(row)) {
        out.add("null");
        return;
      }
      blobs
          .externalUri(row)
          .ifPresentOrElse(
              uri -> out.string(uri.getBytes(StandardCharsets.UTF_8)),
              () -> {
                out.add("\"base64:");
                out.add(Base64.getEncoder().encode(blobs.content(row)));
                out.add('"');
              });
    };
  }
}
