package org.omnigraph.query.plan;

import java.math.BigDecimal;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlCollectionTypeNameSpec;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlJsonQueryEmptyOrErrorBehavior;
import org.apache.calcite.sql.SqlJsonQueryWrapperBehavior;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlJsonArrayFunction;
import org.apache.calcite.sql.fun.SqlJsonExistsFunction;
import org.apache.calcite.sql.fun.SqlJsonObjectFunction;
import org.apache.calcite.sql.fun.SqlJsonQueryFunction;
import org.apache.calcite.sql.fun.SqlJsonValueFunction;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlLikeOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.util.NlsString;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.Unsupported;

/**
 * Gives calls that the parser binds to another function, or to none, our own one: a unit of time as
 * a text or a word, formats of PostgreSQL, JSON paths, and other names of standard functions.
 */
final class OwnFunctions extends SqlShuttle {
  private static final Map<String, SqlOperator> OWN =
      Map.of("DATE_TRUNC", TimeFunctions.DATE_TRUNC, "DATE_PART", TimeFunctions.DATE_PART);
  private static final Map<String, SqlOperator> OTHER_NAMES =
      Map.of(
          "NOW", SqlStdOperatorTable.CURRENT_TIMESTAMP,
          "POW", SqlStdOperatorTable.POWER,
          "POWER", SqlStdOperatorTable.POWER, // PostgreSQL's is another, so that none is chosen
          "DATE_ADD", SqlStdOperatorTable.PLUS,
          "DATE_SUB", SqlStdOperatorTable.MINUS);
  private static final Map<String, SqlOperator> AGGREGATES =
      Map.of(
          "STRING_AGG", AggregateFunctions.STRING_AGG,
          "GROUP_CONCAT", AggregateFunctions.GROUP_CONCAT,
          "LISTAGG", AggregateFunctions.LISTAGG,
          "ARRAY_AGG", AggregateFunctions.ARRAY_AGG);

  /** Aggregates of one argument that leave nulls out. */
  private static final Set<String> WITHOUT_NULLS =
      Set.of(
          "COUNT",
          "SUM",
          "AVG",
          "MIN",
          "MAX",
          "EVERY",
          "BOOL_AND",
          "BOOL_OR",
          "BIT_AND",
          "BIT_OR",
          "BIT_XOR",
          "STDDEV",
          "STDDEV_POP",
          "STDDEV_SAMP",
          "VARIANCE",
          "VAR_POP",
          "VAR_SAMP",
          "MEDIAN");

  private static final Pattern QUOTED_KEY = Pattern.compile("\\.\"(?:[^\"\\\\]|\\\\.)*+\"");
  private static final Pattern WILDCARD = Pattern.compile("\\[\\s*\\*\\s*]|\\.\\*|\\.\\.|^\\*$");
  private static final Pattern FILTER = Pattern.compile("^\\$.*\\?\\s*\\(", Pattern.DOTALL);
  private static final Pattern LIKE_WILDCARD = Pattern.compile("\\*|\\.\\.");
  private static final SqlOperator JSON_TYPE = SqlStdOperatorTable.JSON_TYPE_OPERATOR;
  private static final Set<SqlKind> PERCENTILES =
      EnumSet.of(SqlKind.PERCENTILE_CONT, SqlKind.PERCENTILE_DISC);
  private static final Set<SqlKind> COMPUTED =
      EnumSet.of(
          SqlKind.IDENTIFIER,
          SqlKind.PLUS,
          SqlKind.MINUS,
          SqlKind.TIMES,
          SqlKind.DIVIDE,
          SqlKind.MOD);
  private static final BigDecimal MOST_ROWS = BigDecimal.valueOf((1L << 62) - 1);
  private static final Set<String> UNITS =
      Set.of(
          "MILLENNIUM",
          "CENTURY",
          "DECADE",
          "YEAR",
          "QUARTER",
          "MONTH",
          "WEEK",
          "DAY",
          "HOUR",
          "MINUTE",
          "SECOND",
          "MILLISECOND");

