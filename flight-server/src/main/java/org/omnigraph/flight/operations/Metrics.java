package org.omnigraph.flight.operations;

import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.omnigraph.engine.error.ErrorCode;
import org.omnigraph.flight.session.CallListener;
import org.omnigraph.flight.session.CallRecord;
import org.omnigraph.query.QueryEngine;
import org.omnigraph.query.running.RunningStatement;

/** What a server counts, for Prometheus. Names begin with {@code omnigraph_}, times are seconds. */
public final class Metrics implements CallListener, AutoCloseable {
  private static final Set<ErrorCode> CONFLICTS =
      EnumSet.of(
          ErrorCode.CONFLICT,
          ErrorCode.KEY_CONFLICT,
          ErrorCode.READ_SET_CHANGED,
          ErrorCode.VERSION_MISMATCH,
          ErrorCode.RETRYABLE_COMMIT_CONFLICT,
          ErrorCode.MERGE_CONFLICTS);

  private static final Duration[] BUCKETS = {
    Duration.ofMillis(1),
    Duration.ofMillis(10),
    Duration.ofMillis(100),
    Duration.ofSeconds(1),
    Duration.ofSeconds(10),
    Duration.ofMinutes(1)
  };

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics collections = new JvmGcMetrics();
  private final Counter rowsSent =
      Counter.builder("omnigraph.rows.sent").description("Rows of results").register(registry);
  private final Counter rowsWritten =
      Counter.builder("omnigraph.rows.written")
          .description("Rows that updates and ingests changed")
          .register(registry);
  private final Counter commits =
      Counter.builder("omnigraph.commits").description("Graph commits").register(registry);

  Metrics() {
    new JvmMemoryMetrics().bindTo(registry);
    collections.bindTo(registry);
    CONFLICTS.forEach(this::conflicts);
  }

  private Counter conflicts(ErrorCode code) {
    return Counter.builder("omnigraph.conflicts")
        .description("Calls that failed because of what others have written")
        .tag("code", code.name().toLowerCase(Locale.ROOT))
        .register(registry);
  }

  @Override
  public void ended(CallRecord call, Outcome outcome) {
    Timer.builder("omnigraph.calls")
        .description("Flight calls, from their first byte to their last")
        .tags("method", call.method(), "status", outcome.status())
        .serviceLevelObjectives(BUCKETS)
        .register(registry)
        .record(call.elapsed());
    String kind = call.kind().name().toLowerCase(Locale.ROOT);
    for (CallRecord.Phase phase : call.phases()) {
      Timer.builder("omnigraph.phases")
          .description("The parts of statements: plan, run, commit")
          .tags("phase", phase.name(), "kind", kind)
          .serviceLevelObjectives(BUCKETS)
          .register(registry)
          .record(phase.time());
    }
    if (call.kind() == CallRecord.Kind.READ) {
      rowsSent.increment((double) call.rows());
    } else if (outcome.isOk()) {
      rowsWritten.increment((double) call.rows());
    }
    call.commit().ifPresent(id -> commits.increment());
    for (ErrorCode code : CONFLICTS) {
      if (outcome.code().filter(code.name()::equals).isPresent()) {
        conflicts(code).increment();
      }
    }
  }

  /** Recoveries of interrupted writes that opening a graph has done. */
  public void recovered(String graph, String kind, int operations) {
    Counter.builder("omnigraph.recoveries")
        .description("Interrupted writes that opening a graph has settled")
        .tags("graph", graph, "kind", kind)
        .register(registry)
        .increment(operations);
  }

  /**
   * A number that is asked for at each look.
   *
   * @param what it is asked of, which is not kept from being collected
   */
  public <T> void gauge(
      String name, String description, T what, ToDoubleFunction<T> value, String... tags) {
    Gauge.builder("omnigraph." + name, what, value)
        .description(description)
        .tags(tags)
        .strongReference(true)
        .register(registry);
  }

  /** The statements of an engine by what they do, and its caches. */
  public void watch(QueryEngine engine) {
    for (RunningStatement.State state : RunningStatement.State.values()) {
      gauge(
          "statements",
          "Statements that are worked on",
          engine,
          e -> e.statements().list().stream().filter(s -> s.state() == state).count(),
          "state",
          state.name().toLowerCase(Locale.ROOT));
    }
    String caches = "Bytes that caches keep between statements";
    gauge("cache.bytes", caches, engine, QueryEngine::keptBytes, "cache", "edges");
    gauge("cache.bytes", caches, engine, QueryEngine::copiedBytes, "cache", "tables");
  }

  /** Counts the bytes of all calls on the wire. */
  public ServerStreamTracer.Factory wire() {
    return new ServerStreamTracer.Factory() {
      @Override
      public ServerStreamTracer newServerStreamTracer(String fullMethodName, Metadata headers) {
        String method = fullMethodName.substring(fullMethodName.lastIndexOf('/') + 1);
        Counter sent = bytes("omnigraph.bytes.sent", "Bytes sent to clients", method);
        Counter received = bytes("omnigraph.bytes.received", "Bytes that clients sent", method);
        return new ServerStreamTracer() {
          @Override
          public void outboundWireSize(long bytes) {
            sent.increment((double) bytes);
          }

          @Override
          public void inboundWireSize(long bytes) {
            received.increment((double) bytes);
          }
        };
      }
    };
  }

  private Counter bytes(String name, String description, String method) {
    return Counter.builder(name)
        .description(description)
        .tags(Tags.of("method", method))
        .register(registry);
  }

  /** All of it in the text format of Prometheus. */
  String text() {
    return registry.scrape();
  }

  @Override
  public void close() {
    collections.close();
    registry.close();
  }
}
