package org.omnigraph.query.catalog;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.impl.AbstractTable;
import org.omnigraph.query.type.SqlTypes;

/**
 * What differs between a type's rows in two snapshots, in Calcite's tree: {@link #CHANGE}, then the
 * columns of the type as the row is after the change, or was before its deletion.
 */
public final class ChangesTable extends AbstractTable {
  /** The column that says what has happened to the row; with {@code _} before it if it is taken. */
  public static final String CHANGE = "change";

  private final GraphTable before;
  private final GraphTable after;
  private final List<Column> columns;

  ChangesTable(GraphTable before, GraphTable after) {
    this.before = before;
    this.after = after;
    List<Column> all = new ArrayList<>();
    all.add(new Column(name(after.columns()), SqlTypes.text()));
    all.addAll(after.columns());
    this.columns = List.copyOf(all);
  }

  private static String name(List<Column> taken) {
    boolean free = taken.stream().noneMatch(c -> c.name().equalsIgnoreCase(CHANGE));
    return free ? CHANGE : "_" + CHANGE;
  }

  public GraphTable before() {
    return before;
  }

  public GraphTable after() {
    return after;
  }

  @Override
  public RelDataType getRowType(RelDataTypeFactory factory) {
    return GraphTable.rowType(factory, columns);
  }
}