  @Override
  public @Nullable SqlNode visit(SqlLiteral literal) {
    if (literal instanceof SqlCharStringLiteral text && isUtf16(text)) {
      // A text of escaped characters has a character set of its own.
      return SqlLiteral.createCharString(
          text.getValueAs(String.class), literal.getParserPosition());
    }
    return literal instanceof SqlUnknownLiteral time ? EarlyTimes.literal(time) : literal;
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    SqlNode visited = super.visit(call);
    return visited instanceof SqlCall same ? own(same) : visited;
  }

  private static boolean isUtf16(SqlCharStringLiteral text) {
    Charset charset = text.getValueAs(NlsString.class).getCharset();
    return charset != null && charset.name().startsWith("UTF-16");
  }

  private static SqlNode own(SqlCall call) {
    if (call instanceof SqlOrderBy order) {
      order.orderList.forEach(OwnFunctions::requireKey);
      return new SqlOrderBy(
          order.getParserPosition(),
          order.query,
          order.orderList,
          rows(order.offset),
          rows(order.fetch));
    }
    if (RowComparison.is(call)) {
      return RowComparison.byColumns(call);
    }
    if (call.getKind() == SqlKind.OVER
        && call.operand(0) instanceof SqlCall filter
        && filter.getKind() == SqlKind.FILTER) {
      return with(call.getOperator(), call, List.of(filteredInWindow(filter), call.operand(1)));
    }
    if (call.getKind() == SqlKind.ROLLUP || call.getKind() == SqlKind.CUBE) {
      return GroupingSets.repeated(call);
    }
    if (call.getOperator() instanceof SqlLikeOperator) {
      Escapes.require(call);
      return call;
    }
    if (call.getKind() == SqlKind.UNNEST && call.operandCount() > 1) {
      List<SqlNode> lists =
          call.getOperandList().stream()
              .<SqlNode>map(list -> ListFunctions.PADDED.createCall(list.getParserPosition(), list))
              .toList();
      return with(call.getOperator(), call, lists);
    }
    if (call.getKind() == SqlKind.CAST || call.getKind() == SqlKind.SAFE_CAST) {
      return cast(call);
    }
    if (call.getOperator().equals(SqlStdOperatorTable.TIMESTAMP_DIFF)) {
      return with(TimeFunctions.TIMESTAMPDIFF, call, call.getOperandList());
    }
    if (call.getOperator().equals(SqlStdOperatorTable.PERCENTILE_CONT)) {
      return with(AggregateFunctions.PERCENTILE_CONT, call, call.getOperandList());
    }
    if (call.getOperator().equals(SqlStdOperatorTable.PERCENTILE_DISC)) {
      return with(AggregateFunctions.PERCENTILE_DISC, call, call.getOperandList());
    }
    if (call.getKind() == SqlKind.FILTER
        && call.operand(0) instanceof SqlCall ordered
        && ordered.getKind() == SqlKind.WITHIN_GROUP
        && ordered.operand(0) instanceof SqlCall percentile
        && PERCENTILES.contains(percentile.getKind())) {
      return filtered(ordered, percentile, call.operand(1));
    }
    if (call.getKind() == SqlKind.FILTER && call.operand(0) instanceof SqlCall aggregate) {
      return ordered(aggregate)
          .<SqlNode>map(o -> with(call.getOperator(), call, List.of(o, call.operand(1))))
          .orElse(call);
    }
    if (AGGREGATES.containsKey(call.getOperator().getName())
        && call.getOperator() instanceof SqlAggFunction) {
      return with(AGGREGATES.get(call.getOperator().getName()), call, call.getOperandList());
    }
    Optional<SqlAggFunction> json = AggregateFunctions.json(call.getOperator());
    if (json.isPresent()) {
      return with(
          json.get(), call, call.getOperandList().stream().map(OwnFunctions::marked).toList());
    }
    if (makesJson(call.getOperator())) {
      return with(
          call.getOperator() instanceof SqlJsonObjectFunction
              ? JsonFunctions.OBJECT
              : call.getOperator(),
          call,
          call.getOperandList().stream().map(OwnFunctions::marked).toList());
    }
    if (call.getOperator().equals(SqlStdOperatorTable.JSON_VALUE_EXPRESSION)) {
      return isJson(call.operand(0))
          ? call.operand(0)
          : with(JSON_TYPE, call, call.getOperandList());
    }
    if (call.getOperator() instanceof SqlUnresolvedFunction) {
      Optional<KernelFunction> known =
          Operators.kernelFunction(call.getOperator().getName(), call.operandCount());
      if (known.isPresent()) {
        boolean hasPath = known.get().getName().startsWith("JSON_") && call.operandCount() == 2;
        return with(
            known.get(),
            call,
            hasPath ? List.of(call.operand(0), path(call.operand(1))) : call.getOperandList());
      }
    }
    if (call.getOperator() instanceof SqlJsonValueFunction) {
      return json(JsonFunctions.VALUE, call);
    }
    if (call.getOperator() instanceof SqlJsonQueryFunction) {
      return jsonQuery(call);
    }
    if (call.getOperator() instanceof SqlJsonExistsFunction) {
      return json(JsonFunctions.EXISTS, call);
    }
    if (!(call.getOperator() instanceof SqlFunction)) {
      return call;
    }
    String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
    return switch (name) {
      case "DATE_TRUNC", "DATE_PART" -> timePart(Objects.requireNonNull(OWN.get(name)), call);
      case "ROUND" -> rounded(call, call.getOperator());
      case "TRUNC", "TRUNCATE" -> rounded(call, SqlStdOperatorTable.TRUNCATE);
      case "TO_CHAR" -> formatted(call, TimeFunctions.STRFTIME);
      case "TO_TIMESTAMP" -> formatted(call, TimeFunctions.STRPTIME);
      case "TO_DATE" ->
          with(TimeFunctions.DATE, call, List.of(formatted(call, TimeFunctions.STRPTIME)));
      case "SUBSTRING" ->
          call.operandCount() == 2 && call.operand(1) instanceof SqlCharStringLiteral
              ? with(TextFunctions.REGEXP_SUBSTR, call, call.getOperandList())
              : call;
      default -> {
        SqlOperator other = OTHER_NAMES.get(name);
        yield other == null ? call : with(other, call, call.getOperandList());
      }
    };
  }

