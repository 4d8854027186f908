package org.omnigraph.cli;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Prints a result, row by row. Call {@link #end} after the last one, then close. */
interface RowPrinter extends Closeable {
  void row(List<? extends @Nullable Object> cells) throws IOException;

  void end() throws IOException;

  @Override
  void close() throws IOException;

  static RowPrinter of(ResultFormat format, ResultHead head, PrintWriter out) {
    return switch (format) {
      case TABLE -> new TableRows(head, out);
      case KV -> new KeyValueRows(head, out);
      case CSV -> new CsvRows(head, out);
      case JSON -> new JsonRows(head, out);
      case JSONL -> new JsonLineRows(head, out);
    };
  }
}
