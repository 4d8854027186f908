package org.omnigraph.query.kernel;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.RepeatUnion;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.Spool;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Uncollect;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.schema.TransientTable;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.ImmutableBitSet;
import org.omnigraph.engine.error.Unsupported;
import org.omnigraph.query.lance.ArrowLeaf;
import org.omnigraph.query.lance.FedLeaf;
import org.omnigraph.query.lance.LanceTableScan;
import org.omnigraph.query.plan.RowEstimate;
import org.omnigraph.query.type.SqlTypes;

/**
 * Writes a plan as DuckDB SQL: every node is its own sub-select, whose columns are called {@code
 * c0}, {@code c1}, … by their place in the node's row type. A node writes only the columns that the
 * nodes above it read, down to the scans.
 */
final class PlanToSql {
  /** Beyond this ratio of sizes the smaller side of a left join is worth being the hash table. */
  private static final double MUCH_SMALLER = 0.25;

  /** Stands where no column is wanted; a lambda of this name would be taken for it. */
  private static final String NO_COLUMN = "c";

  private final List<KernelPlan.Scan> scans = new ArrayList<>();
  private final List<SqlTemplate.Hole> holes = new ArrayList<>();
  private final Map<CorrelationId, IntFunction<String>> variables = new HashMap<>();
  private final Map<String, String> workingTables = new HashMap<>();
  private final List<String> keptScans = new ArrayList<>();
  private int aliases;
  private boolean recursive;

  private final List<String> names;

  private PlanToSql(List<String> names) {
    this.names = names;
  }

  /**
   * @param names those of the columns of the result, for messages
   */
  static KernelPlan translate(RelNode root, List<String> names) {
    PlanToSql translation = new PlanToSql(names);
    String statement = translation.root(root);
    String sql =
        translation.keptScans.isEmpty()
            ? statement
            : "WITH " + String.join(", ", translation.keptScans) + " " + statement;
    return new KernelPlan(new SqlTemplate(sql, translation.holes), translation.scans);
  }

  /** The whole statement: its outermost columns in the types that DuckDB exports as ours. */
  private String root(RelNode node) {
    if (node instanceof Sort sort) {
      return sorted(sort, allColumns(node), this::exported);
    }
    String alias = alias();
    return select(columns(allColumns(node), i -> exported(alias, i, node)))
        + from(node, allColumns(node), alias);
  }

  private String exported(String alias, int column, RelNode node) {
    String value = Calendar.checked(alias + ".c" + column, node, column, names.get(column));
    return "CAST(" + value + " AS " + SqlTypes.exportType(typeOf(node, column)) + ")";
  }

  String hole(SqlTemplate.Hole hole) {
    holes.add(hole);
    return ExpressionToSql.cast(SqlTemplate.mark(holes.size() - 1), hole.type());
  }

  /** A column of the row that an enclosing node is at. */
  String outer(CorrelationId variable, int column) {
    IntFunction<String> row = variables.get(variable);
    if (row == null) {
      throw new IllegalStateException("no row for " + variable);
    }
    return row.apply(column);
  }

  private String alias() {
    return "t" + aliases++;
  }

  private static ImmutableBitSet allColumns(RelNode node) {
    return ImmutableBitSet.range(node.getRowType().getFieldCount());
  }

  private static RelDataType typeOf(RelNode node, int column) {
    return node.getRowType().getFieldList().get(column).getType();
  }

  private static List<String> columns(ImmutableBitSet wanted, IntFunction<String> expression) {
    List<String> columns = new ArrayList<>();
    for (int i : wanted) {
      columns.add(expression.apply(i) + " AS c" + i);
    }
    return columns;
  }

  /** Rows count even where no column is read. */
  private static String select(List<String> columns) {
    return "SELECT " + (columns.isEmpty() ? "1 AS " + NO_COLUMN : String.join(", ", columns));
  }

  private String from(RelNode input, ImmutableBitSet wanted, String alias) {
    return " FROM (" + node(input, wanted) + ") AS " + alias;
  }

