package org.omnigraph.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One indented document. */
final class JsonRows extends SpooledRows {
  JsonRows(ResultHead head, PrintWriter out) {
    super(head, out);
  }

  @Override
  Object kept(List<? extends @Nullable Object> cells) {
    return object(cells);
  }

  @Override
  void printAll(long rows, JsonParser kept) throws IOException {
    try (JsonGenerator json = Json.indented(out)) {
      json.writeStartObject();
      json.writeStringField("query_name", head.queryName());
      json.writeFieldName("target");
      Json.write(json, head.target());
      json.writeNumberField("row_count", rows);
      if (!head.columns().isEmpty()) {
        json.writeFieldName("columns");
        Json.write(json, head.columns());
      }
      json.writeArrayFieldStart("rows");
      while (next(kept)) {
        copy(kept, json);
      }
      json.writeEndArray();
      if (head.commit().isPresent()) {
        json.writeStringField("graph_commit_id", head.commit().get());
      }
      json.writeEndObject();
    }
    out.println();
  }
}
