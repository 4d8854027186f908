package org.omnigraph.jdbc;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.driver.jdbc.client.utils.ClientAuthenticationUtils;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.CallOptions;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.CloseSessionRequest;
import org.apache.arrow.flight.FlightCallHeaders;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.GetSessionOptionsRequest;
import org.apache.arrow.flight.HeaderCallOption;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.SessionOptionValue;
import org.apache.arrow.flight.SetSessionOptionsRequest;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.auth2.BearerCredentialWriter;
import org.apache.arrow.flight.auth2.ClientBearerHeaderHandler;
import org.apache.arrow.flight.auth2.ClientIncomingAuthHeaderMiddleware;
import org.apache.arrow.flight.client.ClientCookieMiddleware;
import org.apache.arrow.flight.grpc.CredentialCallOption;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.FlightSqlClient.Transaction;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.jspecify.annotations.Nullable;

/**
 * One connection's channel to the server: its memory, its credentials, its place.
 *
 * <p>Safe for use by several threads as far as the server's answers go; the transaction is the
 * connection's, so threads that share one share that.
 */
final class ServerSession implements AutoCloseable {
  /** Names this driver and its version: servers tell drivers that end transactions from others. */
  private static final String CLIENT_HEADER = "x-omnigraph-client";

  private static final Duration FAREWELL = Duration.ofSeconds(2);

  private final ConnectionTarget target;
  private final Peer peer;
  private final BufferAllocator allocator;
  private final FlightClient channel;
  private final FlightSqlClient client;
  private final List<CallOption> credentials;
  private final Map<String, String> headers;
  private volatile CallOption[] options;
  private final ServerInfo info;
  private final SessionTransactions transactions = new SessionTransactions(this);
  private @Nullable Map<String, String> placeByMethods;
  private boolean readOnly;
  private boolean readOnlyByText;
  private boolean closed;

  private ServerSession(
      ConnectionTarget target,
      BufferAllocator allocator,
      FlightClient channel,
      List<CallOption> credentials)
      throws SQLException {
    this.target = target;
    this.peer = new Peer(target.host() + ":" + target.port());
    this.allocator = allocator;
    this.channel = channel;
    this.client = new FlightSqlClient(channel);
    this.credentials = credentials;
    this.headers = new LinkedHashMap<>(target.headers());
    this.options = options(headers, credentials);
    Call call = callWithin(target.connectTimeout());
    this.info = ServerInfo.read(rows(call, o -> client.getSqlInfo(new int[0], o)));
    if (!headers.isEmpty()) {
      requirePlace();
    }
  }

  /** Asks for no table in particular, so that the server looks for the graph and the branch. */
  private void requirePlace() throws SQLException {
    Call call = callWithin(target.connectTimeout());
    Rows none = rows(call, o -> client.getTables(null, null, "", null, false, o));
    try {
      none.advance();
    } finally {
      none.close();
    }
  }

  /**
   * Connects, authenticates and asks who is there.
   *
   * @throws SQLException 08001 when nobody answers, 28000 when the credentials are refused
   */
  static ServerSession open(ConnectionTarget target) throws SQLException {
    Interrupts.requireNone();
    BufferAllocator allocator = new RootAllocator(Long.MAX_VALUE);
    try {
      return open(target, allocator);
    } catch (SQLException | RuntimeException e) {
      try {
        allocator.close();
      } catch (IllegalStateException leak) {
        e.addSuppressed(leak);
      }
      throw e instanceof SQLException sql ? sql : SqlErrors.connecting(target, e);
    }
  }

  private static void closeAfter(SQLException failure, FlightClient client) {
    try {
      Interrupts.aside(
          () -> {
            try {
              client.close();
            } catch (InterruptedException e) {
              throw Interrupts.failure(e);
            }
          });
    } catch (SQLException e) {
      failure.addSuppressed(e);
    }
  }

  private static ServerSession open(ConnectionTarget target, BufferAllocator allocator)
      throws SQLException {
    ClientIncomingAuthHeaderMiddleware.Factory tokens =
        new ClientIncomingAuthHeaderMiddleware.Factory(new ClientBearerHeaderHandler());
    FlightClient client = null;
    try {
      client = client(target, allocator, tokens);
      List<CallOption> credentials = credentials(target, client, tokens);
      return new ServerSession(target, allocator, client, credentials);
    } catch (SQLException | RuntimeException e) {
      SQLException failure = SqlErrors.connecting(target, e);
      if (client != null) {
        closeAfter(failure, client);
      }
      throw failure;
    }
  }

