package org.omnigraph.flight;

import io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.arrow.flight.Location;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.StorageUnavailable;
import org.omnigraph.flight.auth.Authenticator;
import org.omnigraph.flight.error.ErrorBoundary;
import org.omnigraph.flight.producer.GraphSqlProducer;
import org.omnigraph.flight.producer.Services;
import org.omnigraph.flight.session.CallInterceptor;
import org.omnigraph.flight.session.ConnectionFilter;
import org.omnigraph.flight.session.Graphs;
import org.omnigraph.flight.session.Sessions;
import org.omnigraph.query.QueryEngine;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running Flight SQL server.
 *
 * <p>{@link #start} returns once clients can connect. {@link #close} stops taking calls, lets
 * running streams finish for a moment, then ends them, rolls open transactions back and closes the
 * graphs.
 */
public final class FlightServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FlightServer.class);
  private static final long EXPIRY_SECONDS = 5;
  private static final long GRACE_SECONDS = 10;

  private final Closing closing;
  private final org.apache.arrow.flight.FlightServer server;
  private final BufferAllocator memory;

  private FlightServer(
      Closing closing, org.apache.arrow.flight.FlightServer server, BufferAllocator memory) {
    this.closing = closing;
    this.server = server;
    this.memory = memory;
  }

  /**
   * Opens the graphs and starts to listen.
   *
   * @throws InvalidRequest when the configuration is refused: a non-loopback address without a
   *     token file, a token file that cannot be read
   * @throws StorageUnavailable when the address cannot be bound
   * @throws org.omnigraph.engine.error.GraphException when a graph cannot be opened
   */
  public static FlightServer start(ServerConfig config) {
    requireGuarded(config);
    Authenticator authenticator =
        Authenticator.of(config.tokenFile(), config.limits().sessionIdle());
    Closing closing = new Closing();
    try {
      return serve(config, authenticator, open(config, closing), closing);
    } catch (RuntimeException | Error e) {
      closing.closeAfter(e);
      throw e;
    }
  }

  private static void requireGuarded(ServerConfig config) {
    if (config.tokenFile().isPresent()) {
      return;
    }
    try {
      if (!InetAddress.getByName(config.host()).isLoopbackAddress()) {
        throw new InvalidRequest(
            "refusing to listen on "
                + config.host()
                + " without a token file: everybody who reaches this machine could read and write."
                + " Give a token file, or listen on "
                + ServerConfig.DEFAULT_HOST);
      }
    } catch (UnknownHostException e) {
      throw new InvalidRequest("cannot listen on '" + config.host() + "': unknown host", e);
    }
  }

  /** Serves graphs that stay the caller's; the URIs of {@code config} are not looked at. */
  static FlightServer serve(ServerConfig config, Map<String, Graph> graphs) {
    Authenticator authenticator =
        Authenticator.of(config.tokenFile(), config.limits().sessionIdle());
    return serve(config, authenticator, new Graphs(graphs), new Closing());
  }

  private static FlightServer serve(
      ServerConfig config, Authenticator authenticator, Graphs graphs, Closing closing) {
    ServerLimits limits = config.limits();
    BufferAllocator memory = closing.add(new RootAllocator(limits.memory()));
    QueryEngine engine =
        closing.add(
            new QueryEngine(closing.add(memory.newChildAllocator("queries", 0, Long.MAX_VALUE))));
    BufferAllocator results = closing.add(memory.newChildAllocator("results", 0, Long.MAX_VALUE));
    BufferAllocator inbound = closing.add(memory.newChildAllocator("inbound", 0, Long.MAX_VALUE));
    Sessions sessions = closing.add(new Sessions(limits, Clock.systemUTC()));
    ExecutorService calls = closing.add(Executors.newCachedThreadPool(threads("flight-call")));
    ExecutorService workers = closing.add(Executors.newCachedThreadPool(threads("flight-stream")));
    ScheduledExecutorService expiry =
        closing.add(Executors.newSingleThreadScheduledExecutor(threads("flight-expiry")));
    Services services = new Services(graphs, engine, sessions, results, workers, limits);
    CallInterceptor interceptor = new CallInterceptor(authenticator, sessions);
    Consumer<NettyServerBuilder> transport =
        netty -> netty.intercept(interceptor).addTransportFilter(new ConnectionFilter(sessions));
    org.apache.arrow.flight.FlightServer server =
        org.apache.arrow.flight.FlightServer.builder(
                inbound,
                Location.forGrpcInsecure(config.host(), config.port()),
                new ErrorBoundary(new GraphSqlProducer(services)))
            .executor(calls)
            .maxInboundMessageSize(limits.inboundMessage())
            .transportHint("grpc.builderConsumer", transport)
            .build();
    listen(server, config);
    closing.add(server);
    keepExpiring(sessions, expiry);
    return new FlightServer(closing, server, memory);
  }

  private static void keepExpiring(Sessions sessions, ScheduledExecutorService expiry) {
    Runnable expire =
        () -> {
          try {
            sessions.expire();
          } catch (RuntimeException e) {
            LOG.error("idle sessions were not ended", e);
          }
        };
    ScheduledFuture<?> unused =
        expiry.scheduleWithFixedDelay(expire, EXPIRY_SECONDS, EXPIRY_SECONDS, TimeUnit.SECONDS);
  }

  private static Graphs open(ServerConfig config, Closing closing) {
    Map<String, Graph> open = new LinkedHashMap<>();
    config
        .graphs()
        .forEach((name, uri) -> open.put(name, closing.add(Graph.open(uri, config.graphConfig()))));
    return new Graphs(open);
  }

  private static void listen(org.apache.arrow.flight.FlightServer server, ServerConfig config) {
    try {
      server.start();
    } catch (IOException e) {
      throw new StorageUnavailable(
          "cannot listen on " + config.host() + ":" + config.port() + ": " + reason(e), e);
    }
  }

  private static String reason(Throwable e) {
    Throwable cause = e.getCause() == null ? e : e.getCause();
    return String.valueOf(cause.getMessage());
  }

  private static ThreadFactory threads(String name) {
    AtomicInteger count = new AtomicInteger();
    return work -> {
      Thread thread = new Thread(work, name + "-" + count.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }

  /** The port that clients connect to. */
  public int port() {
    return server.getPort();
  }

  /** Bytes of Arrow memory that requests hold now; none when the server is idle. */
  public long memoryInUse() {
    return memory.getAllocatedMemory();
  }

  /** Blocks until the server has stopped. */
  public void awaitTermination() throws InterruptedException {
    server.awaitTermination();
  }

  /** Idempotent. */
  @Override
  public void close() {
    closing.close();
  }

  /** What the server holds, closed in the reverse order of its making. */
  private static final class Closing {
    private final java.util.ArrayDeque<AutoCloseable> held = new java.util.ArrayDeque<>();

    synchronized <T extends AutoCloseable> T add(T thing) {
      held.push(thing);
      return thing;
    }

    synchronized <T extends ExecutorService> T add(T pool) {
      held.push(() -> stop(pool));
      return pool;
    }

    private static void stop(ExecutorService pool) throws InterruptedException {
      pool.shutdownNow();
      if (!pool.awaitTermination(GRACE_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("a thread of the server does not end");
      }
    }

    synchronized void close() {
      RuntimeException failures = new IllegalStateException("the server did not close cleanly");
      closeAfter(failures);
      if (failures.getSuppressed().length > 0) {
        throw failures;
      }
    }

    synchronized void closeAfter(Throwable reason) {
      while (!held.isEmpty()) {
        try {
          held.pop().close();
        } catch (Exception e) {
          if (e instanceof InterruptedException) {
            Thread.currentThread().interrupt();
          }
          reason.addSuppressed(e);
        }
      }
    }
  }
}
