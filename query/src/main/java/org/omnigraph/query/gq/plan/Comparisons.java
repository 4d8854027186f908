package org.omnigraph.query.gq.plan;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlBasicFunction;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.omnigraph.engine.schema.PropertyType;
import org.omnigraph.engine.schema.Scalar;
import org.omnigraph.query.gq.check.Condition;
import org.omnigraph.query.gq.check.Term;
import org.omnigraph.query.gq.parse.Comparison;
import org.omnigraph.query.gq.parse.Literal;
import org.omnigraph.query.type.SqlTypes;

/**
 * Conditions as expressions of a plan. Numbers of different types are compared by their exact
 * values, except that an F32 meets a value of the query as an F32.
 */
final class Comparisons {
  /** Byte-exact, and true of the empty text. */
  private static final SqlFunction CONTAINS_TEXT =
      SqlBasicFunction.create(
          "CONTAINS_TEXT",
          ReturnTypes.BOOLEAN_NULLABLE,
          OperandTypes.family(SqlTypeFamily.CHARACTER, SqlTypeFamily.CHARACTER));

  /** Beyond every integer that a property can hold. */
  private static final BigDecimal HUGE = BigDecimal.TEN.pow(30);

  private final Values values;
  private final RexBuilder builder;

  Comparisons(Values values) {
    this.values = values;
    this.builder = values.builder();
  }

  RexNode condition(Condition condition, Columns columns) {
    return switch (condition.comparison()) {
      case CONTAINS -> contains(condition, columns);
      case STARTS_WITH -> call(SqlLibraryOperators.STARTS_WITH, both(condition, columns));
      default -> compare(condition.left(), condition.comparison(), condition.right(), columns);
    };
  }

  private List<RexNode> both(Condition condition, Columns columns) {
    return List.of(
        values.value(condition.left(), columns), values.value(condition.right(), columns));
  }

  private RexNode call(SqlOperator operator, List<RexNode> operands) {
    return builder.makeCall(operator, operands);
  }

  private RexNode compare(Term left, Comparison comparison, Term right, Columns columns) {
    if (left instanceof Term.Constant && !(right instanceof Term.Constant)) {
      return compare(right, comparison.reversed(), left, columns);
    }
    Scalar first = left.type().scalar();
    Scalar second = right.type().scalar();
    RexNode value = values.value(left, columns);
    if (isInteger(first) && isFloat(second)) {
      return right instanceof Term.Constant constant
          ? integerWithReal(value, comparison, real(constant))
          : mixed(value, first, comparison, asDouble(values.value(right, columns)));
    }
    if (isFloat(first) && isInteger(second)) {
      return right instanceof Term.Constant constant
          ? floatWithWhole(value, first, comparison, whole(constant))
          : mixed(values.value(right, columns), second, comparison.reversed(), asDouble(value));
    }
    if (isFloat(first) && first != second) {
      return floats(left, comparison, right, columns);
    }
    return call(operator(comparison), List.of(value, values.value(right, columns)));
  }

  private static SqlOperator operator(Comparison comparison) {
    return switch (comparison) {
      case EQUAL -> SqlStdOperatorTable.EQUALS;
      case NOT_EQUAL -> SqlStdOperatorTable.NOT_EQUALS;
      case LESS -> SqlStdOperatorTable.LESS_THAN;
      case LESS_OR_EQUAL -> SqlStdOperatorTable.LESS_THAN_OR_EQUAL;
      case GREATER -> SqlStdOperatorTable.GREATER_THAN;
      case GREATER_OR_EQUAL -> SqlStdOperatorTable.GREATER_THAN_OR_EQUAL;
      case CONTAINS, STARTS_WITH -> throw new IllegalArgumentException(comparison.text());
    };
  }

  private static boolean isInteger(Scalar scalar) {
    return switch (scalar) {
      case I32, I64, U32, U64 -> true;
      default -> false;
    };
  }

  private static boolean isFloat(Scalar scalar) {
    return scalar == Scalar.F32 || scalar == Scalar.F64;
  }

  private static double real(Term.Constant constant) {
    return ((Literal.Real) constant.literal()).value();
  }

  private static long whole(Term.Constant constant) {
    return ((Literal.Whole) constant.literal()).value();
  }

  /** An integer and a fraction are never equal; between them lies the next integer. */
  private RexNode integerWithReal(RexNode integer, Comparison comparison, double real) {
    BigDecimal exact = new BigDecimal(real);
    BigDecimal floor = exact.setScale(0, RoundingMode.FLOOR).min(HUGE);
    if (floor.compareTo(exact) == 0 || floor.compareTo(HUGE) == 0) {
      return call(operator(comparison), List.of(integer, values.whole(floor)));
    }
    return switch (comparison) {
      case EQUAL -> builder.makeLiteral(false);
      case NOT_EQUAL -> call(SqlStdOperatorTable.IS_NOT_NULL, List.of(integer));
      case LESS, LESS_OR_EQUAL ->
          call(SqlStdOperatorTable.LESS_THAN_OR_EQUAL, List.of(integer, values.whole(floor)));
      default -> call(SqlStdOperatorTable.GREATER_THAN, List.of(integer, values.whole(floor)));
    };
  }

