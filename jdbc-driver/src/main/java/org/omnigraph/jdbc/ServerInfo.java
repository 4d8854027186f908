package org.omnigraph.jdbc;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the server says about itself, by SqlInfo code; a code it leaves out has a fallback. */
final class ServerInfo {
  private final Map<Integer, Object> values;

  private ServerInfo(Map<Integer, Object> values) {
    this.values = Map.copyOf(values);
  }

  /** Reads and closes the answer to GetSqlInfo. */
  static ServerInfo read(Rows rows) throws SQLException {
    Map<Integer, Object> values = new HashMap<>();
    try {
      while (rows.advance()) {
        Object code = rows.value(0);
        Object value = rows.value(1);
        if (code instanceof Number number && value != null) {
          values.put(number.intValue(), value);
        }
      }
    } finally {
      rows.close();
    }
    return new ServerInfo(values);
  }

  String text(int code, String fallback) {
    return values.get(code) instanceof String text ? text : fallback;
  }

  boolean flag(int code, boolean fallback) {
    return values.get(code) instanceof Boolean flag ? flag : fallback;
  }

  long number(int code, long fallback) {
    return values.get(code) instanceof Number number ? number.longValue() : fallback;
  }

  /** A limit for JDBC: 0 is unknown or none. */
  int limit(int code) {
    return (int) Math.min(Integer.MAX_VALUE, Math.max(0, number(code, 0)));
  }

  /** Whether a bit of a mask is set; a code left out has none. */
  boolean bit(int code, int bit) {
    return (number(code, 0) & (1L << bit)) != 0;
  }

  /** Names separated by commas. */
  String names(int code) {
    if (!(values.get(code) instanceof List<?> list)) {
      return "";
    }
    return String.join(",", list.stream().map(String::valueOf).toList());
  }

  /** Entries of a map from a number to numbers. */
  boolean maps(int code, int from, int to) {
    @Nullable Object map = values.get(code);
    return map instanceof Map<?, ?> entries
        && entries.get(from) instanceof List<?> targets
        && targets.contains(to);
  }

  boolean has(int code) {
    return values.containsKey(code);
  }
}
