package org.omnigraph.query.kernel;

import static java.util.stream.Collectors.joining;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.avatica.util.TimeUnitRange;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.rex.RexWindowBound;
import org.apache.calcite.rex.RexWindowExclusion;
import org.apache.calcite.sql.SqlJsonConstructorNullClause;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlQuantifyOperator;
import org.apache.calcite.sql.fun.SqlTrimFunction;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.Sarg;
import org.omnigraph.engine.error.Unsupported;
import org.omnigraph.query.plan.Escapes;
import org.omnigraph.query.plan.KernelFunction;
import org.omnigraph.query.plan.TextBound;
import org.omnigraph.query.plan.WorkBound;
import org.omnigraph.query.type.SqlTypes;

/**
 * Writes expressions as DuckDB SQL. Every call is cast to the type that Calcite gave it, so that
 * DuckDB's own typing never decides; what is not known here is refused by name.
 */
final class ExpressionToSql {
  /** Functions that only have another name, or the same, in DuckDB. */
  private static final Map<String, String> NAMES =
      Map.ofEntries(
          Map.entry("UPPER", "upper"),
          Map.entry("LOWER", "lower"),
          Map.entry("ABS", "abs"),
          Map.entry("SQRT", "sqrt"),
          Map.entry("CBRT", "cbrt"),
          Map.entry("EXP", "exp"),
          Map.entry("LN", "ln"),
          Map.entry("LOG10", "log10"),
          Map.entry("LOG2", "log2"),
          Map.entry("POWER", "pow"),
          Map.entry("SIN", "sin"),
          Map.entry("COS", "cos"),
          Map.entry("TAN", "tan"),
          Map.entry("COT", "cot"),
          Map.entry("ASIN", "asin"),
          Map.entry("ACOS", "acos"),
          Map.entry("ATAN", "atan"),
          Map.entry("ATAN2", "atan2"),
          Map.entry("DEGREES", "degrees"),
          Map.entry("RADIANS", "radians"),
          Map.entry("PI", "pi"),
          Map.entry("RANDOM", "random"),
          Map.entry("SIGN", "sign"),
          Map.entry("ROUND", "round"),
          Map.entry("TRUNCATE", "trunc"),
          Map.entry("ASCII", "ascii"),
          Map.entry("CHR", "chr"),
          Map.entry("LEFT", "left"),
          Map.entry("RIGHT", "right"),
          Map.entry("LTRIM", "ltrim"),
          Map.entry("RTRIM", "rtrim"),
          Map.entry("REVERSE", "reverse"),
          Map.entry("SPLIT_PART", "split_part"),
          Map.entry("STARTS_WITH", "starts_with"),
          Map.entry("CONTAINS_TEXT", "contains"),
          Map.entry("MD5", "md5"),
          Map.entry("SHA1", "sha1"),
          Map.entry("SHA256", "sha256"),
          Map.entry("REGEXP_LIKE", "regexp_matches"),
          Map.entry("TRANSLATE3", "translate"),
          Map.entry("TRANSLATE", "translate"),
          Map.entry("GREATEST", "greatest"),
          Map.entry("LEAST", "least"),
          Map.entry("CARDINALITY", "len"),
          Map.entry("CHAR_LENGTH", "length"),
          Map.entry("CHARACTER_LENGTH", "length"),
          Map.entry("LAST_DAY", "last_day"),
          Map.entry("DATE_TRUNC", "date_trunc"),
          Map.entry("DATE_PART", "date_part"),
          Map.entry("STRING_TO_ARRAY", "string_split"),
          Map.entry("STRPOS", "strpos"),
          Map.entry("ARRAY_CONTAINS", "list_contains"));

  private static final Map<SqlKind, String> OPERATORS =
      Map.ofEntries(
          Map.entry(SqlKind.EQUALS, "="),
          Map.entry(SqlKind.NOT_EQUALS, "<>"),
          Map.entry(SqlKind.LESS_THAN, "<"),
          Map.entry(SqlKind.LESS_THAN_OR_EQUAL, "<="),
          Map.entry(SqlKind.GREATER_THAN, ">"),
          Map.entry(SqlKind.GREATER_THAN_OR_EQUAL, ">="),
          Map.entry(SqlKind.IS_DISTINCT_FROM, "IS DISTINCT FROM"),
          Map.entry(SqlKind.IS_NOT_DISTINCT_FROM, "IS NOT DISTINCT FROM"));

  private static final Map<SqlKind, String> ARITHMETIC =
      Map.of(
          SqlKind.PLUS,
          "+",
          SqlKind.MINUS,
          "-",
          SqlKind.TIMES,
          "*",
          SqlKind.MOD,
          "%",
          SqlKind.BITAND,
          "&",
          SqlKind.BITOR,
          "|");

  private static final long SECOND = 1_000_000;
  private static final long MINUTE = 60 * SECOND;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;

  /** The fields of an interval of days and times, in microseconds. */
  private static final Map<TimeUnit, Long> MICROS =
      Map.of(
          TimeUnit.DAY, DAY, TimeUnit.HOUR, HOUR, TimeUnit.MINUTE, MINUTE, TimeUnit.SECOND, SECOND);

