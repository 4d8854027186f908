package org.omnigraph.flight;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Status;
import io.grpc.netty.NettyChannelBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/** A client of one connection that sends the bytes that it is given and reads none of them. */
final class RawClient implements AutoCloseable {
  private static final int PATIENCE_SECONDS = 120;

  /** How a call ended, and what came before. */
  record Reply(Status status, Metadata trailers, List<byte[]> messages) {}

  private enum Bytes implements MethodDescriptor.Marshaller<byte[]> {
    AS_THEY_ARE;

    @Override
    public InputStream stream(byte[] value) {
      return new ByteArrayInputStream(value);
    }

    @Override
    public byte[] parse(InputStream stream) {
      try {
        return stream.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private final ManagedChannel channel;

  RawClient(int port) {
    channel = NettyChannelBuilder.forAddress("localhost", port).usePlaintext().build();
  }

  /**
   * Sends the messages of one call of Flight, ends its side, and waits for the end of the other.
   */
  Reply call(String method, Metadata headers, List<byte[]> messages) throws Exception {
    MethodDescriptor<byte[], byte[]> descriptor =
        MethodDescriptor.newBuilder(Bytes.AS_THEY_ARE, Bytes.AS_THEY_ARE)
            .setType(MethodType.BIDI_STREAMING)
            .setFullMethodName("arrow.flight.protocol.FlightService/" + method)
            .build();
    ClientCall<byte[], byte[]> call =
        channel.newCall(
            descriptor, CallOptions.DEFAULT.withDeadlineAfter(PATIENCE_SECONDS, TimeUnit.SECONDS));
    Queue<byte[]> received = new ConcurrentLinkedQueue<>();
    CompletableFuture<Reply> reply = new CompletableFuture<>();
    call.start(
        new ClientCall.Listener<byte[]>() {
          @Override
          public void onMessage(byte[] message) {
            received.add(message);
          }

          @Override
          public void onClose(Status status, Metadata trailers) {
            reply.complete(new Reply(status, trailers, List.copyOf(received)));
          }
        },
        headers);
    call.request(Integer.MAX_VALUE);
    for (byte[] message : messages) {
      call.sendMessage(message);
    }
    call.halfClose();
    return reply.get();
  }

  @Override
  public void close() throws InterruptedException {
    channel.shutdownNow();
    channel.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }
}
