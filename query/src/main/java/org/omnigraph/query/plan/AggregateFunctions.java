package org.omnigraph.query.plan;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.fun.SqlBasicAggFunction;
import org.apache.calcite.sql.fun.SqlFirstLastValueAggFunction;
import org.apache.calcite.sql.fun.SqlLeadLagAggFunction;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlNthValueAggFunction;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.Optionality;

/** Aggregate functions beyond the standard's. */
final class AggregateFunctions {
  private static final SqlReturnTypeInference DOUBLE =
      ReturnTypes.DOUBLE.andThen(SqlTypeTransforms.FORCE_NULLABLE);
  private static final SqlOperandTypeChecker PAIR =
      OperandTypes.family(SqlTypeFamily.NUMERIC, SqlTypeFamily.NUMERIC);

  /** Interpolates, so that of integers it is a double. */
  static final SqlBasicAggFunction PERCENTILE_CONT =
      SqlBasicAggFunction.create(
              SqlKind.PERCENTILE_CONT,
              call -> interpolated(call, call.getCollationType()),
              OperandTypes.UNIT_INTERVAL_NUMERIC_LITERAL)
          .withFunctionType(SqlFunctionCategory.SYSTEM)
          .withGroupOrder(Optionality.MANDATORY)
          .withPercentile(true)
          .withAllowsFraming(false);

  /** Of no rows there is none. */
  static final SqlBasicAggFunction PERCENTILE_DISC =
      SqlBasicAggFunction.create(
              SqlKind.PERCENTILE_DISC,
              call ->
                  call.getTypeFactory().createTypeWithNullability(call.getCollationType(), true),
              OperandTypes.UNIT_INTERVAL_NUMERIC_LITERAL)
          .withFunctionType(SqlFunctionCategory.SYSTEM)
          .withGroupOrder(Optionality.MANDATORY)
          .withPercentile(true)
          .withAllowsFraming(false);

  /** No texts make no text. */
  static final SqlBasicAggFunction STRING_AGG = texts(SqlKind.STRING_AGG);

  static final SqlBasicAggFunction GROUP_CONCAT =
      texts(SqlKind.GROUP_CONCAT).withAllowsSeparator(true);

  static final SqlBasicAggFunction LISTAGG = texts(SqlKind.LISTAGG);

  static final SqlBasicAggFunction ARRAY_AGG =
      SqlBasicAggFunction.create(
              SqlKind.ARRAY_AGG,
              ReturnTypes.ARG0
                  .andThen(ListFunctions.LIST_OF_IT)
                  .andThen(SqlTypeTransforms.FORCE_NULLABLE),
              OperandTypes.ANY)
          .withFunctionType(SqlFunctionCategory.SYSTEM)
          .withSyntax(SqlSyntax.ORDERED_FUNCTION)
          .withGroupOrder(Optionality.OPTIONAL)
          .withAllowsNullTreatment(true);

  private static final SqlAggFunction JSON_ARRAY_OF_ALL =
      json("JSON_ARRAYAGG_NULL_ON_NULL", SqlKind.JSON_ARRAYAGG, OperandTypes.ANY);
  private static final SqlAggFunction JSON_ARRAY =
      json("JSON_ARRAYAGG_ABSENT_ON_NULL", SqlKind.JSON_ARRAYAGG, OperandTypes.ANY);
  private static final SqlAggFunction JSON_OBJECT_OF_ALL =
      json("JSON_OBJECTAGG_NULL_ON_NULL", SqlKind.JSON_OBJECTAGG, OperandTypes.ANY_ANY);
  private static final SqlAggFunction JSON_OBJECT =
      json("JSON_OBJECTAGG_ABSENT_ON_NULL", SqlKind.JSON_OBJECTAGG, OperandTypes.ANY_ANY);

  static final List<SqlOperator> ALL =
      List.of(
          aggregate(
              "MEDIAN",
              call -> interpolated(call, call.getOperandType(0)),
              OperandTypes.or(
                  OperandTypes.family(SqlTypeFamily.NUMERIC),
                  OperandTypes.family(SqlTypeFamily.DATETIME))),
          ofSample("STDDEV", SqlKind.STDDEV_SAMP),
          ofSample("STDDEV_SAMP", SqlKind.STDDEV_SAMP),
          ofSample("VARIANCE", SqlKind.VAR_SAMP),
          ofSample("VAR_SAMP", SqlKind.VAR_SAMP),
          SqlBasicAggFunction.create(
                  SqlKind.COVAR_SAMP,
                  ReturnTypes.COVAR_REGR_FUNCTION.andThen(SqlTypeTransforms.FORCE_NULLABLE),
                  PAIR)
              .withFunctionType(SqlFunctionCategory.NUMERIC),
          aggregate("CORR", DOUBLE, PAIR),
          aggregate("REGR_SLOPE", DOUBLE, PAIR),
          aggregate("REGR_INTERCEPT", DOUBLE, PAIR),
          aggregate("REGR_R2", DOUBLE, PAIR),
          aggregate("REGR_AVGX", DOUBLE, PAIR),
          aggregate("REGR_AVGY", DOUBLE, PAIR),
          aggregate("REGR_SXY", DOUBLE, PAIR),
          aggregate("SKEWNESS", DOUBLE, OperandTypes.family(SqlTypeFamily.NUMERIC)),
          aggregate("KURTOSIS", DOUBLE, OperandTypes.family(SqlTypeFamily.NUMERIC)),
          aggregate("PRODUCT", DOUBLE, OperandTypes.family(SqlTypeFamily.NUMERIC)),
          aggregate("COUNT_IF", ReturnTypes.BIGINT, OperandTypes.family(SqlTypeFamily.BOOLEAN)),
          aggregate("COUNTIF", ReturnTypes.BIGINT, OperandTypes.family(SqlTypeFamily.BOOLEAN)),
          SqlLibraryOperators.LOGICAL_AND,
          SqlLibraryOperators.LOGICAL_OR,
          SqlLibraryOperators.MAX_BY,
          SqlLibraryOperators.MIN_BY,
          JSON_ARRAY_OF_ALL,
          JSON_ARRAY,
          JSON_OBJECT_OF_ALL,
          JSON_OBJECT,
          STRING_AGG,
          GROUP_CONCAT,
          LISTAGG,
          ARRAY_AGG,
          new NthValue(),
          new Neighbour(SqlKind.LEAD),
          new Neighbour(SqlKind.LAG),
          new EdgeValue(SqlKind.FIRST_VALUE),
          new EdgeValue(SqlKind.LAST_VALUE));

