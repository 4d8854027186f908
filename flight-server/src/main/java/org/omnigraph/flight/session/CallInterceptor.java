package org.omnigraph.flight.session;

import io.grpc.Attributes;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.grpc.StatusUtils;
import org.apache.arrow.memory.BufferAllocator;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.Graph;
import org.omnigraph.flight.auth.Authenticator;
import org.omnigraph.flight.auth.ClientCertificate;
import org.omnigraph.flight.error.FlightErrors;
import org.omnigraph.flight.wire.CompressedCall;

/**
 * Finds out for each call who is calling and which session it belongs to, and sends back the token
 * or the cookie that carries the session.
 *
 * <p>A cookie of a session that held options or a transaction and has ended is refused, each time
 * that it comes: going on without them could write to the wrong branch. Only who closes that
 * session begins another.
 */
public final class CallInterceptor implements ServerInterceptor {
  /**
   * Bytes of an answer that may wait for the wire before its writer is asked to pause: a few
   * batches, so that the next ones are made while these are sent.
   */
  private static final int SENT_AHEAD = 2 << 20;

  private static final String DO_ACTION = "DoAction";
  private static final String FLIGHT = "arrow.flight.protocol.FlightService";
  private static final Metadata.Key<String> TRACE_PARENT = ascii("traceparent");
  private static final Metadata.Key<String> CODE = ascii(FlightErrors.CODE_TRAILER);
  private static final Metadata.Key<String> ERROR_ID = ascii(FlightErrors.ID_TRAILER);
  private static final Metadata.Key<String> AUTHORIZATION = ascii("authorization");
  private static final Metadata.Key<String> COOKIE = ascii("cookie");
  private static final Metadata.Key<String> SET_COOKIE = ascii("set-cookie");

  private final Authenticator authenticator;
  private final Sessions sessions;
  private final Map<String, Graph> graphs;
  private final Oversight oversight;
  private final BufferAllocator allocator;

  /**
   * @param graphs all graphs of the server by name
   * @param allocator for answers while they are compressed
   */
  public CallInterceptor(
      Authenticator authenticator,
      Sessions sessions,
      Map<String, Graph> graphs,
      Oversight oversight,
      BufferAllocator allocator) {
    this.authenticator = authenticator;
    this.sessions = sessions;
    this.graphs = graphs;
    this.oversight = oversight;
    this.allocator = allocator;
  }

  private static Metadata.Key<String> ascii(String name) {
    return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    if (!FLIGHT.equals(call.getMethodDescriptor().getServiceName())) {
      return next.startCall(call, headers);
    }
    String method = String.valueOf(call.getMethodDescriptor().getBareMethodName());
    CallRecord record =
        new CallRecord(
            method,
            Optional.ofNullable(headers.get(TRACE_PARENT)),
            peer(call.getAttributes()),
            Authenticator.claimed(headers.get(AUTHORIZATION)));
    call.setOnReadyThreshold(SENT_AHEAD);
    Optional<String> cookie = Cookies.sessionId(headers.getAll(COOKIE));
    Authenticator.Identity identity;
    CallScope scope;
    Compression compression;
    try {
      identity =
          authenticator.identify(
              headers.get(AUTHORIZATION), ClientCertificate.name(call.getAttributes()));
      RequestHeader.requireUnderstood(headers);
      Connection connection = call.getAttributes().get(Connection.KEY);
      oversight.draining().requireTaken(method, sessions.find(identity, cookie, connection));
      Session session = session(method, identity, cookie, connection);
      record.belongsTo(session, !session.hasEnded() && session.isEnteredFirst());
      scope =
          new CallScope(session, new Graphs(graphs, session.access()), headers, oversight, record);
      compression = scope.compression();
    } catch (RuntimeException e) {
      return refuse(call, record, FlightErrors.of(e));
    }
    scope.enter();
    Tracked<Q, R> tracked = new Tracked<>(call, scope, identity, cookie);
    // At once, and on a thread of its own, while the call's events wait for the handler to return.
    Context.current().addListener(ended -> scope.clientLeft(), Runnable::run);
    ServerCall.Listener<Q> listener =
        Contexts.interceptCall(
            Context.current().withValue(CallScope.KEY, scope),
            CompressedCall.of(tracked, compression.codec(), allocator),
            headers,
            next);
    return new SimpleForwardingServerCallListener<Q>(listener) {
      private boolean ended;

      @Override
      public void onMessage(Q message) {
        super.onMessage(message);
        scope.opening().message();
      }

      @Override
      public void onHalfClose() {
        ended = true;
        super.onHalfClose();
        scope.opening().end();
      }

      /** Whoever reads still waits for the client when the call ended before its stream did. */
      @Override
      public void onComplete() {
        if (ended) {
          super.onComplete();
        } else {
          tracked.leave(Status.CANCELLED, new Metadata());
          super.onCancel();
          scope.opening().cancel();
        }
      }

      @Override
      public void onCancel() {
        tracked.leave(Status.CANCELLED, new Metadata());
        super.onCancel();
        scope.opening().cancel();
      }
    };
  }

