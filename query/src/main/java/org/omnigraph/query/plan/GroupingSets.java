package org.omnigraph.query.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.Util;
import org.omnigraph.engine.error.InvalidRequest;

/**
 * {@code ROLLUP} and {@code CUBE} that name a column more than once have grouping sets that are the
 * same, each of which has its rows. Calcite would drop all but one, and keeps those of {@code
 * GROUPING SETS}.
 */
final class GroupingSets {
  private static final int MOST_ELEMENTS = 12;

  private GroupingSets() {}

  /** The call as {@code GROUPING SETS} where it names a column more than once. */
  static SqlNode repeated(SqlCall call) {
    List<List<SqlNode>> elements =
        call.getOperandList().stream().map(GroupingSets::columns).toList();
    List<String> names = elements.stream().flatMap(List::stream).map(GroupingSets::name).toList();
    if (Util.isDistinct(names)) {
      return call;
    }
    if (elements.size() > MOST_ELEMENTS) {
      throw new InvalidRequest(
          SqlErrors.place(call.getParserPosition())
              + call.getOperator().getName()
              + " with a column that stands in it twice has at most "
              + MOST_ELEMENTS
              + " elements; leave the second out, or write GROUPING SETS");
    }
    SqlParserPos at = call.getParserPosition();
    List<SqlNode> sets =
        (call.getKind() == SqlKind.ROLLUP ? rollup(elements) : cube(elements))
            .stream().map(set -> set(set, at)).toList();
    return SqlStdOperatorTable.GROUPING_SETS.createCall(at, sets);
  }

  private static List<List<SqlNode>> rollup(List<List<SqlNode>> elements) {
    List<List<SqlNode>> sets = new ArrayList<>();
    for (int size = elements.size(); size >= 0; size--) {
      sets.add(elements.subList(0, size).stream().flatMap(List::stream).toList());
    }
    return sets;
  }

  private static List<List<SqlNode>> cube(List<List<SqlNode>> elements) {
    List<List<SqlNode>> sets = new ArrayList<>();
    for (int chosen = (1 << elements.size()) - 1; chosen >= 0; chosen--) {
      List<SqlNode> set = new ArrayList<>();
      for (int i = 0; i < elements.size(); i++) {
        if ((chosen & (1 << i)) != 0) {
          set.addAll(elements.get(i));
        }
      }
      sets.add(set);
    }
    return sets;
  }

  private static List<SqlNode> columns(SqlNode element) {
    return element.getKind() == SqlKind.ROW
        ? ((SqlCall) element).getOperandList()
        : List.of(element);
  }

  private static SqlNode set(List<SqlNode> columns, SqlParserPos at) {
    return switch (columns.size()) {
      case 0 -> new SqlNodeList(at);
      case 1 -> columns.get(0);
      default -> SqlStdOperatorTable.ROW.createCall(at, columns);
    };
  }

  /** The same for what may be the same column. */
  private static String name(SqlNode column) {
    String name =
        column instanceof SqlIdentifier identifier
            ? Util.last(identifier.names)
            : column.toString();
    return name.toLowerCase(Locale.ROOT);
  }
}
