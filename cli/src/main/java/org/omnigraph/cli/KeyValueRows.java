package org.omnigraph.cli;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows for people that are too wide for a table: a block a row, one line a column. */
final class KeyValueRows extends SpooledRows {
  KeyValueRows(ResultHead head, PrintWriter out) {
    super(head, out);
  }

  @Override
  Object kept(List<? extends @Nullable Object> cells) throws IOException {
    List<String> texts = new ArrayList<>();
    for (Object cell : cells) {
      texts.add(TableRows.oneLine(Cells.text(cell)));
    }
    return texts;
  }

  @Override
  void printAll(long rows, JsonParser kept) throws IOException {
    out.println(head.summary(rows));
    for (long row = 1; next(kept); row++) {
      out.println();
      out.println("row " + row);
      for (String name : head.columns()) {
        out.println(TableRows.oneLine(name) + ": " + cell(kept));
      }
      kept.nextToken();
    }
  }

  private static String cell(JsonParser kept) throws IOException {
    JsonToken token = kept.nextToken();
    if (token != JsonToken.VALUE_STRING) {
      throw new IOException("a row has too few cells");
    }
    return kept.getText();
  }
}