  private static final Map<SqlKind, String> TESTS =
      Map.of(
          SqlKind.IS_NULL, "IS NULL",
          SqlKind.IS_NOT_NULL, "IS NOT NULL",
          SqlKind.IS_TRUE, "IS TRUE",
          SqlKind.IS_NOT_TRUE, "IS NOT TRUE",
          SqlKind.IS_FALSE, "IS FALSE",
          SqlKind.IS_NOT_FALSE, "IS NOT FALSE");

  private final PlanToSql plans;
  private final RexBuilder rexBuilder;
  private final Function<RexInputRef, String> columns;
  private final GrowingTexts texts = new GrowingTexts(this::sql);

  /**
   * @param plans translates sub-queries and keeps the holes
   * @param columns how a column of the input is written
   */
  ExpressionToSql(PlanToSql plans, RexBuilder rexBuilder, Function<RexInputRef, String> columns) {
    this.plans = plans;
    this.rexBuilder = rexBuilder;
    this.columns = columns;
  }

  String sql(RexNode node) {
    if (node instanceof RexInputRef ref) {
      return columns.apply(ref);
    }
    if (node instanceof RexLiteral literal) {
      return Literals.literal(literal);
    }
    if (node instanceof RexDynamicParam parameter) {
      return plans.hole(new SqlTemplate.Parameter(parameter.getIndex(), parameter.getType()));
    }
    if (node instanceof RexFieldAccess access
        && access.getReferenceExpr() instanceof RexCorrelVariable variable) {
      return plans.outer(variable.id, access.getField().getIndex());
    }
    if (node instanceof RexSubQuery subQuery) {
      return subQuery(subQuery);
    }
    if (node instanceof RexOver over) {
      return over(over);
    }
    if (node instanceof RexCall call) {
      return call(call);
    }
    throw refused(node.toString());
  }

  private List<String> all(List<RexNode> nodes) {
    return nodes.stream().map(this::sql).toList();
  }

  static String cast(String sql, RelDataType type) {
    return "CAST(" + sql + " AS " + SqlTypes.kernelType(type) + ")";
  }

  private static Unsupported refused(String what) {
    return new Unsupported(what + " is not done here");
  }

  private String call(RexCall call) {
    ByteFunctions.requireDone(call);
    SqlKind kind = call.getKind();
    List<RexNode> operands = call.getOperands();
    if (kind == SqlKind.AND || kind == SqlKind.OR) {
      return chain(ValueLists.of(call).stream().map(this::sql).toList(), kind.sql);
    }
    if (OPERATORS.containsKey(kind)) {
      List<String> sides = isTooLong(operands) ? asDoubles(operands) : all(operands);
      return "(" + String.join(" " + OPERATORS.get(kind) + " ", sides) + ")";
    }
    if (TESTS.containsKey(kind)) {
      return "(" + sql(operands.get(0)) + " " + TESTS.get(kind) + ")";
    }
    if (ARITHMETIC.containsKey(kind) && operands.size() == 2) {
      requireWholeDays(call);
      return typed(call, "(" + String.join(" " + ARITHMETIC.get(kind) + " ", all(operands)) + ")");
    }
    return switch (kind) {
      case NOT -> "(NOT " + sql(operands.get(0)) + ")";
      case MINUS_PREFIX -> typed(call, "(-" + sql(operands.get(0)) + ")");
      case PLUS_PREFIX -> sql(operands.get(0));
      case DIVIDE -> divide(call);
      case CASE -> choice(call);
      case CAST -> conversion(call, "CAST");
      case SAFE_CAST -> conversion(call, "TRY_CAST");
      case SEARCH -> search(call);
      case LIKE -> like(call);
      case SIMILAR -> similar(call);
      case POSIX_REGEX_CASE_SENSITIVE -> regex(call, "");
      case POSIX_REGEX_CASE_INSENSITIVE -> regex(call, ", 'i'");
      case EXTRACT -> extract(call);
      case FLOOR -> floor(call, "floor");
      case CEIL -> floor(call, "ceil");
      case TRIM -> trim(call);
      case POSITION -> position(call);
      case ITEM -> item(call);
      case ARRAY_VALUE_CONSTRUCTOR ->
          typed(call, all(operands).stream().collect(joining(", ", "[", "]")));
      case COALESCE -> typed(call, function("coalesce", operands));
      case NULLIF -> typed(call, function("nullif", operands));
      case TIMESTAMP_DIFF -> timestampDiff(call);
      case ROW -> all(operands).stream().collect(joining(", ", "(", ")"));
      case SOME -> quantified(call, "ANY");
      case ALL -> quantified(call, "ALL");
      default -> named(call);
    };
  }

  /** Whether no decimal holds the digits of all that is compared, which DuckDB makes decimals. */
  private static boolean isTooLong(List<RexNode> operands) {
    List<RelDataType> types = operands.stream().map(ExpressionToSql::uncast).toList();
    return types.stream().allMatch(SqlTypeUtil::isExactNumeric)
        && types.stream().anyMatch(type -> type.getScale() > 0)
        && SqlTypeUtil.isApproximateNumeric(
            Objects.requireNonNull(SqlTypes.factory().leastRestrictive(types)));
  }

