package org.omnigraph.engine.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.pending.RowPlaces;
import org.omnigraph.engine.pending.Years;
import org.omnigraph.engine.pending.column.Charge;
import org.omnigraph.engine.pending.column.Normaliser;

/** What a stored schema may hold and a new one may not, when rows are written under it. */
class StoredSchemaTest {
  private static final String DOMAIN = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

  private static GraphType stored(String source) {
    assertThatThrownBy(() -> SchemaCompiler.accept(source, DOMAIN))
        .isInstanceOf(InvalidRequest.class);
    Shape shape = ShapeCompiler.compile(SchemaCompiler.resolve(source));
    var tree = IrJson.write(new Ir(shape, Identities.allocate(shape, DOMAIN)));
    SchemaState state =
        new SchemaState(
            CanonicalJson.digest(ShapeJson.write(shape)), CanonicalJson.digest(tree), DOMAIN);
    return SchemaContract.load(source, CanonicalJson.pretty(tree), state.json())
        .accepted()
        .types()
        .get(0);
  }

  @Test
  void aRangeOfAListIsNotEnforced() {
    GraphType type = stored("node P { a: [I32] @range(a, 0..1) }");
    Field item = Field.nullable("item", new ArrowType.Int(32, true));
    Schema columns =
        new Schema(
            List.of(new Field("a", FieldType.nullable(ArrowType.List.INSTANCE), List.of(item))));
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot rows = VectorSchemaRoot.create(columns, allocator)) {
      ListVector list = (ListVector) rows.getVector("a");
      list.startNewValue(0);
      ((IntVector) list.getDataVector()).setSafe(0, 5);
      list.endValue(0, 1);
      rows.setRowCount(1);
      try (VectorSchemaRoot normal =
          Normaliser.of(type, columns, () -> DOMAIN, Years.ALL)
              .normalise(
                  rows,
                  new MapDictionaryProvider(),
                  RowPlaces.numbered("", 0),
                  Charge.NONE,
                  allocator)) {
        assertThat(normal.getVector("a").getObject(0)).isEqualTo(List.of(5));
      }
    }
  }

  @Test
  void aWrongPatternFailsWritesByItsName() {
    GraphType type = stored("node P { s: String @check(s, \"(\") }");
    Schema columns = new Schema(List.of(Field.nullable("s", ArrowType.Utf8.INSTANCE)));
    assertThatThrownBy(() -> Normaliser.of(type, columns, () -> DOMAIN, Years.ALL))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("P.s")
        .hasMessageContaining("invalid regex '('");
  }
}
