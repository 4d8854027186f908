package org.omnigraph.query.kernel;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.omnigraph.engine.error.Unsupported;
import org.omnigraph.query.type.SqlTypes;

/** Aggregate and window functions in DuckDB's words. */
final class Aggregates {
  private static final Map<String, String> NAMES =
      Map.ofEntries(
          Map.entry("COUNT", "count"),
          Map.entry("SUM", "sum"),
          Map.entry("$SUM0", "sum"),
          Map.entry("AVG", "avg"),
          Map.entry("MIN", "min"),
          Map.entry("MAX", "max"),
          Map.entry("ANY_VALUE", "any_value"),
          Map.entry("EVERY", "bool_and"),
          Map.entry("SOME", "bool_or"),
          Map.entry("BOOL_AND", "bool_and"),
          Map.entry("BOOL_OR", "bool_or"),
          Map.entry("STDDEV", "stddev_samp"),
          Map.entry("STDDEV_SAMP", "stddev_samp"),
          Map.entry("STDDEV_POP", "stddev_pop"),
          Map.entry("VARIANCE", "var_samp"),
          Map.entry("VAR_SAMP", "var_samp"),
          Map.entry("VAR_POP", "var_pop"),
          Map.entry("COVAR_POP", "covar_pop"),
          Map.entry("COVAR_SAMP", "covar_samp"),
          Map.entry("REGR_COUNT", "regr_count"),
          Map.entry("REGR_SXX", "regr_sxx"),
          Map.entry("REGR_SYY", "regr_syy"),
          Map.entry("BIT_AND", "bit_and"),
          Map.entry("BIT_OR", "bit_or"),
          Map.entry("BIT_XOR", "bit_xor"),
          Map.entry("MODE", "mode"),
          Map.entry("MEDIAN", "median"),
          Map.entry("CORR", "corr"),
          Map.entry("REGR_SLOPE", "regr_slope"),
          Map.entry("REGR_INTERCEPT", "regr_intercept"),
          Map.entry("REGR_R2", "regr_r2"),
          Map.entry("REGR_AVGX", "regr_avgx"),
          Map.entry("REGR_AVGY", "regr_avgy"),
          Map.entry("REGR_SXY", "regr_sxy"),
          Map.entry("SKEWNESS", "skewness"),
          Map.entry("KURTOSIS", "kurtosis"),
          Map.entry("PRODUCT", "product"),
          Map.entry("COUNT_IF", "count_if"),
          Map.entry("COUNTIF", "count_if"),
          Map.entry("LOGICAL_AND", "bool_and"),
          Map.entry("LOGICAL_OR", "bool_or"),
          Map.entry("MAX_BY", "arg_max"),
          Map.entry("MIN_BY", "arg_min"),
          Map.entry("ARG_MIN", "arg_min"),
          Map.entry("ARG_MAX", "arg_max"),
          Map.entry("LISTAGG", "string_agg"),
          Map.entry("STRING_AGG", "string_agg"),
          Map.entry("GROUP_CONCAT", "string_agg"),
          Map.entry("ARRAY_AGG", "list"),
          Map.entry("APPROX_COUNT_DISTINCT", "approx_count_distinct"),
          Map.entry("PERCENTILE_CONT", "quantile_cont"),
          Map.entry("PERCENTILE_DISC", "quantile_disc"),
          Map.entry("ROW_NUMBER", "row_number"),
          Map.entry("RANK", "rank"),
          Map.entry("DENSE_RANK", "dense_rank"),
          Map.entry("PERCENT_RANK", "percent_rank"),
          Map.entry("CUME_DIST", "cume_dist"),
          Map.entry("NTILE", "ntile"),
          Map.entry("LAG", "lag"),
          Map.entry("LEAD", "lead"),
          Map.entry("FIRST_VALUE", "first_value"),
          Map.entry("LAST_VALUE", "last_value"),
          Map.entry("NTH_VALUE", "nth_value"));

  private Aggregates() {}

  /**
   * One call.
   *
   * @param function Calcite's name
   * @param order {@code ORDER BY …} inside the parentheses, or empty
   * @param nulls {@code IGNORE NULLS} inside the parentheses, or empty
   */
  record Call(
      String function,
      List<String> arguments,
      boolean distinct,
      String order,
      String nulls,
      RelDataType type) {
    /** The same call of another function. */
    Call named(String other) {
      return new Call(other, arguments, distinct, order, nulls, type);
    }
  }