  private AggregateFunctions() {}

  private static SqlBasicAggFunction texts(SqlKind kind) {
    return SqlBasicAggFunction.create(
            kind,
            ReturnTypes.ARG0_FORCE_NULLABLE,
            OperandTypes.or(
                OperandTypes.family(SqlTypeFamily.CHARACTER),
                OperandTypes.family(SqlTypeFamily.CHARACTER, SqlTypeFamily.CHARACTER)))
        .withFunctionType(SqlFunctionCategory.SYSTEM)
        .withSyntax(SqlSyntax.ORDERED_FUNCTION)
        .withGroupOrder(Optionality.OPTIONAL);
  }

  /** Of no rows there is none. */
  private static SqlAggFunction json(String name, SqlKind kind, SqlOperandTypeChecker arguments) {
    return SqlBasicAggFunction.create(
            name, kind, ReturnTypes.VARCHAR.andThen(SqlTypeTransforms.FORCE_NULLABLE), arguments)
        .withFunctionType(SqlFunctionCategory.SYSTEM)
        .withGroupOrder(Optionality.OPTIONAL);
  }

  /** The function of ours that one of the parser's is. */
  static Optional<SqlAggFunction> json(SqlOperator parsed) {
    return Stream.of(JSON_ARRAY_OF_ALL, JSON_ARRAY, JSON_OBJECT_OF_ALL, JSON_OBJECT)
        .filter(own -> own.getKind() == parsed.getKind() && own.getName().equals(parsed.getName()))
        .findFirst();
  }

  /** Of one row there is none. */
  private static SqlBasicAggFunction ofSample(String name, SqlKind kind) {
    return SqlBasicAggFunction.create(
            name,
            kind,
            ReturnTypes.AVG_AGG_FUNCTION.andThen(SqlTypeTransforms.FORCE_NULLABLE),
            OperandTypes.NUMERIC)
        .withFunctionType(SqlFunctionCategory.NUMERIC);
  }

  private static SqlBasicAggFunction aggregate(
      String name, SqlReturnTypeInference type, SqlOperandTypeChecker arguments) {
    return SqlBasicAggFunction.create(name, SqlKind.OTHER_FUNCTION, type, arguments)
        .withFunctionType(SqlFunctionCategory.SYSTEM);
  }

  private static RelDataType interpolated(SqlOperatorBinding call, RelDataType values) {
    RelDataTypeFactory types = call.getTypeFactory();
    return types.createTypeWithNullability(
        SqlTypeUtil.isIntType(values) ? types.createSqlType(SqlTypeName.DOUBLE) : values, true);
  }

  /** A frame may have fewer rows than the one that is asked for. */
  private static final class NthValue extends SqlNthValueAggFunction {
    NthValue() {
      super(SqlKind.NTH_VALUE);
    }

    @Override
    public RelDataType inferReturnType(SqlOperatorBinding call) {
      return call.getTypeFactory().createTypeWithNullability(super.inferReturnType(call), true);
    }
  }

  /** A default for rows that are not there does not take the place of a null that is there. */
  private static final class Neighbour extends SqlLeadLagAggFunction {
    Neighbour(SqlKind kind) {
      super(kind);
    }

    @Override
    public RelDataType inferReturnType(SqlOperatorBinding call) {
      RelDataType type = super.inferReturnType(call);
      boolean nullable = type.isNullable() || call.getOperandType(0).isNullable();
      return call.getTypeFactory().createTypeWithNullability(type, nullable);
    }
  }

  /** With {@code IGNORE NULLS} there may be none. */
  private static final class EdgeValue extends SqlFirstLastValueAggFunction {
    EdgeValue(SqlKind kind) {
      super(kind);
    }

    @Override
    public RelDataType inferReturnType(SqlOperatorBinding call) {
      return call.getTypeFactory().createTypeWithNullability(super.inferReturnType(call), true);
    }
  }
}
