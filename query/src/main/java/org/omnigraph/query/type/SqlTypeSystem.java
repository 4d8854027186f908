package org.omnigraph.query.type;

import java.math.RoundingMode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystemImpl;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * Precisions and aggregate types: decimals to 38 digits, timestamps to the microsecond, sums of
 * integers in 64 bits, averages of integers in doubles.
 */
final class SqlTypeSystem extends RelDataTypeSystemImpl {
  /** The digits of the widest decimal. */
  static final int DECIMAL_DIGITS = 38;

  private static final int MICROSECONDS = 6;
  private static final int MILLISECONDS = 3;

  /** Digits after the point that an average keeps at least. */
  private static final int AVERAGE_SCALE = 6;

  @Override
  public int getMaxPrecision(SqlTypeName type) {
    return switch (type) {
      case DECIMAL -> DECIMAL_DIGITS;
      case CHAR, VARCHAR, BINARY, VARBINARY -> Integer.MAX_VALUE;
      case TIME, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE, TIMESTAMP_TZ -> MICROSECONDS;
      default -> super.getMaxPrecision(type);
    };
  }

  @Override
  public int getMaxScale(SqlTypeName type) {
    return type == SqlTypeName.DECIMAL ? DECIMAL_DIGITS : super.getMaxScale(type);
  }

  @Override
  public int getDefaultPrecision(SqlTypeName type) {
    return switch (type) {
      case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE, TIMESTAMP_TZ -> MILLISECONDS;
      case CHAR, BINARY -> RelDataType.PRECISION_NOT_SPECIFIED;
      default -> super.getDefaultPrecision(type);
    };
  }

  @Override
  public RoundingMode roundingMode() {
    return RoundingMode.HALF_UP;
  }

  @Override
  public boolean shouldConvertRaggedUnionTypesToVarying() {
    return true;
  }

  @Override
  public boolean isSchemaCaseSensitive() {
    return true;
  }

  @Override
  public RelDataType deriveSumType(RelDataTypeFactory factory, RelDataType argument) {
    RelDataType sum;
    if (SqlTypeUtil.isDecimal(argument)) {
      sum = factory.createSqlType(SqlTypeName.DECIMAL, DECIMAL_DIGITS, argument.getScale());
    } else if (SqlTypeUtil.isIntType(argument)) {
      sum = factory.createSqlType(SqlTypeName.BIGINT);
    } else if (SqlTypeUtil.isApproximateNumeric(argument)) {
      sum = factory.createSqlType(SqlTypeName.DOUBLE);
    } else {
      sum = argument;
    }
    return factory.createTypeWithNullability(sum, argument.isNullable());
  }

  @Override
  public RelDataType deriveAvgAggType(RelDataTypeFactory factory, RelDataType argument) {
    RelDataType average;
    if (SqlTypeUtil.isDecimal(argument)) {
      int scale = Math.max(AVERAGE_SCALE, argument.getScale());
      average = factory.createSqlType(SqlTypeName.DECIMAL, DECIMAL_DIGITS, scale);
    } else if (SqlTypeUtil.isNumeric(argument)) {
      average = factory.createSqlType(SqlTypeName.DOUBLE);
    } else {
      average = argument;
    }
    return factory.createTypeWithNullability(average, argument.isNullable());
  }

  @Override
  public RelDataType deriveCovarType(
      RelDataTypeFactory factory, RelDataType first, RelDataType second) {
    return factory.createTypeWithNullability(
        factory.createSqlType(SqlTypeName.DOUBLE), first.isNullable() || second.isNullable());
  }

  @Override
  public RelDataType deriveRankType(RelDataTypeFactory factory) {
    return factory.createSqlType(SqlTypeName.BIGINT);
  }
}