  /** Places that are computed may be a BIGINT, which Calcite's functions do not take. */
  private static SqlNode rounded(SqlCall call, SqlOperator operator) {
    if (call.operandCount() != 2 || !COMPUTED.contains(call.operand(1).getKind())) {
      return with(operator, call, call.getOperandList());
    }
    SqlNode places = call.operand(1);
    SqlParserPos at = places.getParserPosition();
    SqlDataTypeSpec integer =
        new SqlDataTypeSpec(new SqlBasicTypeNameSpec(SqlTypeName.INTEGER, at), at);
    return with(
        operator,
        call,
        List.of(call.operand(0), SqlStdOperatorTable.CAST.createCall(at, places, integer)));
  }

  /** A truth value as a number is that number, for which Calcite would take it later. */
  private static SqlNode cast(SqlCall call) {
    if (isEmptyList(call.operand(0))
        && call.operand(1) instanceof SqlDataTypeSpec spec
        && spec.getTypeNameSpec() instanceof SqlCollectionTypeNameSpec list) {
      return with(call.getOperator(), call, List.of(emptyList(call, list), spec));
    }
    if (!(call.operand(0) instanceof SqlLiteral literal)
        || literal.getTypeName() != SqlTypeName.BOOLEAN
        || literal.getValue() == null
        || !(call.operand(1) instanceof SqlDataTypeSpec type)) {
      return call;
    }
    String name = type.getTypeName().getSimple();
    if (name.equals(SqlTypeName.BOOLEAN.getName())) {
      return literal;
    }
    boolean isNumber = SqlTypeName.NUMERIC_TYPES.stream().anyMatch(t -> t.getName().equals(name));
    SqlNode number =
        SqlLiteral.createExactNumeric(
            literal.booleanValue() ? "1" : "0", literal.getParserPosition());
    return isNumber ? with(call.getOperator(), call, List.of(number, type)) : call;
  }

