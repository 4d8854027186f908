package org.omnigraph.flight;

import io.netty.handler.codec.http2.Http2Exception;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Keeps out of the log what gRPC's transport reports as a fault of the server and is none: that a
 * client closed a stream before it had read everything.
 */
final class TransportLog {
  static final String NAME = "io.grpc.netty.NettyServerHandler";

  /** Held, because the JDK forgets a logger, and what was set on it, that nobody holds. */
  private static final Logger LOG = Logger.getLogger(NAME);

  private TransportLog() {}

  /** Idempotent. */
  static void quieten() {
    LOG.setFilter(line -> !isClientGone(line.getThrown()));
  }

  private static boolean isClientGone(@Nullable Throwable failure) {
    return failure instanceof Http2Exception.StreamException
        && String.valueOf(failure.getMessage()).contains("Stream closed before write");
  }
}
