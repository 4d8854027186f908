package org.omnigraph.query.plan;

import static org.apache.calcite.util.Static.RESOURCE;

import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperandCountRange;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlOperandCountRanges;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.query.type.VectorType;

/**
 * Distances of two vectors, in single precision: two properties of the same dimension, or one and a
 * list of as many numbers.
 */
final class VectorFunctions {
  private static final int SIDES = 2;

  static final List<SqlOperator> ALL =
      Stream.of(
              distance("L2_DISTANCE", "list_distance"),
              distance("COSINE_DISTANCE", "list_cosine_distance"),
              distance("COSINE_SIMILARITY", "list_cosine_similarity"),
              distance("DOT_PRODUCT", "list_inner_product"),
              distance("INNER_PRODUCT", "list_inner_product"))
          .map(SqlOperator.class::cast)
          .toList();

  private VectorFunctions() {}

  private static KernelFunction distance(String name, String function) {
    return new KernelFunction(
        name,
        ReturnTypes.explicit(SqlTypeName.REAL).andThen(SqlTypeTransforms.TO_NULLABLE),
        new SameDimension(),
        "CASE WHEN {0} IS NOT NULL AND {1} IS NOT NULL THEN "
            + function
            + "(CAST({0} AS FLOAT[]), CAST({1} AS FLOAT[])) END");
  }

  private static final class SameDimension implements SqlOperandTypeChecker {
    @Override
    public boolean checkOperandTypes(SqlCallBinding call, boolean throwOnFailure) {
      boolean numbers = isVector(call.getOperandType(0)) && isVector(call.getOperandType(1));
      if (!numbers) {
        if (throwOnFailure) {
          throw call.newValidationError(
              RESOURCE.canNotApplyOp2Type(
                  call.getOperator().getName(),
                  call.getOperandType(0) + ", " + call.getOperandType(1),
                  call.getOperator().getName() + "(a vector, a vector)"));
        }
        return false;
      }
      requireSame(call);
      return true;
    }

    private static void requireSame(SqlCallBinding call) {
      OptionalInt left = dimension(call, 0);
      OptionalInt right = dimension(call, 1);
      if (left.isPresent() && right.isPresent() && left.getAsInt() != right.getAsInt()) {
        throw new InvalidRequest(
            call.getOperator().getName()
                + " is of two vectors of one dimension; these have "
                + left.getAsInt()
                + " and "
                + right.getAsInt());
      }
    }

    private static OptionalInt dimension(SqlCallBinding call, int side) {
      if (call.getOperandType(side) instanceof VectorType vector) {
        return OptionalInt.of(vector.dimension());
      }
      SqlNode written = call.operand(side);
      return written instanceof SqlCall list && list.getKind() == SqlKind.ARRAY_VALUE_CONSTRUCTOR
          ? OptionalInt.of(list.operandCount())
          : OptionalInt.empty();
    }

    private static boolean isVector(RelDataType type) {
      RelDataType item = type.getComponentType();
      return type.getSqlTypeName() == SqlTypeName.NULL
          || (item != null && SqlTypeUtil.isNumeric(item));
    }

    @Override
    public SqlOperandCountRange getOperandCountRange() {
      return SqlOperandCountRanges.of(SIDES);
    }

    @Override
    public String getAllowedSignatures(SqlOperator operator, String name) {
      return name + "(a vector, a vector)";
    }
  }
}
