package org.omnigraph.engine.pending;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.LargeVarBinaryVector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.pending.column.Charge;
import org.omnigraph.engine.pending.key.ByteBuilder;
import org.omnigraph.engine.pending.key.KeyColumn;
import org.omnigraph.engine.schema.EdgeType;
import org.omnigraph.engine.schema.GraphType;
import org.omnigraph.engine.schema.PhysicalSchema;
import org.omnigraph.engine.schema.Property;
import org.omnigraph.engine.schema.Scalar;
import org.omnigraph.engine.table.ScanRequest;
import org.omnigraph.engine.table.TableSnapshot;

/**
 * New images of rows of one type: some columns get values, the others stay.
 *
 * <p>A blob that stays is taken by the row's stable id after its row has matched, and its size is
 * charged before its bytes are read.
 */
final class Images {
  private final GraphType type;
  private final Schema schema;
  private final List<String> assigned;
  private final List<String> carriedBlobs;
  private final boolean hasBlob;

  /**
   * Images of a type.
   *
   * @param assigned the physical columns that get values
   */
  Images(GraphType type, List<String> assigned) {
    this.type = type;
    this.schema = PhysicalSchema.of(type);
    this.assigned = List.copyOf(assigned);
    List<String> blobs =
        type.properties().stream()
            .filter(property -> property.type().scalar() == Scalar.BLOB)
            .map(Property::name)
            .toList();
    this.hasBlob = !blobs.isEmpty();
    this.carriedBlobs = blobs.stream().filter(name -> !assigned.contains(name)).toList();
  }

  /** What has to be read of the rows. */
  CurrentRows.Query query(org.omnigraph.engine.table.Predicate where) {
    List<String> fixed = fixed(type);
    List<String> columns =
        schema.getFields().stream()
            .map(Field::getName)
            .filter(name -> !assigned.contains(name) || fixed.contains(name))
            .filter(name -> !carriedBlobs.contains(name))
            .toList();
    CurrentRows.Query query = new CurrentRows.Query(columns, where, !carriedBlobs.isEmpty());
    return hasBlob ? query.withoutFiles() : query;
  }

  /** Bytes of the blobs that stay in some committed rows where a cursor stands. */
  long carriedBytes(CurrentRows at, int[] rows) {
    TableSnapshot committed = at.committedIn();
    if (committed == null || carriedBlobs.isEmpty()) {
      return 0;
    }
    List<Long> ids = rowIds(at.batch(), rows);
    return carriedBlobs.stream().mapToLong(name -> committed.blobBytes(name, ids)).sum();
  }

  /** The columns whose values a row keeps for its life. */
  static List<String> fixed(GraphType type) {
    List<String> ends = type instanceof EdgeType ? List.of("src", "dst") : List.of();
    return Stream.of(List.of("id"), ends, type.keyColumns()).flatMap(List::stream).toList();
  }

  /**
   * The images of some rows where a cursor stands; the caller owns them.
   *
   * @param rows which rows
   * @param values the assigned columns
   * @param from for each row, the row of {@code values} that it gets
   * @param charge hears every byte before it is taken
   */
  VectorSchemaRoot of(
      CurrentRows at,
      int[] rows,
      VectorSchemaRoot values,
      int[] from,
      RowPlaces places,
      Charge charge,
      BufferAllocator allocator) {
    VectorSchemaRoot old = at.batch();
    requireFixed(old, rows, values, from, places);
    TableSnapshot committed = at.committedIn();
    for (Field field : schema.getFields()) {
      FieldVector value = values.getVector(field.getName());
      if (value != null) {
        charge.arrow(CellBytes.of(value, from));
      } else if (committed == null || !carriedBlobs.contains(field.getName())) {
        charge.arrow(CellBytes.of(old.getVector(field.getName()), rows));
      }
    }
    VectorSchemaRoot images = VectorSchemaRoot.create(schema, allocator);
    try {
      images.allocateNew();
      for (FieldVector target : images.getFieldVectors()) {
        String name = target.getName();
        FieldVector value = values.getVector(name);
        if (value != null) {
          copy(value, from, target);
        } else if (committed != null && carriedBlobs.contains(name)) {
          carry(committed, rowIds(old, rows), (StructVector) target, charge);
        } else {
          copy(old.getVector(name), rows, target);
        }
      }
      images.setRowCount(rows.length);
      return images;
    } catch (RuntimeException e) {
      images.close();
      throw e;
    }
  }

  private static void copy(FieldVector source, int[] rows, FieldVector target) {
    for (int i = 0; i < rows.length; i++) {
      target.copyFromSafe(rows[i], i, source);
    }
  }

  static List<Long> rowIds(VectorSchemaRoot batch, int[] rows) {
    UInt8Vector column = (UInt8Vector) batch.getVector(ScanRequest.ROW_ID);
    List<Long> ids = new ArrayList<>();
    for (int row : rows) {
      ids.add(column.get(row));
    }
    return ids;
  }

  private static void carry(
      TableSnapshot table, List<Long> rowIds, StructVector target, Charge charge) {
    charge.arrow(table.blobBytes(target.getName(), rowIds));
    List<Optional<byte[]>> blobs = table.blobs(target.getName(), rowIds);
    LargeVarBinaryVector data = (LargeVarBinaryVector) target.getChild("data");
    for (int i = 0; i < blobs.size(); i++) {
      int row = i;
      blobs
          .get(i)
          .ifPresent(
              bytes -> {
                target.setIndexDefined(row);
                data.setSafe(row, bytes);
              });
    }
  }

  private void requireFixed(
      VectorSchemaRoot old, int[] rows, VectorSchemaRoot values, int[] from, RowPlaces places) {
    for (String column : fixed(type)) {
      FieldVector value = values.getVector(column);
      if (value != null) {
        requireSame(column, old.getVector(column), rows, value, from, places);
      }
    }
  }

  private void requireSame(
      String column, FieldVector old, int[] rows, FieldVector value, int[] from, RowPlaces places) {
    KeyColumn before = KeyColumn.of(old);
    KeyColumn after = KeyColumn.of(value);
    ByteBuilder is = new ByteBuilder();
    ByteBuilder wanted = new ByteBuilder();
    for (int i = 0; i < rows.length; i++) {
      before.appendIdentity(rows[i], is.clear());
      after.appendIdentity(from[i], wanted.clear());
      if (is.length() != wanted.length()
          || java.util.Arrays.mismatch(
                  is.array(), 0, is.length(), wanted.array(), 0, wanted.length())
              >= 0) {
        throw new InvalidRequest(places.place(from[i]) + ": " + cannotChange(type, column));
      }
    }
  }

  /** Why a column stays as it is. */
  static String cannotChange(GraphType type, @Nullable String column) {
    String what =
        type.keyColumns().contains(column)
            ? "@key property '" + column + "' of "
            : "'" + column + "' of ";
    return "cannot update " + what + type.name() + "; delete and re-insert instead";
  }
}