  /** Which action a call asks for is not known yet, and one that has ended may be closed. */
  private Session session(
      String method,
      Authenticator.Identity identity,
      Optional<String> cookie,
      @Nullable Connection connection) {
    try {
      return sessions.of(identity, cookie, connection);
    } catch (FlightRuntimeException gone) {
      if (!method.equals(DO_ACTION)) {
        throw gone;
      }
      return sessions.ended(identity, connection, gone);
    }
  }

  private static Optional<String> peer(Attributes call) {
    SocketAddress address = call.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
    if (!(address instanceof InetSocketAddress known)) {
      return Optional.empty();
    }
    String host = known.getAddress().getHostAddress();
    return Optional.of((host.contains(":") ? "[" + host + "]" : host) + ":" + known.getPort());
  }

  private <Q, R> ServerCall.Listener<Q> refuse(
      ServerCall<Q, R> call, CallRecord record, FlightRuntimeException reason) {
    Metadata trailers = new Metadata();
    for (String key : reason.status().metadata().keys()) {
      trailers.put(ascii(key), reason.status().metadata().get(key));
    }
    Status status = StatusUtils.toGrpcStatus(reason.status());
    oversight.listener().ended(record, outcome(status, trailers));
    call.close(status, trailers);
    return new ServerCall.Listener<Q>() {};
  }

  private static CallListener.Outcome outcome(Status status, Metadata trailers) {
    return new CallListener.Outcome(
        status.getCode().name(),
        Optional.ofNullable(trailers.get(CODE)),
        Optional.ofNullable(trailers.get(ERROR_ID)));
  }

  /** A call that tells its session when it ends, and whose reply carries the session. */
  private static final class Tracked<Q, R> extends SimpleForwardingServerCall<Q, R> {
    private final CallScope scope;
    private final Authenticator.Identity identity;
    private final Optional<String> cookie;
    private final AtomicBoolean left = new AtomicBoolean();
    private boolean sent;

    Tracked(
        ServerCall<Q, R> call,
        CallScope scope,
        Authenticator.Identity identity,
        Optional<String> cookie) {
      super(call);
      this.scope = scope;
      this.identity = identity;
      this.cookie = cookie;
    }

    @Override
    public void sendHeaders(Metadata headers) {
      sent = true;
      addCarrier(headers);
      super.sendHeaders(headers);
    }

    @Override
    public void close(Status status, Metadata trailers) {
      if (!sent) {
        addCarrier(trailers);
      }
      leave(status, trailers);
      scope.opening().cancel();
      super.close(status, trailers);
    }

    void leave(Status status, Metadata trailers) {
      if (left.compareAndSet(false, true)) {
        scope.leave(outcome(status, trailers));
      }
    }

    private void addCarrier(Metadata headers) {
      if (identity.issued()) {
        identity.token().ifPresent(token -> headers.put(AUTHORIZATION, "Bearer " + token));
      }
      if (scope.isForgetting()) {
        headers.put(SET_COOKIE, Cookies.forget());
      } else if (identity.token().isEmpty() && !scope.session().hasEnded()) {
        String value = scope.session().cookie();
        if (!cookie.equals(Optional.of(value))) {
          headers.put(SET_COOKIE, Cookies.set(value));
        }
      }
    }
  }
}
