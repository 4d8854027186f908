package org.omnigraph.query.dml;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.query.catalog.Column;
import org.omnigraph.query.plan.ParameterValidator;
import org.omnigraph.query.plan.SqlErrors;

/**
 * Values in a statement's text that take their type from the column that they are assigned to:
 * parameters, nulls, defaults, and texts for columns of other types.
 */
final class Values {
  private Values() {}

  /** The source of an insert, with the types of the columns where it leaves them open. */
  static SqlNode assigned(SqlNode source, String target, List<Column> columns) {
    if (source instanceof SqlSelect select) {
      SqlNodeList selected = select.getSelectList();
      if (selected.size() == columns.size()) {
        for (int i = 0; i < columns.size(); i++) {
          selected.set(i, assigned(selected.get(i), columns.get(i)));
        }
      }
      return select;
    }
    if (source.getKind() != SqlKind.VALUES) {
      return source;
    }
    List<SqlNode> rows = new ArrayList<>();
    for (SqlNode row : ((SqlCall) source).getOperandList()) {
      SqlNodeList values = row((SqlCall) row, target, columns);
      rows.add(SqlStdOperatorTable.ROW.createCall(values));
    }
    return SqlStdOperatorTable.VALUES.createCall(source.getParserPosition(), rows);
  }

  /** The only row of {@code VALUES}. */
  static SqlNodeList row(SqlNode values, String target, List<Column> columns) {
    SqlNode row = ((SqlBasicCall) values).operand(0);
    return row((SqlCall) row, target, columns);
  }

  private static SqlNodeList row(SqlCall row, String target, List<Column> columns) {
    if (row.operandCount() != columns.size()) {
      throw new InvalidRequest(
          SqlErrors.place(row.getParserPosition())
              + target
              + " takes "
              + columns.size()
              + " value(s) here ("
              + String.join(", ", columns.stream().map(Column::name).toList())
              + "), and the row has "
              + row.operandCount()
              + "; name the columns to leave some out, as an id that is derived");
    }
    SqlNodeList values = new SqlNodeList(row.getParserPosition());
    for (int i = 0; i < columns.size(); i++) {
      values.add(assigned(row.operand(i), columns.get(i)));
    }
    return values;
  }

  /** One value for one column. */
  static SqlNode assigned(SqlNode value, Column column) {
    if (value.getKind() == SqlKind.DEFAULT) {
      return cast(SqlLiteral.createNull(value.getParserPosition()), column);
    }
    if (value instanceof SqlCharStringLiteral text) {
      return column.type().getSqlTypeName() == SqlTypeName.VARCHAR
          ? value
          : LiteralTexts.read(text, column).orElseGet(() -> cast(value, column));
    }
    boolean open = value instanceof SqlDynamicParam || SqlUtil.isNullLiteral(value, false);
    return open ? cast(value, column) : value;
  }

  private static SqlNode cast(SqlNode value, Column column) {
    return ParameterValidator.ASSIGNED.createCall(
        value.getParserPosition(), value, SqlTypeUtil.convertTypeToSpec(column.type()));
  }
}
