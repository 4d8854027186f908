package org.omnigraph.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;

/** All getters of a driver's metadata, called by reflection. */
final class Getters {
  private Getters() {}

  /** Calls them about the table {@code Flight}; what failed, and null answers, by the getter. */
  static Map<String, Throwable> failures(DatabaseMetaData metaData) {
    Map<String, Throwable> failures = new LinkedHashMap<>();
    int called = 0;
    for (Method method : DatabaseMetaData.class.getMethods()) {
      if (method.getDeclaringClass() != DatabaseMetaData.class) {
        continue;
      }
      Object[] arguments = new Object[method.getParameterCount()];
      for (int i = 0; i < arguments.length; i++) {
        Class<?> type = method.getParameterTypes()[i];
        arguments[i] =
            type == int.class
                ? (Object) ResultSet.TYPE_FORWARD_ONLY
                : type == boolean.class
                    ? (Object) true
                    : type == String.class && needsTable(method, i) ? "Flight" : null;
      }
      called++;
      try {
        Object answer = method.invoke(metaData, arguments);
        if (answer == null) {
          failures.put(method.getName(), new NullPointerException("the answer is null"));
        }
        if (answer instanceof ResultSet result) {
          drain(result);
        }
      } catch (ReflectiveOperationException e) {
        failures.put(method.getName(), e.getCause());
      } catch (SQLException e) {
        failures.put(method.getName(), e);
      }
    }
    assertThat(called).isGreaterThan(170);
    return failures;
  }

  private static boolean needsTable(Method method, int parameter) {
    return switch (method.getName()) {
      case "getPrimaryKeys",
          "getImportedKeys",
          "getExportedKeys",
          "getBestRowIdentifier",
          "getIndexInfo",
          "getVersionColumns",
          "getColumnPrivileges" ->
          parameter == 2;
      case "getCrossReference" -> parameter == 2 || parameter == 5;
      default -> false;
    };
  }

  /** Reads every value and closes. */
  static void drain(ResultSet result) throws SQLException {
    try (result) {
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        for (int i = 1; i <= columns; i++) {
          result.getString(i);
          result.getObject(i);
        }
      }
    }
  }
}
