package org.omnigraph.query.plan;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.apache.calcite.sql.validate.SqlValidatorImpl;
import org.apache.calcite.sql.validate.SqlValidatorNamespace;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.apache.calcite.util.Static;
import org.apache.calcite.util.Util;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.InvalidRequest;

/**
 * Gives a column that tables have in common by {@code USING} or {@code NATURAL} its meaning in all
 * clauses: the column of the side that always has a row, and of an outer join of both sides the one
 * that is there. Calcite knows it in the list of {@code SELECT} only. A sub-query means the same by
 * the name where no table of its own has such a column; it is changed in place, since the validator
 * knows it by its object.
 */
final class CommonColumns {
  private final SqlValidatorImpl validator;
  private final SqlNode from;
  private final SqlNameMatcher names;

  /** The tables of the sub-queries around what is written out. */
  private final Deque<SqlNode> inner = new ArrayDeque<>();

  /**
   * @param from what was validated already
   */
  CommonColumns(SqlValidatorImpl validator, SqlNode from) {
    this.validator = validator;
    this.from = from;
    this.names = validator.getCatalogReader().nameMatcher();
  }

  /** Writes them out in each clause of a select, except where the name is one that it gives. */
  void writeOut(SqlSelect select) {
    if (!(from instanceof SqlJoin)) {
      return;
    }
    clauses(select);
  }

  private void clauses(SqlSelect select) {
    SqlNodeList given = select.getSelectList();
    Predicate<SqlIdentifier> named = name -> given.stream().anyMatch(item -> names(item, name));
    orders(select, named);
    // An aggregate is over columns.
    WriteOut overGroups = new WriteOut(named, true);
    Optional.ofNullable(select.getHaving())
        .ifPresent(having -> select.setHaving(overGroups.written(having)));
    Optional.ofNullable(select.getQualify())
        .ifPresent(qualify -> select.setQualify(overGroups.written(qualify)));
    Optional.ofNullable(select.getWhere()).ifPresent(where -> select.setWhere(writtenOut(where)));
    // What a sub-query groups by is rather what it gives than a column of the query around it.
    WriteOut groups = new WriteOut(inner.isEmpty() ? name -> false : named, false);
    items(select.getGroup(), groups);
    items(select.getWindowList(), groups);
    for (int i = 0; i < given.size(); i++) {
      given.set(i, item(given.get(i)));
    }
  }

  /**
   * What a join by {@code USING} means as a condition: Calcite compares the first column of the
   * name on each side, which an outer join before it leaves null.
   */
  SqlNode condition(SqlJoin join) {
    return ((SqlNodeList) Objects.requireNonNull(join.getCondition()))
        .stream()
            .map(SqlIdentifier.class::cast)
            .<SqlNode>map(
                name ->
                    SqlStdOperatorTable.EQUALS.createCall(
                        name.getParserPosition(),
                        only(join.getLeft(), name),
                        only(join.getRight(), name)))
            .reduce((a, b) -> SqlStdOperatorTable.AND.createCall(join.getParserPosition(), a, b))
            .orElseThrow();
  }

  private SqlNode only(SqlNode side, SqlIdentifier name) {
    return column(side, name)
        .orElseThrow(
            () ->
                validator.newValidationError(
                    name, Static.RESOURCE.columnInUsingNotUnique(name.getSimple())));
  }

  /** An expression with the columns written out. */
  SqlNode writtenOut(SqlNode expression) {
    return new WriteOut(name -> false, false).written(expression);
  }

  private void orders(SqlSelect select, Predicate<SqlIdentifier> named) {
    SqlNodeList list = select.getOrderList();
    SqlNodeList given = select.getSelectList();
    for (int i = 0; list != null && i < list.size(); i++) {
      Optional<SqlIdentifier> column = column(list.get(i));
      boolean isOfResult = column.isPresent() && isOfResult(given, column.get());
      if (!isOfResult) {
        list.set(i, new WriteOut(named, false).written(list.get(i)));
      }
    }
  }

