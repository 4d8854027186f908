package org.omnigraph.query.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.omnigraph.engine.schema.Constraint;
import org.omnigraph.engine.schema.GraphType;

/** A type's table in Calcite's tree, as one snapshot has it. */
public final class GraphTable extends AbstractTable {
  private final SchemaRef schema;
  private final String name;
  private final GraphType type;
  private final List<Column> columns;
  private final long rows;
  private final TableStatistics statistics;

  GraphTable(SchemaRef schema, String name, GraphType type, long rows, TableStatistics statistics) {
    this.statistics = statistics;
    this.schema = schema;
    this.name = name;
    this.type = type;
    this.columns = TypeShape.columns(type);
    this.rows = rows;
  }

  /** Where the snapshot comes from. */
  public SchemaRef schema() {
    return schema;
  }

  /** The name in SQL. */
  public String name() {
    return name;
  }

  public GraphType type() {
    return type;
  }

  /** The columns in SQL's order; their names are the physical ones. */
  public List<Column> columns() {
    return columns;
  }

  /** Rows of the snapshot that the statement was planned on. */
  public long rows() {
    return rows;
  }

  /** What is known about the values of that snapshot. */
  public TableStatistics statistics() {
    return statistics;
  }

  /** Whether no two rows share a value of a column. */
  public boolean isUnique(int column) {
    return uniqueSets().contains(List.of(columns.get(column).name()));
  }

  /**
   * How many different values a column has about.
   *
   * @return empty when it is not known
   */
  public OptionalDouble distinct(int column) {
    return isUnique(column)
        ? OptionalDouble.of((double) Math.max(1, rows))
        : statistics.distinct(columns.get(column).name());
  }

  /** Column sets that no two rows share, without nulls among them. */
  public List<List<String>> uniqueSets() {
    List<List<String>> sets = new ArrayList<>();
    sets.add(List.of("id"));
    if (!type.keyColumns().isEmpty()) {
      sets.add(type.keyColumns());
    }
    for (Constraint constraint : type.constraints()) {
      if (constraint instanceof Constraint.Unique unique) {
        sets.add(unique.columns());
      }
    }
    return sets;
  }

  @Override
  public RelDataType getRowType(RelDataTypeFactory factory) {
    return rowType(factory, columns);
  }

  static RelDataType rowType(RelDataTypeFactory factory, List<Column> columns) {
    RelDataTypeFactory.Builder row = factory.builder();
    columns.forEach(c -> row.add(c.name(), c.type()));
    return row.build();
  }

  /** Whether a property of this table is a blob, whose bytes are read apart from the scan. */
  public static boolean isBlob(Column column) {
    return column.type().getSqlTypeName() == SqlTypeName.VARBINARY;
  }
}
