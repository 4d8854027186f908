package org.omnigraph.query.plan;

import static org.apache.calcite.sql.type.SqlTypeFamily.APPROXIMATE_NUMERIC;
import static org.apache.calcite.sql.type.SqlTypeFamily.INTEGER;
import static org.apache.calcite.sql.type.SqlTypeFamily.NUMERIC;

import java.util.List;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.type.ReturnTypes;

/** Functions of numbers beyond the standard's. */
final class NumberFunctions {
  static final List<SqlOperator> ALL =
      List.of(
          SqlLibraryOperators.LOG2,
          SqlLibraryOperators.NVL,
          SqlLibraryOperators.NVL2,
          SqlLibraryOperators.IFNULL,
          SqlLibraryOperators.IF,
          SqlLibraryOperators.DECODE,
          KernelFunction.of("DIV", ReturnTypes.LEAST_RESTRICTIVE, "({0} // {1})", INTEGER, INTEGER),
          KernelFunction.of("GCD", ReturnTypes.BIGINT_NULLABLE, "gcd({0}, {1})", INTEGER, INTEGER),
          KernelFunction.of("LCM", ReturnTypes.BIGINT_NULLABLE, "lcm({0}, {1})", INTEGER, INTEGER),
          KernelFunction.of("FACTORIAL", ReturnTypes.BIGINT_NULLABLE, "factorial({0})", INTEGER),
          KernelFunction.of("BIT_COUNT", ReturnTypes.INTEGER_NULLABLE, "bit_count({0})", INTEGER),
          KernelFunction.of("SINH", ReturnTypes.DOUBLE_NULLABLE, "sinh({0})", NUMERIC),
          KernelFunction.of("COSH", ReturnTypes.DOUBLE_NULLABLE, "cosh({0})", NUMERIC),
          KernelFunction.of("TANH", ReturnTypes.DOUBLE_NULLABLE, "tanh({0})", NUMERIC),
          KernelFunction.of(
              "IS_NAN", ReturnTypes.BOOLEAN_NULLABLE, "isnan({0})", APPROXIMATE_NUMERIC),
          KernelFunction.of(
              "IS_INF", ReturnTypes.BOOLEAN_NULLABLE, "isinf({0})", APPROXIMATE_NUMERIC));

  private NumberFunctions() {}
}
