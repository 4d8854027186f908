package org.omnigraph.flight;

import io.grpc.ServerServiceDefinition;
import io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.arrow.flight.FlightGrpcUtils;
import org.apache.arrow.flight.FlightProducer;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.auth.ServerAuthHandler;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.StorageUnavailable;
import org.omnigraph.flight.auth.Authenticator;
import org.omnigraph.flight.auth.Roles;
import org.omnigraph.flight.auth.ServerTls;
import org.omnigraph.flight.auth.TlsFiles;
import org.omnigraph.flight.error.ErrorBoundary;
import org.omnigraph.flight.error.ServerStopping;
import org.omnigraph.flight.operations.Health;
import org.omnigraph.flight.operations.Metrics;
import org.omnigraph.flight.operations.Observation;
import org.omnigraph.flight.operations.RecoveryReport;
import org.omnigraph.flight.producer.GraphSqlProducer;
import org.omnigraph.flight.producer.Services;
import org.omnigraph.flight.quota.PrincipalLimits;
import org.omnigraph.flight.quota.Quotas;
import org.omnigraph.flight.session.CallInterceptor;
import org.omnigraph.flight.session.ConnectionFilter;
import org.omnigraph.flight.session.Draining;
import org.omnigraph.flight.session.Oversight;
import org.omnigraph.flight.session.Sessions;
import org.omnigraph.flight.wire.GuardedService;
import org.omnigraph.query.QueryEngine;
import org.omnigraph.query.kernel.KernelLimits;
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
  private static final long RELOAD_SECONDS = 10;

  /** After so long without a word the transport asks whether the client is still there. */
  private static final long KEEP_ALIVE_MINUTES = 2;

  private static final Duration GRACE = Duration.ofSeconds(10);

  /** Calls get so long to end by themselves when the server closes. */
  private static final Duration MOMENT = Duration.ofSeconds(1);

  /** What a client may need from the answer to its commit until it begins anew. */
  private static final Duration NEXT = Duration.ofSeconds(1);

  /** Commits that outlast the end of draining get so long. */
  private static final Duration COMMIT = Duration.ofSeconds(5);

  private final Closing closing;
  private final org.apache.arrow.flight.FlightServer server;
  private final Reloads reloads;
  private final Drain drain;
  private final BufferAllocator memory;
  private final QueryEngine engine;
  private final OptionalInt metricsPort;

  private FlightServer(
      Closing closing,
      org.apache.arrow.flight.FlightServer server,
      Reloads reloads,
      Drain drain,
      BufferAllocator memory,
      QueryEngine engine,
      OptionalInt metricsPort) {
    this.closing = closing;
    this.engine = engine;
    this.metricsPort = metricsPort;
    this.server = server;
    this.reloads = reloads;
    this.drain = drain;
    this.memory = memory;
  }

  /**
   * Opens the graphs and starts to listen.
   *
   * @throws InvalidRequest when the configuration is refused: a non-loopback address without a
   *     token file or client certificates, a file that cannot be read
   * @throws StorageUnavailable when the address cannot be bound
   * @throws org.omnigraph.engine.error.GraphException when a graph cannot be opened
   */
  public static FlightServer start(ServerConfig config) {
    requireGuarded(config);
    Callers callers = Callers.of(config);
    Closing closing = new Closing(GRACE);
    try {
      Instant since = Instant.now();
      BufferAllocator memory = closing.add(memory(config));
      Opened opened = new Opened(since, memory, open(config, memory, closing));
      return serve(config, callers, opened, closing, Clock.systemUTC());
    } catch (RuntimeException | Error e) {
      closing.closeAfter(e);
      throw e;
    }
  }

  private static void requireGuarded(ServerConfig config) {
    boolean certified = config.tls().flatMap(TlsFiles::clientAuthorities).isPresent();
    if (config.tokenFile().isPresent() || certified) {
      return;
    }
    try {
      if (!InetAddress.getByName(config.host()).isLoopbackAddress()) {
        throw new InvalidRequest(
            "refusing to listen on "
                + config.host()
                + " without a token file: everybody who reaches this machine could read and write."
                + " Give a token file, or authorities that certify clients, or listen on "
                + ServerConfig.DEFAULT_HOST);
      }
    } catch (UnknownHostException e) {
      throw new InvalidRequest("cannot listen on '" + config.host() + "': unknown host", e);
    }
  }

  /** Serves graphs that stay the caller's; the URIs of {@code config} are not looked at. */
  static FlightServer serve(ServerConfig config, Map<String, Graph> graphs) {
    return serve(config, graphs, Clock.systemUTC());
  }

  /** The same, where sessions and transactions are idle by another clock. */
  static FlightServer serve(ServerConfig config, Map<String, Graph> graphs, Clock clock) {
    Callers callers = Callers.of(config);
    Closing closing = new Closing(GRACE);
    Opened opened = new Opened(Instant.now(), closing.add(memory(config)), graphs);
    return serve(config, callers, opened, closing, clock);
  }

  /** What requests have together, and the graphs that this server opens. */
  private static BufferAllocator memory(ServerConfig config) {
    return new RootAllocator(DirectMemory.forRequests(config.limits().memory()));
  }

  /**
   * Open graphs.
   *
   * @param since before they were opened by this server
   * @param memory of the server, a part of which they have when it has opened them
   */
  private record Opened(Instant since, BufferAllocator memory, Map<String, Graph> graphs) {}

  /** Who calls, and what they may do. */
  private record Callers(Authenticator authenticator, Roles roles) {
    static Callers of(ServerConfig config) {
      return new Callers(
          Authenticator.of(config.tokenFile(), config.limits().sessionIdle()),
          Roles.of(config.roleFile()));
    }

    void reload() {
      authenticator.reload();
      roles.reload();
    }
  }

  private static KernelLimits kernel(ServerLimits limits, PrincipalLimits each) {
    KernelLimits kernel = limits.kernel().withPlacesForOthers();
    return each.memory() == 0 ? kernel : kernel.withMemoryOfOne(each.memory());
  }

  private static FlightServer serve(
      ServerConfig config, Callers callers, Opened opened, Closing closing, Clock clock) {
    TransportLog.quieten();
    Map<String, Graph> graphs = opened.graphs();
    ServerLimits limits = config.limits();
    BufferAllocator memory = opened.memory();
    QueryEngine engine =
        closing.add(
            new QueryEngine(
                closing.add(memory.newChildAllocator("queries", 0, Long.MAX_VALUE)),
                kernel(limits, config.principals())));
    BufferAllocator results = closing.add(memory.newChildAllocator("results", 0, Long.MAX_VALUE));
    BufferAllocator inbound = closing.add(memory.newChildAllocator("inbound", 0, Long.MAX_VALUE));
    Observation observation = closing.add(Observation.of(config.operations()));
    Oversight oversight =
        new Oversight(new Quotas(config.principals()), observation.listener(), new Draining());
    Health health = new Health();
    Sessions sessions =
        closing.add(new Sessions(limits, callers.roles(), clock, observation.listener()));
    ExecutorService calls = closing.pool("flight-call");
    ExecutorService workers = closing.pool("flight-stream");
    ScheduledExecutorService expiry =
        Executors.newSingleThreadScheduledExecutor(Closing.threads("flight-expiry"));
    closing.add(expiry::shutdownNow);
    Services services =
        new Services(engine, sessions, results, workers, limits, oversight.draining());
    Optional<ServerTls> tls = config.tls().map(ServerTls::of);
    CallInterceptor interceptor =
        new CallInterceptor(callers.authenticator(), sessions, graphs, oversight, results);
    ErrorBoundary producer = new ErrorBoundary(new GraphSqlProducer(services));
    Consumer<NettyServerBuilder> transport =
        netty -> {
          netty
              // In the place of the library's, which has the same name.
              .addService(GuardedService.of(service(inbound, producer, calls)))
              .intercept(interceptor)
              .addService(health.service())
              .addTransportFilter(new ConnectionFilter(sessions))
              .keepAliveTime(KEEP_ALIVE_MINUTES, TimeUnit.MINUTES);
          observation.metrics().ifPresent(m -> netty.addStreamTracerFactory(m.wire()));
          tls.ifPresent(t -> netty.sslContext(t.context()));
        };
    org.apache.arrow.flight.FlightServer server =
        org.apache.arrow.flight.FlightServer.builder(
                inbound, Location.forGrpcInsecure(config.host(), config.port()), producer)
            .executor(calls)
            .maxInboundMessageSize(limits.inboundMessage())
            .transportHint("grpc.builderConsumer", transport)
            .build();
    observation.metrics().ifPresent(m -> watch(m, engine, sessions, memory, oversight.draining()));
    OptionalInt metricsPort =
        observation.serveMetrics(config.host(), config.operations().metricsPort());
    RecoveryReport.since(opened.since(), graphs, observation.metrics());
    listen(server, config);
    closing.add(() -> stop(server, engine));
    closing.add(sessions::stopping);
    regularly(
        expiry, config.limits().sweepSeconds(), sessions::expire, "idle sessions were not ended");
    regularly(expiry, RELOAD_SECONDS, callers::reload, "tokens and roles were not read again");
    tls.ifPresent(
        t -> regularly(expiry, RELOAD_SECONDS, t::reload, "certificates were not read again"));
    health.serving();
    return new FlightServer(
        closing,
        server,
        new Reloads(callers, tls),
        new Drain(health, oversight.draining(), sessions, engine, config.operations().drain()),
        memory,
        engine,
        metricsPort);
  }

  /**
   * The library's service; that asks for a handler of a deprecated handshake, which does nothing.
   */
  @SuppressWarnings("deprecation")
  private static ServerServiceDefinition service(
      BufferAllocator inbound, FlightProducer producer, ExecutorService calls) {
    return FlightGrpcUtils.createFlightService(inbound, producer, ServerAuthHandler.NO_OP, calls)
        .bindService();
  }

  private static void watch(
      Metrics metrics,
      QueryEngine engine,
      Sessions sessions,
      BufferAllocator memory,
      Draining calls) {
    metrics.watch(engine);
    metrics.gauge("sessions", "Sessions", sessions, Sessions::size);
    metrics.gauge("transactions", "Open transactions", sessions, Sessions::transactions);
    metrics.gauge(
        "transactions.written",
        "Open transactions that hold rows or deletions",
        sessions,
        Sessions::written);
    metrics.gauge(
        "transactions.bytes",
        "Arrow memory that open transactions keep between their statements",
        sessions,
        Sessions::held);
    metrics.gauge("calls.active", "Calls that are worked on", calls, Draining::calls);
    metrics.gauge(
        "arrow.bytes", "Arrow memory of all requests", memory, BufferAllocator::getAllocatedMemory);
    metrics.gauge(
        "arrow.peak.bytes", "The most that was", memory, BufferAllocator::getPeakMemoryAllocation);
    metrics.gauge("arrow.limit.bytes", "The most that may be", memory, BufferAllocator::getLimit);
  }

  private static void regularly(
      ScheduledExecutorService timer, long seconds, Runnable task, String failure) {
    Runnable guarded =
        () -> {
          try {
            task.run();
          } catch (RuntimeException e) {
            LOG.error(failure, e);
          }
        };
    ScheduledFuture<?> unused =
        timer.scheduleWithFixedDelay(guarded, seconds, seconds, TimeUnit.SECONDS);
  }

  private static Map<String, Graph> open(
      ServerConfig config, BufferAllocator memory, Closing closing) {
    Map<String, Graph> open = new LinkedHashMap<>();
    config
        .graphs()
        .forEach(
            (name, uri) ->
                open.put(name, closing.add(Graph.open(uri, config.graphConfig(), memory))));
    return open;
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

  /** The port of the metrics; empty when there are none. */
  public OptionalInt metricsPort() {
    return metricsPort;
  }

  /** The port that clients connect to. */
  public int port() {
    return server.getPort();
  }

  /** Reads changed certificates now instead of at the next look. */
  void reloadCertificates() {
    reloads.tls().ifPresent(ServerTls::reload);
  }

  /** Reads changed token and role files now instead of at the next look. */
  void reloadCallers() {
    reloads.callers().reload();
  }

  /** What is read again when its files change. */
  private record Reloads(Callers callers, Optional<ServerTls> tls) {}

  /**
   * Takes no new work from now on and waits, for as long as the configuration says, until the work
   * that has begun has ended: calls, and transactions that have written something. A commit that is
   * under way then, and the beginning of the next transaction, are answered all the same if they do
   * not take long. Then {@link #close} ends what is left.
   */
  public void drain() throws InterruptedException {
    drain.run();
  }

  private record Drain(
      Health health, Draining draining, Sessions sessions, QueryEngine engine, Duration grace) {
    void run() throws InterruptedException {
      health.ending();
      draining.begin();
      if (!draining.await(grace, () -> sessions.written() > 0)) {
        LOG.warn(
            "{} calls and {} transactions had not ended after {} s and are rolled back",
            draining.calls(),
            sessions.written(),
            grace.toSeconds());
        endStatements(engine);
      }
      draining.settle(NEXT, COMMIT);
    }
  }

  /** The library waits three seconds for calls, then their clients hear that they are cancelled. */
  private static void stop(org.apache.arrow.flight.FlightServer server, QueryEngine engine)
      throws InterruptedException {
    server.shutdown();
    boolean runs = !engine.statements().list().isEmpty();
    if (runs && !server.awaitTermination(MOMENT.toMillis(), TimeUnit.MILLISECONDS)) {
      endStatements(engine);
    }
    server.close();
  }

  /** Their clients hear why, which the end of the transport does not tell them. */
  private static void endStatements(QueryEngine engine) {
    engine
        .statements()
        .list()
        .forEach(statement -> statement.cancellation().cancel(ServerStopping::new));
  }

  /** Bytes of Arrow memory that requests hold now; none when the server is idle. */
  public long memoryInUse() {
    return memory.getAllocatedMemory() - engine.keptBytes();
  }

  /** Sessions now. */
  int sessions() {
    return drain.sessions().size();
  }

  /** Calls that are worked on now. */
  int calls() {
    return drain.draining().calls();
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
