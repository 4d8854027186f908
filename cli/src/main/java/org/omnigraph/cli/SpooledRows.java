package org.omnigraph.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A format that says something of all rows before the first one. The rows wait in a {@link Spool},
 * each as one JSON value.
 */
abstract class SpooledRows implements RowPrinter {
  final ResultHead head;
  final PrintWriter out;
  private final Spool spool = new Spool();
  private @Nullable JsonGenerator writing;
  private long count;

  SpooledRows(ResultHead head, PrintWriter out) {
    this.head = head;
    this.out = out;
  }

  /** What of a row is kept: any plain value. */
  abstract Object kept(List<? extends @Nullable Object> cells) throws IOException;

  abstract void printAll(long rows, JsonParser kept) throws IOException;

  @Override
  public final void row(List<? extends @Nullable Object> cells) throws IOException {
    if (writing == null) {
      writing = Json.FACTORY.createGenerator(spool);
    }
    Json.write(writing, kept(cells));
    count++;
  }

  @Override
  public final void end() throws IOException {
    if (writing != null) {
      writing.close();
    }
    try (JsonParser kept = Json.FACTORY.createParser(spool.read())) {
      printAll(count, kept);
    }
  }

  @Override
  public final void close() throws IOException {
    spool.close();
  }

  /** The row as an object, in column order. */
  final Map<String, @Nullable Object> object(List<? extends @Nullable Object> cells) {
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    for (int i = 0; i < cells.size(); i++) {
      row.put(head.columns().get(i), cells.get(i));
    }
    return row;
  }

  /** Moves to the next kept row. */
  static boolean next(JsonParser kept) throws IOException {
    return kept.nextToken() != null;
  }

  /** Copies the row that the parser stands at; numbers keep their digits. */
  static void copy(JsonParser kept, JsonGenerator json) throws IOException {
    int depth = 0;
    do {
      JsonToken token = kept.currentToken();
      if (token == JsonToken.VALUE_NUMBER_FLOAT) {
        json.writeNumber(kept.getText());
      } else {
        json.copyCurrentEvent(kept);
      }
      depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
    } while (depth > 0 && next(kept));
  }
}
