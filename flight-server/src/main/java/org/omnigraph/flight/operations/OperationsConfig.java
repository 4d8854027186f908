package org.omnigraph.flight.operations;

import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a server tells its operator, and how it ends.
 *
 * @param audit where the audit log goes
 * @param slowStatement calls that take longer are logged with their statement
 * @param metricsPort the port of the metrics, 0 for any free one
 * @param traces where traces are sent
 * @param drain how long work that has begun may go on when the server ends
 */
public record OperationsConfig(
    Optional<AuditTarget> audit,
    Optional<Duration> slowStatement,
    OptionalInt metricsPort,
    Optional<SpanExporter> traces,
    Duration drain) {
  public static final Duration DEFAULT_DRAIN = Duration.ofSeconds(30);

  /** Tells nothing; drains for half a minute. */
  public static OperationsConfig defaults() {
    return new OperationsConfig(
        Optional.empty(), Optional.empty(), OptionalInt.empty(), Optional.empty(), DEFAULT_DRAIN);
  }

  public OperationsConfig audited(AuditTarget target) {
    return new OperationsConfig(Optional.of(target), slowStatement, metricsPort, traces, drain);
  }

  public OperationsConfig slow(Duration threshold) {
    return new OperationsConfig(audit, Optional.of(threshold), metricsPort, traces, drain);
  }

  public OperationsConfig measured(int port) {
    return new OperationsConfig(audit, slowStatement, OptionalInt.of(port), traces, drain);
  }

  public OperationsConfig traced(SpanExporter exporter) {
    return new OperationsConfig(audit, slowStatement, metricsPort, Optional.of(exporter), drain);
  }

  /**
   * Sends traces to a receiver of OTLP over HTTP.
   *
   * @param receiver its base, as in {@code http://localhost:4318}
   */
  public static SpanExporter otlp(URI receiver) {
    String base = receiver.toString().replaceFirst("/+$", "");
    return OtlpHttpSpanExporter.builder().setEndpoint(base + "/v1/traces").build();
  }

  public OperationsConfig draining(Duration grace) {
    return new OperationsConfig(audit, slowStatement, metricsPort, traces, grace);
  }
}
