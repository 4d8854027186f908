package org.omnigraph.query.catalog;

import java.util.List;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * One table as metadata shows it.
 *
 * @param schema the SQL schema: a branch name, {@code branch@commit} or a system schema
 * @param name the SQL name: the type's name, or {@code edge:Name} for an edge that shares a node's
 *     name
 * @param primaryKey the column of the primary key; empty for a system table
 * @param uniqueKeys further keys, the schema's {@code @key} first
 * @param foreignKeys {@code src} and {@code dst} of an edge
 */
public record TableInfo(
    String catalog,
    String schema,
    String name,
    Kind kind,
    List<Column> columns,
    List<String> primaryKey,
    List<UniqueKey> uniqueKeys,
    List<ForeignKey> foreignKeys) {
  public TableInfo {
    columns = List.copyOf(columns);
    primaryKey = List.copyOf(primaryKey);
    uniqueKeys = List.copyOf(uniqueKeys);
    foreignKeys = List.copyOf(foreignKeys);
  }

  /** What a table holds. */
  public enum Kind {
    NODE("TABLE"),
    EDGE("TABLE"),
    SYSTEM("SYSTEM TABLE");

    private final String tableType;

    Kind(String tableType) {
      this.tableType = tableType;
    }

    /** The table type of JDBC and Flight SQL. */
    public String tableType() {
      return tableType;
    }
  }

  /** A set of columns that no two rows share. */
  public record UniqueKey(String name, List<String> columns) {
    public UniqueKey {
      columns = List.copyOf(columns);
    }
  }

  /**
   * A column that holds the id of a row of another table in the same schema.
   *
   * @param references the SQL name of the other table; its column is {@code id}
   */
  public record ForeignKey(String name, String column, String references) {}

  /** The schema of {@code SELECT *}, bit for bit. */
  public Schema wireSchema() {
    return new Schema(columns.stream().map(Column::field).toList());
  }

  /** The name of the primary key's constraint. */
  public String primaryKeyName() {
    return primaryKeyName(name);
  }

  static String primaryKeyName(String table) {
    return table + "_pk";
  }
}
