package org.omnigraph.query.gq.plan;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.omnigraph.query.gq.check.Variable;

/** The layout of a joined row: which table's columns start where. */
final class Row implements Columns {
  private record Part(int start, RelDataType table) {}

  private final Map<Variable, Part> parts = new LinkedHashMap<>();
  private int width;

  /** Notes that a variable's table comes next. */
  void add(Variable variable, RelDataType table) {
    parts.put(variable, new Part(width, table));
    width += table.getFieldCount();
  }

  /** Notes that columns that belong to no variable come next. */
  void addUnnamed(int columns) {
    width += columns;
  }

  int width() {
    return width;
  }

  @Override
  public Optional<RexNode> find(Variable variable, String column) {
    return Optional.ofNullable(parts.get(variable))
        .map(part -> new RexInputRef(index(part, column), type(part, column)));
  }

  /** The same columns of the row that an enclosing node is at. */
  Columns correlated(RexBuilder builder, RelNode node, CorrelationId id) {
    return (variable, column) ->
        Optional.ofNullable(parts.get(variable))
            .map(
                part ->
                    builder.makeFieldAccess(
                        builder.makeCorrel(node.getRowType(), id), index(part, column)));
  }

  private static int index(Part part, String column) {
    return part.start() + field(part, column).getIndex();
  }

  private static RelDataType type(Part part, String column) {
    return field(part, column).getType();
  }

  private static RelDataTypeField field(Part part, String column) {
    RelDataTypeField field = part.table().getField(column, true, false);
    if (field == null) {
      throw new IllegalStateException("no column " + column);
    }
    return field;
  }
}
