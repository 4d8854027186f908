package org.omnigraph.flight.wire;

import io.grpc.ServerCall;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.util.AutoCloseables;
import org.omnigraph.engine.error.GraphException;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.flight.error.FlightErrors;

/**
 * Reads the messages of a call for its handler. The first one that cannot be read, or that the
 * handler does not take, ends the call; for the handler it is as if the client had gone away.
 */
final class GuardedListener<Q> extends ServerCall.Listener<InputStream> {
  /** What is asked of the bytes of each message of one call, in their order. */
  interface Check {
    /**
     * Looks at the next message.
     *
     * @param length of the message in bytes
     * @throws IOException when it is not what it says, or may not stand here
     */
    void require(InputStream message, int length) throws IOException;
  }

  private final GuardedCall<Q, ?> call;
  private final ServerCall.Listener<Q> handler;
  private final Check check;
  private boolean broken;

  GuardedListener(GuardedCall<Q, ?> call, ServerCall.Listener<Q> handler, Check check) {
    this.call = call;
    this.handler = handler;
    this.check = check;
  }

  @Override
  public void onMessage(InputStream bytes) {
    if (broken) {
      return;
    }
    try {
      handOver(call.getMethodDescriptor().parseRequest(checked(bytes)));
    } catch (IOException | RuntimeException | StackOverflowError | OutOfMemoryError e) {
      broken = true;
      call.end(FlightErrors.of(named(e)));
      handler.onCancel();
    }
  }

  private static Throwable named(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null && !isNamed(cause)) {
      cause = cause.getCause();
    }
    if (isNamed(cause)) {
      return cause;
    }
    String reason =
        cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    return new InvalidRequest(
        "a message of this call is none that Flight has here: " + reason, failure);
  }

  private static boolean isNamed(Throwable failure) {
    return failure instanceof OutOfMemoryException
        || failure instanceof OutOfMemoryError
        || failure instanceof GraphException;
  }

  private InputStream checked(InputStream bytes) throws IOException {
    InputStream message =
        bytes.markSupported() ? bytes : new ByteArrayInputStream(bytes.readAllBytes());
    int length = message.available();
    message.mark(length);
    check.require(message, length);
    message.reset();
    return message;
  }

  /** Flight's reader forgets data that it cannot take. */
  private void handOver(Q message) {
    try {
      handler.onMessage(message);
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      if (message instanceof AutoCloseable data) {
        AutoCloseables.close(e, data);
      }
      throw e;
    }
  }

  @Override
  public void onHalfClose() {
    if (!broken) {
      handler.onHalfClose();
    }
  }

  @Override
  public void onCancel() {
    if (!broken) {
      handler.onCancel();
    }
  }

  @Override
  public void onComplete() {
    if (!broken) {
      handler.onComplete();
    }
  }

  @Override
  public void onReady() {
    if (!broken) {
      handler.onReady();
    }
  }
}
