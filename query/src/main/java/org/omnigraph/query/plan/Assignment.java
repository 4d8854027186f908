package org.omnigraph.query.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.query.catalog.Column;
import org.omnigraph.query.type.SqlTypes;

/**
 * Gives the columns of a query the types of the columns that they are assigned to. Whole numbers,
 * arrays, and texts for dates and times stay as they are: what takes them checks each value, and
 * names its row.
 */
final class Assignment {
  private static final Set<SqlTypeName> CHECKED_LATER =
      Set.of(
          SqlTypeName.TINYINT,
          SqlTypeName.SMALLINT,
          SqlTypeName.INTEGER,
          SqlTypeName.BIGINT,
          SqlTypeName.ARRAY);

  private static final Set<SqlTypeName> READ_FROM_TEXT =
      Set.of(SqlTypeName.DATE, SqlTypeName.TIMESTAMP);

  private Assignment() {}

  /**
   * The query with the names and types of {@code columns}.
   *
   * @param target says for messages what takes the rows
   */
  static RelNode of(RelNode query, String target, List<Column> columns) {
    List<RelDataTypeField> fields = query.getRowType().getFieldList();
    if (fields.size() != columns.size()) {
      throw new InvalidRequest(
          target
              + " takes "
              + columns.size()
              + " column(s) ("
              + String.join(", ", columns.stream().map(Column::name).toList())
              + "), and the query answers "
              + fields.size());
    }
    RexBuilder builder = query.getCluster().getRexBuilder();
    List<RexNode> assigned = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      RexNode value = builder.makeInputRef(query, i);
      assigned.add(assigned(builder, value, target, columns.get(i)));
    }
    return LogicalProject.create(
        query, List.of(), assigned, columns.stream().map(Column::name).toList(), Set.of());
  }

  private static RexNode assigned(RexBuilder builder, RexNode value, String target, Column column) {
    RelDataType from = value.getType();
    RelDataType to = column.type();
    SqlTypeName kind = from.getSqlTypeName();
    boolean same = kind == to.getSqlTypeName() && kind != SqlTypeName.DECIMAL;
    boolean checkedLater =
        CHECKED_LATER.contains(kind) && CHECKED_LATER.contains(to.getSqlTypeName());
    if (kind == SqlTypeName.NULL || (kind == SqlTypeName.ARRAY) != isArray(to)) {
      if (kind == SqlTypeName.NULL) {
        return builder.makeCast(SqlTypes.nullable(to, true), value);
      }
      throw unassignable(target, column, from);
    }
    boolean readLater = kind == SqlTypeName.VARCHAR && READ_FROM_TEXT.contains(to.getSqlTypeName());
    if (same || checkedLater || readLater) {
      return value;
    }
    if (!SqlTypeUtil.canCastFrom(to, from, true)) {
      throw unassignable(target, column, from);
    }
    return builder.makeCast(SqlTypes.nullable(to, from.isNullable()), value);
  }

  private static boolean isArray(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.ARRAY;
  }

  private static InvalidRequest unassignable(String target, Column column, RelDataType from) {
    return new InvalidRequest(
        "column '"
            + column.name()
            + "' of "
            + target
            + " takes "
            + column.typeName()
            + ", and the value is "
            + SqlTypes.displayName(from)
            + "; cast it");
  }
}
