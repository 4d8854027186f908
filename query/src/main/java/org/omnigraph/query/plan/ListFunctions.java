package org.omnigraph.query.plan;

import static org.apache.calcite.sql.type.SqlTypeFamily.ANY;
import static org.apache.calcite.sql.type.SqlTypeFamily.ARRAY;
import static org.apache.calcite.sql.type.SqlTypeFamily.CHARACTER;
import static org.apache.calcite.sql.type.SqlTypeFamily.INTEGER;

import java.util.List;
import java.util.Objects;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransform;
import org.apache.calcite.sql.type.SqlTypeTransforms;

/** Functions of lists. */
public final class ListFunctions {
  /** A list of values of the type. */
  static final SqlTypeTransform LIST_OF_IT = (call, type) -> listOf(call.getTypeFactory(), type);

  private static final SqlReturnTypeInference TEXT =
      ReturnTypes.VARCHAR.andThen(SqlTypeTransforms.TO_NULLABLE);

  /** A plain list of what the first, or the second, argument is a list of. */
  private static final SqlReturnTypeInference FIRST = call -> list(call, 0);

  private static final SqlReturnTypeInference SECOND = call -> list(call, 1);
  private static final SqlReturnTypeInference ITEM =
      call -> nullable(call.getTypeFactory(), item(call, 0));
  private static final SqlReturnTypeInference SUM = ListFunctions::sum;
  private static final SqlReturnTypeInference NUMBERS =
      ReturnTypes.BIGINT.andThen(LIST_OF_IT).andThen(SqlTypeTransforms.TO_NULLABLE);
  private static final SqlReturnTypeInference PLACE =
      ReturnTypes.INTEGER.andThen(SqlTypeTransforms.FORCE_NULLABLE);

  /** A list that {@code UNNEST} fills up with nulls to the length of another one. */
  static final KernelFunction PADDED = KernelFunction.of("UNNEST of lists", FIRST, "{0}", ARRAY);

  /** A list without items, of the type of another one. */
  static final KernelFunction EMPTIED =
      KernelFunction.of("an empty list", FIRST, "list_slice({0}, 2, 2)", ARRAY);

  private static final int LONGEST_SERIES = 1_000_000;

  /** What the kernel says when a series is longer. */
  public static final String TOO_MANY = "a series has at most " + LONGEST_SERIES + " numbers";

  /**
   * In a short list each item is looked for; a long one is sorted, and brought back to its order.
   */
  private static final String DISTINCT =
      "list_transform([{'l': {0}}], lambda whole: CASE WHEN len(whole.l) <= 64"
          + " THEN list_filter(whole.l, lambda x, i: list_position(whole.l, x) = i)"
          + " ELSE list_transform(list_sort(list_transform(list_transform([{'s':"
          + " list_sort(list_transform(whole.l, lambda item, place: {'v': item, 'i': place}))}],"
          + " lambda sorted: list_filter(sorted.s, lambda one, number: number = 1"
          + " OR sorted.s[number - 1].v IS DISTINCT FROM one.v))[1],"
          + " lambda kept: {'i': kept.i, 'v': kept.v})), lambda placed: placed.v) END)[1]";

  /** The items of a list as texts, another one for null. */
  private static final String FILLED =
      "list_transform({0}, lambda item: coalesce(CAST(item AS VARCHAR), {2}))";

  private static final String SERIES =
      "generate_series({0}, " + boundedEnd("{1}::DOUBLE - {0}") + ")";

