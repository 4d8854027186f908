package org.omnigraph.query.plan;

import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql.validate.implicit.TypeCoercionImpl;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.pending.column.DateText;
import org.omnigraph.query.type.SqlTypes;

/**
 * Gives the columns of set operations one type, as Calcite does; a column that may be null may be
 * so afterwards too, which Calcite forgets of lists. A list of {@code IN} that mixes texts and
 * other values is refused: Calcite would round its numbers to the type of the left side. So is a
 * comparison of a truth value with a number, which Calcite would take for another truth value.
 */
final class ColumnCoercion extends TypeCoercionImpl {
  /** The type of a text that is compared with a timestamp: no digit of it is cut. */
  private static final RelDataType FINE =
      SqlTypes.factory().createSqlType(SqlTypeName.TIMESTAMP, 6);

  ColumnCoercion(RelDataTypeFactory factory, SqlValidator validator) {
    super(factory, validator);
  }

  @Override
  public boolean rowTypeCoercion(
      @Nullable SqlValidatorScope scope, SqlNode query, int columnIndex, RelDataType targetType) {
    RelDataType row = validator.getValidatedNodeTypeIfKnown(query);
    boolean nullable =
        row != null
            && columnIndex < row.getFieldCount()
            && row.getFieldList().get(columnIndex).getType().isNullable();
    return super.rowTypeCoercion(
        scope, query, columnIndex, nullable ? SqlTypes.nullable(targetType, true) : targetType);
  }

  @Override
  public boolean binaryComparisonCoercion(SqlCallBinding binding) {
    if (binding.getOperandCount() == 2) {
      requireComparable(binding.getOperandType(0), binding.getOperandType(1), binding.getCall());
    }
    boolean isCoerced = false;
    SqlValidatorScope scope = binding.getScope();
    if (binding.operands().stream().anyMatch(o -> isCoarse(validator.deriveType(scope, o)))) {
      for (int i = 0; i < binding.getOperandCount(); i++) {
        isCoerced |=
            isFine(binding.operand(i), scope)
                && coerceOperandType(scope, binding.getCall(), i, FINE);
      }
    }
    return super.binaryComparisonCoercion(binding) || isCoerced;
  }

  /**
   * Whether a text may be a time between two values of a timestamp's type. What is written with no
   * more digits than that stays one of its values, so that a table evaluates the comparison.
   */
  private boolean isFine(SqlNode operand, SqlValidatorScope scope) {
    if (operand instanceof SqlCharStringLiteral literal) {
      return DateText.time(literal.getValueAs(String.class).strip())
          .filter(time -> !time.truncatedTo(ChronoUnit.MILLIS).equals(time))
          .isPresent();
    }
    return SqlTypeUtil.inCharFamily(validator.deriveType(scope, operand));
  }

  private boolean coerceTexts(SqlNodeList list, SqlValidatorScope scope) {
    boolean isCoerced = false;
    for (int i = 0; i < list.size(); i++) {
      isCoerced |= coerceColumnType(scope, list, i, FINE);
    }
    updateInferredType(list, FINE);
    return isCoerced;
  }

  private static boolean isCoarse(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.TIMESTAMP
        && type.getPrecision() < FINE.getPrecision();
  }

  /** Calcite takes every number but 0 for true. */
  private static void requireComparable(RelDataType left, RelDataType right, SqlNode place) {
    if ((SqlTypeUtil.inBooleanFamily(left) && SqlTypeUtil.isNumeric(right))
        || (SqlTypeUtil.isNumeric(left) && SqlTypeUtil.inBooleanFamily(right))) {
      throw new InvalidRequest(
          "a truth value is compared with a number at line "
              + place.getParserPosition().getLineNum()
              + ", column "
              + place.getParserPosition().getColumnNum()
              + "; compare it with TRUE or FALSE, or cast it");
    }
  }

  @Override
  public boolean inOperationCoercion(SqlCallBinding binding) {
    if (binding.operand(1) instanceof SqlNodeList list) {
      SqlValidatorScope scope = binding.getScope();
      RelDataType left = validator.deriveType(scope, binding.operand(0));
      list.stream()
          .filter(item -> item.getKind() != SqlKind.DYNAMIC_PARAM)
          .forEach(item -> requireComparable(left, validator.deriveType(scope, item), item));
      Set<Boolean> texts =
          list.stream()
              .filter(item -> item.getKind() != SqlKind.DYNAMIC_PARAM)
              .map(item -> validator.deriveType(scope, item))
              .filter(type -> type.getSqlTypeName() != SqlTypeName.NULL)
              .map(SqlTypeUtil::inCharFamily)
              .collect(Collectors.toSet());
      if (texts.size() > 1) {
        throw new InvalidRequest(
            "the list of IN at line "
                + list.getParserPosition().getLineNum()
                + " mixes texts with other values; write numbers without quotes, or all as texts");
      }
      if (isCoarse(left) && list.stream().anyMatch(item -> isFine(item, scope))) {
        return coerceTexts(list, scope);
      }
    }
    return super.inOperationCoercion(binding);
  }
}