  private ExpressionToSql expressions(RelNode node, String alias) {
    return new ExpressionToSql(
        this, node.getCluster().getRexBuilder(), ref -> alias + ".c" + ref.getIndex());
  }

  /** A sub-select of every column of a plan. */
  String all(RelNode node) {
    return node(node, allColumns(node));
  }

  /** A sub-select that gives as many rows as a plan, and none of its columns. */
  String rowsOnly(RelNode node) {
    return node(node, ImmutableBitSet.of());
  }

  private String node(RelNode node, ImmutableBitSet wanted) {
    if (node instanceof ArrowLeaf leaf) {
      return scan(leaf, wanted);
    }
    if (node instanceof Project project) {
      return project(project, wanted);
    }
    if (node instanceof Filter filter) {
      return filter(filter, wanted);
    }
    if (node instanceof Join join) {
      return join(join, wanted);
    }
    if (node instanceof Aggregate aggregate) {
      return aggregate(aggregate, wanted);
    }
    if (node instanceof Sort sort) {
      return sorted(sort, wanted, (alias, column, kept) -> alias + ".c" + column);
    }
    if (node instanceof SetOp setOp) {
      return setOperation(setOp, wanted);
    }
    if (node instanceof Values values) {
      return values(values, wanted);
    }
    return rareNode(node, wanted);
  }

  private String rareNode(RelNode node, ImmutableBitSet wanted) {
    if (node instanceof Correlate correlate) {
      return correlate(correlate, wanted);
    }
    if (node instanceof Uncollect uncollect) {
      return unnest(uncollect, wanted);
    }
    if (node instanceof RepeatUnion union) {
      return recursive(union, wanted);
    }
    if (node instanceof Spool spool) {
      return node(spool.getInput(), wanted);
    }
    if (node instanceof TableScan scan && scan.getTable().unwrap(TransientTable.class) != null) {
      return working(scan, wanted);
    }
    throw new Unsupported(
        "the plan needs "
            + node.getRelTypeName().replace("Logical", "")
            + ", which is not done here");
  }

  private String scan(ArrowLeaf leaf, ImmutableBitSet wanted) {
    int number = scans.size();
    String name = "scan" + number;
    List<Program> feeds =
        leaf instanceof FedLeaf fed ? fed.feeds().stream().map(Program::of).toList() : List.of();
    String select =
        select(columns(wanted, i -> stored("\"c" + i + "\"", leaf, i))) + " FROM " + name;
    scans.add(
        new KernelPlan.Scan(
            name, leaf, wanted.asList(), feeds, select, List.of(), copyRead(leaf, wanted)));
    if (!recursive) {
      return SqlTemplate.scanMark(number);
    }
    // A stream can be read once, a recursive step runs many times.
    String kept = "kept_" + name;
    keptScans.add(kept + " AS MATERIALIZED (" + SqlTemplate.scanMark(number) + ")");
    return "SELECT * FROM " + kept;
  }

  /** A stored column in the type that DuckDB computes with. */
  private static String stored(String column, RelNode leaf, int index) {
    RelDataType type = typeOf(leaf, index);
    return SqlTypes.exportType(type).equals(SqlTypes.kernelType(type))
        ? column
        : ExpressionToSql.cast(column, type);
  }

  private Optional<KernelPlan.CopyRead> copyRead(ArrowLeaf leaf, ImmutableBitSet wanted) {
    if (!(leaf instanceof LanceTableScan scan) || scan.isLimited()) {
      return Optional.empty();
    }
    ImmutableBitSet read = wanted.union(ColumnUse.of(scan.conditions(), Set.of()));
    if (!TableCopies.holds(scan.source(), read.asList())) {
      return Optional.empty();
    }
    String alias = alias();
    String conditions =
        scan.conditions().stream().map(expressions(scan, alias)::sql).collect(joining(" AND "));
    return Optional.of(
        new KernelPlan.CopyRead(
            scan,
            read.asList(),
            select(columns(wanted, i -> alias + ".c" + i)) + " FROM ",
            " AS " + alias + (conditions.isEmpty() ? "" : " WHERE " + conditions)));
  }

