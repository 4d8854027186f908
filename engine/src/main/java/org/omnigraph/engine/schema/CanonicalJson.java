package org.omnigraph.engine.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.Map;

/**
 * JSON text that is the same byte for byte wherever it is made, since digests are taken over it:
 * members in the order of the tree, text unescaped except quotes, backslashes and control
 * characters, doubles by their shortest digits that read back equal.
 */
final class CanonicalJson {
  private final StringBuilder out = new StringBuilder();
  private final boolean pretty;

  private CanonicalJson(boolean pretty) {
    this.pretty = pretty;
  }

  /** Without any white space: the form that is hashed. */
  static String compact(JsonNode tree) {
    CanonicalJson json = new CanonicalJson(false);
    json.value(tree, 0);
    return json.out.toString();
  }

  /** Indented by two spaces, without a newline at the end: the form of the files. */
  static String pretty(JsonNode tree) {
    CanonicalJson json = new CanonicalJson(true);
    json.value(tree, 0);
    return json.out.toString();
  }

  /** {@code sha256:} and the digest of the compact form in lower-case hexadecimal. */
  static String digest(JsonNode tree) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest(compact(tree).getBytes(StandardCharsets.UTF_8));
      return "sha256:" + HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private void value(JsonNode node, int depth) {
    switch (node.getNodeType()) {
      case OBJECT -> object(node, depth);
      case ARRAY -> array(node, depth);
      case STRING -> text(node.textValue());
      case NUMBER ->
          out.append(
              node.isFloatingPointNumber()
                  ? number(node.doubleValue())
                  : node.bigIntegerValue().toString());
      case BOOLEAN -> out.append(node.booleanValue());
      case NULL -> out.append("null");
      default -> throw new IllegalArgumentException("not JSON: " + node.getNodeType());
    }
  }

  private void object(JsonNode node, int depth) {
    if (node.isEmpty()) {
      out.append("{}");
      return;
    }
    char before = '{';
    Iterator<Map.Entry<String, JsonNode>> members = node.fields();
    while (members.hasNext()) {
      Map.Entry<String, JsonNode> member = members.next();
      out.append(before);
      before = ',';
      newline(depth + 1);
      text(member.getKey());
      out.append(pretty ? ": " : ":");
      value(member.getValue(), depth + 1);
    }
    newline(depth);
    out.append('}');
  }

  private void array(JsonNode node, int depth) {
    if (node.isEmpty()) {
      out.append("[]");
      return;
    }
    char before = '[';
    for (JsonNode item : node) {
      out.append(before);
      before = ',';
      newline(depth + 1);
      value(item, depth + 1);
    }
    newline(depth);
    out.append(']');
  }

  private void newline(int depth) {
    if (pretty) {
      out.append('\n').append("  ".repeat(depth));
    }
  }

  private void text(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\b' -> out.append("\\b");
        case '\f' -> out.append("\\f");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < 0x20) {
            out.append(String.format("\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }

  /**
   * A finite double: the fewest digits that read back as the same double, written out between 1e-5
   * and 1e16, with an exponent beyond.
   */
  static String number(double number) {
    if (number == 0) {
      return Double.compare(number, 0.0) < 0 ? "-0.0" : "0.0";
    }
    BigDecimal shortest = shortest(Math.abs(number));
    String digits = shortest.unscaledValue().toString();
    int point = digits.length() - shortest.scale();
    String sign = number < 0 ? "-" : "";
    return sign + place(digits, point);
  }

  /** The decimal of fewest digits nearest to a positive double, without trailing zeros. */
  private static BigDecimal shortest(double number) {
    BigDecimal exact = new BigDecimal(number);
    for (int precision = 1; precision < 17; precision++) {
      BigDecimal rounded = exact.round(new MathContext(precision, RoundingMode.HALF_EVEN));
      if (rounded.doubleValue() == number) {
        return rounded.stripTrailingZeros();
      }
    }
    return exact.round(new MathContext(17, RoundingMode.HALF_EVEN)).stripTrailingZeros();
  }

  /** Writes digits whose decimal point stands before digit {@code point}. */
  private static String place(String digits, int point) {
    if (point > 16 || point <= -5) {
      String fraction = digits.length() == 1 ? "" : "." + digits.substring(1);
      return digits.charAt(0) + fraction + "e" + (point - 1);
    }
    if (point <= 0) {
      return "0." + "0".repeat(-point) + digits;
    }
    if (digits.length() <= point) {
      return digits + "0".repeat(point - digits.length()) + ".0";
    }
    return digits.substring(0, point) + "." + digits.substring(point);
  }
}
