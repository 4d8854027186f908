package org.omnigraph.flight;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flight.sql.FlightSqlClient.ExecuteIngestOptions;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableExistsOption;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableNotExistOption;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** Rows to ingest, and the options of an ingest. */
final class Airports {
  private static final ArrowType DOUBLE =
      new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
  private static final Schema AIRPORT =
      new Schema(
          List.of(
              Field.notNullable("faa", ArrowType.Utf8.INSTANCE),
              Field.nullable("name", ArrowType.Utf8.INSTANCE),
              Field.notNullable("lat", DOUBLE),
              Field.notNullable("lon", DOUBLE),
              Field.notNullable("altitude", new ArrowType.Int(32, true))));
  private static final Schema ROUTE =
      new Schema(
          List.of(
              Field.notNullable("from", ArrowType.Utf8.INSTANCE),
              Field.notNullable("to", ArrowType.Utf8.INSTANCE),
              Field.notNullable("flights", new ArrowType.Int(64, true)),
              Field.notNullable("distance", DOUBLE)));

  private Airports() {}

  /** One airport a code, each named after its code. */
  static VectorSchemaRoot airports(BufferAllocator allocator, String... codes) {
    VectorSchemaRoot root = VectorSchemaRoot.create(AIRPORT, allocator);
    for (int i = 0; i < codes.length; i++) {
      text(root.getVector("faa"), i, codes[i]);
      text(root.getVector("name"), i, "Airport " + codes[i]);
      ((Float8Vector) root.getVector("lat")).setSafe(i, i);
      ((Float8Vector) root.getVector("lon")).setSafe(i, -i);
      ((IntVector) root.getVector("altitude")).setSafe(i, 100 + i);
    }
    root.setRowCount(codes.length);
    return root;
  }

  /** One route for two codes. */
  static VectorSchemaRoot route(BufferAllocator allocator, String from, String to) {
    VectorSchemaRoot root = VectorSchemaRoot.create(ROUTE, allocator);
    text(root.getVector("from"), 0, from);
    text(root.getVector("to"), 0, to);
    ((org.apache.arrow.vector.BigIntVector) root.getVector("flights")).setSafe(0, 1);
    ((Float8Vector) root.getVector("distance")).setSafe(0, 1);
    root.setRowCount(1);
    return root;
  }

  private static void text(FieldVector vector, int row, String value) {
    ((VarCharVector) vector).setSafe(row, value.getBytes(StandardCharsets.UTF_8));
  }

  static ExecuteIngestOptions append(String table) {
    return options(
        table,
        TableNotExistOption.TABLE_NOT_EXIST_OPTION_FAIL,
        TableExistsOption.TABLE_EXISTS_OPTION_APPEND,
        Map.of());
  }

  static ExecuteIngestOptions merge(String table) {
    return options(
        table,
        TableNotExistOption.TABLE_NOT_EXIST_OPTION_FAIL,
        TableExistsOption.TABLE_EXISTS_OPTION_APPEND,
        Map.of("omnigraph.mode", "merge"));
  }

  static ExecuteIngestOptions replace(String table) {
    return options(
        table,
        TableNotExistOption.TABLE_NOT_EXIST_OPTION_CREATE,
        TableExistsOption.TABLE_EXISTS_OPTION_REPLACE,
        Map.of());
  }

  static ExecuteIngestOptions create(String table) {
    return options(
        table,
        TableNotExistOption.TABLE_NOT_EXIST_OPTION_CREATE,
        TableExistsOption.TABLE_EXISTS_OPTION_FAIL,
        Map.of());
  }

  static ExecuteIngestOptions createAppend(String table) {
    return options(
        table,
        TableNotExistOption.TABLE_NOT_EXIST_OPTION_CREATE,
        TableExistsOption.TABLE_EXISTS_OPTION_APPEND,
        Map.of());
  }

  static ExecuteIngestOptions options(
      String table,
      TableNotExistOption absent,
      TableExistsOption exists,
      Map<String, String> options) {
    TableDefinitionOptions definition =
        TableDefinitionOptions.newBuilder().setIfNotExist(absent).setIfExists(exists).build();
    return new ExecuteIngestOptions(table, definition, false, null, null, options);
  }
}