  private String project(Project project, ImmutableBitSet wanted) {
    List<RexNode> used = wanted.asList().stream().map(project.getProjects()::get).toList();
    String alias = alias();
    enter(project, alias);
    ExpressionToSql expressions = expressions(project, alias);
    String select = select(columns(wanted, i -> expressions.sql(project.getProjects().get(i))));
    return select + from(project.getInput(), ColumnUse.of(used, project.getVariablesSet()), alias);
  }

  private String filter(Filter filter, ImmutableBitSet wanted) {
    String alias = alias();
    enter(filter, alias);
    ImmutableBitSet read =
        wanted.union(ColumnUse.of(List.of(filter.getCondition()), filter.getVariablesSet()));
    String condition = expressions(filter, alias).sql(filter.getCondition());
    return select(columns(wanted, i -> alias + ".c" + i))
        + from(filter.getInput(), read, alias)
        + " WHERE "
        + condition;
  }

  /** Plans inside the node's expressions see the row of its input. */
  private void enter(RelNode node, String alias) {
    for (CorrelationId variable : node.getVariablesSet()) {
      variables.put(variable, column -> alias + ".c" + column);
    }
  }

  private String join(Join join, ImmutableBitSet wanted) {
    int leftColumns = join.getLeft().getRowType().getFieldCount();
    String left = alias();
    String right = alias();
    IntFunction<String> column =
        i -> i < leftColumns ? left + ".c" + i : right + ".c" + (i - leftColumns);
    join.getVariablesSet().forEach(v -> variables.put(v, column));
    ImmutableBitSet read =
        wanted.union(ColumnUse.of(List.of(join.getCondition()), join.getVariablesSet()));
    ExpressionToSql expressions =
        new ExpressionToSql(
            this, join.getCluster().getRexBuilder(), ref -> column.apply(ref.getIndex()));
    int first = scans.size();
    String leftSide =
        "("
            + node(join.getLeft(), read.intersect(ImmutableBitSet.range(leftColumns)))
            + ") AS "
            + left;
    int second = scans.size();
    String rightSide =
        "("
            + node(
                join.getRight(),
                read.except(ImmutableBitSet.range(leftColumns)).shift(-leftColumns))
            + ") AS "
            + right;
    if (!recursive) {
      Narrowings.ofJoin(join, scans, first, second);
    }
    return select(columns(wanted, column))
        + " FROM "
        + joined(join, leftSide, rightSide, expressions.sql(join.getCondition()));
  }

  /** DuckDB hashes the right side; the order of the sides is ours to choose. */
  private static String joined(Join join, String left, String right, String condition) {
    double ratio = RowEstimate.of(join.getLeft()) / RowEstimate.of(join.getRight());
    String on = " ON " + condition;
    return switch (join.getJoinType()) {
      case INNER -> ratio < 1 ? right + " JOIN " + left + on : left + " JOIN " + right + on;
      case LEFT ->
          ratio < MUCH_SMALLER
              ? right + " RIGHT JOIN " + left + on
              : left + " LEFT JOIN " + right + on;
      case RIGHT ->
          ratio > 1 / MUCH_SMALLER
              ? left + " RIGHT JOIN " + right + on
              : right + " LEFT JOIN " + left + on;
      case FULL -> left + " FULL JOIN " + right + on;
      case SEMI -> left + " SEMI JOIN " + right + on;
      case ANTI -> left + " ANTI JOIN " + right + on;
      case ASOF, LEFT_ASOF, LEFT_MARK ->
          throw new Unsupported("a " + join.getJoinType() + " join is not done here");
    };
  }

  private String aggregate(Aggregate aggregate, ImmutableBitSet wanted) {
    String alias = alias();
    List<Integer> keys = aggregate.getGroupSet().asList();
    ImmutableBitSet.Builder read = ImmutableBitSet.builder();
    read.addAll(keys);
    List<String> columns = new ArrayList<>();
    for (int i : wanted) {
      if (i < keys.size()) {
        columns.add(alias + ".c" + keys.get(i) + " AS c" + i);
      } else {
        AggregateCall call = aggregate.getAggCallList().get(i - keys.size());
        columns.add(call(aggregate, call, alias, read) + " AS c" + i);
      }
    }
    if (columns.isEmpty()) {
      columns.add("count(*) AS " + NO_COLUMN);
    }
    return select(columns)
        + from(aggregate.getInput(), read.build(), alias)
        + grouping(aggregate, alias);
  }