  /** What a whole number is before it is a decimal, as Calcite makes it beside one. */
  private static RelDataType uncast(RexNode operand) {
    return isDecimalOfWhole(operand)
        ? ((RexCall) operand).getOperands().get(0).getType()
        : operand.getType();
  }

  private static boolean isDecimalOfWhole(RexNode node) {
    return node.isA(SqlKind.CAST)
        && node.getType().getSqlTypeName() == SqlTypeName.DECIMAL
        && SqlTypeUtil.isIntType(((RexCall) node).getOperands().get(0).getType());
  }

  private List<String> asDoubles(List<RexNode> operands) {
    return operands.stream()
        .map(node -> isDecimalOfWhole(node) ? ((RexCall) node).getOperands().get(0) : node)
        .map(node -> "CAST(" + sql(node) + " AS DOUBLE)")
        .toList();
  }

  /** A moved date is a date, which would lose hours in silence. */
  private static void requireWholeDays(RexCall call) {
    if (call.getType().getSqlTypeName() == SqlTypeName.DATE
        && call.getOperands().stream().anyMatch(o -> SqlTypes.isPartOfDay(o.getType()))) {
      throw new Unsupported(
          "a DATE moved by hours, minutes or seconds is not done here, since it stays a DATE; move"
              + " CAST(x AS TIMESTAMP) instead");
    }
  }

  private String sql(ValueLists.Part part) {
    return part.values().isEmpty()
        ? sql(part.test())
        : "("
            + sql(part.test())
            + all(part.values()).stream()
                .collect(joining(", ", part.excluded() ? " NOT IN (" : " IN (", "))"));
  }

  /** As flat a tree as can be: DuckDB would nest a long chain one level an operand. */
  private static String chain(List<String> operands, String operator) {
    if (operands.size() == 1) {
      return operands.get(0);
    }
    int half = operands.size() / 2;
    return "("
        + chain(operands.subList(0, half), operator)
        + " "
        + operator
        + " "
        + chain(operands.subList(half, operands.size()), operator)
        + ")";
  }

  /** A list of values stays a list; ranges become comparisons. */
  private String search(RexCall call) {
    RexNode operand = call.getOperands().get(0);
    RexLiteral list = (RexLiteral) call.getOperands().get(1);
    Sarg<?> sarg = Objects.requireNonNull(list.getValueAs(Sarg.class));
    boolean excluded = sarg.isComplementedPoints();
    if (sarg.pointCount < 2 || !(excluded || sarg.isPoints())) {
      return sql(RexUtil.expandSearch(rexBuilder, null, call));
    }
    Sarg<?> points = excluded ? sarg.negate() : sarg;
    String values =
        points.rangeSet.asRanges().stream()
            .map(r -> sql(rexBuilder.makeLiteral(r.lowerEndpoint(), list.getType(), true, false)))
            .collect(joining(", ", excluded ? " NOT IN (" : " IN (", ")"));
    String value = sql(operand);
    String test = "(" + value + values + ")";
    return switch (sarg.nullAs) {
      case UNKNOWN -> test;
      case TRUE -> "(" + value + " IS NULL OR " + test + ")";
      case FALSE -> "(" + value + " IS NOT NULL AND " + test + ")";
    };
  }

  private String typed(RexCall call, String sql) {
    return cast(sql, call.getType());
  }

  private String function(String name, List<RexNode> operands) {
    return all(operands).stream().collect(joining(", ", name + "(", ")"));
  }

