package org.omnigraph.query.kernel;

import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.RepeatUnion;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.Spool;
import org.apache.calcite.rel.core.Uncollect;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * The years from 1 to 9999. A result that is computed by what may leave them is checked as it is
 * given out, so that what only reads columns costs nothing.
 */
final class Calendar {
  private static final Set<String> MAKERS =
      Set.of(
          "STRPTIME",
          "MAKE_DATE",
          "MAKE_TIMESTAMP",
          "TIMESTAMP_MILLIS",
          "TIMESTAMP_SECONDS",
          "DATE_TRUNC");

  private Calendar() {}

  /** A column of a result, with an error where it is of a year that there is not. */
  static String checked(String sql, RelNode node, int column, String name) {
    RelDataType type = node.getRowType().getFieldList().get(column).getType();
    if (!isTime(type) || !mayLeave(node, column)) {
      return sql;
    }
    String use = name.startsWith("EXPR$") ? "" : " for '" + name + "'";
    return checked(sql, type, use, 0);
  }

  private static String checked(String sql, RelDataType type, String use, int depth) {
    RelDataType item = type.getComponentType();
    if (item != null) {
      String name = "time" + depth;
      return "list_transform("
          + (sql + ", lambda " + name + ": " + checked(name, item, use, depth + 1))
          + ")";
    }
    boolean isDate = type.getSqlTypeName() == SqlTypeName.DATE;
    String said =
        "error('the "
            + (isDate ? "date " : "timestamp ")
            + "' || CAST("
            + sql
            + " AS VARCHAR) || "
            + Literals.text(
                " that is computed"
                    + use
                    + " is of a year that there is not here; years go from 0001 to 9999")
            + ")";
    return "CASE WHEN "
        + (sql + " NOT " + years(type))
        + (" THEN CAST(" + said + " AS " + (isDate ? "DATE" : "TIMESTAMP") + ")")
        + (" ELSE " + sql + " END");
  }

  /** A date or timestamp, null where it is of a year that there is not. */
  static String within(String sql, RelDataType type) {
    return "list_filter([" + sql + "], lambda time: time " + years(type) + ")[1]";
  }

  private static String years(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.DATE
        ? "BETWEEN DATE '0001-01-01' AND DATE '9999-12-31'"
        : "BETWEEN TIMESTAMP '0001-01-01 00:00:00' AND TIMESTAMP '9999-12-31 23:59:59.999999'";
  }

  /** Whether a type is that of dates or timestamps, or of lists of them. */
  private static boolean isTime(RelDataType type) {
    RelDataType item = type.getComponentType();
    if (item != null) {
      return isTime(item);
    }
    return type.getSqlTypeName() == SqlTypeName.DATE
        || type.getSqlTypeName() == SqlTypeName.TIMESTAMP;
  }

  private static boolean mayLeave(RelNode node, int column) {
    if (node instanceof Project project) {
      return mayLeave(project.getProjects().get(column), project.getInput());
    }
    if (node instanceof Filter || node instanceof Sort || node instanceof Spool) {
      return mayLeave(node.getInput(0), column);
    }
    if (node instanceof Join || node instanceof Correlate) {
      int left = node.getInput(0).getRowType().getFieldCount();
      return column < left
          ? mayLeave(node.getInput(0), column)
          : mayLeave(node.getInput(1), column - left);
    }
    if (node instanceof SetOp || node instanceof RepeatUnion) {
      return node.getInputs().stream().anyMatch(input -> mayLeave(input, column));
    }
    if (node instanceof Uncollect) {
      RelNode lists = node.getInput(0);
      return IntStream.range(0, lists.getRowType().getFieldCount())
          .anyMatch(list -> mayLeave(lists, list));
    }
    if (node instanceof Aggregate aggregate) {
      List<Integer> keys = aggregate.getGroupSet().asList();
      List<Integer> read =
          column < keys.size()
              ? List.of(keys.get(column))
              : aggregate.getAggCallList().get(column - keys.size()).getArgList();
      return read.stream().anyMatch(argument -> mayLeave(aggregate.getInput(), argument));
    }
    return false;
  }

  private static boolean mayLeave(RexNode expression, RelNode input) {
    if (!isTime(expression.getType())) {
      return false;
    }
    if (expression instanceof RexInputRef ref) {
      return mayLeave(input, ref.getIndex());
    }
    if (expression instanceof RexSubQuery subQuery) {
      return mayLeave(subQuery.rel, 0);
    }
    if (expression instanceof RexDynamicParam) {
      return true;
    }
    return expression instanceof RexCall call
        && (computes(call)
            || call.getOperands().stream().anyMatch(operand -> mayLeave(operand, input)));
  }

  private static boolean computes(RexCall call) {
    return switch (call.getKind()) {
      case PLUS, MINUS, FLOOR, CEIL -> true;
      case CAST -> isOfText(call);
      default ->
          MAKERS.contains(call.getOperator().getName())
              || (call.getOperator().getName().equals("DATE") && isOfText(call));
    };
  }

  private static boolean isOfText(RexCall call) {
    RelDataType type = call.getOperands().get(0).getType();
    while (type.getComponentType() != null) {
      type = type.getComponentType();
    }
    return SqlTypeUtil.inCharFamily(type);
  }
}
