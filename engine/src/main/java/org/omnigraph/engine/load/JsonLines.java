package org.omnigraph.engine.load;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.ResourceLimitExceeded;
import org.omnigraph.engine.id.EntityKind;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.load.OpenBatch.Column;
import org.omnigraph.engine.schema.GraphType;

/**
 * Reads NDJSON, plain or gzip: one object per line, nodes and edges in any order. Strict: nothing
 * unknown, nothing twice, nothing coerced.
 */
final class JsonLines implements AutoCloseable {
  private static final int MOST_SLOTS = 131_072;
  private static final int LINES_A_REPORT = 4_096;
  private static final int LONGEST_SHOWN = 120;
  private static final Set<String> RESERVED =
      Set.of(
          "_tombstone",
          "_rowid",
          "_rowaddr",
          "_rowoffset",
          "_row_created_at_version",
          "_row_last_updated_at_version");
  private static final JsonFactory JSON =
      new JsonFactoryBuilder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder().maxStringLength(LineReader.LONGEST).build())
          .build();

  private final String source;
  private final LoadTarget target;
  private final LineReader lines;
  private final Map<TypeKey, OpenBatch> batches = new LinkedHashMap<>();
  private long rows;

  private JsonLines(String source, LoadTarget target, LineReader lines) {
    this.source = source;
    this.target = target;
    this.lines = lines;
  }

  /** Reads a whole file. */
  static void read(Path file, LoadTarget target) throws IOException {
    String source = String.valueOf(file.getFileName());
    long total = Files.size(file);
    try (CountingStream counted = new CountingStream(Files.newInputStream(file));
        InputStream text = text(counted, source);
        JsonLines reader = new JsonLines(source, target, new LineReader(text, source))) {
      reader.read(counted, total);
    } catch (ZipException | EOFException e) {
      throw new InvalidRequest(
          source + " is not a whole gzip file: " + e.getMessage() + "; make it again", e);
    }
  }

  private static InputStream text(InputStream in, String source) throws IOException {
    BufferedInputStream buffered = new BufferedInputStream(in, 1 << 16);
    buffered.mark(8);
    byte[] magic = buffered.readNBytes(6);
    buffered.reset();
    String head = new String(magic, StandardCharsets.ISO_8859_1);
    if (head.startsWith("PAR1") || head.startsWith("ARROW1") || head.startsWith("FEA1")) {
      throw new InvalidRequest(
          source
              + " is not NDJSON but a Parquet or Arrow file; put it into a folder as"
              + " nodes/TYPE.parquet or edges/TYPE.parquet, and load the folder");
    }
    return head.startsWith("\u001f\u008b") ? new GZIPInputStream(buffered, 1 << 16) : buffered;
  }

  private void read(CountingStream counted, long total) throws IOException {
    TypeKey type = null;
    while (lines.next()) {
      type = readLine().type().key();
      if (++rows % LINES_A_REPORT == 0) {
        target.progress().at(type, rows, counted.count(), total);
      }
    }
    batches.values().forEach(OpenBatch::flush);
    if (type != null) {
      target.progress().at(type, rows, total, total);
    }
  }

  @Override
  public void close() {
    batches.values().forEach(OpenBatch::close);
  }

  private OpenBatch readLine() throws IOException {
    requireText();
    requireFewSlots();
    try (JsonParser json = parser(0, lines.length())) {
      return new Line(json).read();
    } catch (JsonProcessingException e) {
      throw new InvalidRequest(
          source + ": invalid strict JSON at line " + lines.number() + ": " + reason(e), e);
    }
  }

  private JsonParser parser(int offset, int length) throws IOException {
    return JSON.createParser(lines.buffer(), lines.start() + offset, length);
  }

  private static String reason(JsonProcessingException e) {
    if (e instanceof JsonEOFException) {
      return "the object does not end on its line; put one whole object on each line";
    }
    String message = e.getOriginalMessage();
    int detail = message.indexOf(" (start marker");
    String shown = detail < 0 ? message : message.substring(0, detail);
    if (shown.startsWith("Non-standard token")) {
      return shown.substring(13, shown.lastIndexOf("':") + 1) + " is no JSON value";
    }
    return shown.startsWith("Duplicate field") ? "duplicate member" + shown.substring(15) : shown;
  }

  /** The parser would guess another encoding, or pass over a byte order mark. */
  private void requireText() {
    byte[] buffer = lines.buffer();
    int start = lines.start();
    if (lines.length() >= 3 && buffer[start] == (byte) 0xEF && buffer[start + 1] == (byte) 0xBB) {
      throw refuse("starts with a byte order mark; save the file as UTF-8 without one");
    }
    for (int i = start; i < start + Math.min(4, lines.length()); i++) {
      if (buffer[i] == 0) {
        throw refuse("is not UTF-8 text; save the file as UTF-8");
      }
    }
  }

  private void requireFewSlots() {
    if (lines.length() <= MOST_SLOTS) {
      return;
    }
    byte[] buffer = lines.buffer();
    int slots = 0;
    boolean inText = false;
    for (int i = lines.start(); i < lines.start() + lines.length(); i++) {
      byte c = buffer[i];
      if (inText) {
        if (c == '\\') {
          i++;
        } else if (c == '"') {
          inText = false;
        }
      } else if (c == '"') {
        inText = true;
      } else if (c == ',' || c == ':' || c == '[' || c == '{' || c == ']' || c == '}') {
        slots++;
      }
    }
    if (slots > MOST_SLOTS) {
      throw new ResourceLimitExceeded(
          "graph_batch_json_structural_slots of " + source + " line " + lines.number(),
          MOST_SLOTS,
          slots,
          "split the record, or load its type as a Parquet file");
    }
  }

  private InvalidRequest refuse(String message) {
    return new InvalidRequest(source + " line " + lines.number() + ": " + message);
  }

  private OpenBatch batch(EntityKind kind, String name) {
    GraphType type =
        LoadTarget.type(target.schema(), kind, name)
            .orElseThrow(
                () ->
                    refuse(
                        "unknown "
                            + kind.prefix()
                            + " type '"
                            + name
                            + "'; "
                            + LoadTarget.typeNames(target.schema(), kind)));
    OpenBatch batch = batches.get(type.key());
    if (batch == null) {
      batch = new OpenBatch(type, source, target);
      batches.put(type.key(), batch);
    }
    return batch;
  }

  /** Reads the members of one line in whatever order they come. */
  private final class Line {
    private final JsonParser json;
    private @Nullable OpenBatch batch;
    private @Nullable String from;
    private @Nullable String to;
    private int dataStart = -1;
    private int dataEnd;

    Line(JsonParser json) {
      this.json = json;
    }

    OpenBatch read() throws IOException {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw refuse("is not a JSON object; a line is {\"type\": …} or {\"edge\": …}");
      }
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        member(json.currentName());
      }
      if (json.nextToken() != null) {
        throw refuse("holds more than one JSON value; put each on a line of its own");
      }
      OpenBatch known = requireType();
      if (dataStart >= 0) {
        deferredData(known);
      }
      requireEnds(known);
      Column missing = known.missing();
      if (missing != null) {
        throw refuse(
            "missing required property '" + missing.name() + "' for '" + known.type().key() + "'");
      }
      known.endRow(lines.number(), lines.length());
      return known;
    }

    private void member(String name) throws IOException {
      json.nextToken();
      switch (name) {
        case "type" -> type(EntityKind.NODE, text(name));
        case "edge" -> type(EntityKind.EDGE, text(name));
        case "from" -> from = text(name);
        case "to" -> to = text(name);
        case "data" -> data();
        default ->
            throw refuse(
                "unknown top-level field '"
                    + name
                    + "'; a line has type or edge, from, to and data");
      }
    }

    private String text(String name) throws IOException {
      if (json.currentToken() != JsonToken.VALUE_STRING) {
        throw refuse("'" + name + "' must be a string");
      }
      return json.getText();
    }

    private void type(EntityKind kind, String name) {
      if (batch != null) {
        throw refuse("has both 'type' and 'edge'; a line is either a node or an edge");
      }
      batch = batch(kind, name);
    }

    private OpenBatch requireType() {
      if (batch == null) {
        throw refuse("has neither 'type' nor 'edge'; name the type of the node or edge");
      }
      return batch;
    }

    private void data() throws IOException {
      if (json.currentToken() != JsonToken.START_OBJECT) {
        throw refuse("'data' must be an object");
      }
      if (batch != null) {
        properties(json, batch);
        return;
      }
      dataStart = (int) json.currentTokenLocation().getByteOffset();
      json.skipChildren();
      dataEnd = (int) json.currentLocation().getByteOffset();
    }

    private void deferredData(OpenBatch known) throws IOException {
      try (JsonParser data = parser(dataStart, dataEnd - dataStart)) {
        data.nextToken();
        properties(data, known);
      }
    }

    private void properties(JsonParser data, OpenBatch known) throws IOException {
      while (data.nextToken() == JsonToken.FIELD_NAME) {
        String name = data.currentName();
        data.nextToken();
        Column column = known.column(name);
        if (column != null) {
          property(data, known, column);
        } else if (name.equals("id")) {
          if (!known.id().write(data, known.row())) {
            throw refuse("'id' must be a string");
          }
        } else {
          throw unknown(name, known);
        }
      }
    }

    private void property(JsonParser data, OpenBatch known, Column column) throws IOException {
      if (data.currentToken() == JsonToken.VALUE_NULL) {
        return;
      }
      if (!column.write(data, known.row())) {
        throw refuse(
            "strict property '"
                + column.name()
                + "' expects "
                + column.expected()
                + ", got "
                + shown(column.name())
                + " in '"
                + known.type().key()
                + "'");
      }
    }

    private InvalidRequest unknown(String name, OpenBatch known) {
      if (RESERVED.contains(name)) {
        return refuse("'" + name + "' is a reserved name; leave it out");
      }
      boolean end = name.equals("src") || name.equals("dst");
      if (end && known.type().kind() == EntityKind.EDGE) {
        return refuse(
            "'" + name + "' does not belong in 'data'; give 'from' and 'to' beside 'edge'");
      }
      return refuse(
          "unknown input field '"
              + name
              + "' for '"
              + known.type().key()
              + "'; "
              + known.columnNames());
    }

    private void requireEnds(OpenBatch known) throws IOException {
      if (known.type().kind() == EntityKind.NODE) {
        if (from != null || to != null) {
          throw refuse("a node has no '" + (from != null ? "from" : "to") + "'; only edges do");
        }
        return;
      }
      known.writeEnds(requireEnd(from, "from"), requireEnd(to, "to"), this::halfPair);
    }

    private String requireEnd(@Nullable String end, String name) {
      if (end == null) {
        throw refuse("an edge needs '" + name + "', the id of a node");
      }
      return end;
    }

    private RuntimeException halfPair() {
      return refuse("'from' or 'to' holds half of a surrogate pair");
    }

    /** The value of a property as the line spells it; walks the line again. */
    private String shown(String property) throws IOException {
      try (JsonParser again = parser(0, lines.length())) {
        int depth = 0;
        boolean inData = false;
        for (JsonToken token = again.nextToken(); token != null; token = again.nextToken()) {
          depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
          if (token != JsonToken.FIELD_NAME) {
            continue;
          }
          if (depth == 1) {
            inData = again.currentName().equals("data");
          } else if (depth == 2 && inData && again.currentName().equals(property)) {
            return shortened(again);
          }
        }
        return "another value";
      }
    }

    private String shortened(JsonParser again) throws IOException {
      again.nextToken();
      int start = (int) again.currentTokenLocation().getByteOffset();
      again.skipChildren();
      again.finishToken();
      int end = (int) again.currentLocation().getByteOffset();
      String text =
          new String(
              lines.buffer(),
              lines.start() + start,
              Math.min(end - start, 4 * LONGEST_SHOWN),
              StandardCharsets.UTF_8);
      if (text.codePointCount(0, text.length()) <= LONGEST_SHOWN) {
        return text;
      }
      return text.substring(0, text.offsetByCodePoints(0, LONGEST_SHOWN)) + "…";
    }
  }
}