  /** Whether a name is that of a column of the result which is no common column as such. */
  private boolean isOfResult(SqlNodeList given, SqlIdentifier name) {
    boolean itself =
        given.stream()
            .anyMatch(
                item ->
                    item instanceof SqlIdentifier column
                        && column.isSimple()
                        && names.matches(column.getSimple(), name.getSimple()));
    return !itself && given.stream().anyMatch(item -> isStar(item) || isColumn(item, name));
  }

  /** The name that a key of ORDER BY is. */
  private static Optional<SqlIdentifier> column(SqlNode key) {
    return switch (key.getKind()) {
      case DESCENDING, NULLS_FIRST, NULLS_LAST -> column(((SqlCall) key).operand(0));
      default ->
          key instanceof SqlIdentifier name && name.isSimple()
              ? Optional.of(name)
              : Optional.empty();
    };
  }

  private static void items(@Nullable SqlNodeList list, WriteOut columns) {
    for (int i = 0; list != null && i < list.size(); i++) {
      list.set(i, columns.written(list.get(i)));
    }
  }

  /** Writes them out in a sub-query. */
  private void inQuery(SqlCall query) {
    if (query instanceof SqlSelect select) {
      SqlNode tables = select.getFrom();
      if (tables != null) {
        inTable(tables);
        inner.push(tables);
      }
      clauses(select);
      if (tables != null) {
        inner.pop();
      }
    } else if (query instanceof SqlWith with) {
      with.withList.forEach(item -> inTable(((SqlWithItem) item).query));
      inTable(with.body);
    } else {
      operands(query);
    }
  }

  /** Writes them out in what stands in a FROM, where names by themselves are tables. */
  void inTable(SqlNode table) {
    if (table instanceof SqlJoin join) {
      inTable(join.getLeft());
      inTable(join.getRight());
      if (join.getConditionType() == JoinConditionType.ON) {
        inner.push(join);
        Optional.ofNullable(join.getCondition())
            .ifPresent(on -> join.setOperand(5, writtenOut(on)));
        inner.pop();
      }
    } else if (table.getKind() == SqlKind.AS) {
      inTable(((SqlCall) table).operand(0));
    } else if (table instanceof SqlCall call) {
      if (call.getKind() == SqlKind.UNNEST || call.isA(SqlKind.QUERY)) {
        inQuery(call);
      } else {
        call.getOperandList().stream().filter(Objects::nonNull).forEach(this::inTable);
      }
    }
  }

  private void operands(SqlCall call) {
    for (int i = 0; i < call.operandCount(); i++) {
      SqlNode operand = call.operand(i);
      if (operand != null) {
        call.setOperand(i, writtenOut(operand));
      }
    }
  }

  /** An item of SELECT, which keeps its name. */
  private SqlNode item(SqlNode item) {
    SqlNode written = writtenOut(item);
    return item instanceof SqlIdentifier name && !(written instanceof SqlIdentifier)
        ? SqlStdOperatorTable.AS.createCall(name.getParserPosition(), written, name)
        : written;
  }

  private static boolean isStar(SqlNode item) {
    return item instanceof SqlIdentifier name && name.isStar();
  }

  /** Whether an item of SELECT is the column of this name of one table. */
  private boolean isColumn(SqlNode item, SqlIdentifier name) {
    return item instanceof SqlIdentifier column
        && !column.isSimple()
        && names.matches(Util.last(column.names), name.getSimple());
  }

  /** Whether an item of SELECT gives this name to something. */
  private boolean names(SqlNode item, SqlIdentifier name) {
    return item.getKind() == SqlKind.AS
        && names.matches(Objects.requireNonNull(SqlValidatorUtil.alias(item)), name.getSimple());
  }

  private final class WriteOut extends SqlShuttle {
    private final Predicate<SqlIdentifier> named;
    private final boolean columnsInFunctions;

    /**
     * @param named the names that stay
     * @param columnsInFunctions whether none stays inside a function
     */
    WriteOut(Predicate<SqlIdentifier> named, boolean columnsInFunctions) {
      this.named = named;
      this.columnsInFunctions = columnsInFunctions;
    }

    SqlNode written(SqlNode expression) {
      return Objects.requireNonNull(expression.accept(this));
    }