  private static String grouping(Aggregate aggregate, String alias) {
    if (aggregate.getGroupType() == Aggregate.Group.SIMPLE) {
      return aggregate.getGroupSet().isEmpty()
          ? ""
          : " GROUP BY " + keys(aggregate.getGroupSet(), alias);
    }
    return aggregate.getGroupSets().stream()
        .map(set -> "(" + keys(set, alias) + ")")
        .collect(joining(", ", " GROUP BY GROUPING SETS (", ")"));
  }

  private static String keys(ImmutableBitSet keys, String alias) {
    return keys.asList().stream().map(k -> alias + ".c" + k).collect(joining(", "));
  }

  private String call(
      Aggregate aggregate, AggregateCall call, String alias, ImmutableBitSet.Builder read) {
    if (call.distinctKeys != null && !call.distinctKeys.isEmpty()) {
      throw new Unsupported("WITHIN DISTINCT is not done here");
    }
    if (call.getAggregation().getKind() == SqlKind.GROUPING
        || call.getAggregation().getKind() == SqlKind.GROUP_ID) {
      return grouping(call, call.getArgList().stream().map(a -> column(alias, a, read)).toList());
    }
    List<String> arguments = new ArrayList<>();
    List<RelFieldCollation> order = call.getCollation().getFieldCollations();
    if (call.getAggregation().getKind() == SqlKind.PERCENTILE_CONT
        || call.getAggregation().getKind() == SqlKind.PERCENTILE_DISC) {
      arguments.add(column(alias, order.get(0).getFieldIndex(), read));
    }
    for (int argument : call.getArgList()) {
      // What DuckDB wants as a constant is a constant column here.
      String value =
          constant(aggregate.getInput(), argument).orElseGet(() -> column(alias, argument, read));
      RelDataType type = aggregate.getInput().getRowType().getFieldList().get(argument).getType();
      arguments.add(
          Aggregates.isJson(call.getAggregation())
              ? Aggregates.json(call.getAggregation(), arguments.size(), value, type)
              : value);
    }
    String sorting =
        order.isEmpty()
            ? ""
            : order.stream()
                .map(o -> column(alias, o.getFieldIndex(), read) + direction(o))
                .collect(joining(", ", " ORDER BY ", ""));
    String filter =
        call.hasFilter() ? " FILTER (WHERE " + column(alias, call.filterArg, read) + ")" : "";
    return Aggregates.grouped(
        new Aggregates.Call(
            call.getAggregation().getName(),
            arguments,
            call.isDistinct(),
            sorting,
            call.ignoreNulls() ? " IGNORE NULLS" : "",
            call.getType()),
        filter);
  }

  private static String grouping(AggregateCall call, List<String> arguments) {
    if (arguments.isEmpty()) {
      throw new Unsupported("GROUP_ID() is not done here; use GROUPING(column)");
    }
    return ExpressionToSql.cast("grouping(" + String.join(", ", arguments) + ")", call.getType());
  }

  private static String column(String alias, int column, ImmutableBitSet.Builder read) {
    read.set(column);
    return alias + ".c" + column;
  }

  private Optional<String> constant(RelNode input, int column) {
    if (input instanceof Filter || input instanceof Sort) {
      return constant(input.getInput(0), column);
    }
    if (input instanceof Values values && values.getTuples().isEmpty()) {
      return Optional.of(anyOf(typeOf(values, column)));
    }
    if (!(input instanceof Project project)) {
      return Optional.empty();
    }
    RexNode expression = project.getProjects().get(column);
    if (expression instanceof RexInputRef ref) {
      return constant(project.getInput(), ref.getIndex());
    }
    if (expression instanceof RexLiteral literal) {
      return Optional.of(Literals.literal(literal));
    }
    return hasParameter(expression) && RexUtil.isConstant(expression)
        ? Optional.of(expressions(project, "none").sql(expression))
        : Optional.empty();
  }