  static final List<SqlOperator> ALL =
      List.of(
          PADDED,
          EMPTIED,
          KernelFunction.of("ARRAY_LENGTH", ReturnTypes.INTEGER_NULLABLE, "len({0})", ARRAY),
          KernelFunction.of("ARRAY_SIZE", ReturnTypes.INTEGER_NULLABLE, "len({0})", ARRAY),
          KernelFunction.of(
              "ARRAY_CONTAINS",
              ReturnTypes.BOOLEAN_NULLABLE,
              "list_contains({0}, {1})",
              ARRAY,
              ANY),
          KernelFunction.of("ARRAY_POSITION", PLACE, "list_position({0}, {1})", ARRAY, ANY),
          KernelFunction.of("ARRAY_APPEND", FIRST, "list_append({0}, {1})", ARRAY, ANY),
          KernelFunction.of("ARRAY_PREPEND", SECOND, "list_prepend({0}, {1})", ANY, ARRAY),
          KernelFunction.of("ARRAY_CONCAT", FIRST, "list_concat({0}, {1})", ARRAY, ARRAY),
          KernelFunction.of("ARRAY_CAT", FIRST, "list_concat({0}, {1})", ARRAY, ARRAY),
          KernelFunction.of(
              "ARRAY_REMOVE",
              FIRST,
              "list_filter({0}, lambda x: x IS DISTINCT FROM {1})",
              ARRAY,
              ANY),
          KernelFunction.of("ARRAY_DISTINCT", FIRST, DISTINCT, ARRAY),
          KernelFunction.of("ARRAY_SORT", FIRST, "list_sort({0}, 'ASC', 'NULLS LAST')", ARRAY),
          KernelFunction.of("ARRAY_REVERSE", FIRST, "list_reverse({0})", ARRAY),
          KernelFunction.of(
              "ARRAY_SLICE", FIRST, "list_slice({0}, {1}, {2})", ARRAY, INTEGER, INTEGER),
          KernelFunction.of("ARRAY_MIN", ITEM, "list_min({0})", ARRAY),
          KernelFunction.of("ARRAY_MAX", ITEM, "list_max({0})", ARRAY),
          KernelFunction.of("ARRAY_SUM", SUM, "list_sum({0})", ARRAY),
          KernelFunction.of(
              "ARRAYS_OVERLAP",
              ReturnTypes.BOOLEAN_NULLABLE,
              "list_has_any({0}, {1})",
              ARRAY,
              ARRAY),
          KernelFunction.of(
              "ARRAY_CONTAINS_ALL",
              ReturnTypes.BOOLEAN_NULLABLE,
              "list_has_all({0}, {1})",
              ARRAY,
              ARRAY),
          KernelFunction.of(
              "ARRAY_TO_STRING",
              TEXT,
              "CASE WHEN {0} IS NOT NULL AND {1} IS NOT NULL"
                  + " THEN "
                  + TextBound.separated("{0}", "{1}", "coalesce(array_to_string({0}, {1}), '')")
                  + " END",
              ARRAY,
              CHARACTER),
          KernelFunction.of(
              "ARRAY_TO_STRING",
              TEXT,
              "CASE WHEN {0} IS NOT NULL AND {1} IS NOT NULL"
                  + " THEN "
                  + TextBound.separated(
                      "{0}",
                      "concat({1}, {2})", "coalesce(array_to_string(" + FILLED + ", {1}), '')")
                  + " END",
              ARRAY,
              CHARACTER,
              CHARACTER),
          KernelFunction.of("GENERATE_SERIES", NUMBERS, SERIES, INTEGER, INTEGER),
          KernelFunction.of(
              "GENERATE_SERIES",
              NUMBERS,
              "generate_series({0}, "
                  + boundedEnd("({1}::DOUBLE - {0}) / nullif({2}, 0)")
                  + ", {2})",
              INTEGER,
              INTEGER,
              INTEGER),
          KernelFunction.of("SEQUENCE", NUMBERS, SERIES, INTEGER, INTEGER));

  private ListFunctions() {}

  /**
   * A list of numbers is made whole and counts to no memory limit, so its end is checked; around
   * the function a check would come too late, for a series of literals is made while planning.
   */
  private static String boundedEnd(String length) {
    return "CASE WHEN "
        + length
        + " >= "
        + LONGEST_SERIES
        + " THEN "
        + TextBound.failure(TOO_MANY, "BIGINT")
        + " ELSE {1} END";
  }

  private static RelDataType listOf(RelDataTypeFactory types, RelDataType item) {
    return types.createArrayType(nullable(types, item), -1);
  }

  private static RelDataType nullable(RelDataTypeFactory types, RelDataType type) {
    return types.createTypeWithNullability(type, true);
  }

  private static RelDataType item(SqlOperatorBinding call, int argument) {
    return Objects.requireNonNull(call.getOperandType(argument).getComponentType());
  }

  private static RelDataType list(SqlOperatorBinding call, int argument) {
    RelDataTypeFactory types = call.getTypeFactory();
    return types.createTypeWithNullability(
        listOf(types, item(call, argument)),
        call.collectOperandTypes().stream().anyMatch(RelDataType::isNullable));
  }

  private static RelDataType sum(SqlOperatorBinding call) {
    RelDataTypeFactory types = call.getTypeFactory();
    RelDataType item = item(call, 0);
    return nullable(
        types,
        item.getSqlTypeName() == SqlTypeName.REAL
            ? types.createSqlType(SqlTypeName.DOUBLE)
            : types.getTypeSystem().deriveSumType(types, item));
  }
}
