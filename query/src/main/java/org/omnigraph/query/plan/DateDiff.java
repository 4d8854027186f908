package org.omnigraph.query.plan;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.avatica.util.TimeUnitRange;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.InferTypes;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.query.type.SqlTypes;

/** The borders of a unit between two dates or timestamps; Calcite's own one takes dates only. */
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

  private static final RelDataType UNIT = SqlTypes.factory().createUnknownType();
  private static final RelDataType TIME =
      SqlTypes.nullable(SqlTypes.factory().createSqlType(SqlTypeName.TIMESTAMP, 3), true);

  DateDiff() {
    super(
        "DATEDIFF",
        SqlKind.TIMESTAMP_DIFF,
        ReturnTypes.INTEGER_NULLABLE,
        InferTypes.explicit(List.of(UNIT, TIME, TIME)),
        OperandTypes.or(
            OperandTypes.family(SqlTypeFamily.ANY, SqlTypeFamily.DATETIME, SqlTypeFamily.DATETIME),
            OperandTypes.family(
                SqlTypeFamily.ANY, SqlTypeFamily.TIMESTAMP, SqlTypeFamily.TIMESTAMP)),
        SqlFunctionCategory.TIMEDATE);
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
            SqlErrors.place(unit.getParserPosition()) + unit + " is no unit of DATEDIFF");
      }
    }
  }
}
