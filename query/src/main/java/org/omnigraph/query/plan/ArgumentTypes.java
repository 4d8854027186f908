package org.omnigraph.query.plan;

import java.util.List;
import java.util.Objects;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/** Casts each parameter whose argument is known to the type that this has. */
final class ArgumentTypes extends SqlShuttle {
  private final List<@Nullable RelDataType> given;

  private ArgumentTypes(List<@Nullable RelDataType> given) {
    this.given = given;
  }

  /**
   * @param given the types of arguments, null for those not known; may be shorter than the list of
   *     parameters
   */
  static SqlNode cast(SqlNode statement, List<@Nullable RelDataType> given) {
    return Objects.requireNonNull(statement.accept(new ArgumentTypes(given)));
  }

  /** What is cast or assigned already is of the type that this says. */
  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    boolean isCast = ParameterValidator.isCast(call) && call.operand(0) instanceof SqlDynamicParam;
    return isCast ? call : super.visit(call);
  }

  @Override
  public SqlNode visit(SqlDynamicParam parameter) {
    RelDataType type = parameter.getIndex() < given.size() ? given.get(parameter.getIndex()) : null;
    SqlParserPos at = parameter.getParserPosition();
    return type == null
        ? parameter
        : SqlStdOperatorTable.CAST.createCall(at, parameter, SqlTypeUtil.convertTypeToSpec(type));
  }
}
