package org.omnigraph.flight;

import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flight.impl.Flight.FlightData;
import org.apache.arrow.flight.sql.FlightSqlClient.ExecuteIngestOptions;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableExistsOption;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableNotExistOption;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.ipc.message.ArrowDictionaryBatch;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
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

  /** The schema and the one batch of {@link #airports}, as Flight sends them. */
  static List<FlightData> messages(BufferAllocator allocator, String... codes) {
    try (VectorSchemaRoot root = airports(allocator, codes);
        ArrowRecordBatch batch = new VectorUnloader(root).getRecordBatch()) {
      return List.of(
          FlightData.newBuilder()
              .setDataHeader(
                  ByteString.copyFrom(MessageSerializer.serializeMetadata(root.getSchema())))
              .build(),
          FlightData.newBuilder()
              .setDataHeader(ByteString.copyFrom(MessageSerializer.serializeMetadata(batch)))
              .setDataBody(body(batch))
              .build());
    }
  }

  /**
   * The batch of {@link #messages} with other numbers of rows in its header.
   *
   * @param rows of the batch
   * @param ofColumns of each of its columns
   */
  static FlightData claiming(BufferAllocator allocator, int rows, int ofColumns) {
    try (VectorSchemaRoot root = airports(allocator, "AAA");
        ArrowRecordBatch right = new VectorUnloader(root).getRecordBatch();
        ArrowRecordBatch wrong =
            new ArrowRecordBatch(
                rows,
                right.getNodes().stream().map(node -> new ArrowFieldNode(ofColumns, 0)).toList(),
                right.getBuffers())) {
      return FlightData.newBuilder()
          .setDataHeader(ByteString.copyFrom(MessageSerializer.serializeMetadata(wrong)))
          .setDataBody(body(wrong))
          .build();
    }
  }

  /** A schema with one column of runs. */
  static FlightData runEndEncoded(String name) {
    Field column =
        new Field(
            name,
            FieldType.nullable(ArrowType.RunEndEncoded.INSTANCE),
            List.of(
                Field.notNullable("run_ends", new ArrowType.Int(32, true)),
                Field.nullable("values", ArrowType.Utf8.INSTANCE)));
    return FlightData.newBuilder()
        .setDataHeader(
            ByteString.copyFrom(MessageSerializer.serializeMetadata(new Schema(List.of(column)))))
        .build();
  }

  /** A schema with one column of decimals, in a list where it is nested. */
  static FlightData ofDecimal(String name, int bits, boolean nested) {
    Field decimal = Field.nullable(name, new ArrowType.Decimal(9, 1, bits));
    Field column =
        nested
            ? new Field(
                name,
                FieldType.nullable(ArrowType.List.INSTANCE),
                List.of(Field.nullable("item", decimal.getType())))
            : decimal;
    return FlightData.newBuilder()
        .setDataHeader(
            ByteString.copyFrom(MessageSerializer.serializeMetadata(new Schema(List.of(column)))))
        .build();
  }

  /** A schema with one column of dictionary values, and a delta of its dictionary. */
  static List<FlightData> growing(BufferAllocator allocator) {
    Field name =
        new Field(
            "name",
            new FieldType(true, ArrowType.Utf8.INSTANCE, new DictionaryEncoding(1, false, null)),
            List.of());
    try (VarCharVector values = new VarCharVector("name", allocator)) {
      text(values, 0, "Airport AAA");
      values.setValueCount(1);
      try (ArrowRecordBatch batch =
              new VectorUnloader(VectorSchemaRoot.of(values)).getRecordBatch();
          ArrowDictionaryBatch delta = new ArrowDictionaryBatch(1, batch, true)) {
        return List.of(
            FlightData.newBuilder()
                .setDataHeader(
                    ByteString.copyFrom(
                        MessageSerializer.serializeMetadata(new Schema(List.of(name)))))
                .build(),
            FlightData.newBuilder()
                .setDataHeader(ByteString.copyFrom(MessageSerializer.serializeMetadata(delta)))
                .setDataBody(body(batch))
                .build());
      }
    }
  }

  private static ByteString body(ArrowRecordBatch batch) {
    byte[] bytes = new byte[Math.toIntExact(batch.computeBodyLength())];
    for (int i = 0; i < batch.getBuffers().size(); i++) {
      ArrowBuf buffer = batch.getBuffers().get(i);
      int at = Math.toIntExact(batch.getBuffersLayout().get(i).getOffset());
      buffer.getBytes(0, bytes, at, Math.toIntExact(buffer.readableBytes()));
    }
    return ByteString.copyFrom(bytes);
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
