package org.omnigraph.query.catalog;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.Schema;
import org.apache.calcite.schema.impl.AbstractTable;
import org.jspecify.annotations.Nullable;

/** A system table of one graph in Calcite's tree. */
public final class DescriptionTable extends AbstractTable {
  private final String graph;
  private final SystemTable table;

  DescriptionTable(String graph, SystemTable table) {
    this.graph = graph;
    this.table = table;
  }

  /** The graph that it describes. */
  public String graph() {
    return graph;
  }

  public String name() {
    return table.schema() + "." + table.name();
  }

  public List<Column> columns() {
    return table.columns();
  }

  /**
   * The rows now; see {@code SystemTable} for how values are held.
   *
   * @param wanted for some columns the only values whose rows are wanted; other rows may come too
   */
  public List<List<@Nullable Object>> rows(GraphSource source, Map<String, Set<String>> wanted) {
    return table.rows().apply(new SystemView(graph, source, wanted));
  }

  @Override
  public RelDataType getRowType(RelDataTypeFactory factory) {
    return GraphTable.rowType(factory, table.columns());
  }

  @Override
  public Schema.TableType getJdbcTableType() {
    return Schema.TableType.SYSTEM_TABLE;
  }
}
