package org.omnigraph.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A line of facts, then one compact object a line. */
final class JsonLineRows extends SpooledRows {
  JsonLineRows(ResultHead head, PrintWriter out) {
    super(head, out);
  }

  @Override
  Object kept(List<? extends @Nullable Object> cells) {
    return object(cells);
  }

  @Override
  void printAll(long rows, JsonParser kept) throws IOException {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("kind", "metadata");
    facts.put("query_name", head.queryName());
    facts.put("target", head.target());
    facts.put("row_count", rows);
    try (JsonGenerator json = Json.FACTORY.createGenerator(out)) {
      Json.write(json, facts);
      while (next(kept)) {
        copy(kept, json);
      }
    }
    out.append('\n');
  }
}