  static String grouped(Call call, String filter) {
    if (call.function().equals("SINGLE_VALUE")) {
      String value = call.arguments().get(0);
      return "CASE WHEN count(*) > 1 THEN error('a scalar sub-query returned more than one row')"
          + " ELSE "
          + ExpressionToSql.cast("first(" + value + ")", call.type())
          + " END";
    }
    return suffixed(call, filter);
  }

  static String over(Call call, String window) {
    return suffixed(call, " OVER " + window);
  }

  static boolean isJson(SqlAggFunction function) {
    return function.getKind() == SqlKind.JSON_ARRAYAGG
        || function.getKind() == SqlKind.JSON_OBJECTAGG;
  }

  private static String suffixed(Call call, String suffix) {
    if (isExactAverage(call)) {
      return exactAverage(call, suffix);
    }
    if (call.function().startsWith("JSON_ARRAYAGG")) {
      return json(call, "'['", item(call, 0), "']'", suffix);
    }
    if (call.function().startsWith("JSON_OBJECTAGG")) {
      String key =
          "coalesce(" + call.arguments().get(0) + ", error('a key of JSON_OBJECTAGG is null'))";
      return json(call, "'{'", key + " || ':' || " + item(call, 1), "'}'", suffix);
    }
    return result(call, invocation(call) + suffix);
  }

  /** An argument of a function that makes JSON, as text; a name is a text whatever it was. */
  static String json(SqlAggFunction function, int number, String value, RelDataType type) {
    return function.getKind() == SqlKind.JSON_OBJECTAGG && number == 0
        ? ExpressionToSql.jsonText("CAST(" + value + " AS VARCHAR)", SqlTypes.text())
        : ExpressionToSql.jsonText(value, type);
  }

  /** No text for null where the call leaves nulls out. */
  private static String item(Call call, int argument) {
    String text = call.arguments().get(argument);
    return call.function().endsWith("_NULL_ON_NULL") ? "coalesce(" + text + ", 'null')" : text;
  }

  /** Texts of items between two brackets; of no rows there is none. */
  private static String json(Call call, String open, String item, String close, String suffix) {
    String items = "string_agg(" + item + ", ','" + call.order() + ")" + suffix;
    String some = "count(*)" + suffix + " > 0";
    return ExpressionToSql.cast(
        "CASE WHEN "
            + some
            + " THEN "
            + open
            + " || coalesce("
            + items
            + ", '') || "
            + close
            + " END",
        call.type());
  }

  private static boolean isExactAverage(Call call) {
    return call.function().equalsIgnoreCase("AVG")
        && call.type().getSqlTypeName() == SqlTypeName.DECIMAL;
  }

  /**
   * DuckDB averages decimals as doubles. Here the whole part of the average is divided as integers;
   * only what is left, less than one a row, is divided as a double.
   */
  private static String exactAverage(Call call, String suffix) {
    String exact = "DECIMAL(38, " + call.type().getScale() + ")";
    String sum = "CAST(" + invocation(call.named("SUM")) + suffix + " AS " + exact + ")";
    String count = invocation(call.named("COUNT")) + suffix;
    String whole = "(CAST(trunc(" + sum + ") AS HUGEINT) // (" + count + "))";
    String left = "(" + sum + " - CAST(" + whole + " * (" + count + ") AS " + exact + "))";
    String fraction = "CAST(CAST(" + left + " AS DOUBLE) / (" + count + ") AS " + exact + ")";
    return ExpressionToSql.cast("CAST(" + whole + " AS " + exact + ") + " + fraction, call.type());
  }

  private static String result(Call call, String sql) {
    String value = call.function().equals("$SUM0") ? "coalesce(" + sql + ", 0)" : sql;
    return ExpressionToSql.cast(value, call.type());
  }

  private static String invocation(Call call) {
    String name = NAMES.get(call.function().toUpperCase(Locale.ROOT));
    if (name == null) {
      throw new Unsupported("the aggregate function " + call.function() + " is not done here");
    }
    String arguments =
        call.arguments().isEmpty() && name.equals("count")
            ? "*"
            : String.join(", ", call.arguments());
    return name
        + "("
        + (call.distinct() ? "DISTINCT " : "")
        + arguments
        + call.order()
        + call.nulls()
        + ")";
  }
}
