package org.omnigraph.flight.producer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;

class TypeDeclarationTest {
  private static final ArrowType FLOAT = new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);

  @Test
  void columnsBecomeProperties() {
    Schema columns =
        new Schema(
            List.of(
                Field.notNullable("name", ArrowType.Utf8View.INSTANCE),
                Field.nullable("age", new ArrowType.Int(16, false)),
                Field.notNullable("born", new ArrowType.Date(DateUnit.DAY)),
                Field.nullable("seen", new ArrowType.Timestamp(TimeUnit.NANOSECOND, "UTC")),
                new Field(
                    "face",
                    FieldType.notNullable(new ArrowType.FixedSizeList(4)),
                    List.of(Field.nullable("item", FLOAT))),
                new Field(
                    "tags",
                    FieldType.nullable(ArrowType.List.INSTANCE),
                    List.of(Field.nullable("item", ArrowType.Utf8.INSTANCE)))));

    assertThat(IngestTarget.declaration("Person", columns))
        .isEqualTo(
            """
            node Person {
                name: String
                age: U32?
                born: Date
                seen: DateTime?
                face: Vector(4)
                tags: [String]?
            }""");
  }

  @Test
  void endPointsMakeAnEdge() {
    Schema columns =
        new Schema(
            List.of(
                Field.notNullable("from", ArrowType.Utf8.INSTANCE),
                Field.notNullable("to", ArrowType.Utf8.INSTANCE),
                Field.notNullable("weight", FLOAT)));

    assertThat(IngestTarget.declaration("Knows", columns))
        .isEqualTo("edge Knows: FromType -> ToType {\n    weight: F32\n}");
  }
}
