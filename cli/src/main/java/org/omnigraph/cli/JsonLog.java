package org.omnigraph.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The log as one JSON object a line. Takes what the logging library prints, which ends each record,
 * with its stack trace, by a flush.
 */
final class JsonLog extends OutputStream {
  private static final JsonFactory JSON = new JsonFactory();
  private static final Pattern RECORD =
      Pattern.compile(
          "(?<level>TRACE|DEBUG|INFO|WARN|ERROR) (?<logger>\\S+) - (?<message>[^\\n]*)"
              + "(?:\\n(?<stack>.*))?",
          Pattern.DOTALL);

  private final PrintStream to;
  private final ByteArrayOutputStream record = new ByteArrayOutputStream();

  private JsonLog(PrintStream to) {
    this.to = to;
  }

  /** A stream to log to, which prints JSON to another one. */
  static PrintStream over(PrintStream to) {
    return new PrintStream(new JsonLog(to), false, StandardCharsets.UTF_8);
  }

  @Override
  public synchronized void write(int b) {
    record.write(b);
  }

  @Override
  public synchronized void write(byte[] bytes, int from, int length) {
    record.write(bytes, from, length);
  }

  @Override
  public synchronized void flush() throws IOException {
    String text = record.toString(StandardCharsets.UTF_8).strip();
    record.reset();
    if (!text.isEmpty()) {
      to.println(json(text));
      to.flush();
    }
  }

  private static String json(String text) throws IOException {
    StringWriter line = new StringWriter();
    Matcher known = RECORD.matcher(text);
    try (JsonGenerator json = JSON.createGenerator(line)) {
      json.writeStartObject();
      json.writeStringField("time", Instant.now().toString());
      if (known.matches()) {
        json.writeStringField("level", known.group("level"));
        json.writeStringField("logger", known.group("logger"));
        json.writeStringField("message", known.group("message"));
        if (known.group("stack") != null) {
          json.writeStringField("stack", known.group("stack"));
        }
      } else {
        json.writeStringField("message", text);
      }
      json.writeEndObject();
    }
    return line.toString();
  }
}
