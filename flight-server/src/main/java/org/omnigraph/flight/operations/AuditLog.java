package org.omnigraph.flight.operations;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.omnigraph.flight.auth.Principal;
import org.omnigraph.flight.session.CallListener;
import org.omnigraph.flight.session.CallRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who did what: one JSON object a line for each login, denied call, statement, commit and rollback.
 * A line that cannot be written is a line of the server's own log, and the call goes on.
 */
final class AuditLog implements CallListener, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);
  private static final JsonFactory JSON = new JsonFactory();

  private final LineFile lines;

  AuditLog(LineFile lines) {
    this.lines = lines;
  }

  @Override
  public void ended(CallRecord call, Outcome outcome) {
    if (call.isFirst() || outcome.status().equals("UNAUTHENTICATED")) {
      add("login", call, outcome);
    }
    if (outcome.status().equals("PERMISSION_DENIED")) {
      add("denied", call, outcome);
    } else if (call.kind() == CallRecord.Kind.COMMIT || call.kind() == CallRecord.Kind.ROLLBACK) {
      add(word(call.kind()), call, outcome);
    } else if (call.kind() != CallRecord.Kind.OTHER) {
      add("statement", call, outcome);
    }
  }

  @Override
  public void rolledBack(CallRecord rollback) {
    add(word(rollback.kind()), rollback, new Outcome("OK", Optional.empty(), Optional.empty()));
  }

  private static String word(CallRecord.Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  private void add(String event, CallRecord call, Outcome outcome) {
    try {
      lines.add(line(event, call, outcome));
    } catch (IOException e) {
      LOG.error("a line of the audit log was not written: {}", event, e);
    }
  }

  private static String line(String event, CallRecord call, Outcome outcome) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      json.writeStringField("time", call.begun().toString());
      json.writeStringField("event", event);
      write(json, "principal", call.caller().flatMap(Principal::name).orElse(null));
      write(json, "session", call.session().isEmpty() ? null : call.session());
      if (event.equals("login")) {
        write(json, "claimed", call.claimed());
        write(json, "peer", call.peer());
      }
      json.writeStringField("call", call.method());
      write(json, "graph", call.target().map(target -> target.graph()).orElse(null));
      write(json, "branch", call.target().map(target -> target.branch().value()).orElse(null));
      if (!event.equals("login")) {
        json.writeStringField("kind", word(call.kind()));
        write(json, "statement", call.text().orElse(null));
        json.writeNumberField("rows", call.rows());
        write(json, "commit", call.commit().orElse(null));
      }
      json.writeStringField("outcome", outcome.status());
      write(json, "code", outcome.code());
      write(json, "error_id", outcome.errorId());
      json.writeNumberField("milliseconds", call.elapsed().toMillis());
      json.writeEndObject();
    }
    return text.toString();
  }

  private static void write(JsonGenerator json, String name, Optional<String> value)
      throws IOException {
    write(json, name, value.orElse(null));
  }

  private static void write(JsonGenerator json, String name, @Nullable String value)
      throws IOException {
    if (value != null) {
      json.writeStringField(name, value);
    }
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
