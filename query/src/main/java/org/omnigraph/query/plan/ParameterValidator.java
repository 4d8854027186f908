package org.omnigraph.query.plan;

import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.runtime.CalciteException;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlCastFunction;
import org.apache.calcite.sql.fun.SqlInOperator;
import org.apache.calcite.sql.fun.SqlInternalOperators;
import org.apache.calcite.sql.fun.SqlQuantifyOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.InferTypes;
import org.apache.calcite.sql.type.SqlTypeCoercionRule;
import org.apache.calcite.sql.type.SqlTypeMappingRule;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.validate.JoinScope;
import org.apache.calcite.sql.validate.SqlValidatorCatalogReader;
import org.apache.calcite.sql.validate.SqlValidatorImpl;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.query.type.SqlTypes;

/**
 * The validator, which gives a type to parameters that stand where nothing says one, as in {@code
 * SELECT ?} or {@code name || ?}: that of the bound argument, or else the first one that the
 * function around it takes, text before numbers.
 */
public final class ParameterValidator extends SqlValidatorImpl {
  private static final List<RelDataType> CANDIDATES =
      List.of(
          SqlTypes.text(),
          SqlTypes.factory().createSqlType(SqlTypeName.DOUBLE),
          SqlTypes.factory().createSqlType(SqlTypeName.BIGINT),
          SqlTypes.factory().createSqlType(SqlTypeName.TIMESTAMP, 3),
          SqlTypes.factory().createSqlType(SqlTypeName.DATE),
          SqlTypes.factory().createSqlType(SqlTypeName.BOOLEAN),
          SqlTypes.factory().createSqlType(SqlTypeName.VARBINARY));

  private static final Set<SqlKind> COMPARISONS =
      Sets.union(
              RowComparison.KINDS,
              EnumSet.of(SqlKind.IN, SqlKind.NOT_IN, SqlKind.SOME, SqlKind.ALL, SqlKind.BETWEEN))
          .immutableCopy();
  private static final Set<SqlKind> ARITHMETIC =
      EnumSet.of(SqlKind.PLUS, SqlKind.MINUS, SqlKind.TIMES, SqlKind.DIVIDE, SqlKind.MOD);
  private static final List<SqlTypeName> WIDTHS =
      List.of(SqlTypeName.TINYINT, SqlTypeName.SMALLINT, SqlTypeName.INTEGER, SqlTypeName.BIGINT);
  private static final Set<SqlTypeName> FRACTIONS =
      EnumSet.of(SqlTypeName.DECIMAL, SqlTypeName.REAL, SqlTypeName.FLOAT, SqlTypeName.DOUBLE);

  private static final Set<SqlKind> SCALING = EnumSet.of(SqlKind.TIMES, SqlKind.DIVIDE);

  /** Functions whose second argument is a number of digits or a place. */
  private static final Set<String> WITH_PLACES = Set.of("ROUND", "TRUNCATE", "ITEM");

  private static final Set<String> NUMBERS = Set.of("ROUND", "TRUNCATE");

  private static final Set<String> EXTREMES = Set.of("GREATEST", "LEAST");

  /** The cast of a value that is assigned to a column: equal to any other, and not the same. */
  public static final SqlOperator ASSIGNED = new SqlCastFunction();

  private static final SqlTypeMappingRule CASTS = casts();

  private static final RelDataType FINE =
      SqlTypes.factory().createSqlType(SqlTypeName.TIMESTAMP, 6);

  private final List<@Nullable RelDataType> given;
  private final Set<Integer> guessed = new TreeSet<>();
  private final Set<SqlJoin> joins = Collections.newSetFromMap(new IdentityHashMap<>());

  /** The names of columns by which a join was written. */
  private final IdentityHashMap<SqlJoin, List<String>> joinedBy = new IdentityHashMap<>();

  private final Deque<SqlCall> calls = new ArrayDeque<>();
  private final Deque<SqlJoin> around = new ArrayDeque<>();

  /** Parameters that have the type of their argument where another one is inferred. */
  private final IdentityHashMap<SqlNode, RelDataType> own = new IdentityHashMap<>();

  /** Parameters that are assigned to a column, of which Calcite makes others casts. */
  private final Set<Integer> assigned = new HashSet<>();

  /** Parameters that are columns of rows, which have the type of their argument all the same. */
  private final Set<Integer> inRows = new HashSet<>();

