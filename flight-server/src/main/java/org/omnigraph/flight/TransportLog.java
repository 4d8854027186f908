package org.omnigraph.flight;

import io.grpc.StatusRuntimeException;
import io.netty.handler.codec.http2.Http2Exception;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Keeps out of the log what gRPC's transport reports as a fault of the server and is none: that a
 * client closed a stream before it had read everything, or sent what is no message of gRPC. The
 * latter, which needs no right, is a line a minute at most.
 */
final class TransportLog {
  static final String NAME = "io.grpc.netty.NettyServerHandler";

  /** Held, because the JDK forgets a logger, and what was set on it, that nobody holds. */
  private static final Logger LOG = Logger.getLogger(NAME);

  private static final Logger MESSAGES = Logger.getLogger("io.grpc.netty.NettyServerStream");
  private static final long PAUSE = Duration.ofMinutes(1).toNanos();
  private static final AtomicLong NEXT = new AtomicLong(System.nanoTime());

  private TransportLog() {}

  /** Idempotent. */
  static void quieten() {
    LOG.setFilter(line -> !isClientGone(line.getThrown()));
    MESSAGES.setFilter(TransportLog::isNews);
  }

  private static boolean isClientGone(@Nullable Throwable failure) {
    return failure instanceof Http2Exception.StreamException
        && String.valueOf(failure.getMessage()).contains("Stream closed before write");
  }

  private static boolean isNews(LogRecord line) {
    if (!(line.getThrown() instanceof StatusRuntimeException failure)) {
      return true;
    }
    line.setThrown(null);
    line.setMessage(
        "a client sent what is no message of gRPC: "
            + failure.getStatus().getDescription()
            + "; more of these within a minute are not logged");
    long now = System.nanoTime();
    long next = NEXT.get();
    return now - next >= 0 && NEXT.compareAndSet(next, now + PAUSE);
  }
}