  private String named(RexCall call) {
    String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
    List<RexNode> operands = call.getOperands();
    if (name.equals("DATE")) {
      return conversion(call, "CAST");
    }
    if (call.getOperator() instanceof KernelFunction function) {
      return typed(call, function.sql(all(operands)));
    }
    return switch (name) {
      case "RAND" -> {
        if (!operands.isEmpty()) {
          throw refused("RAND with a seed");
        }
        yield typed(call, "random()");
      }
      case "JSON_OBJECT" -> typed(call, jsonObject(call));
      case "JSON_ARRAY" -> typed(call, jsonArray(call));
      // The mark of a text that is JSON already.
      case "JSON_TYPE" -> "CAST(" + sql(operands.get(0)) + " AS JSON)";
      case "IS JSON VALUE" -> "json_valid(" + sql(operands.get(0)) + ")";
      case "IS NOT JSON VALUE" -> "(NOT json_valid(" + sql(operands.get(0)) + "))";
      case "IS JSON OBJECT" -> isJson(call, "= 'OBJECT'");
      case "IS NOT JSON OBJECT" -> "(NOT " + isJson(call, "= 'OBJECT'") + ")";
      case "IS JSON ARRAY" -> isJson(call, "= 'ARRAY'");
      case "IS NOT JSON ARRAY" -> "(NOT " + isJson(call, "= 'ARRAY'") + ")";
      case "IS JSON SCALAR" -> isJson(call, "NOT IN ('OBJECT', 'ARRAY')");
      case "IS NOT JSON SCALAR" -> "(NOT " + isJson(call, "NOT IN ('OBJECT', 'ARRAY')") + ")";
      case "SUBSTRING", "SUBSTR" ->
          ByteFunctions.isOfBytes(call)
              ? typed(call, ByteFunctions.substring(all(operands)))
              : typed(call, function("substring", operands));
      case "<<" -> typed(call, "(" + String.join(" << ", all(operands)) + ")");
      case "*" -> typed(call, "(" + String.join(" * ", all(operands)) + ")");
      case "||" ->
          SqlTypeUtil.isCharacter(call.getType())
              ? typed(call, texts.concatenation(call))
              : typed(call, "(" + String.join(" || ", all(operands)) + ")");
      case "CONCAT" -> typed(call, texts.concatenation(operands));
      case "CONCAT_WS" -> typed(call, texts.separated(operands));
      case "REPLACE" -> typed(call, texts.replaced(operands));
      case "CURRENT_TIMESTAMP", "LOCALTIMESTAMP", "CURRENT_DATE", "LOCALTIME", "CURRENT_TIME" ->
          plans.hole(new SqlTemplate.Now(call.getType()));
      case "REPEAT" -> typed(call, TextBound.repeat(sql(operands.get(0)), sql(operands.get(1))));
      case "OVERLAY" -> overlay(call);
      case "OCTET_LENGTH" -> octets(call, "strlen");
      case "LENGTH" -> octets(call, "length");
      case "INITCAP" -> initcap(call);
      case "REGEXP_REPLACE" -> regexpReplace(call);
      case "LOG" -> log(call);
      case "DATE_TRUNC" -> typed(call, function("date_trunc", operands));
      case "ELEMENT" -> typed(call, sql(operands.get(0)) + "[1]");
      case "IFNULL" -> typed(call, function("coalesce", operands));
      case "BITXOR", "^" -> typed(call, function("xor", operands));
      case "BITNOT" -> typed(call, "(~" + sql(operands.get(0)) + ")");
      case "IS EMPTY" -> "(len(" + sql(operands.get(0)) + ") = 0)";
      case "IS NOT EMPTY" -> "(len(" + sql(operands.get(0)) + ") > 0)";
      default -> {
        String duck = NAMES.get(name);
        if (duck == null) {
          throw refused("the function " + name);
        }
        yield typed(call, function(duck, operands));
      }
    };
  }

  private String isJson(RexCall call, String type) {
    String text = sql(call.getOperands().get(0));
    return "CASE WHEN json_valid("
        + text
        + ") THEN json_type("
        + text
        + ") "
        + type
        + " WHEN "
        + text
        + " IS NOT NULL THEN FALSE END";
  }

  private String jsonObject(RexCall call) {
    List<RexNode> operands = call.getOperands();
    boolean withNulls =
        flag(operands.get(0), SqlJsonConstructorNullClause.class)
            == SqlJsonConstructorNullClause.NULL_ON_NULL;
    List<RexNode> all = operands.subList(1, operands.size());
    return texts.json(all, named -> jsonObject(all, named, withNulls));
  }

  private static String jsonObject(List<RexNode> all, List<String> named, boolean withNulls) {
    List<String> members = new ArrayList<>();
    for (int i = 0; i + 1 < all.size(); i += 2) {
      String key = jsonKey(named.get(i), all.get(i).getType());
      String value = named.get(i + 1);
      RelDataType type = all.get(i + 1).getType();
      members.add(
          withNulls
              ? key + ", " + json(value, type)
              : "CAST(to_json(" + key + ") AS VARCHAR) || ':' || " + jsonText(value, type));
    }
    return withNulls || members.isEmpty()
        ? "json_object(" + String.join(", ", members) + ")"
        : "('{' || concat_ws(',', " + String.join(", ", members) + ", NULL) || '}')";
  }

  private static String jsonKey(String key, RelDataType type) {
    return type.isNullable() ? "coalesce(" + key + ", error('a key of JSON_OBJECT is null'))" : key;
  }

  private String jsonArray(RexCall call) {
    List<RexNode> items = call.getOperands().subList(1, call.getOperands().size());
    if (flag(call.getOperands().get(0), SqlJsonConstructorNullClause.class)
        == SqlJsonConstructorNullClause.NULL_ON_NULL) {
      return texts.json(items, named -> jsonOf("json_array", items, named));
    }
    return texts.json(
        items,
        named -> {
          StringBuilder present = new StringBuilder();
          for (int i = 0; i < items.size(); i++) {
            present.append(", ").append(jsonText(named.get(i), items.get(i).getType()));
          }
          return "('[' || concat_ws(','" + present + ", NULL) || ']')";
        });
  }

