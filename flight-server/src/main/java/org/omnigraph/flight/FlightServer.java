package org.omnigraph.flight;

import io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
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
 * graphs. A call that does not end then is named in the log and left behind.
 */
public final class FlightServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FlightServer.class);
  private static final long EXPIRY_SECONDS = 5;

  /** After so long without a word the transport asks whether the client is still there. */
  private static final long KEEP_ALIVE_MINUTES = 2;

  private static final Duration GRACE = Duration.ofSeconds(10);

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
    Closing closing = new Closing(GRACE);
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
    return serve(config, authenticator, new Graphs(graphs), new Closing(GRACE));
  }

  private static FlightServer serve(
      ServerConfig config, Authenticator authenticator, Graphs graphs, Closing closing) {
    TransportLog.quieten();
    ServerLimits limits = config.limits();
    BufferAllocator memory = closing.add(new RootAllocator(limits.memory()));
    QueryEngine engine =
        closing.add(
            new QueryEngine(closing.add(memory.newChildAllocator("queries", 0, Long.MAX_VALUE))));
    BufferAllocator results = closing.add(memory.newChildAllocator("results", 0, Long.MAX_VALUE));
    BufferAllocator inbound = closing.add(memory.newChildAllocator("inbound", 0, Long.MAX_VALUE));
    Sessions sessions = closing.add(new Sessions(limits, Clock.systemUTC()));
    ExecutorService calls = closing.pool("flight-call");
    ExecutorService workers = closing.pool("flight-stream");
    ScheduledExecutorService expiry =
        Executors.newSingleThreadScheduledExecutor(Closing.threads("flight-expiry"));
    closing.add(expiry::shutdownNow);
    Services services = new Services(graphs, engine, sessions, results, workers, limits);
    CallInterceptor interceptor = new CallInterceptor(authenticator, sessions);
    Consumer<NettyServerBuilder> transport =
        netty ->
            netty
                .intercept(interceptor)
                .addTransportFilter(new ConnectionFilter(sessions))
                .keepAliveTime(KEEP_ALIVE_MINUTES, TimeUnit.MINUTES);
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

  /**
   * Calls that were still at work when {@link #close} had waited for them, by the names of their
   * threads. What they hold is left to them.
   */
  public List<String> unfinished() {
    return closing.unfinished();
  }

  /** Idempotent. */
  @Override
  public void close() {
    closing.close();
  }
}
