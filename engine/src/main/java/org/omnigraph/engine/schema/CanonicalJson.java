package org.omnigraph.engine.schema;

import com.fasterxml.jackson.databind.JsonNode;
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
                  ? JsonNumber.of(node.doubleValue())
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
}
