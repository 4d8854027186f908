package org.omnigraph.flight.wire;

import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.apache.arrow.flight.impl.Flight.FlightData;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.compression.CompressionUtil.CodecType;

/** A call whose batches go out compressed: Flight's own server cannot. */
public final class CompressedCall<Q, R> extends SimpleForwardingServerCall<Q, R> {
  private static final String DO_GET = "DoGet";

  private final BodyCompression compression;

  private CompressedCall(ServerCall<Q, R> call, BodyCompression compression) {
    super(call);
    this.compression = compression;
  }

  /**
   * The call that compresses what {@code call} would send; itself where there is nothing to do.
   *
   * @param allocator for batches while they are compressed
   */
  public static <Q, R> ServerCall<Q, R> of(
      ServerCall<Q, R> call, CodecType type, BufferAllocator allocator) {
    boolean plain =
        type == CodecType.NO_COMPRESSION
            || !DO_GET.equals(call.getMethodDescriptor().getBareMethodName());
    return plain ? call : new CompressedCall<>(call, new BodyCompression(type, allocator));
  }

  @Override
  public void sendMessage(R message) {
    MethodDescriptor.Marshaller<R> marshaller = getMethodDescriptor().getResponseMarshaller();
    try (InputStream bytes = marshaller.stream(message)) {
      FlightData smaller = compression.compressed(FlightData.parseFrom(bytes));
      send(marshaller.parse(new ByteArrayInputStream(smaller.toByteArray())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void send(R message) throws IOException {
    try {
      super.sendMessage(message);
    } finally {
      close(message);
    }
  }

  private static void close(Object message) throws IOException {
    if (message instanceof AutoCloseable open) {
      try {
        open.close();
      } catch (IOException | RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IOException("a message did not close", e);
      }
    }
  }
}
