package org.omnigraph.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A Markdown page of tables. */
final class Report {
  private final List<String> lines = new ArrayList<>();

  Report heading(String text) {
    lines.add("");
    lines.add("## " + text);
    lines.add("");
    return this;
  }

  Report text(String text) {
    lines.add(text);
    lines.add("");
    return this;
  }

  Report table(List<String> header, List<List<String>> rows) {
    lines.add("| " + String.join(" | ", header) + " |");
    lines.add("| " + String.join(" | ", header.stream().map(h -> "---").toList()) + " |");
    for (List<String> row : rows) {
      lines.add("| " + String.join(" | ", row) + " |");
    }
    lines.add("");
    return this;
  }

  void write(Path target) throws IOException {
    Files.createDirectories(target.toAbsolutePath().getParent());
    Files.writeString(target, body());
  }

  String body() {
    return String.join("\n", lines).replaceAll("\n{3,}", "\n\n").strip() + "\n";
  }

  static String number(double value, int digits) {
    return String.format(Locale.ROOT, "%,." + digits + "f", value);
  }
}
