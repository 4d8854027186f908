package org.omnigraph.query.lance;

import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * How many rows a batch should hold, so that it stays at about a megabyte: small enough that
 * reading, sending and receiving overlap, and large enough that what each batch costs is little
 * beside its rows. Lengths of texts, lists and blobs are guesses.
 */
public final class BatchRows {
  private static final int WANTED_BYTES = 1 << 20;
  private static final int FEWEST = 64;
  private static final int MOST = 16_384;

  private static final int TEXT = 32;
  private static final int ITEMS = 8;
  private static final int BLOB = 32 << 10;
  private static final int FIXED = 8;

  private BatchRows() {}

  /** Rows of a schema in one batch. */
  public static int of(Schema schema) {
    int bytes = schema.getFields().stream().mapToInt(BatchRows::width).sum();
    return Math.max(FEWEST, Math.min(MOST, WANTED_BYTES / Math.max(1, bytes)));
  }

  private static int width(Field field) {
    if (field.getType() instanceof ArrowType.Utf8) {
      return TEXT;
    }
    if (field.getType() instanceof ArrowType.Binary) {
      return BLOB;
    }
    if (field.getType() instanceof ArrowType.FixedSizeList list) {
      return list.getListSize() * Float.BYTES;
    }
    return field.getType() instanceof ArrowType.List
        ? ITEMS * width(field.getChildren().get(0))
        : FIXED;
  }
}
