package org.omnigraph.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.flight.FlightsServer.header;
import static org.omnigraph.flight.FlightsServer.rows;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.FlightSqlClient.Transaction;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.omnigraph.flight.operations.OperationsConfig;

class MetricsAndTracesTest {
  private static final InMemorySpanExporter SPANS = InMemorySpanExporter.create();
  private static final FlightsServer FLIGHTS =
      new FlightsServer(
          (config, folder) ->
              config.operated(OperationsConfig.defaults().measured(0).traced(SPANS)),
          "flights");

  @BeforeAll
  static void start() throws Exception {
    FLIGHTS.start();
  }

  @AfterAll
  static void stop() throws Exception {
    FLIGHTS.stop();
  }

  private static HttpResponse<String> http(String method, String path)
      throws IOException, InterruptedException {
    int port = FLIGHTS.server().metricsPort().orElseThrow();
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build(),
            HttpResponse.BodyHandlers.ofString());
  }

  /** The value of the only line that begins so. */
  private static double metric(String text, String begin) {
    List<String> lines = text.lines().filter(line -> line.startsWith(begin)).toList();
    assertThat(lines).as(begin).hasSize(1);
    return Double.parseDouble(lines.get(0).substring(lines.get(0).lastIndexOf(' ') + 1));
  }

  @Test
  void whatCallsDoIsCounted() throws Exception {
    FlightSqlClient client = FLIGHTS.connect();
    try (VectorSchemaRoot two = Airports.airports(FLIGHTS.memory(), "AAA", "BBB")) {
      client.executeIngest(two, Airports.append("Airport"));
      assertThatThrownBy(() -> client.executeIngest(two, Airports.append("Airport")))
          .isInstanceOf(FlightRuntimeException.class);
    }
    rows(client, client.execute("SELECT * FROM Airport"));
    client.beginTransaction();

    HttpResponse<String> answer = http("GET", "/metrics");
    String text = answer.body();
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("content-type"))
        .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain; version=0.0.4"));
    assertThat(metric(text, "omnigraph_calls_seconds_count{method=\"DoGet\",status=\"OK\"}"))
        .isPositive();
    assertThat(metric(text, "omnigraph_calls_seconds_count{method=\"DoPut\",status=\"OK\"}"))
        .isEqualTo(1);
    assertThat(metric(text, "omnigraph_conflicts_total{code=\"key_conflict\"}")).isEqualTo(1);
    assertThat(metric(text, "omnigraph_commits_total")).isEqualTo(1);
    assertThat(metric(text, "omnigraph_rows_written_total")).isEqualTo(2);
    assertThat(metric(text, "omnigraph_rows_sent_total")).isPositive();
    assertThat(metric(text, "omnigraph_bytes_received_total{method=\"DoPut\"}")).isPositive();
    assertThat(metric(text, "omnigraph_bytes_sent_total{method=\"DoGet\"}")).isPositive();
    assertThat(metric(text, "omnigraph_sessions")).isPositive();
    assertThat(text).containsPattern("omnigraph_transactions [1-9]");
    assertThat(text)
        .contains(
            "omnigraph_statements{state=\"running\"}",
            "omnigraph_statements{state=\"waiting\"}",
            "omnigraph_arrow_bytes",
            "omnigraph_transactions_bytes",
            "omnigraph_cache_bytes{cache=\"tables\"}",
            "omnigraph_phases_seconds_bucket{kind=\"query\",phase=\"plan\",le=\"0.001\"}",
            "jvm_memory_used_bytes");
    assertThat(http("POST", "/metrics").statusCode()).isEqualTo(405);
    assertThat(http("GET", "/other").statusCode()).isEqualTo(404);
  }

  @Test
  void aTransactionWhoseWritesWereRefusedOrTakenBackHasWrittenNothing() throws Exception {
    FlightSqlClient client = FLIGHTS.connect();
    double before = written();
    Transaction refused = client.beginTransaction();
    try (VarCharVector colours = new VarCharVector("colour", FLIGHTS.memory());
        VectorSchemaRoot wrong = VectorSchemaRoot.of(colours)) {
      colours.setSafe(0, "red".getBytes(StandardCharsets.UTF_8));
      wrong.setRowCount(1);
      assertThatThrownBy(() -> client.executeIngest(wrong, Airports.append("Airport"), refused))
          .isInstanceOf(FlightRuntimeException.class);
    }
    assertThat(written()).isEqualTo(before);
    client.executeUpdate("SAVEPOINT s", refused);
    client.executeUpdate("INSERT INTO Carrier (code, name) VALUES ('W1', 'one')", refused);
    assertThat(written()).isEqualTo(before + 1);
    client.executeUpdate("ROLLBACK TO SAVEPOINT s", refused);
    assertThat(written()).isEqualTo(before);
    client.executeUpdate("INSERT INTO Carrier (code, name) VALUES ('W2', 'two')", refused);
    client.commit(refused);
    assertThat(written()).isEqualTo(before);
  }

  private double written() throws Exception {
    return metric(http("GET", "/metrics").body(), "omnigraph_transactions_written");
  }

  @Test
  void aCallIsASpanBelowThatOfItsClient() throws Exception {
    FlightSqlClient client = FLIGHTS.connect();
    String trace = "0af7651916cd43dd8448eb211c80319c";
    CallOption parent = header("traceparent", "00-" + trace + "-b7ad6b7169203331-01");
    rows(client, client.execute("SELECT name FROM Carrier", parent), parent);
    client.executeUpdate("INSERT INTO Carrier (code, name) VALUES ('T1', 'hidden-value')", parent);
    assertThatThrownBy(() -> client.execute("SELECT nothing FROM Carrier", parent))
        .isInstanceOf(FlightRuntimeException.class);

    List<SpanData> spans = SPANS.getFinishedSpanItems();
    while (spans.stream().filter(s -> s.getTraceId().equals(trace)).count() < 8) {
      Thread.yield();
      spans = SPANS.getFinishedSpanItems();
    }
    SpanData update = span(spans, trace, "arrow.flight.protocol.FlightService/DoPut");
    assertThat(update.getParentSpanId()).isEqualTo("b7ad6b7169203331");
    assertThat(update.getKind()).isEqualTo(SpanKind.SERVER);
    assertThat(update.getAttributes().get(AttributeKey.stringKey("omnigraph.kind")))
        .isEqualTo("update");
    assertThat(update.getAttributes().get(AttributeKey.longKey("omnigraph.rows"))).isEqualTo(1);
    assertThat(update.getAttributes().get(AttributeKey.stringKey("omnigraph.graph")))
        .isEqualTo("flights");
    assertThat(span(spans, trace, "commit").getParentSpanId()).isEqualTo(update.getSpanId());
    SpanData read = span(spans, trace, "arrow.flight.protocol.FlightService/DoGet");
    assertThat(span(spans, trace, "execute").getParentSpanId()).isEqualTo(read.getSpanId());
    assertThat(spans)
        .anySatisfy(
            span -> {
              assertThat(span.getName()).endsWith("/GetFlightInfo");
              assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
              assertThat(span.getStatus().getDescription()).isEqualTo("INVALID_REQUEST");
              assertThat(span.getAttributes().get(AttributeKey.longKey("rpc.grpc.status_code")))
                  .isEqualTo(3);
            });
    assertThat(spans.toString()).doesNotContain("hidden-value");
  }

  @Test
  void aStatementIsPlannedWhereItIsPrepared() throws Exception {
    FlightSqlClient client = FLIGHTS.connect();
    for (String sql :
        List.of("SELECT name FROM Carrier", "INSERT INTO Carrier (code, name) VALUES (?, ?)")) {
      String trace = sql.startsWith("SELECT") ? "a".repeat(32) : "b".repeat(32);
      CallOption parent = header("traceparent", "00-" + trace + "-b7ad6b7169203331-01");
      client.prepare(sql, parent).close();

      List<SpanData> spans = SPANS.getFinishedSpanItems();
      while (spans.stream().noneMatch(s -> s.getTraceId().equals(trace) && isPrepare(s))) {
        Thread.yield();
        spans = SPANS.getFinishedSpanItems();
      }
      SpanData prepare = span(spans, trace, "arrow.flight.protocol.FlightService/DoAction");
      assertThat(span(spans, trace, "plan").getParentSpanId()).isEqualTo(prepare.getSpanId());
      assertThat(prepare.getAttributes().get(AttributeKey.longKey("rpc.grpc.status_code")))
          .isZero();
    }
  }

  private static boolean isPrepare(SpanData span) {
    return "prepare".equals(span.getAttributes().get(AttributeKey.stringKey("omnigraph.kind")));
  }

  private static SpanData span(List<SpanData> spans, String trace, String name) {
    Optional<SpanData> found =
        spans.stream()
            .filter(s -> s.getTraceId().equals(trace) && s.getName().equals(name))
            .findFirst();
    return found.orElseThrow(() -> new AssertionError("no span " + name + " in " + spans));
  }
}
