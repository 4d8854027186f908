package org.omnigraph.cli;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A table for people: columns as wide as their widest cell, up to a bound. */
final class TableRows extends SpooledRows {
  private static final int WIDEST = 80;

  private final int[] widths;

  TableRows(ResultHead head, PrintWriter out) {
    super(head, out);
    widths = head.columns().stream().mapToInt(name -> width(shown(name))).toArray();
  }

  @Override
  Object kept(List<? extends @Nullable Object> cells) throws IOException {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      String text = shown(Cells.text(cells.get(i)));
      widths[i] = Math.max(widths[i], width(text));
      texts.add(text);
    }
    return texts;
  }

  @Override
  void printAll(long rows, JsonParser kept) throws IOException {
    out.println(head.summary(rows));
    line(head.columns().stream().map(TableRows::shown).toList());
    out.println(rule());
    while (next(kept)) {
      line(cells(kept));
    }
  }

  private static List<String> cells(JsonParser kept) throws IOException {
    List<String> cells = new ArrayList<>();
    while (kept.nextToken() != JsonToken.END_ARRAY) {
      cells.add(kept.getText());
    }
    return cells;
  }

  private void line(List<String> cells) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < cells.size(); i++) {
      String cell = cells.get(i);
      line.append(i == 0 ? "" : " | ").append(cell);
      line.append(" ".repeat(widths[i] - width(cell)));
    }
    out.println(line.toString().stripTrailing());
  }

  private String rule() {
    List<String> dashes = new ArrayList<>();
    for (int width : widths) {
      dashes.add("-".repeat(width));
    }
    return String.join("-+-", dashes);
  }

  private static int width(String text) {
    return text.codePointCount(0, text.length());
  }

  /** One line, not too long. */
  private static String shown(String text) {
    String line = oneLine(text);
    return width(line) <= WIDEST
        ? line
        : line.substring(0, line.offsetByCodePoints(0, WIDEST - 1)) + "…";
  }

  /** One line, no control character that a terminal would obey. */
  static String oneLine(String text) {
    StringBuilder line = new StringBuilder();
    text.codePoints().forEach(c -> appendShown(line, c));
    return line.toString();
  }

  private static void appendShown(StringBuilder line, int character) {
    switch (character) {
      case '\n' -> line.append("\\n");
      case '\r' -> line.append("\\r");
      case '\t' -> line.append("\\t");
      default -> {
        if (Character.isISOControl(character)) {
          line.append(String.format("\\u%04x", character));
        } else {
          line.appendCodePoint(character);
        }
      }
    }
  }
}
