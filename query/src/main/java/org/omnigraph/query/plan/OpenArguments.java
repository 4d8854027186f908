package org.omnigraph.query.plan;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.type.SqlOperandTypeInference;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.omnigraph.query.type.SqlTypes;

/**
 * The types of arguments of a function that do not say one themselves: texts and whole numbers
 * where it takes these, the type of a list's items beside a list, or that of an argument like it.
 *
 * @param families what the function takes at each place
 */
record OpenArguments(List<SqlTypeFamily> families) implements SqlOperandTypeInference {
  @Override
  public void inferOperandTypes(
      SqlCallBinding call, RelDataType returnType, RelDataType[] operandTypes) {
    List<RelDataType> known =
        IntStream.range(0, operandTypes.length)
            .mapToObj(i -> SqlTypeUtil.deriveType(call, call.operand(i)))
            .toList();
    for (int i = 0; i < operandTypes.length; i++) {
      operandTypes[i] = type(i, known).orElse(call.getValidator().getUnknownType());
    }
  }

  private Optional<RelDataType> type(int place, List<RelDataType> known) {
    if (place >= families.size()) {
      // One too many, which is refused later.
      return Optional.empty();
    }
    SqlTypeFamily family = families.get(place);
    Optional<RelDataType> alike = first(family, known);
    boolean isMixed = families.stream().distinct().count() > 1;
    return switch (family) {
      case ANY ->
          first(SqlTypeFamily.ARRAY, known).map(RelDataType::getComponentType).or(() -> alike);
      case ARRAY ->
          alike.or(
              () ->
                  first(SqlTypeFamily.ANY, known)
                      .map(item -> SqlTypes.nullable(item, true))
                      .map(item -> SqlTypes.factory().createArrayType(item, -1)));
      case CHARACTER -> isMixed ? Optional.of(SqlTypes.text()) : alike;
      case INTEGER ->
          isMixed
              ? alike.or(() -> Optional.of(SqlTypes.factory().createSqlType(SqlTypeName.INTEGER)))
              : alike;
      default -> alike;
    };
  }

  /** The type of the first argument of a family that says one. */
  private Optional<RelDataType> first(SqlTypeFamily family, List<RelDataType> known) {
    return IntStream.range(0, Math.min(known.size(), families.size()))
        .filter(i -> families.get(i) == family)
        .mapToObj(known::get)
        .filter(
            type ->
                type.getSqlTypeName() != SqlTypeName.UNKNOWN
                    && type.getSqlTypeName() != SqlTypeName.NULL)
        .findFirst();
  }
}
