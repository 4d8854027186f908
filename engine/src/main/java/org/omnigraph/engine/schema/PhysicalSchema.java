package org.omnigraph.engine.schema;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.omnigraph.engine.id.EntityKind;

/**
 * The Arrow schema of a type's table on disk: {@code id} (edges: then {@code src}, {@code dst}),
 * then the properties sorted by name.
 */
public final class PhysicalSchema {
  /** Marks {@code id} as the unenforced primary key of the Lance dataset. */
  public static final String PRIMARY_KEY = "lance-schema:unenforced-primary-key";

  /** The decimal property id on every user property. */
  public static final String STABLE_PROPERTY_ID = "omnigraph.stable_property_id";

  /** The extension type of a blob column. */
  public static final String BLOB_EXTENSION = "lance.blob.v2";

  private PhysicalSchema() {}

  /** The schema to create or overwrite the table of {@code type} with. */
  public static Schema of(GraphType type) {
    List<Field> fields = new ArrayList<>();
    fields.add(
        new Field(
            "id",
            new FieldType(false, ArrowType.Utf8.INSTANCE, null, Map.of(PRIMARY_KEY, "true")),
            null));
    if (type.kind() == EntityKind.EDGE) {
      fields.add(Field.notNullable("src", ArrowType.Utf8.INSTANCE));
      fields.add(Field.notNullable("dst", ArrowType.Utf8.INSTANCE));
    }
    type.properties().stream()
        .sorted(Comparator.comparing(Property::name))
        .map(PhysicalSchema::field)
        .forEach(fields::add);
    return new Schema(fields);
  }

  /** Whether a column of a table holds blobs; no other column is a struct. */
  public static boolean isBlob(Field column) {
    return column.getType() instanceof ArrowType.Struct;
  }

  /**
   * Whether a table has more than one blob column. Lance cannot open a data file of such a table by
   * itself, without the table.
   */
  public static boolean hasSeveralBlobs(Schema table) {
    return table.getFields().stream().filter(PhysicalSchema::isBlob).count() > 1;
  }

  /** The column of one property. */
  public static Field field(Property property) {
    PropertyType type = property.type();
    Map<String, String> metadata = new HashMap<>();
    metadata.put(STABLE_PROPERTY_ID, Long.toString(property.propertyId()));
    if (type.list()) {
      Field item = Field.nullable("item", scalar(type.scalar()));
      return new Field(
          property.name(),
          new FieldType(type.nullable(), ArrowType.List.INSTANCE, null, metadata),
          List.of(item));
    }
    return switch (type.scalar()) {
      case VECTOR ->
          new Field(
              property.name(),
              new FieldType(
                  type.nullable(), new ArrowType.FixedSizeList(type.dimension()), null, metadata),
              List.of(Field.nullable("item", scalar(Scalar.F32))));
      case BLOB -> {
        metadata.put("ARROW:extension:name", BLOB_EXTENSION);
        yield new Field(
            property.name(),
            new FieldType(type.nullable(), ArrowType.Struct.INSTANCE, null, metadata),
            List.of(
                Field.nullable("data", ArrowType.LargeBinary.INSTANCE),
                Field.nullable("uri", ArrowType.Utf8.INSTANCE)));
      }
      default ->
          new Field(
              property.name(),
              new FieldType(type.nullable(), scalar(type.scalar()), null, metadata),
              null);
    };
  }

  /** The Arrow type of a scalar that is neither a vector nor a blob. */
  public static ArrowType scalar(Scalar scalar) {
    return switch (scalar) {
      case STRING -> ArrowType.Utf8.INSTANCE;
      case BOOL -> ArrowType.Bool.INSTANCE;
      case I32 -> new ArrowType.Int(32, true);
      case I64 -> new ArrowType.Int(64, true);
      case U32 -> new ArrowType.Int(32, false);
      case U64 -> new ArrowType.Int(64, false);
      case F32 -> new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
      case F64 -> new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
      case DATE -> new ArrowType.Date(DateUnit.DAY);
      case DATE_TIME -> new ArrowType.Date(DateUnit.MILLISECOND);
      case VECTOR, BLOB -> throw new IllegalArgumentException(scalar + " is not a flat type");
    };
  }
}
