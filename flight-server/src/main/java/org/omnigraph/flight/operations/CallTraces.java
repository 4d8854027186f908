package org.omnigraph.flight.operations;

import io.grpc.Status;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.omnigraph.flight.auth.Principal;
import org.omnigraph.flight.session.CallListener;
import org.omnigraph.flight.session.CallRecord;

/**
 * A span for each call, below the one that the client's {@code traceparent} names, with a span for
 * each of its parts: plan, run, commit.
 */
final class CallTraces implements CallListener, AutoCloseable {
  private static final String SERVICE = "arrow.flight.protocol.FlightService";
  private static final Duration DELAY = Duration.ofSeconds(1);

  /** How long the end of a server waits for a receiver. */
  static final Duration PATIENCE = Duration.ofSeconds(1);

  private static final TextMapGetter<CallRecord> HEADER =
      new TextMapGetter<>() {
        @Override
        public Iterable<String> keys(CallRecord call) {
          return List.of("traceparent");
        }

        @Override
        public @Nullable String get(@Nullable CallRecord call, String key) {
          return call == null || !key.equals("traceparent")
              ? null
              : call.traceParent().orElse(null);
        }
      };

  private final SdkTracerProvider provider;
  private final Tracer tracer;

  /** Sends to an exporter, which is closed with this. */
  CallTraces(SpanExporter exporter) {
    provider =
        SdkTracerProvider.builder()
            .setResource(
                Resource.getDefault()
                    .merge(
                        Resource.create(
                            Attributes.builder().put("service.name", "omnigraph").build())))
            .addSpanProcessor(BatchSpanProcessor.builder(exporter).setScheduleDelay(DELAY).build())
            .build();
    tracer = provider.get("org.omnigraph.flight");
  }

  @Override
  public void ended(CallRecord call, Outcome outcome) {
    Context parent = W3CTraceContextPropagator.getInstance().extract(Context.root(), call, HEADER);
    SpanBuilder builder =
        tracer
            .spanBuilder(SERVICE + "/" + call.method())
            .setParent(parent)
            .setSpanKind(SpanKind.SERVER)
            .setStartTimestamp(call.begun())
            .setAttribute("rpc.system", "grpc")
            .setAttribute("rpc.service", SERVICE)
            .setAttribute("rpc.method", call.method())
            .setAttribute("rpc.grpc.status_code", (long) code(outcome))
            .setAttribute("omnigraph.status", outcome.status());
    if (!call.session().isEmpty()) {
      builder.setAttribute("omnigraph.session", call.session());
    }
    call.caller().flatMap(Principal::name).ifPresent(n -> builder.setAttribute("enduser.id", n));
    call.target()
        .ifPresent(
            target ->
                builder
                    .setAttribute("omnigraph.graph", target.graph())
                    .setAttribute("omnigraph.branch", target.branch().value()));
    if (call.kind() != CallRecord.Kind.OTHER) {
      builder
          .setAttribute("omnigraph.kind", call.kind().name().toLowerCase(Locale.ROOT))
          .setAttribute("omnigraph.rows", call.rows());
    }
    call.text().ifPresent(text -> builder.setAttribute("db.query.text", text));
    call.commit().ifPresent(id -> builder.setAttribute("omnigraph.commit", id));
    Span span = builder.startSpan();
    if (!outcome.isOk()) {
      span.setStatus(StatusCode.ERROR, outcome.code().orElse(outcome.status()));
    }
    for (CallRecord.Phase phase : call.phases()) {
      tracer
          .spanBuilder(phase.name())
          .setParent(parent.with(span))
          .setStartTimestamp(phase.begin())
          .startSpan()
          .end(phase.end());
    }
    span.end(call.begun().plus(call.elapsed()));
  }

  private static int code(Outcome outcome) {
    return Status.Code.valueOf(outcome.status()).value();
  }

  /** Sends what is left, if its receiver takes it soon. */
  @Override
  public void close() {
    provider.shutdown().join(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
  }
}
