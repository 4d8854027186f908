package org.omnigraph.flight.session;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.grpc.StatusUtils;
import org.omnigraph.engine.error.GraphException;
import org.omnigraph.flight.auth.Authenticator;
import org.omnigraph.flight.error.FlightErrors;

/**
 * Finds out for each call who is calling and which session it belongs to, and sends back the token
 * or the cookie that carries the session.
 *
 * <p>A cookie of a session that has ended is refused, and the client told to forget it: going on
 * without its options could write to the wrong branch.
 */
public final class CallInterceptor implements ServerInterceptor {
  /**
   * Bytes of an answer that may wait for the wire before its writer is asked to pause: a few
   * batches, so that the next ones are made while these are sent.
   */
  private static final int SENT_AHEAD = 2 << 20;

  private static final Metadata.Key<String> AUTHORIZATION = ascii("authorization");
  private static final Metadata.Key<String> COOKIE = ascii("cookie");
  private static final Metadata.Key<String> SET_COOKIE = ascii("set-cookie");

  private final Authenticator authenticator;
  private final Sessions sessions;

  public CallInterceptor(Authenticator authenticator, Sessions sessions) {
    this.authenticator = authenticator;
    this.sessions = sessions;
  }

  private static Metadata.Key<String> ascii(String name) {
    return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    call.setOnReadyThreshold(SENT_AHEAD);
    Optional<String> cookie = Cookies.sessionId(headers.getAll(COOKIE));
    Authenticator.Identity identity;
    Session session;
    try {
      identity = authenticator.identify(headers.get(AUTHORIZATION));
      session = sessions.of(identity, cookie, call.getAttributes().get(Connection.KEY));
    } catch (FlightRuntimeException | GraphException e) {
      return refuse(call, FlightErrors.of(e), cookie.isPresent());
    }
    CallScope scope = new CallScope(session, headers);
    boolean sendsCookie = cookie.isEmpty() && identity.token().isEmpty();
    Tracked<Q, R> tracked = new Tracked<>(call, scope, identity, sendsCookie);
    session.enter();
    ServerCall.Listener<Q> listener =
        Contexts.interceptCall(
            Context.current().withValue(CallScope.KEY, scope), tracked, headers, next);
    return new SimpleForwardingServerCallListener<Q>(listener) {
      @Override
      public void onMessage(Q message) {
        super.onMessage(message);
        scope.opening().message();
      }

      @Override
      public void onHalfClose() {
        super.onHalfClose();
        scope.opening().end();
      }

      @Override
      public void onCancel() {
        tracked.leave();
        super.onCancel();
        scope.opening().cancel();
      }
    };
  }

  private static <Q, R> ServerCall.Listener<Q> refuse(
      ServerCall<Q, R> call, FlightRuntimeException reason, boolean forgetCookie) {
    Metadata trailers = new Metadata();
    for (String key : reason.status().metadata().keys()) {
      trailers.put(ascii(key), reason.status().metadata().get(key));
    }
    if (forgetCookie) {
      trailers.put(SET_COOKIE, Cookies.forget());
    }
    call.close(StatusUtils.toGrpcStatus(reason.status()), trailers);
    return new ServerCall.Listener<Q>() {};
  }

  /** A call that tells its session when it ends, and whose reply carries the session. */
  private static final class Tracked<Q, R> extends SimpleForwardingServerCall<Q, R> {
    private final CallScope scope;
    private final Authenticator.Identity identity;
    private final boolean sendsCookie;
    private final AtomicBoolean left = new AtomicBoolean();
    private boolean sent;

    Tracked(
        ServerCall<Q, R> call,
        CallScope scope,
        Authenticator.Identity identity,
        boolean sendsCookie) {
      super(call);
      this.scope = scope;
      this.identity = identity;
      this.sendsCookie = sendsCookie;
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
      leave();
      super.close(status, trailers);
    }

    void leave() {
      if (left.compareAndSet(false, true)) {
        scope.session().leave();
      }
    }

    private void addCarrier(Metadata headers) {
      if (identity.issued()) {
        identity.token().ifPresent(token -> headers.put(AUTHORIZATION, "Bearer " + token));
      }
      if (scope.isForgetting()) {
        headers.put(SET_COOKIE, Cookies.forget());
      } else if (sendsCookie) {
        headers.put(SET_COOKIE, Cookies.set(scope.session().id()));
      }
    }
  }
}
