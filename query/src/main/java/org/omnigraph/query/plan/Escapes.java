package org.omnigraph.query.plan;

import java.nio.charset.StandardCharsets;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlNode;
import org.omnigraph.engine.error.InvalidRequest;

/** The escape characters of patterns: one character, behind which there is another one. */
public final class Escapes {
  public static final String NOT_ONE = "the escape of a pattern is one character of ASCII";
  public static final String AT_THE_END =
      "a pattern ends with its escape character, which takes another one behind it";

  private Escapes() {}

  /**
   * Checks what is written in a statement.
   *
   * @param call a call of {@code LIKE} or its like
   */
  static void require(SqlCall call) {
    if (call.operandCount() < 3 || !(call.operand(2) instanceof SqlCharStringLiteral escape)) {
      return;
    }
    String character = escape.getValueAs(String.class);
    if (character.getBytes(StandardCharsets.UTF_8).length != 1) {
      throw refused(escape, NOT_ONE);
    }
    if (call.operand(1) instanceof SqlCharStringLiteral pattern
        && endsOpen(pattern.getValueAs(String.class), character)) {
      throw refused(pattern, AT_THE_END);
    }
  }

  /** Whether the last character is an escape that no escape stands before. */
  public static boolean endsOpen(String pattern, String escape) {
    int end = pattern.length();
    boolean open = false;
    while (pattern.startsWith(escape, end - escape.length())) {
      end -= escape.length();
      open = !open;
    }
    return open;
  }

  private static InvalidRequest refused(SqlNode at, String message) {
    return new InvalidRequest(SqlErrors.place(at.getParserPosition()) + message);
  }

  /** A pattern in the kernel, checked where it is computed. */
  public static String checked(String pattern, String escape) {
    return "CASE WHEN strlen("
        + escape
        + ") <> 1 THEN "
        + failure(NOT_ONE)
        + " WHEN (length("
        + pattern
        + ") - length(rtrim("
        + pattern
        + ", "
        + escape
        + "))) % 2 = 1 THEN "
        + failure(AT_THE_END)
        + " ELSE "
        + pattern
        + " END";
  }

  private static String failure(String message) {
    return "CAST(" + TextBound.failure(message, "BIGINT") + " AS VARCHAR)";
  }
}
