package org.omnigraph.engine.table;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.complex.StructVector;
import org.omnigraph.engine.error.CorruptState;

/**
 * What a scan gives for the cells of a blob column.
 *
 * <p>Trap: the validity of a cell does not say whether the blob is null. A null is stored as the
 * descriptor whose numbers are all zero. So is an empty blob before which its data file holds no
 * other blob: storage keeps nothing to tell it by, and it reads as null, in every implementation.
 * In a column that holds no nulls it is what it must be: an empty blob.
 */
public final class BlobDescriptor {
  private static final int INLINE = 0;
  private static final int EXTERNAL = 3;

  private final StructVector cells;
  private final boolean nullable;
  private final UInt1Vector kinds;
  private final UInt8Vector positions;
  private final UInt8Vector sizes;
  private final VarCharVector uris;

  /** Of a scanned column; valid as long as its batch. */
  public BlobDescriptor(FieldVector column) {
    cells = (StructVector) column;
    nullable = column.getField().isNullable();
    kinds = (UInt1Vector) child("kind");
    positions = (UInt8Vector) child("position");
    sizes = (UInt8Vector) child("size");
    uris = (VarCharVector) child("blob_uri");
  }

  private FieldVector child(String name) {
    FieldVector child = cells.getChild(name);
    if (child == null) {
      throw new CorruptState("blob column " + cells.getField() + " has no descriptor " + name);
    }
    return child;
  }

  public boolean isNull(int row) {
    return nullable && isZero(row);
  }

  private boolean isZero(int row) {
    return cells.isNull(row)
        || (kinds.get(row) == INLINE && positions.get(row) == 0 && sizes.get(row) == 0);
  }

  /** Bytes of the content; 0 for a null. */
  public long size(int row) {
    return cells.isNull(row) ? 0 : sizes.get(row);
  }

  /** Where the content lies, if it is not the graph that holds it. */
  public Optional<String> externalUri(int row) {
    if (cells.isNull(row) || kinds.get(row) != EXTERNAL) {
      return Optional.empty();
    }
    return Optional.of(new String(uris.get(row), StandardCharsets.UTF_8));
  }
}