  private static boolean isEmptyList(SqlNode node) {
    return node instanceof SqlCall list
        && list.getKind() == SqlKind.ARRAY_VALUE_CONSTRUCTOR
        && list.operandCount() == 0;
  }

  /** An empty list has a type only by its cast: it is one of those without its items. */
  private static SqlNode emptyList(SqlCall cast, SqlCollectionTypeNameSpec type) {
    SqlParserPos at = cast.operand(0).getParserPosition();
    SqlNode item =
        SqlStdOperatorTable.CAST.createCall(
            at, SqlLiteral.createNull(at), new SqlDataTypeSpec(type.getElementTypeName(), at));
    return ListFunctions.EMPTIED.createCall(
        at, SqlStdOperatorTable.ARRAY_VALUE_CONSTRUCTOR.createCall(at, item));
  }

  /** What is JSON already is marked as such where it becomes a part of other JSON. */
  private static SqlNode marked(SqlNode operand) {
    return isJson(operand) ? JSON_TYPE.createCall(operand.getParserPosition(), operand) : operand;
  }

  private static boolean isJson(SqlNode operand) {
    if (!(operand instanceof SqlCall call)) {
      return false;
    }
    return switch (call.getKind()) {
      case JSON_ARRAYAGG, JSON_OBJECTAGG -> true;
      case WITHIN_GROUP -> isJson(call.operand(0));
      default ->
          makesJson(call.getOperator())
              || call.getOperator().equals(JsonFunctions.QUERY)
              || call.getOperator().equals(JsonFunctions.EXTRACT);
    };
  }

  private static boolean makesJson(SqlOperator operator) {
    return operator instanceof SqlJsonObjectFunction || operator instanceof SqlJsonArrayFunction;
  }

  /** An aggregate with an ORDER BY between its parentheses, which a FILTER does not look for. */
  private static Optional<SqlCall> ordered(SqlCall aggregate) {
    int last = aggregate.operandCount() - 1;
    if (last < 1
        || aggregate.getKind() == SqlKind.WITHIN_GROUP
        || !(aggregate.operand(last) instanceof SqlNodeList order)) {
      return Optional.empty();
    }
    SqlParserPos at = aggregate.getParserPosition();
    SqlCall bare =
        aggregate
            .getOperator()
            .createCall(
                aggregate.getFunctionQuantifier(), at, aggregate.getOperandList().subList(0, last));
    return Optional.of(SqlStdOperatorTable.WITHIN_GROUP.createCall(at, bare, order));
  }

  /** A percentile leaves nulls out, so that a filter can make values null. */
  private static SqlNode filtered(SqlCall ordered, SqlCall percentile, SqlNode condition) {
    SqlNodeList order = ordered.operand(1);
    SqlNode key = order.get(0);
    SqlNode value = key.getKind() == SqlKind.DESCENDING ? ((SqlCall) key).operand(0) : key;
    SqlParserPos at = value.getParserPosition();
    SqlNode kept =
        SqlCase.createSwitched(
            at, null, SqlNodeList.of(condition), SqlNodeList.of(value), SqlLiteral.createNull(at));
    SqlNode keptKey =
        key.getKind() == SqlKind.DESCENDING ? SqlStdOperatorTable.DESC.createCall(at, kept) : kept;
    return SqlStdOperatorTable.WITHIN_GROUP.createCall(
        ordered.getParserPosition(), percentile, SqlNodeList.of(keptKey));
  }

