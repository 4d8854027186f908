package org.omnigraph.query.plan;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.avatica.util.TimeUnitRange;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.type.InferTypes;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.query.type.SqlTypes;

/**
 * Units between two dates or timestamps: the borders of them, or whole ones. Calcite's own function
 * for borders takes dates only, and its counts are too small for a lifetime of seconds.
 */
final class DateDiff extends SqlFunction {
  private static final Set<TimeUnitRange> UNITS =
      EnumSet.of(
          TimeUnitRange.MILLENNIUM,
          TimeUnitRange.CENTURY,
          TimeUnitRange.DECADE,
          TimeUnitRange.YEAR,
          TimeUnitRange.ISOYEAR,
          TimeUnitRange.QUARTER,
          TimeUnitRange.MONTH,
          TimeUnitRange.WEEK,
          TimeUnitRange.DAY,
          TimeUnitRange.HOUR,
          TimeUnitRange.MINUTE,
          TimeUnitRange.SECOND,
          TimeUnitRange.MILLISECOND,
          TimeUnitRange.MICROSECOND);

  /** There are more of these in the years from 1 to 9999 than an INTEGER counts. */
  private static final Set<TimeUnitRange> MANY =
      EnumSet.of(
          TimeUnitRange.MINUTE,
          TimeUnitRange.SECOND,
          TimeUnitRange.MILLISECOND,
          TimeUnitRange.MICROSECOND);

  private static final SqlReturnTypeInference COUNT = DateDiff::count;
  private static final RelDataType UNIT = SqlTypes.factory().createUnknownType();
  private static final RelDataType TIME =
      SqlTypes.nullable(SqlTypes.factory().createSqlType(SqlTypeName.TIMESTAMP, 3), true);

  DateDiff(String name) {
    super(
        name,
        SqlKind.TIMESTAMP_DIFF,
        COUNT.andThen(SqlTypeTransforms.TO_NULLABLE),
        InferTypes.explicit(List.of(UNIT, TIME, TIME)),
        OperandTypes.or(
            OperandTypes.family(SqlTypeFamily.ANY, SqlTypeFamily.DATETIME, SqlTypeFamily.DATETIME),
            OperandTypes.family(
                SqlTypeFamily.ANY, SqlTypeFamily.TIMESTAMP, SqlTypeFamily.TIMESTAMP)),
        SqlFunctionCategory.TIMEDATE);
  }

  private static RelDataType count(SqlOperatorBinding binding) {
    TimeUnitRange unit =
        binding instanceof SqlCallBinding call
            ? unit(call.operand(0))
            : binding.getOperandLiteralValue(0, TimeUnitRange.class);
    boolean isLarge = unit != null && MANY.contains(unit);
    return SqlTypes.factory().createSqlType(isLarge ? SqlTypeName.BIGINT : SqlTypeName.INTEGER);
  }

  private static @Nullable TimeUnitRange unit(SqlNode operand) {
    return operand instanceof SqlIntervalQualifier unit ? unit.timeUnitRange : null;
  }

  @Override
  public void validateCall(
      SqlCall call,
      SqlValidator validator,
      SqlValidatorScope scope,
      SqlValidatorScope operandScope) {
    super.validateCall(call, validator, scope, operandScope);
    if (call.operand(0) instanceof SqlIntervalQualifier unit) {
      validator.validateTimeFrame(unit);
      if (!UNITS.contains(unit.timeUnitRange)) {
        throw new InvalidRequest(
            SqlErrors.place(unit.getParserPosition()) + unit + " is no unit of " + getName());
      }
    }
  }
}