  private static String jsonOf(String function, List<RexNode> values, List<String> named) {
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      parts.add(json(named.get(i), values.get(i).getType()));
    }
    return function + "(" + String.join(", ", parts) + ")";
  }

  /** What DuckDB makes JSON of; it would make a decimal a double. */
  static String json(String value, RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.DECIMAL
        ? "CAST(CAST(" + value + " AS VARCHAR) AS JSON)"
        : finite(value, type, 0);
  }

  /** A value as the text of JSON; none of null. */
  static String jsonText(String value, RelDataType type) {
    String text =
        type.getSqlTypeName() == SqlTypeName.DECIMAL
            ? "CAST(" + value + " AS VARCHAR)"
            : "coalesce(CAST(to_json(" + finite(value, type, 0) + ") AS VARCHAR), 'null')";
    return "CASE WHEN " + value + " IS NOT NULL THEN " + text + " END";
  }

  /** A value without the numbers that JSON does not have, which are its null. */
  private static String finite(String value, RelDataType type, int depth) {
    if (SqlTypeUtil.isApproximateNumeric(type)) {
      return "CASE WHEN isfinite(" + value + ") THEN " + value + " END";
    }
    RelDataType item = type.getComponentType();
    String name = "item" + depth;
    String kept = item == null ? name : finite(name, item, depth + 1);
    return kept.equals(name)
        ? value
        : "list_transform(" + value + ", lambda " + name + ": " + kept + ")";
  }

  private String divide(RexCall call) {
    RelDataType type = call.getType();
    String left = sql(call.getOperands().get(0));
    String right = sql(call.getOperands().get(1));
    if (SqlTypeUtil.isInterval(type)) {
      return "(" + left + " / " + right + ")";
    }
    if (SqlTypeUtil.isIntType(type)) {
      return typed(call, "(" + left + " // " + right + ")");
    }
    return typed(
        call,
        call.getOperands().stream().allMatch(ExpressionToSql::isWhole)
            ? quotient(left, right, type)
            : "(" + left + " / " + right + ")");
  }

  private static boolean isWhole(RexNode number) {
    return SqlTypeUtil.isExactNumeric(number.getType()) && number.getType().getScale() <= 0;
  }

  /**
   * DuckDB divides decimals as doubles. Here the whole part of the quotient of whole numbers is
   * divided as integers; only what is left is divided as a double.
   */
  private static String quotient(String left, String right, RelDataType type) {
    String dividend = "CAST(" + left + " AS HUGEINT)";
    String divisor = "CAST(" + right + " AS HUGEINT)";
    String rest = "(" + dividend + " % " + divisor + ")";
    return cast(dividend + " // " + divisor, type)
        + " + "
        + cast("CAST(" + rest + " AS DOUBLE) / " + divisor, type);
  }

  private String choice(RexCall call) {
    List<RexNode> operands = call.getOperands();
    StringBuilder sql = new StringBuilder("CASE");
    for (int i = 0; i + 1 < operands.size(); i += 2) {
      sql.append(" WHEN ").append(sql(operands.get(i)));
      sql.append(" THEN ").append(sql(operands.get(i + 1)));
    }
    sql.append(" ELSE ").append(sql(operands.get(operands.size() - 1))).append(" END");
    return typed(call, sql.toString());
  }

  private String conversion(RexCall call, String cast) {
    RexNode operand = call.getOperands().get(0);
    RelDataType from = operand.getType();
    RelDataType to = call.getType();
    String value = sql(operand);
    if (SqlTypeUtil.isInterval(to) && SqlTypeUtil.isNumeric(from)) {
      throw refused("a cast from " + from + " to " + to);
    }
    if (to.getSqlTypeName() == SqlTypeName.ANY) {
      return value;
    }
    if (SqlTypeUtil.isBinary(to) && SqlTypeUtil.isCharacter(from)) {
      return "encode(" + value + ")";
    }
    if (isTextToTime(from, to)) {
      return time(value, from, to, cast, 0);
    }
    String converted = cast + "(" + value + " AS " + SqlTypes.kernelType(to) + ")";
    return switch (to.getSqlTypeName()) {
      case VARCHAR -> shortened(converted, from, to);
      case TIMESTAMP -> rounded(converted, from, to);
      default -> converted;
    };
  }

  /**
   * Whether a cast makes dates or timestamps of texts, or lists of the one of lists of the other.
   */
  private static boolean isTextToTime(RelDataType from, RelDataType to) {
    RelDataType fromItem = from.getComponentType();
    RelDataType toItem = to.getComponentType();
    return (fromItem != null && toItem != null)
        ? isTextToTime(fromItem, toItem)
        : SqlTypeUtil.inCharFamily(from)
            && (to.getSqlTypeName() == SqlTypeName.TIMESTAMP
                || to.getSqlTypeName() == SqlTypeName.DATE);
  }

  /** A text with a zone is an instant, of which the time in UTC is kept; DuckDB drops the zone. */
  private static String time(
      String value, RelDataType from, RelDataType to, String cast, int depth) {
    RelDataType fromItem = from.getComponentType();
    RelDataType toItem = to.getComponentType();
    if (fromItem != null && toItem != null) {
      String item = "item" + depth;
      String items = time(item, fromItem, toItem, cast, depth + 1);
      return cast("list_transform(" + value + ", lambda " + item + ": " + items + ")", to);
    }
    boolean tries = cast.equals("TRY_CAST");
    String instant = "timezone('UTC', " + TimeText.instant(value, to, tries) + ")";
    String time =
        to.getSqlTypeName() == SqlTypeName.DATE
            ? "CAST(" + instant + " AS DATE)"
            : rounded(instant, from, to);
    return tries ? Calendar.within(time, to) : time;
  }

  /** {@code VARCHAR(n)} keeps the first n characters. */
  private static String shortened(String sql, RelDataType from, RelDataType to) {
    boolean fits =
        to.getPrecision() < 0
            || (from.getSqlTypeName() == SqlTypeName.VARCHAR
                && from.getPrecision() >= 0
                && from.getPrecision() <= to.getPrecision());
    return fits ? sql : "left(" + sql + ", " + to.getPrecision() + ")";
  }

  private static String rounded(String sql, RelDataType from, RelDataType to) {
    boolean exact =
        to.getPrecision() >= 6
            || from.getSqlTypeName() == SqlTypeName.DATE
            || (from.getSqlTypeName() == SqlTypeName.TIMESTAMP
                && from.getPrecision() <= to.getPrecision());
    if (exact) {
      return sql;
    }
    String unit = to.getPrecision() == 0 ? "second" : "millisecond";
    return "CAST(date_trunc('" + unit + "', " + sql + ") AS TIMESTAMP)";
  }

  private String like(RexCall call) {
    List<RexNode> operands = call.getOperands();
    String name = call.getOperator().getName();
    String operator = name.contains("ILIKE") ? " ILIKE " : " LIKE ";
    String not = name.startsWith("NOT") ? "NOT " : "";
    String text = sql(operands.get(0));
    String tested = "(" + not + text + operator;
    Optional<String> known =
        operands.get(1) instanceof RexLiteral literal
            ? Optional.ofNullable(literal.getValueAs(String.class))
            : Optional.empty();
    String pattern = WorkBound.pattern(operator.strip(), text, sql(operands.get(1)), known);
    if (operands.size() < 3) {
      return tested + pattern + ")";
    }
    String escape = sql(operands.get(2));
    boolean isKnown =
        operands.get(1) instanceof RexLiteral && operands.get(2) instanceof RexLiteral;
    return tested
        + (isKnown ? pattern : Escapes.checked(pattern, escape))
        + " ESCAPE "
        + escape
        + ")";
  }

  /** DuckDB's {@code SIMILAR TO} takes a regular expression, the standard's a pattern. */
  private String similar(RexCall call) {
    RexNode pattern = call.getOperands().get(1);
    if (call.getOperands().size() != 2 || !(pattern instanceof RexLiteral literal)) {
      throw refused("SIMILAR TO with ESCAPE or a pattern that is no literal; use REGEXP_LIKE: it");
    }
    String not = call.getOperator().getName().startsWith("NOT") ? "NOT " : "";
    return literal.isNull()
        ? Literals.nullOf(call.getType())
        : "("
            + not
            + "regexp_full_match("
            + sql(call.getOperands().get(0))
            + ", "
            + Literals.text(SimilarPattern.regex(String.valueOf(literal.getValueAs(String.class))))
            + "))";
  }

  private String regex(RexCall call, String options) {
    String not = call.getOperator().getName().startsWith("NEGATED") ? "NOT " : "";
    List<RexNode> operands = call.getOperands();
    return "("
        + not
        + "regexp_matches("
        + sql(operands.get(0))
        + ", "
        + sql(operands.get(1))
        + options
        + "))";
  }

  private String extract(RexCall call) {
    TimeUnitRange unit = flag(call.getOperands().get(0), TimeUnitRange.class);
    String value = sql(call.getOperands().get(1));
    RelDataType type = call.getOperands().get(1).getType();
    if (SqlTypeName.DAY_INTERVAL_TYPES.contains(type.getSqlTypeName())) {
      return typed(call, ofInterval(unit, type.getSqlTypeName().getStartUnit(), value));
    }
    if (type.getSqlTypeName() == SqlTypeName.INTERVAL_MONTH) {
      if (unit == TimeUnitRange.YEAR) {
        throw refused("EXTRACT(YEAR FROM …) of an interval of months");
      }
      if (unit == TimeUnitRange.MONTH) {
        String years = "12 * extract(year FROM " + value + ")";
        return typed(call, "(" + years + " + extract(month FROM " + value + "))");
      }
    }
    String part =
        switch (unit) {
          // SQL counts the days of a week from Sunday = 1.
          case DOW -> "(extract(dow FROM " + value + ") + 1)";
          case SECOND -> "floor(extract(second FROM " + value + "))";
          case EPOCH -> "floor(extract(epoch FROM " + value + "))";
          case YEAR,
              QUARTER,
              MONTH,
              WEEK,
              DAY,
              HOUR,
              MINUTE,
              DOY,
              ISODOW,
              ISOYEAR,
              CENTURY,
              DECADE,
              MILLENNIUM,
              MILLISECOND,
              MICROSECOND ->
              "extract(" + unit + " FROM " + value + ")";
          default -> throw refused("EXTRACT(" + unit + " FROM …)");
        };
    return typed(call, part);
  }

  /**
   * A field of an interval of days and times, which DuckDB keeps as microseconds: the first field
   * of its type counts without bound, each other one what the one before leaves.
   */
  private static String ofInterval(TimeUnitRange unit, TimeUnit first, String value) {
    String micros = "epoch_us(" + value + ")";
    long size =
        switch (unit) {
          case DAY -> DAY;
          case HOUR -> HOUR;
          case MINUTE -> MINUTE;
          case SECOND, EPOCH -> SECOND;
          case MILLISECOND -> 1_000;
          case MICROSECOND -> 1;
          default -> throw refused("EXTRACT(" + unit + " FROM …) of an interval of days or times");
        };
    Optional<Long> whole =
        unit == TimeUnitRange.EPOCH
            ? Optional.empty()
            : MICROS.entrySet().stream()
                .filter(field -> field.getKey().compareTo(first) >= 0)
                .map(Map.Entry::getValue)
                .filter(micro -> micro > size && (size >= SECOND || micro > SECOND))
                .min(Long::compare);
    return "("
        + whole.map(w -> "(" + micros + " % " + w + ")").orElse(micros)
        + " // "
        + size
        + ")";
  }

  private String floor(RexCall call, String function) {
    List<RexNode> operands = call.getOperands();
    if (operands.size() == 1) {
      return typed(call, function + "(" + sql(operands.get(0)) + ")");
    }
    TimeUnitRange unit = flag(operands.get(1), TimeUnitRange.class);
    String value = sql(operands.get(0));
    String floor = cast("date_trunc('" + unit + "', " + value + ")", call.getType());
    if (function.equals("floor")) {
      return floor;
    }
    String next = cast(floor + " + INTERVAL 1 " + unit, call.getType());
    return "CASE WHEN " + floor + " = " + value + " THEN " + floor + " ELSE " + next + " END";
  }

  private static <E extends Enum<E>> E flag(RexNode node, Class<E> type) {
    return Optional.ofNullable(((RexLiteral) node).getValueAs(type))
        .orElseThrow(() -> refused(node.toString()));
  }

  private String trim(RexCall call) {
    List<RexNode> operands = call.getOperands();
    String function =
        switch (flag(operands.get(0), SqlTrimFunction.Flag.class)) {
          case BOTH -> "trim";
          case LEADING -> "ltrim";
          case TRAILING -> "rtrim";
        };
    return typed(call, function + "(" + sql(operands.get(2)) + ", " + sql(operands.get(1)) + ")");
  }

  private String position(RexCall call) {
    List<RexNode> operands = call.getOperands();
    if (operands.size() != 2) {
      return typed(call, positionFrom(all(operands)));
    }
    boolean textFirst = call.getOperator().getName().equals("STRPOS");
    String text = sql(operands.get(textFirst ? 0 : 1));
    String wanted = sql(operands.get(textFirst ? 1 : 0));
    return typed(call, "strpos(" + text + ", " + wanted + ")");
  }

  private static String positionFrom(List<String> operands) {
    String start = operands.get(2);
    String found =
        "strpos(substring(" + operands.get(1) + ", " + start + "), " + operands.get(0) + ")";
    return "CASE WHEN " + found + " = 0 THEN 0 ELSE " + found + " + " + start + " - 1 END";
  }

  private String overlay(RexCall call) {
    return typed(call, texts.overlaid(call.getOperands()));
  }

  /** The length of bytes, or of text by a function. */
  private String octets(RexCall call, String ofText) {
    RexNode operand = call.getOperands().get(0);
    String function =
        operand.getType().getSqlTypeName() == SqlTypeName.VARBINARY ? "octet_length" : ofText;
    return typed(call, function + "(" + sql(operand) + ")");
  }

  /** DuckDB would count a place below one from the end of the list. */
  private String item(RexCall call) {
    String list = sql(call.getOperands().get(0));
    String place = sql(call.getOperands().get(1));
    String item = list + "[" + place + "]";
    boolean isPlace =
        call.getOperands().get(1) instanceof RexLiteral literal
            && !literal.isNull()
            && literal.getValueAs(BigDecimal.class).signum() > 0;
    return typed(call, isPlace ? item : "CASE WHEN " + place + " > 0 THEN " + item + " END");
  }

  /** A word is what letters and digits stand together. */
  private String initcap(RexCall call) {
    String text = sql(call.getOperands().get(0));
    String words = "regexp_extract_all(lower(" + text + "), '[\\pL\\pN]+|[^\\pL\\pN]+')";
    return typed(
        call,
        "CASE WHEN "
            + text
            + " IS NOT NULL THEN coalesce(array_to_string(list_transform("
            + words
            + ", lambda word: upper(left(word, 1)) || substring(word, 2)), ''), '') END");
  }

  private String regexpReplace(RexCall call) {
    List<RexNode> operands = call.getOperands();
    boolean hasFlags =
        operands.size() == 4 && operands.get(3).getType().getSqlTypeName() == SqlTypeName.VARCHAR;
    if (operands.size() != 3 && !hasFlags) {
      throw refused("REGEXP_REPLACE with a position");
    }
    return typed(call, texts.replacedByPattern(operands));
  }

  /** {@code LOG(x)} is the decimal logarithm, {@code LOG(base, x)} that of a base. */
  private String log(RexCall call) {
    List<RexNode> operands = call.getOperands();
    return operands.size() == 1
        ? typed(call, "log10(" + sql(operands.get(0)) + ")")
        : typed(call, "(ln(" + sql(operands.get(1)) + ") / ln(" + sql(operands.get(0)) + "))");
  }

  /**
   * {@code TIMESTAMPDIFF} counts whole units between two times: months that are not complete do not
   * count. {@code DATEDIFF} counts the borders of units between them.
   */
  private String timestampDiff(RexCall call) {
    List<RexNode> operands = call.getOperands();
    TimeUnitRange unit = flag(operands.get(0), TimeUnitRange.class);
    String from = "CAST(" + sql(operands.get(1)) + " AS TIMESTAMP)";
    String to = "CAST(" + sql(operands.get(2)) + " AS TIMESTAMP)";
    boolean borders = call.getOperator().getName().equals("DATEDIFF");
    if (borders && unit == TimeUnitRange.WEEK) {
      // DuckDB's own difference in weeks is one of whole weeks.
      String week = "CAST(date_trunc('week', ";
      String days = "date_diff('day', " + week + from + ") AS DATE), " + week + to + ") AS DATE))";
      return typed(call, "(" + days + " // 7)");
    }
    String function = borders ? "date_diff('" : "date_sub('";
    return typed(call, function + unit + "', " + from + ", " + to + ")");
  }

  private String subQuery(RexSubQuery subQuery) {
    if (subQuery.getKind() == SqlKind.EXISTS) {
      return "EXISTS (" + plans.rowsOnly(subQuery.rel) + ")";
    }
    String plan = "(" + plans.all(subQuery.rel) + ")";
    List<String> operands = all(subQuery.getOperands());
    String row = operands.size() == 1 ? operands.get(0) : "(" + String.join(", ", operands) + ")";
    return switch (subQuery.getKind()) {
      case IN -> "(" + row + " IN " + plan + ")";
      case SCALAR_QUERY -> cast(plan, subQuery.getType());
      case SOME -> "(" + row + comparison(subQuery) + "ANY " + plan + ")";
      case ARRAY_QUERY_CONSTRUCTOR -> cast("ARRAY" + plan, subQuery.getType());
      default -> throw refused("a sub-query with " + subQuery.getOperator().getName());
    };
  }

  /** A comparison with the items of an array. */
  /** With a list that is null it is null, for DuckDB a list of no items. */
  private String quantified(RexCall call, String quantifier) {
    List<String> operands = all(call.getOperands());
    String list = operands.get(1);
    String test = "(" + operands.get(0) + comparison(call) + quantifier + "(" + list + "))";
    return call.getOperands().get(1).getType().isNullable()
        ? "CASE WHEN " + list + " IS NOT NULL THEN " + test + " END"
        : test;
  }

  private static String comparison(RexCall quantified) {
    SqlKind kind = ((SqlQuantifyOperator) quantified.getOperator()).comparisonKind;
    return " " + OPERATORS.get(kind) + " ";
  }

  private String over(RexOver over) {
    RexWindow window = over.getWindow();
    List<String> clauses = new ArrayList<>();
    if (!window.partitionKeys.isEmpty()) {
      clauses.add("PARTITION BY " + String.join(", ", all(window.partitionKeys)));
    }
    if (!window.orderKeys.isEmpty()) {
      clauses.add("ORDER BY " + window.orderKeys.stream().map(this::key).collect(joining(", ")));
    }
    frame(over).ifPresent(clauses::add);
    Aggregates.Call call =
        new Aggregates.Call(
            over.getAggOperator().getName(),
            all(over.getOperands()),
            over.isDistinct(),
            "",
            over.ignoreNulls() ? " IGNORE NULLS" : "",
            over.getType());
    return Aggregates.over(call, "(" + String.join(" ", clauses) + ")");
  }

  private String key(RexFieldCollation key) {
    return sql(key.left)
        + (key.getDirection().isDescending() ? " DESC" : " ASC")
        + nulls(key.getNullDirection(), key.getDirection());
  }

  static String nulls(
      RelFieldCollation.NullDirection nulls, RelFieldCollation.Direction direction) {
    return switch (nulls) {
      case FIRST -> " NULLS FIRST";
      case LAST -> " NULLS LAST";
      case UNSPECIFIED -> direction.isDescending() ? " NULLS FIRST" : " NULLS LAST";
    };
  }

  private Optional<String> frame(RexOver over) {
    RexWindow window = over.getWindow();
    if (!over.getAggOperator().allowsFraming() || window.orderKeys.isEmpty()) {
      return Optional.empty();
    }
    String exclusion =
        window.getExclude() == RexWindowExclusion.EXCLUDE_NO_OTHER
            ? ""
            : " " + window.getExclude().toString();
    return Optional.of(
        (window.isRows() ? "ROWS" : "RANGE")
            + " BETWEEN "
            + bound(window.getLowerBound())
            + " AND "
            + bound(window.getUpperBound())
            + exclusion);
  }

  private String bound(RexWindowBound bound) {
    if (bound.isCurrentRow()) {
      return "CURRENT ROW";
    }
    String direction = bound.isPreceding() ? " PRECEDING" : " FOLLOWING";
    RexNode offset = bound.getOffset();
    return (offset == null ? "UNBOUNDED" : sql(offset)) + direction;
  }
}
