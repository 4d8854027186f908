package org.omnigraph.query.plan;

import static org.apache.calcite.sql.type.SqlTypeFamily.CHARACTER;
import static org.apache.calcite.sql.type.SqlTypeFamily.DATETIME;
import static org.apache.calcite.sql.type.SqlTypeFamily.INTEGER;
import static org.apache.calcite.sql.type.SqlTypeFamily.NUMERIC;

import java.util.List;
import org.apache.calcite.sql.SqlBasicFunction;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;

/** Functions of dates and times. */
final class TimeFunctions {
  private static final SqlReturnTypeInference TEXT =
      ReturnTypes.VARCHAR.andThen(SqlTypeTransforms.TO_NULLABLE);
  private static final SqlReturnTypeInference TIMESTAMP =
      ReturnTypes.explicit(SqlTypeName.TIMESTAMP, 3).andThen(SqlTypeTransforms.TO_NULLABLE);

  /** {@code DATE_TRUNC('month', timestamp)}. */
  static final SqlFunction DATE_TRUNC =
      SqlBasicFunction.create(
          "DATE_TRUNC",
          ReturnTypes.ARG1.andThen(SqlTypeTransforms.TO_NULLABLE),
          OperandTypes.family(CHARACTER, DATETIME));

  /** {@code DATE_PART('dow', timestamp)}. */
  static final SqlFunction DATE_PART =
      SqlBasicFunction.create(
          "DATE_PART", ReturnTypes.BIGINT_NULLABLE, OperandTypes.family(CHARACTER, DATETIME));

  /** A time as a text, by a format of {@code strftime}. */
  static final SqlFunction STRFTIME =
      KernelFunction.of("STRFTIME", TEXT, "strftime({0}, {1})", DATETIME, CHARACTER);

  /** A text as a timestamp, by a format of {@code strptime}. */
  static final SqlFunction STRPTIME =
      KernelFunction.of("STRPTIME", TIMESTAMP, "strptime({0}, {1})", CHARACTER, CHARACTER);

  /** {@code DATE('2024-01-31')} and {@code DATE(timestamp)}. */
  static final SqlFunction DATE =
      new KernelFunction(
          "DATE",
          ReturnTypes.DATE_NULLABLE,
          OperandTypes.or(OperandTypes.family(CHARACTER), OperandTypes.family(DATETIME)),
          "{0}");

  /** {@code DATEDIFF(unit, earlier, later)}. */
  static final SqlFunction DATEDIFF = new DateDiff("DATEDIFF");

  /** {@code TIMESTAMPDIFF(unit, earlier, later)}. */
  static final SqlFunction TIMESTAMPDIFF = new DateDiff("TIMESTAMPDIFF");

  static final List<SqlOperator> ALL =
      List.of(
          DATEDIFF,
          TIMESTAMPDIFF,
          DATE_TRUNC,
          DATE_PART,
          STRFTIME,
          STRPTIME,
          DATE,
          KernelFunction.of(
              "MAKE_DATE", ReturnTypes.DATE_NULLABLE, "make_date({*})", INTEGER, INTEGER, INTEGER),
          KernelFunction.of(
              "MAKE_TIMESTAMP",
              TIMESTAMP,
              "make_timestamp({0}, {1}, {2}, {3}, {4}, CAST({5} AS DOUBLE))",
              INTEGER,
              INTEGER,
              INTEGER,
              INTEGER,
              INTEGER,
              NUMERIC),
          KernelFunction.of("DAYNAME", TEXT, "dayname({0})", DATETIME),
          KernelFunction.of("MONTHNAME", TEXT, "monthname({0})", DATETIME),
          KernelFunction.of(
              "UNIX_SECONDS", ReturnTypes.BIGINT_NULLABLE, "floor(epoch({0}))", DATETIME),
          KernelFunction.of("UNIX_MILLIS", ReturnTypes.BIGINT_NULLABLE, "epoch_ms({0})", DATETIME),
          KernelFunction.of("TIMESTAMP_MILLIS", TIMESTAMP, "epoch_ms({0})", INTEGER),
          KernelFunction.of("TIMESTAMP_SECONDS", TIMESTAMP, "epoch_ms(({0}) * 1000)", INTEGER));

  private TimeFunctions() {}
}