  private static FlightClient client(
      ConnectionTarget target,
      BufferAllocator allocator,
      ClientIncomingAuthHeaderMiddleware.Factory tokens)
      throws SQLException {
    FlightClient.Builder builder =
        FlightClient.builder(allocator, location(target))
            .intercept(new ClientCookieMiddleware.Factory())
            .intercept(tokens);
    if (target.encrypted()) {
      builder.useTls();
      trust(target, builder);
    }
    try {
      return builder.build();
    } catch (IllegalArgumentException e) {
      throw new SQLNonTransientConnectionException(
          "cannot connect to "
              + target.shown()
              + ": clientCertificate and clientKey are no certificate and its private key, as PEM"
              + " files with a key of PKCS#8 without a password: "
              + e.getMessage(),
          SqlState.CANNOT_CONNECT,
          e);
    }
  }

  private static Location location(ConnectionTarget target) throws SQLException {
    if (target.encrypted()) {
      return Location.forGrpcTls(hostInTls(target), target.port());
    }
    boolean address = target.host().indexOf(':') >= 0;
    return address || !target.host().contains("_")
        ? Location.forGrpcInsecure(target.host(), target.port())
        : Location.forGrpcInsecure(addressOf(target), target.port());
  }

  /** A certificate has no name with an underscore, and a URI has none either. */
  private static String hostInTls(ConnectionTarget target) throws SQLException {
    if (target.host().indexOf(':') < 0 && target.host().contains("_")) {
      throw new SQLNonTransientConnectionException(
          "cannot connect to "
              + target.shown()
              + " with TLS: no certificate is for a host whose name has '_'; give the host another"
              + " name, or take useEncryption=false",
          SqlState.CANNOT_CONNECT);
    }
    return target.host();
  }

  /** Names with an underscore, as containers have them, are no hosts of a URI. */
  private static String addressOf(ConnectionTarget target) throws SQLException {
    try {
      return InetAddress.getByName(target.host()).getHostAddress();
    } catch (UnknownHostException e) {
      throw new SQLNonTransientConnectionException(
          "cannot connect to " + target.shown() + ": there is no host '" + target.host() + "'",
          SqlState.CANNOT_CONNECT,
          e);
    }
  }

  private static void trust(ConnectionTarget target, FlightClient.Builder builder)
      throws SQLException {
    String store = target.value(ConnectionProperty.TRUST_STORE).orElse(null);
    String roots = target.value(ConnectionProperty.TLS_ROOT_CERTIFICATES).orElse(null);
    if (!target.verifiesCertificates()) {
      builder.verifyServer(false);
    } else if (roots != null) {
      builder.trustedCertificates(
          TlsFiles.certificates(ConnectionProperty.TLS_ROOT_CERTIFICATES, roots));
    } else if (store != null) {
      builder.trustedCertificates(
          TlsFiles.trusted(
              store, target.value(ConnectionProperty.TRUST_STORE_PASSWORD).orElse("")));
    }
    String certificate = target.value(ConnectionProperty.CLIENT_CERTIFICATE).orElse(null);
    String key = target.value(ConnectionProperty.CLIENT_KEY).orElse(null);
    if (certificate != null && key != null) {
      builder.clientCertificate(
          TlsFiles.certificates(ConnectionProperty.CLIENT_CERTIFICATE, certificate),
          TlsFiles.key(ConnectionProperty.CLIENT_KEY, key));
    }
  }

  private static List<CallOption> credentials(
      ConnectionTarget target,
      FlightClient client,
      ClientIncomingAuthHeaderMiddleware.Factory tokens) {
    String token = target.value(ConnectionProperty.TOKEN).orElse(null);
    String user = target.value(ConnectionProperty.USER).orElse(null);
    if (token != null) {
      return List.of(new CredentialCallOption(new BearerCredentialWriter(token)));
    }
    if (user == null) {
      return List.of();
    }
    CallOption limit =
        CallOptions.timeout(target.connectTimeout().toMillis(), TimeUnit.MILLISECONDS);
    CallOption[] handshake = options(target.headers(), List.of(limit));
    return List.of(
        ClientAuthenticationUtils.getAuthenticate(
            client, user, target.value(ConnectionProperty.PASSWORD).orElse(""), tokens, handshake));
  }