  private static boolean hasParameter(RexNode expression) {
    return expression instanceof RexDynamicParam
        || (expression instanceof RexCall call
            && call.getOperands().stream().anyMatch(PlanToSql::hasParameter));
  }

  /** A constant for an aggregate of no rows, which never looks at it. */
  private static String anyOf(RelDataType type) {
    return ExpressionToSql.cast(SqlTypeUtil.isCharacter(type) ? "''" : "'0'", type);
  }

  private interface Export {
    String apply(String alias, int column, RelNode node);
  }

  private String sorted(Sort sort, ImmutableBitSet wanted, Export export) {
    String alias = alias();
    List<RelFieldCollation> order = sort.getCollation().getFieldCollations();
    ImmutableBitSet read =
        wanted.union(
            ImmutableBitSet.of(order.stream().map(RelFieldCollation::getFieldIndex).toList()));
    StringBuilder sql = new StringBuilder();
    int first = scans.size();
    sql.append(select(columns(wanted, i -> export.apply(alias, i, sort))));
    sql.append(from(sort.getInput(), read, alias));
    if (!recursive) {
      Narrowings.ofSort(sort, scans, first);
    }
    if (!order.isEmpty()) {
      sql.append(
          order.stream()
              .map(o -> alias + ".c" + o.getFieldIndex() + direction(o))
              .collect(joining(", ", " ORDER BY ", "")));
    }
    ExpressionToSql expressions = expressions(sort, alias);
    if (sort.fetch != null) {
      sql.append(" LIMIT ").append(expressions.sql(sort.fetch));
    }
    if (sort.offset != null) {
      sql.append(" OFFSET ").append(expressions.sql(sort.offset));
    }
    return sql.toString();
  }

  private static String direction(RelFieldCollation key) {
    return (key.direction.isDescending() ? " DESC" : " ASC")
        + ExpressionToSql.nulls(key.nullDirection, key.direction);
  }

  private String setOperation(SetOp setOp, ImmutableBitSet wanted) {
    boolean bag = setOp.kind == SqlKind.UNION && setOp.all;
    // A set is one of whole rows.
    ImmutableBitSet read = bag ? wanted : allColumns(setOp);
    String name =
        switch (setOp.kind) {
          case UNION -> "UNION";
          case INTERSECT -> "INTERSECT";
          case EXCEPT -> "EXCEPT";
          default -> throw new IllegalStateException(setOp.kind.toString());
        };
    String parts =
        setOp.getInputs().stream()
            .map(input -> "(" + converted(setOp, input, read) + ")")
            .collect(joining(" " + name + (setOp.all ? " ALL " : " ")));
    if (read.equals(wanted)) {
      return parts;
    }
    String alias = alias();
    return select(columns(wanted, i -> alias + ".c" + i)) + " FROM (" + parts + ") AS " + alias;
  }

  /** An input in the types of the whole. */
  private String converted(RelNode whole, RelNode input, ImmutableBitSet wanted) {
    String alias = alias();
    return select(columns(wanted, i -> ExpressionToSql.cast(alias + ".c" + i, typeOf(whole, i))))
        + from(input, wanted, alias);
  }

  private String values(Values values, ImmutableBitSet wanted) {
    if (values.getTuples().isEmpty()) {
      return select(columns(wanted, i -> Literals.nullOf(typeOf(values, i)))) + " WHERE false";
    }
    if (wanted.isEmpty()) {
      return "SELECT 1 AS " + NO_COLUMN + " FROM range(" + values.getTuples().size() + ")";
    }
    String alias = alias();
    String rows =
        values.getTuples().stream()
            .map(
                tuple ->
                    wanted.asList().stream()
                        .map(i -> cell(tuple.get(i), typeOf(values, i)))
                        .collect(joining(", ", "(", ")")))
            .collect(joining(", "));
    String names = wanted.asList().stream().map(i -> "c" + i).collect(joining(", "));
    return "SELECT * FROM (VALUES " + rows + ") AS " + alias + "(" + names + ")";
  }

