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
import org.omnigraph.query.type.SqlTypes;

/** The layout of a joined row: which table's columns start where. */
final class Row implements Columns {
  private record Part(int start, RelDataType table, boolean optional) {}

  private final Map<Variable, Part> parts = new LinkedHashMap<>();
  private int width;

  /** Notes that a variable's table comes next. */
  void add(Variable variable, RelDataType table) {
    parts.put(variable, new Part(width, table, false));
    width += table.getFieldCount();
  }

  /** Notes that columns that belong to no variable come next. */
  void addUnnamed(int columns) {
    width += columns;
  }

  int width() {
    return width;
  }

  /** The same layout, to which more tables can come. */
  Row copy() {
    Row copy = new Row();
    copy.parts.putAll(parts);
    copy.width = width;
    return copy;
  }

  /** The same layout, where the columns from one on may be null. */
  Row optionalFrom(int column) {
    Row row = copy();
    row.parts.replaceAll(
        (variable, part) ->
            part.start() < column ? part : new Part(part.start(), part.table(), true));
    return row;
  }

  /** This layout, then another one, whose columns may be null. */
  Row thenOptional(Row other) {
    Row row = copy();
    other.parts.forEach(
        (variable, part) ->
            row.parts.put(variable, new Part(width + part.start(), part.table(), true)));
    row.width += other.width;
    return row;
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
    RelDataType type = field(part, column).getType();
    return part.optional() ? SqlTypes.nullable(type, true) : type;
  }

  private static RelDataTypeField field(Part part, String column) {
    RelDataTypeField field = part.table().getField(column, true, false);
    if (field == null) {
      throw new IllegalStateException("no column " + column);
    }
    return field;
  }
}