  /** An aggregate that leaves nulls out, over what is null where the condition does not hold. */
  private static SqlNode filteredInWindow(SqlCall filter) {
    SqlCall aggregate = filter.operand(0);
    String name = aggregate.getOperator().getName().toUpperCase(Locale.ROOT);
    SqlParserPos at = aggregate.getParserPosition();
    if (aggregate.operandCount() != 1 || !WITHOUT_NULLS.contains(name)) {
      throw new Unsupported(
          SqlErrors.place(at)
              + name
              + " with FILTER is no window function here; write CASE WHEN condition THEN x END as its"
              + " argument, or filter in a sub-query");
    }
    SqlNode value = aggregate.operand(0);
    boolean isStar = value instanceof SqlIdentifier star && star.isStar();
    SqlNode kept =
        SqlCase.createSwitched(
            at,
            null,
            SqlNodeList.of(filter.operand(1)),
            SqlNodeList.of(isStar ? SqlLiteral.createExactNumeric("1", at) : value),
            SqlLiteral.createNull(at));
    return with(aggregate.getOperator(), aggregate, List.of(kept));
  }

  private static void requireKey(SqlNode key) {
    switch (key.getKind()) {
      case DESCENDING, NULLS_FIRST, NULLS_LAST -> requireKey(((SqlCall) key).operand(0));
      case DYNAMIC_PARAM ->
          throw new Unsupported(
              SqlErrors.place(key.getParserPosition())
                  + "ORDER BY a parameter is not done here: it is one value, the same for all rows;"
                  + " write the name of a column, or its number, into the statement");
      default -> {}
    }
  }

  /** More rows than the kernel counts are never there. */
  private static @Nullable SqlNode rows(@Nullable SqlNode count) {
    return count instanceof SqlNumericLiteral literal
            && literal.getValueAs(BigDecimal.class).compareTo(MOST_ROWS) > 0
        ? SqlLiteral.createExactNumeric(MOST_ROWS.toString(), count.getParserPosition())
        : count;
  }

  private static SqlNode with(SqlOperator operator, SqlCall call, List<SqlNode> operands) {
    return operator.createCall(call.getFunctionQuantifier(), call.getParserPosition(), operands);
  }

  /** The unit is a text, or a word. */
  private static SqlNode timePart(SqlOperator own, SqlCall call) {
    if (call.operandCount() != 2) {
      return call;
    }
    SqlNode unit = call.operand(0);
    if (unit instanceof SqlCharStringLiteral) {
      return with(own, call, call.getOperandList());
    }
    return unitWord(unit)
        .map(
            word ->
                with(
                    own,
                    call,
                    List.of(
                        SqlLiteral.createCharString(word, unit.getParserPosition()),
                        call.operand(1))))
        .orElse(call);
  }

  private static Optional<String> unitWord(SqlNode unit) {
    if (unit instanceof SqlIntervalQualifier qualifier) {
      return Optional.of(qualifier.timeUnitRange.toString());
    }
    return unit instanceof SqlIdentifier word
            && word.isSimple()
            && UNITS.contains(word.getSimple().toUpperCase(Locale.ROOT))
        ? Optional.of(word.getSimple())
        : Optional.empty();
  }

  /** A format of PostgreSQL as one of {@code strftime}. */
  private static SqlNode formatted(SqlCall call, SqlOperator own) {
    String name = call.getOperator().getName();
    if (call.operandCount() != 2 || !(call.operand(1) instanceof SqlCharStringLiteral format)) {
      throw new Unsupported(
          name + " takes a value and a format that is a literal, as " + name + "(x, 'YYYY-MM-DD')");
    }
    SqlParserPos at = format.getParserPosition();
    String translated = TimeFormat.strftime(name, format.getValueAs(String.class));
    return with(own, call, List.of(call.operand(0), SqlLiteral.createCharString(translated, at)));
  }