  private static String cell(RexLiteral literal, RelDataType type) {
    String sql = Literals.literal(literal);
    return type.getSqlTypeName() == SqlTypeName.NULL ? sql : ExpressionToSql.cast(sql, type);
  }

  private String correlate(Correlate correlate, ImmutableBitSet wanted) {
    int leftColumns = correlate.getLeft().getRowType().getFieldCount();
    String left = alias();
    String right = alias();
    variables.put(correlate.getCorrelationId(), column -> left + ".c" + column);
    ImmutableBitSet range = ImmutableBitSet.range(leftColumns);
    String leftSide =
        "("
            + node(
                correlate.getLeft(), wanted.intersect(range).union(correlate.getRequiredColumns()))
            + ") AS "
            + left;
    String rightSide =
        "LATERAL ("
            + node(correlate.getRight(), wanted.except(range).shift(-leftColumns))
            + ") AS "
            + right;
    String select =
        select(
            columns(
                wanted, i -> i < leftColumns ? left + ".c" + i : right + ".c" + (i - leftColumns)));
    if (correlate.getJoinType() == JoinRelType.INNER) {
      return select + " FROM " + leftSide + " CROSS JOIN " + rightSide;
    }
    if (correlate.getJoinType() == JoinRelType.LEFT) {
      return select + " FROM " + leftSide + " LEFT JOIN " + rightSide + " ON true";
    }
    throw new Unsupported("a correlated " + correlate.getJoinType() + " join is not done here");
  }

  private String unnest(Uncollect uncollect, ImmutableBitSet wanted) {
    String alias = alias();
    RelNode input = uncollect.getInput();
    int arrays = input.getRowType().getFieldCount();
    if (allColumns(uncollect).cardinality() != arrays + (uncollect.withOrdinality ? 1 : 0)) {
      throw new Unsupported("UNNEST of maps or rows is not done here");
    }
    // All arrays are unnested, since the longest decides the number of rows.
    List<String> columns =
        columns(
            allColumns(uncollect),
            i ->
                i < arrays
                    ? "unnest(" + alias + ".c" + i + ")"
                    : ExpressionToSql.cast(places(alias, arrays), typeOf(uncollect, i)));
    String all = select(columns) + from(input, allColumns(input), alias);
    String rows = alias();
    return select(columns(wanted, i -> rows + ".c" + i)) + " FROM (" + all + ") AS " + rows;
  }

  /** The numbers of the items of the longest of some arrays, from 1. */
  private static String places(String alias, int arrays) {
    String lengths =
        IntStream.range(0, arrays)
            .mapToObj(i -> "len(" + alias + ".c" + i + ")")
            .collect(joining(", "));
    return "unnest(generate_series(1, coalesce(greatest(" + lengths + "), 0)))";
  }

  private String recursive(RepeatUnion union, ImmutableBitSet wanted) {
    String table = "r" + aliases++;
    String key = Objects.requireNonNull(union.getTransientTable()).getQualifiedName().toString();
    String names = allColumns(union).asList().stream().map(i -> "c" + i).collect(joining(", "));
    String seed = converted(union, union.getSeedRel(), allColumns(union));
    workingTables.put(key, table);
    boolean outer = recursive;
    recursive = true;
    String step = converted(union, union.getIterativeRel(), allColumns(union));
    recursive = outer;
    String alias = alias();
    return "WITH RECURSIVE "
        + table
        + "("
        + names
        + ") AS (("
        + seed
        + ") UNION "
        + (union.all ? "ALL " : "")
        + "("
        + step
        + ")) "
        + select(columns(wanted, i -> alias + ".c" + i))
        + " FROM "
        + table
        + " AS "
        + alias;
  }

  private String working(TableScan scan, ImmutableBitSet wanted) {
    String table = workingTables.get(scan.getTable().getQualifiedName().toString());
    if (table == null) {
      throw new IllegalStateException("no working table " + scan.getTable().getQualifiedName());
    }
    String alias = alias();
    return select(columns(wanted, i -> alias + ".c" + i)) + " FROM " + table + " AS " + alias;
  }
}