  private static CallOption[] options(Map<String, String> headers, List<CallOption> more) {
    List<CallOption> options = new ArrayList<>();
    FlightCallHeaders all = new FlightCallHeaders();
    all.insert(CLIENT_HEADER, "jdbc/" + OmniGraphDriver.VERSION);
    headers.forEach((name, value) -> all.insert(name, Places.sent(name, value)));
    options.add(new HeaderCallOption(all));
    options.addAll(more);
    return options.toArray(CallOption[]::new);
  }

  /** A call without a limit of time. */
  Call call() {
    return callWithin(Duration.ZERO);
  }

  /** A call that ends after so long without an answer; zero is no limit. */
  Call callWithin(Duration limit) {
    return Call.within(limit, peer);
  }

  /** From now on calls that fail do so because the connection is closed. */
  void leave() {
    peer.leave();
  }

  boolean hasLeft() {
    return peer.hasLeft();
  }

  ConnectionTarget target() {
    return target;
  }

  ServerInfo info() {
    return info;
  }

  BufferAllocator allocator() {
    return allocator;
  }

  FlightSqlClient client() {
    return client;
  }

  /** What every request must carry: headers and credentials. */
  CallOption[] options() {
    return options.clone();
  }

  @Nullable String header(String name) {
    return headers.get(name);
  }

  /**
   * Changes the place of every later request; stays where it was when there is no such place.
   *
   * @param name the header that names the place; null as value says nothing
   * @param within headers that name places within the old one, which are forgotten
   */
  void move(String name, @Nullable String value, String... within) throws SQLException {
    if (Objects.equals(headers.get(name), value)) {
      return;
    }
    Map<String, String> before = new LinkedHashMap<>(headers);
    change(headers, name, value, within);
    options = options(headers, credentials);
    try {
      requirePlace();
    } catch (SQLException e) {
      headers.clear();
      headers.putAll(before);
      options = options(headers, credentials);
      throw e;
    }
    if (placeByMethods != null) {
      change(placeByMethods, name, value, within);
    }
  }

  private static void change(
      Map<String, String> headers, String name, @Nullable String value, String... within) {
    headers.keySet().removeAll(List.of(within));
    if (value == null) {
      headers.remove(name);
    } else {
      headers.put(name, value);
    }
  }

  /**
   * Runs a statement that chooses where the connection works or how long its statements may take.
   * What the statement chose goes along with every later request, as what the URL chose does; the
   * server's session keeps nothing of it, so that its end changes nothing.
   */
  synchronized void choose(String sql, Call call) throws SQLException {
    Interrupts.requireNone();
    CallOption[] bare = options(Places.without(headers), credentials);
    Transaction in = transactions.open();
    Map<String, String> before = new LinkedHashMap<>(headers);
    try {
      Set<String> kept = call.run(() -> set(Places.options(headers), bare));
      if (!transactions.areOpen() || !Places.arePlaces(kept)) {
        call.perform(() -> requireNone(kept));
      }
      call.run(() -> client.executeUpdate(sql, in, bare));
      Map<String, SessionOptionValue> chosen =
          call.run(
              () ->
                  client
                      .getSessionOptions(new GetSessionOptionsRequest(), bare)
                      .getSessionOptions());
      Places.adopt(chosen, kept, headers);
      readOnlyByText = Places.areReadOnly(chosen);
      options = options(headers, credentials);
      placeByMethods = placeByMethods == null ? before : placeByMethods;
    } finally {
      Interrupts.aside(() -> call.perform(() -> set(Places.NOWHERE, bare)));
    }
  }

  /** Answers the names of options that the server does not change, as places in a transaction. */
  private Set<String> set(Map<String, SessionOptionValue> wanted, CallOption[] bare) {
    return wanted.isEmpty()
        ? Set.of()
        : client.setSessionOptions(new SetSessionOptionsRequest(wanted), bare).getErrors().keySet();
  }

  private static void requireNone(Set<String> refused) {
    if (!refused.isEmpty()) {
      throw CallStatus.INVALID_ARGUMENT
          .withDescription("the session refuses the place of this connection: " + refused)
          .toRuntimeException();
    }
  }

  /** The headers that say where and how requests work. */
  Map<String, String> place() {
    return Map.copyOf(headers);
  }

  /** Goes back to an earlier {@link #place}. */
  void returnTo(Map<String, String> place) {
    headers.clear();
    headers.putAll(place);
    options = options(headers, credentials);
  }

