package org.omnigraph.jdbc;

import java.sql.Types;

/** The numbers that Flight SQL gives to JDBC's types in its table of conversions. */
final class ConvertCodes {
  private static final int CONVERSIONS = 517;

  private ConvertCodes() {}

  static boolean converts(ServerInfo info, int from, int to) {
    int source = code(from);
    int target = code(to);
    return source >= 0 && target >= 0 && info.maps(CONVERSIONS, source, target);
  }

  private static int code(int type) {
    return switch (type) {
      case Types.BIGINT -> 0;
      case Types.BINARY -> 1;
      case Types.BIT, Types.BOOLEAN -> 2;
      case Types.CHAR -> 3;
      case Types.DATE -> 4;
      case Types.DECIMAL -> 5;
      case Types.FLOAT, Types.DOUBLE -> 6;
      case Types.INTEGER -> 7;
      case Types.LONGVARBINARY -> 10;
      case Types.LONGVARCHAR -> 11;
      case Types.NUMERIC -> 12;
      case Types.REAL -> 13;
      case Types.SMALLINT -> 14;
      case Types.TIME -> 15;
      case Types.TIMESTAMP -> 16;
      case Types.TINYINT -> 17;
      case Types.VARBINARY -> 18;
      case Types.VARCHAR -> 19;
      default -> -1;
    };
  }
}
