package org.omnigraph.query.plan;

import java.util.Collections;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.calcite.sql.SqlBasicFunction;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.fun.SqlLibrary;
import org.apache.calcite.sql.fun.SqlLibraryOperatorTableFactory;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.util.SqlOperatorTables;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.apache.calcite.sql.validate.SqlNameMatchers;
import org.jspecify.annotations.Nullable;

/** The functions and operators that statements may use: the standard's, PostgreSQL's, and ours. */
public final class Operators {
  /** {@code VERSION()}. */
  public static final SqlFunction VERSION =
      SqlBasicFunction.create("VERSION", ReturnTypes.VARCHAR, OperandTypes.NILADIC);

  /** {@code CURRENT_DATABASE()}: the current graph. */
  public static final SqlFunction CURRENT_DATABASE =
      SqlBasicFunction.create("CURRENT_DATABASE", ReturnTypes.VARCHAR, OperandTypes.NILADIC);

  private static final List<SqlOperator> OWN =
      Stream.of(
              List.<SqlOperator>of(
                  VERSION,
                  CURRENT_DATABASE,
                  SqlLibraryOperators.SAFE_CAST,
                  SqlLibraryOperators.TRY_CAST),
              TextFunctions.ALL,
              NumberFunctions.ALL,
              TimeFunctions.ALL,
              ListFunctions.ALL,
              VectorFunctions.ALL,
              JsonFunctions.ALL,
              AggregateFunctions.ALL)
          .flatMap(List::stream)
          .toList();

  private static final Set<SqlOperator> OWN_SET = identities(OWN);

  private static final SqlOperatorTable TABLE =
      SqlOperatorTables.chain(
          SqlOperatorTables.of(OWN),
          SqlStdOperatorTable.instance(),
          SqlLibraryOperatorTableFactory.INSTANCE.getOperatorTable(
              EnumSet.of(SqlLibrary.POSTGRESQL), false));

  private Operators() {}

  /** The one function of ours that is called so with so many arguments. */
  static Optional<KernelFunction> kernelFunction(String name, int arguments) {
    return OWN.stream()
        .filter(KernelFunction.class::isInstance)
        .map(KernelFunction.class::cast)
        .filter(f -> f.getName().equalsIgnoreCase(name))
        .filter(f -> f.getOperandCountRange().isValidCount(arguments))
        .findFirst();
  }

  private static Set<SqlOperator> identities(List<SqlOperator> operators) {
    Set<SqlOperator> identities = Collections.newSetFromMap(new IdentityHashMap<>());
    identities.addAll(operators);
    return identities;
  }

  /**
   * Finds functions, ours before others, without regard to case, and to whether the parser took one
   * for one of time.
   */
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
            name,
            category == SqlFunctionCategory.TIMEDATE ? null : category,
            syntax,
            found,
            SqlNameMatchers.withCaseSensitive(false));
        if (found.stream().anyMatch(OWN_SET::contains)) {
          found.removeIf(operator -> !OWN_SET.contains(operator));
        }
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
}