  /**
   * Undoes what statements have left that no method of a connection undoes: a transaction that
   * BEGIN began is rolled back, what USE and SET chose is given up.
   *
   * @throws SQLException when the server cannot be told
   */
  synchronized void undoText() throws SQLException {
    transactions.undoText();
    Map<String, String> place = placeByMethods;
    if (place == null) {
      return;
    }
    try (Call call = call()) {
      CallOption[] bare = options(Places.without(headers), credentials);
      Interrupts.aside(() -> call.perform(() -> requireNone(set(Places.USUAL, bare))));
    }
    placeByMethods = null;
    readOnlyByText = false;
    returnTo(place);
  }

  /** Whether there is something for {@link #undoText}. */
  boolean hasText() {
    return transactions.hasText() || placeByMethods != null;
  }

  /** By a method of the connection or by a statement. */
  boolean readOnly() {
    return readOnly || readOnlyByText;
  }

  void readOnly(boolean on) {
    readOnly = on;
  }

  void requireWritable() throws SQLException {
    if (readOnly) {
      throw new SQLException(
          "the connection is read-only; call setReadOnly(false) to change data",
          SqlState.READ_ONLY);
    }
  }

  /** Whether the server answers one small request within the limit. */
  boolean answers(Duration limit) {
    try (Call call = callWithin(limit)) {
      Interrupts.aside(() -> call.run(() -> client.getSqlInfo(new int[] {0}, options)));
      return true;
    } catch (SQLException e) {
      return false;
    }
  }

  FlightStream stream(Ticket ticket) {
    return client.getStream(ticket, options);
  }

  /** A question for a result. */
  interface Request {
    FlightInfo info(CallOption... options) throws SQLException;
  }

  /** Asks for a result; the rows own the call. */
  Rows rows(Call call, Request request) throws SQLException {
    FlightInfo answer;
    try {
      answer = call.run(() -> request.info(options));
    } catch (SQLException | RuntimeException e) {
      call.close();
      throw e;
    }
    return StreamRows.open(this, call, answer);
  }

  Rows query(String sql, Call call) throws SQLException {
    Transaction in = transactions.current();
    return rows(call, o -> client.execute(sql, in, o));
  }

  long update(String sql, Call call) throws SQLException {
    requireWritable();
    Transaction in = transactions.current();
    return transactions.run(sql, call, () -> client.executeUpdate(sql, in, options));
  }

  /** A statement about a savepoint of the open transaction. */
  void savepoint(String sql) throws SQLException {
    Transaction in = transactions.current();
    try (Call call = call()) {
      call.run(() -> client.executeUpdate(sql, in, options));
    }
  }

  ServerStatement prepare(String sql, @Nullable Transaction in) throws SQLException {
    RequestSize.requireShort(sql);
    try (Call call = call()) {
      return call.run(() -> ServerStatement.prepare(channel, allocator, sql, in, options));
    }
  }

  /** As {@link #options}, for a request about another place. */
  CallOption[] optionsAt(String graph, String branch) {
    Map<String, String> there = Places.without(headers);
    there.put(ConnectionTarget.GRAPH_HEADER, graph);
    there.put(ConnectionTarget.BRANCH_HEADER, branch);
    return options(there, credentials);
  }

  /** As {@link #options}, and asks for the count of each bound row. */
  CallOption[] countingOptions() {
    Map<String, String> all = new LinkedHashMap<>(headers);
    all.put(ServerStatement.ROW_COUNTS_HEADER, "true");
    return options(all, credentials);
  }

  SessionTransactions transactions() {
    return transactions;
  }

  /** Rolls back what is open, says goodbye, frees all memory. */
  @Override
  public synchronized void close() throws SQLException {
    if (closed) {
      return;
    }
    closed = true;
    farewell();
    try (allocator) {
      client.close();
    } catch (InterruptedException e) {
      throw Interrupts.failure(e);
    } catch (Exception e) {
      throw SqlErrors.of(e);
    }
  }

  /** The server forgets a session that it hears no more of, so a failure here changes nothing. */
  private void farewell() {
    Transaction open = transactions.leave();
    List<CallOption> brief = new ArrayList<>(List.of(options));
    brief.add(CallOptions.timeout(FAREWELL.toMillis(), TimeUnit.MILLISECONDS));
    CallOption[] all = brief.toArray(CallOption[]::new);
    try {
      if (open != null) {
        client.rollback(open, all);
      }
      client.closeSession(new CloseSessionRequest(), all);
    } catch (FlightRuntimeException e) {
      return;
    }
  }
}