    @Override
    public SqlNode visit(SqlIdentifier name) {
      boolean open = name.isSimple() && !name.isStar() && !named.test(name);
      if (!open
          || !isCommon(from, name)
          || inner.stream().anyMatch(tables -> holds(tables, name))) {
        return name;
      }
      Optional<SqlNode> column = column(from, name);
      column.ifPresent(CommonColumns.this::requireVisible);
      return column.orElse(name);
    }

    @Override
    public @Nullable SqlNode visit(SqlCall call) {
      if (call.isA(SqlKind.QUERY)) {
        inQuery(call);
        return call;
      }
      boolean nameIsLast =
          call.getKind() == SqlKind.AS
              || (call.getKind() == SqlKind.OVER && call.operand(1) instanceof SqlIdentifier);
      if (nameIsLast) {
        SqlNode first = call.operand(0);
        SqlNode written = written(first);
        SqlCall copy = (SqlCall) call.clone(call.getParserPosition());
        copy.setOperand(0, written);
        return written == first ? call : copy;
      }
      return columnsInFunctions && call.getOperator() instanceof SqlFunction
          ? writtenOut(call)
          : super.visit(call);
    }
  }

  /** Whether a join below makes a column of this name one. */
  private boolean isCommon(SqlNode node, SqlIdentifier name) {
    return node instanceof SqlJoin join
        && (joins(join, name) || isCommon(join.getLeft(), name) || isCommon(join.getRight(), name));
  }

  private boolean joins(SqlJoin join, SqlIdentifier name) {
    List<String> common = validator.usingNames(join);
    return common != null && common.stream().anyMatch(c -> names.matches(c, name.getSimple()));
  }

  /** Its meaning, none when there are several. */
  private Optional<SqlNode> column(SqlNode node, SqlIdentifier name) {
    if (!(node instanceof SqlJoin join)) {
      return ofTable(node, name);
    }
    Optional<SqlNode> left = column(join.getLeft(), name);
    Optional<SqlNode> right = column(join.getRight(), name);
    if (!joins(join, name)) {
      boolean inLeft = holds(join.getLeft(), name);
      return !inLeft ? right : holds(join.getRight(), name) ? Optional.empty() : left;
    }
    if (left.isEmpty() || right.isEmpty()) {
      return Optional.empty();
    }
    return switch (join.getJoinType()) {
      case RIGHT -> right;
      case FULL ->
          Optional.of(
              SqlStdOperatorTable.COALESCE.createCall(
                  name.getParserPosition(), left.get(), right.get()));
      default -> left;
    };
  }

  /** Refuses a column of a table whose alias a sub-query gives to another one. */
  private void requireVisible(SqlNode column) {
    if (column instanceof SqlCall coalesce) {
      coalesce.getOperandList().forEach(this::requireVisible);
    } else if (column instanceof SqlIdentifier name
        && inner.stream().anyMatch(tables -> isNamed(tables, name.names.get(0)))) {
      throw new InvalidRequest(
          SqlErrors.place(name.getParserPosition())
              + "'"
              + Util.last(name.names)
              + "' is the column of table '"
              + name.names.get(0)
              + "' of the query around this one, which has a table of that name too; give one of"
              + " them another alias");
    }
  }

  private boolean isNamed(SqlNode node, String alias) {
    if (node instanceof SqlJoin join) {
      return isNamed(join.getLeft(), alias) || isNamed(join.getRight(), alias);
    }
    String own = SqlValidatorUtil.alias(node);
    return own != null && names.matches(own, alias);
  }

  private Optional<SqlNode> ofTable(SqlNode table, SqlIdentifier name) {
    String alias = SqlValidatorUtil.alias(table);
    if (alias == null || !holds(table, name)) {
      return Optional.empty();
    }
    SqlParserPos at = name.getParserPosition();
    return Optional.of(
        new SqlIdentifier(List.of(alias, name.getSimple()), null, at, List.of(at, at)));
  }

  private boolean holds(SqlNode node, SqlIdentifier name) {
    if (node instanceof SqlJoin join) {
      return holds(join.getLeft(), name) || holds(join.getRight(), name);
    }
    SqlValidatorNamespace table = validator.getNamespace(node);
    return table != null && names.field(table.getRowType(), name.getSimple()) != null;
  }
}
