package org.omnigraph.query.plan;

import java.util.EnumSet;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlBasicFunction;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.fun.SqlBasicAggFunction;
import org.apache.calcite.sql.fun.SqlLibrary;
import org.apache.calcite.sql.fun.SqlLibraryOperatorTableFactory;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.util.SqlOperatorTables;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.apache.calcite.sql.validate.SqlNameMatchers;
import org.apache.calcite.util.Optionality;
import org.jspecify.annotations.Nullable;

/** The functions and operators that statements may use: the standard's, PostgreSQL's, and ours. */
public final class Operators {
  /** {@code DATE_TRUNC('month', timestamp)}. */
  public static final SqlFunction DATE_TRUNC =
      SqlBasicFunction.create(
          "DATE_TRUNC",
          ReturnTypes.ARG1.andThen(SqlTypeTransforms.TO_NULLABLE),
          OperandTypes.family(SqlTypeFamily.CHARACTER, SqlTypeFamily.DATETIME));

  /** {@code DATE_PART('dow', timestamp)}. */
  static final SqlFunction DATE_PART =
      SqlBasicFunction.create(
          "DATE_PART",
          ReturnTypes.BIGINT_NULLABLE,
          OperandTypes.family(SqlTypeFamily.CHARACTER, SqlTypeFamily.DATETIME));

  /** {@code VERSION()}. */
  public static final SqlFunction VERSION =
      SqlBasicFunction.create("VERSION", ReturnTypes.VARCHAR, OperandTypes.NILADIC);

  /** {@code CURRENT_DATABASE()}: the current graph. */
  public static final SqlFunction CURRENT_DATABASE =
      SqlBasicFunction.create("CURRENT_DATABASE", ReturnTypes.VARCHAR, OperandTypes.NILADIC);

  private static final SqlFunction REVERSE = text("REVERSE");

  /** Interpolates, so that of integers it is a double. */
  static final SqlBasicAggFunction PERCENTILE_CONT =
      SqlBasicAggFunction.create(
              SqlKind.PERCENTILE_CONT,
              Operators::interpolated,
              OperandTypes.UNIT_INTERVAL_NUMERIC_LITERAL)
          .withFunctionType(SqlFunctionCategory.SYSTEM)
          .withGroupOrder(Optionality.MANDATORY)
          .withPercentile(true)
          .withAllowsFraming(false);

  private static final SqlOperatorTable TABLE =
      SqlOperatorTables.chain(
          SqlOperatorTables.of(
              DATE_TRUNC,
              DATE_PART,
              VERSION,
              CURRENT_DATABASE,
              REVERSE,
              SqlLibraryOperators.SAFE_CAST,
              SqlLibraryOperators.TRY_CAST,
              SqlLibraryOperators.IFNULL,
              SqlLibraryOperators.ARRAY_CONTAINS,
              SqlLibraryOperators.LOG2),
          SqlStdOperatorTable.instance(),
          SqlOperatorTables.of(
              SqlLibraryOperatorTableFactory.INSTANCE
                  .getOperatorTable(EnumSet.of(SqlLibrary.POSTGRESQL), false)
                  .getOperatorList()
                  .stream()
                  .filter(o -> !o.getName().equals("DATE_PART"))
                  .toList()));

  private Operators() {}

  private static RelDataType interpolated(SqlOperatorBinding call) {
    RelDataType sorted = call.getCollationType();
    RelDataTypeFactory types = call.getTypeFactory();
    return SqlTypeUtil.isIntType(sorted)
        ? types.createTypeWithNullability(types.createSqlType(SqlTypeName.DOUBLE), true)
        : types.createTypeWithNullability(sorted, true);
  }

  /** Finds functions without regard to case. */
  static SqlOperatorTable table() {
    return new SqlOperatorTable() {
      @Override
      public void lookupOperatorOverloads(
          SqlIdentifier name,
          @Nullable SqlFunctionCategory category,
          SqlSyntax syntax,
          List<SqlOperator> found,
          SqlNameMatcher matcher) {
        TABLE.lookupOperatorOverloads(
            name, category, syntax, found, SqlNameMatchers.withCaseSensitive(false));
      }

      @Override
      public List<SqlOperator> getOperatorList() {
        return TABLE.getOperatorList();
      }
    };
  }

  static List<SqlOperator> all() {
    return TABLE.getOperatorList();
  }

  private static SqlFunction text(String name) {
    return SqlBasicFunction.create(
        name,
        ReturnTypes.VARCHAR.andThen(SqlTypeTransforms.TO_NULLABLE),
        OperandTypes.family(SqlTypeFamily.CHARACTER));
  }
}