  /**
   * @param given the types of bound arguments, null for those not known; may be shorter than the
   *     list of parameters
   */
  ParameterValidator(
      SqlOperatorTable operators,
      SqlValidatorCatalogReader reader,
      Config config,
      List<@Nullable RelDataType> given) {
    super(operators, reader, SqlTypes.factory(), config);
    this.given = given;
  }

  /** The numbers, from 0, of the parameters whose type the statement does not say. */
  Set<Integer> guessed() {
    return guessed;
  }

  /** A truth value is a number of any type by a cast, as DuckDB does it. */
  @Override
  public SqlTypeMappingRule getTypeMappingRule() {
    return CASTS;
  }

  private static SqlTypeCoercionRule casts() {
    Map<SqlTypeName, ImmutableSet<SqlTypeName>> casts =
        new EnumMap<>(SqlTypeCoercionRule.lenientInstance().getTypeMapping());
    for (SqlTypeName number : FRACTIONS) {
      casts.computeIfPresent(
          number,
          (type, from) ->
              ImmutableSet.<SqlTypeName>builder().addAll(from).add(SqlTypeName.BOOLEAN).build());
    }
    return SqlTypeCoercionRule.instance(casts);
  }

  /** Counts of rows are BIGINT. */
  @Override
  public SqlNode validate(SqlNode topNode) {
    SqlNode validated = super.validate(topNode);
    // A cast that is looked at once more says its own type.
    own.forEach(
        (parameter, type) -> setValidatedNodeType(parameter, SqlTypes.nullable(type, true)));
    validated.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlCall call) {
            if (call instanceof SqlSelect select) {
              count(select.getFetch());
              count(select.getOffset());
            } else if (call instanceof SqlOrderBy order) {
              count(order.fetch);
              count(order.offset);
            }
            return super.visit(call);
          }
        });
    return validated;
  }

  private void count(@Nullable SqlNode rows) {
    if (rows instanceof SqlDynamicParam) {
      setValidatedNodeType(rows, SqlTypes.factory().createSqlType(SqlTypeName.BIGINT));
    }
  }

  /** A join by the names of columns becomes one by a condition. */
  @Override
  protected void validateJoin(SqlJoin join, SqlValidatorScope scope) {
    if (!joins.add(join)) {
      return;
    }
    around.push(join);
    validateNewJoin(join, scope);
    around.pop();
  }

  private void validateNewJoin(SqlJoin join, SqlValidatorScope scope) {
    JoinScope own = (JoinScope) Objects.requireNonNull(getJoinScope(join));
    if (join.isNatural() && join.getCondition() == null) {
      validateFrom(join.getLeft(), unknownType, own);
      validateFrom(join.getRight(), unknownType, own);
      nameColumns(join);
    }
    super.validateJoin(join, scope);
    List<String> names = usingNames(join);
    if (names != null && !names.isEmpty()) {
      joinedBy.put(join, names);
      SqlNode condition = expand(new CommonColumns(this, join).condition(join), own);
      setCondition(join, JoinConditionType.ON, condition);
      validateWhereOrOn(own, condition, "ON");
    }
  }

  /** {@code NATURAL} names no columns; where there is none in common it stays what it is. */
  private void nameColumns(SqlJoin join) {
    SqlParserPos at = join.isNaturalNode().getParserPosition();
    List<SqlIdentifier> common =
        Objects.requireNonNull(usingNames(join)).stream()
            .map(name -> new SqlIdentifier(name, at))
            .toList();
    if (!common.isEmpty()) {
      setCondition(join, JoinConditionType.USING, new SqlNodeList(common, at));
    }
  }

  private static void setCondition(SqlJoin join, JoinConditionType type, SqlNode condition) {
    SqlParserPos at = condition.getParserPosition();
    join.setOperand(1, SqlLiteral.createBoolean(false, at));
    join.setOperand(4, type.symbol(at));
    join.setOperand(5, condition);
  }

  @Override
  public @Nullable List<String> usingNames(SqlJoin join) {
    List<String> names = joinedBy.get(join);
    return names == null ? super.usingNames(join) : names;
  }

  /** A sub-query that is the whole of HAVING is a value of it, as in any other condition. */
  @Override
  protected @Nullable SqlNode performUnconditionalRewrites(
      @Nullable SqlNode node, boolean underFrom) {
    if (node instanceof SqlSelect select) {
      SqlNode having = select.getHaving();
      if (having != null && having.isA(SqlKind.QUERY)) {
        select.setHaving(
            SqlStdOperatorTable.IS_TRUE.createCall(having.getParserPosition(), having));
      }
    }
    return super.performUnconditionalRewrites(node, underFrom);
  }

  /** The first clause after FROM, and one that every select has. */
  @Override
  protected void validateWhereClause(SqlSelect select) {
    if (select.getFrom() != null) {
      new CommonColumns(this, select.getFrom()).writeOut(select);
    }
    super.validateWhereClause(select);
  }

  /** Parameters inside what makes a list have the types of their places. */
  @Override
  protected void validateUnnest(SqlCall call, SqlValidatorScope scope, RelDataType targetRowType) {
    call.getOperandList().stream()
        .<SqlNode>map(
            operand ->
                operand instanceof SqlCall padded
                        && padded.getOperator().equals(ListFunctions.PADDED)
                    ? padded.operand(0)
                    : operand)
        .filter(operand -> !(operand instanceof SqlDynamicParam))
        .forEach(operand -> inferUnknownTypes(unknownType, scope, operand));
    super.validateUnnest(call, scope, targetRowType);
  }

  /** What stands beside a join may name its common columns. */
  @Override
  @SuppressWarnings("ReferenceEquality") // equal nodes may stand in several places
  protected void validateFrom(SqlNode node, RelDataType targetRowType, SqlValidatorScope scope) {
    SqlJoin join = around.peek();
    if (join != null && join.getRight() == node && join.getLeft() instanceof SqlJoin left) {
      new CommonColumns(this, left).inTable(node);
    }
    super.validateFrom(node, targetRowType, scope);
  }

  /** A column of several rows has the type of the first value that says one. */
  @Override
  protected void validateValues(SqlCall node, RelDataType targetRowType, SqlValidatorScope scope) {
    node.getOperandList().forEach(row -> noteOpen(((SqlCall) row).getOperandList()));
    super.validateValues(
        node,
        targetRowType.equals(unknownType) && node.operandCount() > 1
            ? columns(
                scope,
                node.getOperandList().stream()
                    .map(row -> ((SqlCall) row).getOperandList())
                    .toList())
            : targetRowType,
        scope);
  }

  private void noteOpen(List<SqlNode> row) {
    row.stream()
        .map(SqlUtil::stripAs)
        .filter(SqlDynamicParam.class::isInstance)
        .forEach(value -> inRows.add(((SqlDynamicParam) value).getIndex()));
  }

  /** A parameter that is a column of one part of several has the type of another part's. */
  @Override
  public void validateQuery(SqlNode node, SqlValidatorScope scope, RelDataType targetRowType) {
    if (SqlKind.SET_QUERY.contains(node.getKind()) && targetRowType.equals(unknownType)) {
      SqlCall parts = (SqlCall) node;
      boolean isOpen = false;
      for (SqlNode part : parts.getOperandList()) {
        isOpen |= opens(part);
      }
      Optional<SqlNode> known =
          parts.getOperandList().stream().filter(part -> !opens(part)).findFirst();
      if (isOpen && known.isPresent()) {
        super.validateQuery(known.get(), scope, unknownType);
        super.validateQuery(node, scope, getValidatedNodeType(known.get()));
        return;
      }
      if (isOpen) {
        super.validateQuery(
            node,
            scope,
            columns(
                scope, selects(parts).map(select -> select.getSelectList().getList()).toList()));
        return;
      }
    }
    super.validateQuery(node, scope, targetRowType);
  }

  private static Stream<SqlSelect> selects(SqlNode query) {
    return SqlKind.SET_QUERY.contains(query.getKind())
        ? ((SqlCall) query).getOperandList().stream().flatMap(ParameterValidator::selects)
        : Stream.of(query).filter(SqlSelect.class::isInstance).map(SqlSelect.class::cast);
  }

  /** What arguments and literals tell of the types of columns that parameters stand in. */
  private RelDataType columns(
      SqlValidatorScope scope, List<? extends List<? extends @Nullable SqlNode>> rows) {
    int count = rows.stream().mapToInt(List::size).min().orElse(0);
    RelDataTypeFactory.Builder columns = getTypeFactory().builder();
    for (int i = 0; i < count; i++) {
      int column = i;
      columns.add(
          "c" + i,
          rows.stream()
              .map(row -> SqlUtil.stripAs(Objects.requireNonNull(row.get(column))))
              .flatMap(value -> known(value, scope))
              .reduce((a, b) -> Objects.requireNonNullElse(common(a, b), a))
              .map(type -> SqlTypes.nullable(type, true))
              .orElse(unknownType));
    }
    return columns.build();
  }

  private @Nullable RelDataType common(RelDataType a, RelDataType b) {
    return getTypeFactory().leastRestrictive(List.of(a, b));
  }

  private Stream<RelDataType> known(SqlNode value, SqlValidatorScope scope) {
    if (value instanceof SqlDynamicParam parameter) {
      return Stream.ofNullable(given(parameter));
    }
    return value instanceof SqlLiteral && !SqlUtil.isNullLiteral(value, false)
        ? Stream.of(deriveType(scope, value))
        : Stream.empty();
  }

  /** Whether a column of a part is a parameter; notes which. */
  private boolean opens(SqlNode part) {
    if (SqlKind.SET_QUERY.contains(part.getKind())) {
      return ((SqlCall) part).getOperandList().stream().anyMatch(this::opens);
    }
    if (!(part instanceof SqlSelect select)) {
      return false;
    }
    noteOpen(select.getSelectList());
    return select.getSelectList().stream()
        .map(SqlUtil::stripAs)
        .anyMatch(SqlDynamicParam.class::isInstance);
  }

  @Override
  public SqlNode expand(SqlNode expression, SqlValidatorScope scope) {
    boolean isCondition = scope instanceof JoinScope && scope.getNode() instanceof SqlJoin;
    return super.expand(
        isCondition ? new CommonColumns(this, scope.getNode()).writtenOut(expression) : expression,
        scope);
  }

  @Override
  protected void inferUnknownTypes(
      RelDataType inferredType, SqlValidatorScope scope, SqlNode node) {
    if (node instanceof SqlDynamicParam parameter
        && inRows.contains(parameter.getIndex())
        && given(parameter) != null) {
      guessed.add(parameter.getIndex());
      super.inferUnknownTypes(Objects.requireNonNull(given(parameter)), scope, node);
    } else if (node instanceof SqlDynamicParam parameter && inferredType.equals(unknownType)) {
      guessed.add(parameter.getIndex());
      super.inferUnknownTypes(type(parameter, scope), scope, node);
    } else if (node instanceof SqlDynamicParam parameter && isItsOwn(parameter, inferredType)) {
      RelDataType type = Objects.requireNonNull(given(parameter));
      own.put(parameter, type);
      super.inferUnknownTypes(type, scope, node);
    } else if (node instanceof SqlDynamicParam
        && SqlTypeUtil.isInterval(inferredType)
        && isScaling(calls.peek())) {
      super.inferUnknownTypes(SqlTypes.factory().createSqlType(SqlTypeName.BIGINT), scope, node);
    } else if (node instanceof SqlDynamicParam parameter && isFine(parameter, inferredType)) {
      super.inferUnknownTypes(SqlTypes.nullable(FINE, true), scope, node);
    } else if (node instanceof SqlDynamicParam && isShortened(inferredType)) {
      super.inferUnknownTypes(SqlTypes.nullable(SqlTypes.text(), true), scope, node);
    } else if (node instanceof SqlDynamicParam && isNarrowTerm(inferredType)) {
      RelDataType large = SqlTypes.factory().createSqlType(SqlTypeName.BIGINT);
      super.inferUnknownTypes(SqlTypes.nullable(large, true), scope, node);
    } else if (node != bare(node)) {
      inferUnknownTypes(inferredType, scope, bare(node));
    } else if (node instanceof SqlCall call) {
      calls.push(call);
      if (call.getOperator() instanceof SqlInOperator) {
        inferMembers(call, scope);
      } else {
        inferInnerFirst(call, scope);
        widen(call, scope);
        super.inferUnknownTypes(inferredType, scope, node);
        inferPlaces(call, scope);
      }
      calls.pop();
    } else {
      super.inferUnknownTypes(inferredType, scope, node);
    }
  }

  /** A number among the branches of a choice that holds more than the others widens them. */
  private void widen(SqlCall call, SqlValidatorScope scope) {
    branch(call, scope)
        .filter(SqlTypeUtil::isNumeric)
        .ifPresent(
            others ->
                parameters(call)
                    .forEach(
                        parameter -> {
                          RelDataType type = given(parameter);
                          if (type != null && holdsMore(type, others)) {
                            own.put(parameter, type);
                            setValidatedNodeType(parameter, SqlTypes.nullable(type, true));
                          }
                        }));
  }

  /** Digits and places are whole numbers, and what is compared is of one type. */
  private void inferPlaces(SqlCall call, SqlValidatorScope scope) {
    String name = call.getOperator().getName();
    if (call.operandCount() == 2
        && NUMBERS.contains(name)
        && call.operand(0) instanceof SqlDynamicParam number
        && !(call.operand(1) instanceof SqlDynamicParam)) {
      setOpenType(number, SqlTypes.factory().createSqlType(SqlTypeName.DOUBLE));
    } else if (call.operandCount() == 2
        && WITH_PLACES.contains(name)
        && call.operand(1) instanceof SqlDynamicParam place) {
      guessed.remove(place.getIndex());
      if (call.operand(0) instanceof SqlDynamicParam number && !name.equals("ITEM")) {
        setOpenType(number, SqlTypes.factory().createSqlType(SqlTypeName.DOUBLE));
      }
      setValidatedNodeType(
          place, SqlTypes.nullable(SqlTypes.factory().createSqlType(SqlTypeName.INTEGER), true));
    } else if (EXTREMES.contains(name)) {
      operands(call)
          .filter(operand -> !(operand instanceof SqlDynamicParam))
          .map(operand -> deriveType(scope, operand))
          .filter(type -> type.getSqlTypeName() != SqlTypeName.NULL)
          .findFirst()
          .ifPresent(type -> parameters(call).forEach(p -> setOpenType(p, type)));
    }
  }

  private void setOpenType(SqlDynamicParam parameter, RelDataType type) {
    if (given(parameter) == null) {
      setValidatedNodeType(parameter, SqlTypes.nullable(type, true));
    }
  }

  /**
   * What is compared with a list, the items of a list or a query has their type, and they have its:
   * {@code ? IN (1, 2)}, {@code name = ANY (?)}.
   */
  private void inferMembers(SqlCall call, SqlValidatorScope scope) {
    SqlNode left = call.operand(0);
    SqlNode right = call.operand(1);
    if (left.getKind() == SqlKind.ROW
        && right instanceof SqlNodeList rows
        && rows.stream().allMatch(row -> row.getKind() == SqlKind.ROW)) {
      inferRows(
          Stream.concat(Stream.of(left), rows.stream()).map(SqlCall.class::cast).toList(), scope);
      return;
    }
    boolean isOpen = left instanceof SqlDynamicParam || left.getKind() == SqlKind.ROW;
    inferUnknownTypes(isOpen ? typeOfMembers(call, scope) : unknownType, scope, left);
    if (!(right instanceof SqlNodeList members)) {
      return;
    }
    RelDataType type = deriveType(scope, left);
    for (SqlNode member : members) {
      if (isListOfMembers(call, member)) {
        guessed.add(((SqlDynamicParam) member).getIndex());
        setValidatedNodeType(
            member, SqlTypes.nullable(listOf(type, (SqlDynamicParam) member), true));
      } else {
        inferUnknownTypes(type, scope, member);
      }
    }
  }

  /** Each column of rows that are compared has the type of its first value that says one. */
  private void inferRows(List<SqlCall> rows, SqlValidatorScope scope) {
    int count = rows.stream().mapToInt(SqlCall::operandCount).min().orElse(0);
    RelDataTypeFactory.Builder columns = getTypeFactory().builder();
    for (int i = 0; i < count; i++) {
      int column = i;
      List<SqlNode> values = rows.stream().map(row -> row.<SqlNode>operand(column)).toList();
      columns.add("c" + i, typeOfFirst(values, scope));
    }
    RelDataType row = columns.build();
    rows.forEach(each -> inferUnknownTypes(row, scope, each));
  }

  private RelDataType typeOfFirst(List<SqlNode> values, SqlValidatorScope scope) {
    for (SqlNode value : values) {
      if (!(value instanceof SqlDynamicParam) && !SqlUtil.isNullLiteral(value, false)) {
        inferUnknownTypes(unknownType, scope, value);
        return deriveType(scope, value);
      }
    }
    return values.stream()
        .filter(SqlDynamicParam.class::isInstance)
        .map(value -> given((SqlDynamicParam) value))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(unknownType);
  }

  /** Whether a member is a parameter for all of them, as that of {@code = ANY (?)}. */
  private boolean isListOfMembers(SqlCall call, SqlNode member) {
    if (!(member instanceof SqlDynamicParam parameter)
        || !(call.getOperator() instanceof SqlQuantifyOperator)
        || ((SqlNodeList) call.operand(1)).size() != 1) {
      return false;
    }
    RelDataType bound = given(parameter);
    return bound == null || bound.getComponentType() != null;
  }

  private RelDataType listOf(RelDataType item, SqlDynamicParam parameter) {
    RelDataType bound = given(parameter);
    RelDataType boundItem = bound == null ? null : bound.getComponentType();
    RelDataType wanted =
        boundItem == null
            ? item
            : isFine(boundItem, item) ? FINE : holdsMore(boundItem, item) ? boundItem : item;
    return SqlTypes.factory().createArrayType(SqlTypes.nullable(wanted, true), -1);
  }

  private RelDataType typeOfMembers(SqlCall call, SqlValidatorScope scope) {
    if (!(call.operand(1) instanceof SqlNodeList members)) {
      RelDataType row = deriveType(scope, call.operand(1));
      return row.getFieldCount() == 1 ? row.getFieldList().get(0).getType() : row;
    }
    for (SqlNode member : members) {
      if (!(member instanceof SqlDynamicParam)) {
        inferUnknownTypes(unknownType, scope, member);
        RelDataType type = deriveType(scope, member);
        RelDataType item = type.getComponentType();
        return call.getOperator() instanceof SqlQuantifyOperator && item != null ? item : type;
      }
    }
    return members.stream()
        .map(member -> given((SqlDynamicParam) member))
        .filter(Objects::nonNull)
        .map(type -> type.getComponentType() == null ? type : type.getComponentType())
        .findFirst()
        .orElse(unknownType);
  }

  /**
   * Whether a parameter has the type of its argument and not the one that is inferred: where it is
   * cast, where it is compared with what holds less, and with another parameter.
   */
  private boolean isItsOwn(SqlDynamicParam parameter, RelDataType inferred) {
    SqlCall around = calls.peek();
    RelDataType bound = given(parameter);
    if (around == null || bound == null) {
      return false;
    }
    if (isAssignment(around)) {
      assigned.add(parameter.getIndex());
    }
    if (assigned.contains(parameter.getIndex())) {
      return bound.getSqlTypeName() == SqlTypeName.REAL && SqlTypeUtil.inCharFamily(inferred);
    }
    if (isCast(around)) {
      return isCastOtherwise(bound, inferred);
    }
    if (around instanceof SqlCase) {
      requireDate(parameter, bound, inferred);
      return SqlTypeUtil.isNumeric(inferred) && holdsMore(bound, inferred);
    }
    if (SqlTypeUtil.isInterval(inferred) && SCALING.contains(around.getKind())) {
      return true;
    }
    if (inferred.getSqlTypeName() == SqlTypeName.DECIMAL && ARITHMETIC.contains(around.getKind())) {
      return SqlTypeUtil.isNumeric(bound);
    }
    SqlCall comparison = around.getKind() == SqlKind.ROW ? callAround() : around;
    return comparison != null
        && COMPARISONS.contains(comparison.getKind())
        && (holdsMore(bound, inferred)
            || around.getOperandList().stream().allMatch(SqlDynamicParam.class::isInstance));
  }

  /** A choice beside a date would lose the time of day in silence. */
  private static void requireDate(
      SqlDynamicParam parameter, RelDataType bound, RelDataType inferred) {
    if (inferred.getSqlTypeName() == SqlTypeName.DATE
        && bound.getSqlTypeName() == SqlTypeName.TIMESTAMP) {
      throw new InvalidRequest(
          SqlErrors.place(parameter.getParserPosition())
              + "parameter "
              + (parameter.getIndex() + 1)
              + " stands beside a DATE, and a TIMESTAMP is bound; write CAST(? AS DATE), or cast"
              + " the DATE AS TIMESTAMP");
    }
  }

  private static boolean isScaling(@Nullable SqlCall call) {
    return call != null && SCALING.contains(call.getKind());
  }

  private @Nullable SqlCall callAround() {
    return calls.stream().skip(1).findFirst().orElse(null);
  }

  static boolean isCast(SqlCall call) {
    return call.getKind() == SqlKind.SAFE_CAST || call.getKind() == SqlKind.CAST;
  }

  @SuppressWarnings("ReferenceEquality") // it equals every cast
  private static boolean isAssignment(SqlCall call) {
    return call.getOperator() == ASSIGNED;
  }

  /** Whether a value has a type that is cast to another one by rules of its own. */
  private static boolean isCastOtherwise(RelDataType bound, RelDataType target) {
    RelDataType item = bound.getComponentType();
    RelDataType targetItem = target.getComponentType();
    if (item != null) {
      return targetItem != null && isCastOtherwise(item, targetItem);
    }
    boolean same = bound.getSqlTypeName() == target.getSqlTypeName();
    return !(same && Math.max(bound.getScale(), 0) <= Math.max(target.getScale(), 0))
        && !(SqlTypeUtil.inCharFamily(target) && !isTextOfKernel(bound))
        && !(isRounded(target) && SqlTypeUtil.isNumeric(bound));
  }

  /** Whether a number is rounded for a type where it is bound; for a whole number's it is not. */
  private static boolean isRounded(RelDataType target) {
    return target.getSqlTypeName() == SqlTypeName.DECIMAL && target.getScale() > 0;
  }

  /** Whether the kernel alone tells the text of a value. */
  private static boolean isTextOfKernel(RelDataType bound) {
    return bound.getSqlTypeName() == SqlTypeName.REAL || SqlTypeUtil.isBinary(bound);
  }

  /** Whether a text is compared with timestamps that may have fewer digits than it. */
  private boolean isFine(SqlDynamicParam parameter, RelDataType inferred) {
    RelDataType bound = given(parameter);
    SqlCall around = calls.peek();
    SqlCall comparison = around != null && around.getKind() == SqlKind.ROW ? callAround() : around;
    return bound != null
        && comparison != null
        && COMPARISONS.contains(comparison.getKind())
        && isFine(bound, inferred);
  }

  private static boolean isFine(RelDataType bound, RelDataType inferred) {
    return SqlTypeUtil.inCharFamily(bound)
        && inferred.getSqlTypeName() == SqlTypeName.TIMESTAMP
        && inferred.getPrecision() < FINE.getPrecision();
  }

  /** Whether a cast shortens a text to a length. */
  private boolean isShortened(RelDataType inferred) {
    SqlCall around = calls.peek();
    return around != null && isCast(around) && inferred.getSqlTypeName() == SqlTypeName.VARCHAR;
  }

  /**
   * Whether what is computed with has the type of a narrow whole number beside it. It is a BIGINT,
   * whatever is bound, so that the type of the sum is known before.
   */
  private boolean isNarrowTerm(RelDataType inferred) {
    SqlCall around = calls.peek();
    int width = WIDTHS.indexOf(inferred.getSqlTypeName());
    return around != null
        && ARITHMETIC.contains(around.getKind())
        && width >= 0
        && width < WIDTHS.indexOf(SqlTypeName.BIGINT);
  }

  private static boolean holdsMore(RelDataType type, RelDataType inferred) {
    SqlTypeName wider = type.getSqlTypeName();
    int width = WIDTHS.indexOf(inferred.getSqlTypeName());
    if (width >= 0) {
      return WIDTHS.indexOf(wider) > width || FRACTIONS.contains(wider);
    }
    return switch (inferred.getSqlTypeName()) {
      case DECIMAL -> FRACTIONS.contains(wider);
      case DATE -> wider == SqlTypeName.TIMESTAMP;
      case TIMESTAMP ->
          wider == SqlTypeName.TIMESTAMP && type.getPrecision() > inferred.getPrecision();
      default -> false;
    };
  }

  /**
   * A call that gives its parameters the type of another operand asks for the types of its operands
   * before those have theirs, as in {@code 1 + ? + ?}.
   */
  private void inferInnerFirst(SqlCall call, SqlValidatorScope scope) {
    if (call.getOperator().getOperandTypeInference() != InferTypes.FIRST_KNOWN
        && !(call instanceof SqlCase)
        && !(call.getOperator() instanceof KernelFunction)) {
      return;
    }
    operands(call)
        .filter(operand -> operand instanceof SqlCall inner && hasParameters(inner))
        .forEach(operand -> inferUnknownTypes(unknownType, scope, operand));
  }

  private static boolean hasParameters(SqlCall call) {
    return !call.isA(SqlKind.QUERY)
        && operands(call)
            .anyMatch(
                operand ->
                    operand instanceof SqlDynamicParam
                        || (operand instanceof SqlCall inner && hasParameters(inner)));
  }

  /** The operands of a call and the items of its lists, as the branches of a CASE. */
  private static Stream<SqlNode> operands(SqlCall call) {
    return call.getOperandList().stream()
        .flatMap(
            operand ->
                operand instanceof SqlNodeList list ? list.stream() : Stream.ofNullable(operand));
  }

  /** Calcite gives no types to parameters in what rows are ordered by. */
  @Override
  protected void validateOrderList(SqlSelect select) {
    SqlNodeList order = select.getOrderList();
    if (order != null) {
      SqlValidatorScope scope = getOrderScope(select);
      order.forEach(key -> inferUnknownTypes(unknownType, scope, key));
    }
    super.validateOrderList(select);
  }

  /** Functions in the order of an aggregate's rows are found too. */
  @Override
  public void validateAggregateParams(
      SqlCall aggregate,
      @Nullable SqlNode filter,
      @Nullable SqlNodeList distinct,
      @Nullable SqlNodeList order,
      SqlValidatorScope scope) {
    super.validateAggregateParams(aggregate, filter, distinct, order, scope);
    if (order != null) {
      order.forEach(key -> deriveType(scope.getOperandScope(aggregate), key));
    }
  }

  private RelDataType type(SqlDynamicParam parameter, SqlValidatorScope scope) {
    RelDataType bound = given(parameter);
    SqlCall around = calls.peek();
    if (bound != null || around == null) {
      return bound == null ? CANDIDATES.get(0) : bound;
    }
    return parameters(around)
        .map(this::given)
        .filter(Objects::nonNull)
        .findFirst()
        .or(() -> branch(around, scope))
        .orElseGet(() -> accepted(parameter, around, scope));
  }

  /** The type of the first branch of a choice that says one. */
  private Optional<RelDataType> branch(SqlCall around, SqlValidatorScope scope) {
    if (!(around instanceof SqlCase choice)) {
      return Optional.empty();
    }
    return Stream.concat(
            choice.getThenOperands().stream(), Stream.ofNullable(choice.getElseOperand()))
        .map(ParameterValidator::bare)
        .filter(branch -> !(branch instanceof SqlDynamicParam))
        .map(branch -> deriveType(scope, branch))
        .filter(type -> type.getSqlTypeName() != SqlTypeName.NULL)
        .findFirst();
  }

  private @Nullable RelDataType given(SqlDynamicParam parameter) {
    return parameter.getIndex() < given.size() ? given.get(parameter.getIndex()) : null;
  }

  /** What is inside the mark by which a rewritten COALESCE says that a branch is not null. */
  private static SqlNode bare(SqlNode node) {
    return node instanceof SqlCall call
            && call.getOperator().equals(SqlInternalOperators.CAST_NOT_NULL)
        ? call.operand(0)
        : node;
  }

  /** The parameters that are operands of a call, the branches of a CASE included. */
  private static Stream<SqlDynamicParam> parameters(SqlCall call) {
    return operands(call)
        .map(ParameterValidator::bare)
        .filter(SqlDynamicParam.class::isInstance)
        .map(SqlDynamicParam.class::cast);
  }

  private RelDataType accepted(SqlDynamicParam parameter, SqlCall around, SqlValidatorScope scope) {
    Config before = config();
    // Otherwise the check would rewrite the call.
    transform(config -> config.withTypeCoercionEnabled(false));
    try {
      for (RelDataType candidate : CANDIDATES) {
        setType(parameter, around, SqlTypes.nullable(candidate, true));
        if (takes(around, scope)) {
          return candidate;
        }
      }
      return CANDIDATES.get(0);
    } finally {
      transform(config -> before);
    }
  }

  /** Parameters beside it that are as unknown are tried with the same type. */
  private void setType(SqlDynamicParam parameter, SqlCall around, RelDataType candidate) {
    setValidatedNodeType(parameter, candidate);
    parameters(around)
        .filter(other -> !guessed.contains(other.getIndex()))
        .forEach(other -> setValidatedNodeType(other, candidate));
  }

  private boolean takes(SqlCall around, SqlValidatorScope scope) {
    try {
      return around.getOperator().checkOperandTypes(new SqlCallBinding(this, scope, around), false);
    } catch (CalciteException | UnsupportedOperationException e) {
      return false;
    }
  }
}
