package org.omnigraph.flight.producer;

import java.util.HashMap;
import java.util.Map;
import org.apache.arrow.flight.sql.FlightSqlColumnMetadata;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.omnigraph.query.catalog.Column;
import org.omnigraph.query.catalog.TableInfo;

/**
 * The schema of a table as {@code GetTables} shows it: the fields of {@code SELECT *} with what
 * clients want to know about the SQL type. Results never carry this: some clients take remarks for
 * a column's label.
 */
final class ColumnDescriptions {
  /**
   * The protocol's name for what the library writes as {@code SCHEMA_NAME}; clients read either.
   */
  private static final String DB_SCHEMA_NAME = "ARROW:FLIGHT:SQL:DB_SCHEMA_NAME";

  private ColumnDescriptions() {}

  static Schema schema(TableInfo table) {
    return new Schema(
        table.columns().stream().map(column -> described(table, column)).toList(), Map.of());
  }

  private static Field described(TableInfo table, Column column) {
    Field field = column.field();
    FlightSqlColumnMetadata.Builder metadata =
        new FlightSqlColumnMetadata.Builder()
            .catalogName(table.catalog())
            .schemaName(table.schema())
            .tableName(table.name())
            .typeName(column.typeName())
            .isAutoIncrement(false)
            .isCaseSensitive(field.getType() instanceof ArrowType.Utf8)
            .isReadOnly(table.kind() == TableInfo.Kind.SYSTEM)
            .isSearchable(true);
    addSize(column, metadata);
    Map<String, String> all = new HashMap<>(metadata.build().getMetadataMap());
    all.put(DB_SCHEMA_NAME, table.schema());
    return new Field(
        field.getName(),
        new FieldType(field.isNullable(), field.getType(), field.getDictionary(), all),
        field.getChildren());
  }

  /** Text, bytes and arrays have no size, so none is said. */
  private static void addSize(Column column, FlightSqlColumnMetadata.Builder metadata) {
    switch (column.type().getSqlTypeName()) {
      case BOOLEAN -> metadata.precision(1).scale(0);
      case INTEGER -> metadata.precision(10).scale(0);
      case BIGINT -> metadata.precision(19).scale(0);
      case REAL -> metadata.precision(7);
      case DOUBLE -> metadata.precision(15);
      case DATE -> metadata.precision(10).scale(0);
      case TIMESTAMP -> metadata.precision(23).scale(3);
      case DECIMAL ->
          metadata.precision(column.type().getPrecision()).scale(column.type().getScale());
      default -> {}
    }
  }
}
