package org.omnigraph.engine.table.lance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.engine.table.lance.TableFixture.committed;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
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
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.schema.PhysicalSchema;
import org.omnigraph.engine.schema.Scalar;
import org.omnigraph.engine.table.FragmentSink;
import org.omnigraph.engine.table.Predicate;
import org.omnigraph.engine.table.Predicate.Literal;
import org.omnigraph.engine.table.Predicate.Operator;
import org.omnigraph.engine.table.ScanRequest;
import org.omnigraph.engine.table.TableEdit;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.table.TableSnapshot;

/** Each filter runs on a real dataset; rows are k0 to k4, of which k4 is null everywhere. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FilterPushdownTest {
  @TempDir static Path root;
  private TableFixture tables;
  private TableRef table;

  @BeforeAll
  void fill() {
    tables = new TableFixture(root);
    Schema schema =
        new Schema(
            List.of(
                Field.notNullable("id", PhysicalSchema.scalar(Scalar.STRING)),
                Field.nullable("Name", PhysicalSchema.scalar(Scalar.STRING)),
                Field.nullable("name", PhysicalSchema.scalar(Scalar.STRING)),
                Field.nullable("flag", PhysicalSchema.scalar(Scalar.BOOL)),
                Field.nullable("i32", PhysicalSchema.scalar(Scalar.I32)),
                Field.nullable("i64", PhysicalSchema.scalar(Scalar.I64)),
                Field.nullable("u32", PhysicalSchema.scalar(Scalar.U32)),
                Field.nullable("u64", PhysicalSchema.scalar(Scalar.U64)),
                Field.nullable("f32", PhysicalSchema.scalar(Scalar.F32)),
                Field.nullable("f64", PhysicalSchema.scalar(Scalar.F64)),
                Field.nullable("day", PhysicalSchema.scalar(Scalar.DATE)),
                Field.nullable("at", PhysicalSchema.scalar(Scalar.DATE_TIME))));
    TableRef empty = tables.store.create("t", schema, null).table();
    try (VectorSchemaRoot rows = VectorSchemaRoot.create(schema, tables.allocator);
        FragmentSink sink = tables.store.sink(empty, schema)) {
      for (int row = 0; row < 4; row++) {
        fill(rows, row);
      }
      text(rows, "id", 4, "k4");
      rows.setRowCount(5);
      sink.write(rows);
      table = committed(tables.commit(empty, TableEdit.ChangeRows.adding(sink.finish()))).table();
    }
  }

  private static void fill(VectorSchemaRoot rows, int row) {
    text(rows, "id", row, "k" + row);
    text(rows, "Name", row, "it's " + row);
    text(rows, "name", row, List.of("a\\b%", "a_b", "é 😀", "").get(row));
    ((BitVector) rows.getVector("flag")).setSafe(row, row % 2);
    ((IntVector) rows.getVector("i32")).setSafe(row, Integer.MIN_VALUE + row);
    ((BigIntVector) rows.getVector("i64")).setSafe(row, Long.MIN_VALUE + row);
    ((UInt4Vector) rows.getVector("u32")).setSafe(row, -1 - row);
    ((UInt8Vector) rows.getVector("u64")).setSafe(row, -1L - row);
    ((Float4Vector) rows.getVector("f32"))
        .setSafe(row, new float[] {-0.0f, 0.0f, 0.1f, Float.POSITIVE_INFINITY}[row]);
    ((Float8Vector) rows.getVector("f64"))
        .setSafe(row, new double[] {-0.0, 0.0, 1e-320, Double.NaN}[row]);
    ((DateDayVector) rows.getVector("day")).setSafe(row, -2 + row);
    ((DateMilliVector) rows.getVector("at")).setSafe(row, -1_500L + 1_000L * row);
  }

  private static void text(VectorSchemaRoot rows, String column, int row, String value) {
    ((VarCharVector) rows.getVector(column)).setSafe(row, value.getBytes(StandardCharsets.UTF_8));
  }

  @AfterAll
  void close() {
    tables.close();
  }

  static List<Arguments> filters() {
    return List.of(
        Arguments.of(compare("Name", Operator.EQUAL, new Literal.Text("it's 1")), "k1"),
        Arguments.of(compare("name", Operator.EQUAL, new Literal.Text("a\\b%")), "k0"),
        Arguments.of(compare("name", Operator.EQUAL, new Literal.Text("é 😀")), "k2"),
        Arguments.of(compare("name", Operator.EQUAL, new Literal.Text("")), "k3"),
        Arguments.of(new Predicate.Like("name", "é 😀%"), "k2"),
        Arguments.of(
            new Predicate.In("name", List.of(new Literal.Text("é 😀"), new Literal.Text("a_b"))),
            "k1 k2"),
        Arguments.of(compare("name", Operator.EQUAL, new Literal.Text("\u0000")), ""),
        Arguments.of(new Predicate.Like("name", "a\\%"), "k0"),
        Arguments.of(new Predicate.Like("name", "a_b%"), "k0 k1"),
        Arguments.of(compare("flag", Operator.EQUAL, new Literal.Bool(true)), "k1 k3"),
        Arguments.of(
            new Predicate.Not(compare("flag", Operator.EQUAL, new Literal.Bool(true))), "k0 k2"),
        Arguments.of(compare("i32", Operator.EQUAL, new Literal.Int64(Integer.MIN_VALUE)), "k0"),
        Arguments.of(compare("i64", Operator.EQUAL, new Literal.Int64(Long.MIN_VALUE)), "k0"),
        Arguments.of(compare("i64", Operator.LESS, new Literal.Int64(0)), "k0 k1 k2 k3"),
        Arguments.of(compare("u32", Operator.EQUAL, new Literal.Int64(4_294_967_295L)), "k0"),
        Arguments.of(compare("u64", Operator.EQUAL, new Literal.Unsigned(-1)), "k0"),
        Arguments.of(compare("u64", Operator.GREATER_OR_EQUAL, new Literal.Unsigned(-2)), "k0 k1"),
        Arguments.of(
            new Predicate.In("u64", List.of(new Literal.Unsigned(-3), new Literal.Int64(5))), "k2"),
        Arguments.of(compare("f32", Operator.EQUAL, new Literal.Float64(0.1f)), "k2"),
        Arguments.of(
            compare("f32", Operator.EQUAL, new Literal.Float64(Double.POSITIVE_INFINITY)), "k3"),
        Arguments.of(compare("f32", Operator.EQUAL, new Literal.Float64(0.0)), "k0 k1"),
        Arguments.of(compare("f64", Operator.EQUAL, new Literal.Float64(-0.0)), "k0 k1"),
        Arguments.of(compare("f64", Operator.LESS, new Literal.Float64(0.0)), ""),
        Arguments.of(compare("f64", Operator.NOT_EQUAL, new Literal.Float64(0.0)), "k2 k3"),
        Arguments.of(compare("f64", Operator.LESS_OR_EQUAL, new Literal.Float64(0.0)), "k0 k1"),
        Arguments.of(compare("f64", Operator.EQUAL, new Literal.Float64(1e-320)), "k2"),
        Arguments.of(
            new Predicate.In("f64", List.of(new Literal.Float64(0.0), new Literal.Float64(3))),
            "k0 k1"),
        Arguments.of(compare("day", Operator.EQUAL, new Literal.Date(-1)), "k1"),
        Arguments.of(
            compare("day", Operator.GREATER, new Literal.Date(-100_000_000)), "k0 k1 k2 k3"),
        Arguments.of(compare("at", Operator.EQUAL, new Literal.DateTime(-1_500)), "k0"),
        Arguments.of(compare("at", Operator.GREATER_OR_EQUAL, new Literal.DateTime(500)), "k2 k3"),
        Arguments.of(
            compare("at", Operator.LESS, new Literal.DateTime(Long.MAX_VALUE)), "k0 k1 k2 k3"),
        Arguments.of(new Predicate.IsNull("at"), "k4"),
        Arguments.of(new Predicate.Not(new Predicate.IsNull("at")), "k0 k1 k2 k3"),
        Arguments.of(
            new Predicate.Or(
                List.of(
                    compare("id", Operator.EQUAL, new Literal.Text("k4")),
                    new Predicate.And(
                        List.of(
                            compare("day", Operator.GREATER, new Literal.Date(-2)),
                            compare("flag", Operator.EQUAL, new Literal.Bool(false)))))),
            "k2 k4"),
        Arguments.of(new Predicate.In("id", List.of()), ""),
        Arguments.of(new Predicate.Or(List.of()), ""),
        Arguments.of(new Predicate.Not(new Predicate.Or(List.of())), "k0 k1 k2 k3 k4"),
        Arguments.of(Predicate.TRUE, "k0 k1 k2 k3 k4"));
  }

  private static Predicate compare(String column, Operator operator, Literal value) {
    return new Predicate.Compare(column, operator, value);
  }

  @ParameterizedTest
  @MethodSource("filters")
  void keepsExactlyTheRowsThatSqlWouldKeep(Predicate filter, String expected) {
    List<String> ids = expected.isEmpty() ? List.of() : List.of(expected.split(" "));
    assertThat(tables.rows(table, ScanRequest.of(List.of("id")).where(filter)))
        .containsOnlyKeys(ids);
    try (TableSnapshot open = tables.store.open(table)) {
      assertThat(open.count(filter)).isEqualTo(ids.size());
    }
  }

  @Test
  void refusesWhatHasNoMeaning() {
    assertRefused(compare("f64", Operator.EQUAL, new Literal.Float64(Double.NaN)), "NaN");
    assertRefused(compare("NAME", Operator.EQUAL, new Literal.Text("x")), "'NAME'");
    assertRefused(compare("i32", Operator.EQUAL, new Literal.Text("x")), "'i32'");
    assertRefused(compare("u64", Operator.EQUAL, new Literal.Int64(-1)), "'u64'");
  }

  private void assertRefused(Predicate filter, String part) {
    try (TableSnapshot open = tables.store.open(table)) {
      assertThatThrownBy(() -> open.count(filter))
          .isInstanceOf(InvalidRequest.class)
          .hasMessageContaining(part);
    }
  }

  @Test
  void projectsLimitsAndAddressesRows() throws Exception {
    ScanRequest request =
        new ScanRequest(
            List.of("u64", "id"), Predicate.TRUE, OptionalLong.of(2), OptionalLong.of(1), 1, true);
    try (TableSnapshot open = tables.store.open(table);
        var reader = open.scan(request, tables.allocator)) {
      int batches = 0;
      while (reader.loadNextBatch()) {
        batches++;
        VectorSchemaRoot batch = reader.getVectorSchemaRoot();
        assertThat(batch.getSchema().getFields().stream().map(Field::getName))
            .containsExactly("u64", "id", "_rowaddr");
        assertThat(batch.getRowCount()).isEqualTo(1);
        FieldVector id = batch.getVector("id");
        assertThat(id.getObject(0)).hasToString("k" + batches);
      }
      assertThat(batches).isEqualTo(2);
    }
  }
}
