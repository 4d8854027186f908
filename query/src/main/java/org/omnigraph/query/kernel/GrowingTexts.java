package org.omnigraph.query.kernel;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;
import org.omnigraph.query.plan.TextBound;

/**
 * Functions that put texts together, in DuckDB's words, with what {@link TextBound} allows. An
 * operand is named once where it is long, so that what is nested does not grow with its depth.
 */
final class GrowingTexts {
  /** Operands that are longer together get names. */
  private static final int LONG = 300;

  /** What a number, a date or a truth value takes as text. */
  private static final int PLAIN_BYTES = 64;

  private final Function<RexNode, String> sql;

  /**
   * @param sql an operand in DuckDB's words
   */
  GrowingTexts(Function<RexNode, String> sql) {
    this.sql = sql;
  }

  /** {@code ||}, as often as it follows itself. */
  String concatenation(RexCall call) {
    List<RexNode> parts = new ArrayList<>();
    gather(call, parts);
    return joined(parts, 1, texts -> "(" + String.join(" || ", texts) + ")");
  }

  private static void gather(RexNode node, List<RexNode> parts) {
    if (node instanceof RexCall call && call.getOperator().getName().equals("||")) {
      call.getOperands().forEach(operand -> gather(operand, parts));
    } else {
      parts.add(node);
    }
  }

  /** {@code CONCAT}. */
  String concatenation(List<RexNode> texts) {
    return joined(texts, 1, all -> "concat(" + String.join(", ", all) + ")");
  }

  /** {@code CONCAT_WS}: the first text stands between the others. */
  String separated(List<RexNode> texts) {
    int times = Math.max(1, texts.size() - 2);
    return joined(texts, times, all -> "concat_ws(" + String.join(", ", all) + ")");
  }

  /**
   * @param times how often the first part is there
   */
  private String joined(List<RexNode> parts, int times, Function<List<String>, String> function) {
    List<Integer> open = new ArrayList<>();
    long known = 0;
    for (int i = 0; i < parts.size(); i++) {
      if (isShort(parts.get(i))) {
        known += PLAIN_BYTES;
      } else if (!(parts.get(i) instanceof RexLiteral)) {
        open.add(i);
      }
    }
    List<String> texts = parts.stream().map(sql).toList();
    if (open.isEmpty() || parts.size() < 2) {
      return function.apply(texts);
    }
    long always = known;
    return named(
        open.stream().map(texts::get).toList(),
        names -> {
          List<String> all = new ArrayList<>(texts);
          for (int i = 0; i < names.size(); i++) {
            all.set(open.get(i), names.get(i));
          }
          int first = open.get(0) == 0 ? times : 1;
          return TextBound.joined(names, first, always, function.apply(all));
        });
  }

  private static boolean isShort(RexNode node) {
    return node instanceof RexCall call
        && call.getKind() == SqlKind.CAST
        && !SqlTypeUtil.isString(call.getOperands().get(0).getType())
        && SqlTypeUtil.isAtomic(call.getOperands().get(0).getType());
  }

  /** {@code REPLACE}. */
  String replaced(List<RexNode> operands) {
    String what = literal(operands.get(1));
    String with = literal(operands.get(2));
    if (what != null && with != null && with.length() <= what.length()) {
      return "replace(" + all(operands) + ")";
    }
    return named(operands.stream().map(sql).toList(), TextBound::replaced);
  }

  /** {@code OVERLAY}. */
  String overlaid(List<RexNode> operands) {
    return named(
        operands.stream().map(sql).toList(),
        all -> {
          String text = all.get(0);
          String with = all.get(1);
          String start = all.get(2);
          String length = all.size() > 3 ? all.get(3) : "length(" + with + ")";
          return TextBound.joined(
              List.of(text, with),
              1,
              0,
              ("(left(" + text + ", " + start + " - 1) || " + with)
                  + (" || substring(" + text + ", " + start + " + " + length + "))"));
        });
  }

  /** {@code REGEXP_REPLACE}, with flags or without. */
  String replacedByPattern(List<RexNode> operands) {
    String flags = operands.size() > 3 ? literal(operands.get(3)) : "";
    String last = operands.size() > 3 ? ", " + sql.apply(operands.get(3)) : "";
    boolean once = flags != null && flags.indexOf('g') < 0;
    return named(
        operands.subList(0, 3).stream().map(sql).toList(),
        texts -> TextBound.replacedByPattern(texts, last, once, "g".equals(flags)));
  }

  /**
   * JSON of values.
   *
   * @param function makes it of the values as they are named
   */
  String json(List<RexNode> values, Function<List<String>, String> function) {
    List<String> all = values.stream().map(sql).toList();
    List<Integer> open = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      if (!(values.get(i) instanceof RexLiteral) && mayBeLong(values.get(i).getType())) {
        open.add(i);
      }
    }
    if (open.isEmpty()) {
      return function.apply(all);
    }
    return named(
        open.stream().map(all::get).toList(),
        names -> {
          List<String> texts = new ArrayList<>();
          List<String> made = new ArrayList<>();
          List<String> named = new ArrayList<>(all);
          for (int i = 0; i < names.size(); i++) {
            RexNode value = values.get(open.get(i));
            String text =
                SqlTypeUtil.inCharFamily(value.getType())
                    ? names.get(i)
                    : "CAST(" + names.get(i) + " AS VARCHAR)";
            texts.add(text);
            made.add(isJson(value) ? TextBound.bytes(text) : TextBound.escaped(text));
            named.set(open.get(i), names.get(i));
          }
          return TextBound.json(texts, made, function.apply(named));
        });
  }

  private static boolean mayBeLong(RelDataType type) {
    return SqlTypeUtil.isString(type) || !SqlTypeUtil.isAtomic(type);
  }

  /** Whether a value is JSON already, which is not escaped. */
  private static boolean isJson(RexNode value) {
    return value instanceof RexCall call && call.getOperator().getName().equals("JSON_TYPE");
  }

  private static @Nullable String literal(RexNode node) {
    return node instanceof RexLiteral literal ? literal.getValueAs(String.class) : null;
  }

  private String all(List<RexNode> operands) {
    return operands.stream().map(sql).collect(joining(", "));
  }

  /**
   * A lambda of one value gives names; operands that are short, and no sub-queries, are as good as
   * names.
   */
  private static String named(List<String> operands, Function<List<String>, String> body) {
    boolean few = operands.stream().mapToInt(String::length).sum() <= LONG;
    if (few && operands.stream().noneMatch(operand -> operand.contains("SELECT "))) {
      return body.apply(operands);
    }
    StringBuilder fields = new StringBuilder();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < operands.size(); i++) {
      fields.append(i == 0 ? "" : ", ").append("'t").append(i).append("': ");
      fields.append(operands.get(i));
      names.add("texts.t" + i);
    }
    return "list_transform([{" + fields + "}], lambda texts: " + body.apply(names) + ")[1]";
  }
}