  private RexNode floatWithWhole(RexNode real, Scalar type, Comparison comparison, long whole) {
    SqlOperator operator = operator(comparison);
    if (type == Scalar.F32 && (long) (float) whole == whole && whole != Long.MAX_VALUE) {
      return call(operator, List.of(real, values.single((float) whole)));
    }
    if ((long) (double) whole == whole && whole != Long.MAX_VALUE) {
      return call(operator, List.of(asDouble(real), values.real((double) whole)));
    }
    return mixed(
        values.whole(BigDecimal.valueOf(whole)), Scalar.I64, comparison.reversed(), asDouble(real));
  }

  /** An integer with a double: the rounded integer decides unless it is equal. */
  private RexNode mixed(RexNode integer, Scalar type, Comparison comparison, RexNode real) {
    SqlOperator operator = operator(comparison);
    RexNode rounded = asDouble(integer);
    RexNode byValue = call(operator, List.of(rounded, real));
    if (type == Scalar.I32 || type == Scalar.U32) {
      return byValue;
    }
    RexNode exactly = call(operator, List.of(asDecimal(integer), asDecimal(real)));
    return call(
        SqlStdOperatorTable.CASE,
        List.of(call(SqlStdOperatorTable.EQUALS, List.of(rounded, real)), exactly, byValue));
  }

  private RexNode asDouble(RexNode number) {
    return cast(number, SqlTypes.factory().createSqlType(SqlTypeName.DOUBLE));
  }

  private RexNode asDecimal(RexNode number) {
    return cast(number, SqlTypes.factory().createSqlType(SqlTypeName.DECIMAL, 38, 0));
  }

  private RexNode cast(RexNode value, RelDataType type) {
    RelDataType whole = SqlTypes.nullable(type, value.getType().isNullable());
    return value.getType().equals(whole) ? value : builder.makeAbstractCast(whole, value, false);
  }

  /** An F32 with an F64: as F32 with a value of the query, by value with another property. */
  private RexNode floats(Term left, Comparison comparison, Term right, Columns columns) {
    if (left.type().scalar() == Scalar.F64) {
      return floats(right, comparison.reversed(), left, columns);
    }
    SqlOperator operator = operator(comparison);
    RexNode single = values.value(left, columns);
    RexNode real = values.value(right, columns);
    RexNode byValue = call(operator, List.of(asDouble(single), real));
    if (right instanceof Term.Property) {
      return byValue;
    }
    if (right instanceof Term.Constant constant) {
      float narrow = (float) real(constant);
      return Float.isInfinite(narrow)
          ? byValue
          : call(operator, List.of(single, values.single(narrow)));
    }
    RexNode fits =
        call(
            SqlStdOperatorTable.LESS_THAN_OR_EQUAL,
            List.of(call(SqlStdOperatorTable.ABS, List.of(real)), values.real(Float.MAX_VALUE)));
    RexNode narrow = cast(real, SqlTypes.factory().createSqlType(SqlTypeName.REAL));
    RexNode asSingles = call(operator, List.of(single, narrow));
    return call(SqlStdOperatorTable.CASE, List.of(fits, asSingles, byValue));
  }

  private RexNode contains(Condition condition, Columns columns) {
    if (!condition.left().type().list()) {
      return call(CONTAINS_TEXT, both(condition, columns));
    }
    RexNode list = values.value(condition.left(), columns);
    PropertyType items = condition.left().type();
    Term item = condition.right();
    if (item.type().scalar() == items.scalar() || !isNumber(items)) {
      return call(SqlLibraryOperators.ARRAY_CONTAINS, List.of(list, values.value(item, columns)));
    }
    if (items.scalar() == Scalar.F32 && item.type().scalar() == Scalar.F64) {
      RexNode narrow =
          cast(values.value(item, columns), SqlTypes.factory().createSqlType(SqlTypeName.REAL));
      return call(SqlLibraryOperators.ARRAY_CONTAINS, List.of(list, narrow));
    }
    boolean integers = isInteger(items.scalar()) && isInteger(item.type().scalar());
    RelDataType common =
        integers
            ? SqlTypes.factory().createSqlType(SqlTypeName.DECIMAL, 38, 0)
            : SqlTypes.factory().createSqlType(SqlTypeName.DOUBLE);
    RelDataType lists = SqlTypes.factory().createArrayType(SqlTypes.nullable(common, true), -1);
    return call(
        SqlLibraryOperators.ARRAY_CONTAINS,
        List.of(cast(list, lists), cast(values.value(item, columns), common)));
  }

  private static boolean isNumber(PropertyType type) {
    return isInteger(type.scalar()) || isFloat(type.scalar());
  }
}
