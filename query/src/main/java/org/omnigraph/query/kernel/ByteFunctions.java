package org.omnigraph.query.kernel;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.omnigraph.engine.error.Unsupported;

/** Functions of texts where they are asked for bytes. */
final class ByteFunctions {
  /** What the kernel does with texts only, though the standard has some of it for bytes too. */
  private static final Set<String> OF_TEXT =
      Set.of(
          "POSITION",
          "STRPOS",
          "INSTR",
          "LOCATE",
          "OVERLAY",
          "LEFT",
          "RIGHT",
          "TRIM",
          "STARTS_WITH",
          "ENDS_WITH",
          "REPEAT",
          "REPLACE",
          "TRANSLATE",
          "TRANSLATE3",
          "SPLIT_PART",
          "LIKE",
          "&",
          "|",
          "BITAND",
          "BITOR",
          "BITXOR",
          "^",
          "BITNOT",
          "<<");

  private ByteFunctions() {}

  static boolean isOfBytes(RexCall call) {
    return call.getOperands().stream().anyMatch(operand -> SqlTypeUtil.isBinary(operand.getType()));
  }

  static void requireDone(RexCall call) {
    String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
    if (OF_TEXT.contains(name) && isOfBytes(call)) {
      throw new Unsupported(
          name.replace("TRANSLATE3", "TRANSLATE")
              + " of bytes is not done here; SUBSTRING is, TO_HEX(x) is a text, and FROM_HEX(text)"
              + " bytes again");
    }
  }

  /**
   * A part of bytes, by the rules of DuckDB's {@code substring} of texts: a negative start counts
   * from the end, a negative length takes what stands before the start.
   *
   * @param operands bytes, start and perhaps length in DuckDB's SQL
   */
  static String substring(List<String> operands) {
    String bytes = operands.get(0);
    String start = "CAST(" + operands.get(1) + " AS BIGINT)";
    String size = "octet_length(" + bytes + ")";
    String begin = choice(start + " < 0", start + " + " + size + " + 1", start);
    if (operands.size() == 2) {
      return choice(start + " IS NULL", "NULL", slice(bytes, begin, size));
    }
    String length = "CAST(" + operands.get(2) + " AS BIGINT)";
    String end = begin + " + " + length;
    return choice(
        start + " IS NULL OR " + length + " IS NULL",
        "NULL",
        slice(
            bytes,
            "least(" + begin + ", " + end + ")",
            "greatest(" + begin + ", " + end + ", 1) - 1"));
  }

  private static String slice(String bytes, String first, String last) {
    return "list_slice(" + bytes + ", greatest(" + first + ", 1), " + last + ")";
  }

  private static String choice(String condition, String then, String otherwise) {
    return "(CASE WHEN " + condition + " THEN " + then + " ELSE " + otherwise + " END)";
  }
}
