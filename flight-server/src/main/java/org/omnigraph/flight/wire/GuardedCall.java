package org.omnigraph.flight.wire;

import io.grpc.Attributes;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.SecurityLevel;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.io.InputStream;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.grpc.StatusUtils;
import org.apache.arrow.util.AutoCloseables;
import org.jspecify.annotations.Nullable;

/**
 * A call whose messages come as bytes, seen by a handler that wants them read. It can be ended over
 * a broken message while the handler is at work on another thread; what the handler still says goes
 * nowhere then.
 */
final class GuardedCall<Q, R> extends ServerCall<Q, R> {
  private final ServerCall<InputStream, R> call;
  private final MethodDescriptor<Q, R> method;

  private boolean closed;
  private boolean broken;

  GuardedCall(ServerCall<InputStream, R> call, MethodDescriptor<Q, R> method) {
    this.call = call;
    this.method = method;
  }

  /** Ends the call, if the handler has not. */
  synchronized void end(FlightRuntimeException reason) {
    broken = true;
    if (!closed) {
      closed = true;
      Metadata trailers = Status.trailersFromThrowable(StatusUtils.toGrpcException(reason));
      call.close(
          StatusUtils.toGrpcStatus(reason.status()), trailers == null ? new Metadata() : trailers);
    }
  }

  @Override
  public synchronized void sendHeaders(Metadata headers) {
    if (!broken) {
      call.sendHeaders(headers);
    }
  }

  /** Whatever a handler hands over is freed by the transport, or here. */
  @Override
  public synchronized void sendMessage(R message) {
    if (!broken) {
      call.sendMessage(message);
    } else if (message instanceof AutoCloseable data) {
      AutoCloseables.closeNoChecked(data);
    }
  }

  @Override
  public synchronized void close(Status status, Metadata trailers) {
    if (!broken) {
      closed = true;
      call.close(status, trailers);
    }
  }

  @Override
  public void request(int messages) {
    call.request(messages);
  }

  @Override
  public boolean isReady() {
    return call.isReady();
  }

  @Override
  public boolean isCancelled() {
    return call.isCancelled();
  }

  @Override
  public void setMessageCompression(boolean enabled) {
    call.setMessageCompression(enabled);
  }

  @Override
  public void setCompression(String compressor) {
    call.setCompression(compressor);
  }

  @Override
  public void setOnReadyThreshold(int bytes) {
    call.setOnReadyThreshold(bytes);
  }

  @Override
  public SecurityLevel getSecurityLevel() {
    return call.getSecurityLevel();
  }

  @Override
  public Attributes getAttributes() {
    return call.getAttributes();
  }

  @Override
  public @Nullable String getAuthority() {
    return call.getAuthority();
  }

  @Override
  public MethodDescriptor<Q, R> getMethodDescriptor() {
    return method;
  }
}
