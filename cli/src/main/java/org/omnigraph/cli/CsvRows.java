package org.omnigraph.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * CSV, printed as it arrives. Fields are quoted only when they must be; null is {@code null}; lines
 * end with LF.
 */
final class CsvRows implements RowPrinter {
  private final PrintWriter out;

  CsvRows(ResultHead head, PrintWriter out) {
    this.out = out;
    line(head.columns());
  }

  @Override
  public void row(List<? extends @Nullable Object> cells) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < cells.size(); i++) {
      line.append(i == 0 ? "" : ",").append(quoted(Cells.text(cells.get(i))));
    }
    out.append(line).append('\n');
  }

  @Override
  public void end() {}

  @Override
  public void close() {}

  private void line(List<String> fields) {
    out.append(String.join(",", fields.stream().map(CsvRows::quoted).toList())).append('\n');
  }

  private static String quoted(String field) {
    boolean plain = field.chars().noneMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n');
    return plain ? field : '"' + field.replace("\"", "\"\"") + '"';
  }
}