  /** Only the plain form; what says what to do on errors and empty results is refused. */
  private static SqlNode json(SqlOperator own, SqlCall call) {
    boolean returns =
        own.equals(JsonFunctions.VALUE)
            && call.operandCount() == 4
            && call.operand(3) instanceof SqlDataTypeSpec;
    if (returns) {
      SqlNode value = with(own, call, List.of(text(call), path(call.operand(1))));
      return SqlLibraryOperators.TRY_CAST.createCall(
          call.getParserPosition(), value, call.operand(3));
    }
    long given = call.getOperandList().stream().filter(o -> o != null).count();
    if (given != 2) {
      throw new Unsupported(
          own.getName()
              + " with ON EMPTY or ON ERROR is not done here; write COALESCE("
              + own.getName()
              + "(text, path), …): what is not there is null");
    }
    return with(own, call, List.of(text(call), path(call.operand(1))));
  }

  private static SqlNode jsonQuery(SqlCall call) {
    if (call.operandCount() > 5 && call.operand(5) != null) {
      throw new Unsupported(
          "JSON_QUERY with RETURNING is not done here: it gives a text, which CAST(JSON_QUERY(text,"
              + " path) AS …) makes another type of");
    }
    SqlJsonQueryWrapperBehavior wrapper =
        word(call, 2, SqlJsonQueryWrapperBehavior.class, SqlJsonQueryWrapperBehavior.WITHOUT_ARRAY);
    String empty = onNothing(call, 3, "EMPTY");
    String error = onNothing(call, 4, "ERROR");
    List<SqlNode> operands = List.of(text(call), path(call.operand(1)));
    if (wrapper == SqlJsonQueryWrapperBehavior.WITHOUT_ARRAY && (empty + error).isEmpty()) {
      return with(JsonFunctions.QUERY, call, operands);
    }
    List<SqlNode> all = new ArrayList<>(operands);
    for (String word : List.of(wrapper.name(), empty, error)) {
      all.add(SqlLiteral.createCharString(word, call.getParserPosition()));
    }
    return with(JsonFunctions.QUERY_WITH_WORDS, call, all);
  }

  private static String onNothing(SqlCall call, int operand, String on) {
    return switch (word(
        call,
        operand,
        SqlJsonQueryEmptyOrErrorBehavior.class,
        SqlJsonQueryEmptyOrErrorBehavior.NULL)) {
      case NULL -> "";
      case EMPTY_ARRAY -> "[]";
      case EMPTY_OBJECT -> "{}";
      case ERROR ->
          throw new Unsupported(
              "JSON_QUERY with ERROR ON " + on + " is not done here: what is not there is null");
    };
  }

  /** What a word of a call says; the last value where there is none. */
  private static <E extends Enum<E>> E word(SqlCall call, int operand, Class<E> type, E otherwise) {
    return call.operandCount() > operand && call.operand(operand) instanceof SqlLiteral literal
        ? literal.getValueAs(type)
        : otherwise;
  }

  /** What is read as JSON, and is null where it is none, whether it is said to be JSON or not. */
  private static SqlNode text(SqlCall call) {
    SqlNode text = call.operand(0);
    return text instanceof SqlCall mark && mark.getOperator().equals(JSON_TYPE)
        ? mark.operand(0)
        : text;
  }

  /** A path that leads to one value, without its mode. */
  private static SqlNode path(SqlNode path) {
    if (!(path instanceof SqlCharStringLiteral literal)) {
      return JsonFunctions.PATH.createCall(path.getParserPosition(), path);
    }
    String text = literal.getValueAs(String.class).replaceFirst(JsonFunctions.MODE, "\\$");
    boolean isPointer = text.startsWith("/") || text.startsWith("\"");
    if (!isPointer && WILDCARD.matcher(QUOTED_KEY.matcher(text).replaceAll(".key")).find()) {
      throw new Unsupported(SqlErrors.place(path.getParserPosition()) + JsonFunctions.SEVERAL);
    }
    if (FILTER.matcher(QUOTED_KEY.matcher(text).replaceAll(".key")).find()) {
      throw new Unsupported(SqlErrors.place(path.getParserPosition()) + JsonFunctions.FILTERED);
    }
    SqlNode plain = SqlLiteral.createCharString(text, path.getParserPosition());
    return LIKE_WILDCARD.matcher(text).find()
        ? JsonFunctions.PATH.createCall(path.getParserPosition(), plain)
        : plain;
  }
}
