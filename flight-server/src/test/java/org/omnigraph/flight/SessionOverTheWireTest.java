package org.omnigraph.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flight.CallHeaders;
import org.apache.arrow.flight.CallInfo;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.CloseSessionRequest;
import org.apache.arrow.flight.FlightCallHeaders;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightClientMiddleware;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.HeaderCallOption;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.client.ClientCookieMiddleware;
import org.apache.arrow.flight.grpc.CredentialCallOption;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.FlightSqlClient.Transaction;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.omnigraph.engine.error.InvalidRequest;

class SessionOverTheWireTest {
  private final RootAllocator memory = new RootAllocator();
  private final List<FlightSqlClient> clients = new ArrayList<>();
  private FlightServer server;

  @TempDir Path dir;

  @BeforeEach
  void aServerWithoutGraphs() {
    server = FlightServer.serve(config(), Map.of());
  }

  private static ServerConfig config() {
    return ServerConfig.of(Map.of("none", "unused")).at("localhost", 0);
  }

  @AfterEach
  void nothingIsLeft() throws Exception {
    for (FlightSqlClient client : clients) {
      client.close();
    }
    server.close();
    memory.close();
  }

  private FlightSqlClient connect(FlightClientMiddleware.Factory... middleware) {
    FlightClient.Builder builder =
        FlightClient.builder(memory, Location.forGrpcInsecure("localhost", server.port()));
    for (FlightClientMiddleware.Factory factory : middleware) {
      builder.intercept(factory);
    }
    FlightSqlClient client = new FlightSqlClient(builder.build());
    clients.add(client);
    return client;
  }

  private static void assertUnknown(FlightSqlClient client, Transaction transaction) {
    assertThatThrownBy(() -> client.rollback(transaction))
        .isInstanceOfSatisfying(
            FlightRuntimeException.class,
            e -> assertThat(e.status().code()).isEqualTo(FlightStatusCode.NOT_FOUND));
  }

  @Test
  void aClientWithoutCookiesHasTheSessionOfItsConnection() {
    FlightSqlClient client = connect();
    FlightSqlClient other = connect();
    Transaction transaction = client.beginTransaction();

    assertUnknown(other, transaction);
    client.rollback(transaction);
  }

  @Test
  void aCookieCarriesTheSessionOverToANewConnection() throws Exception {
    ClientCookieMiddleware.Factory jar = new ClientCookieMiddleware.Factory();
    FlightSqlClient client = connect(jar);
    Transaction transaction = client.beginTransaction();
    client.beginTransaction();
    clients.remove(client);
    client.close();

    connect(jar).rollback(transaction);
  }

  @Test
  void foreignCookiesDoNotDisturb() {
    ClientCookieMiddleware.Factory jar = new ClientCookieMiddleware.Factory();
    FlightSqlClient client = connect(jar, new ForeignCookies());
    Transaction transaction = client.beginTransaction();

    client.rollback(transaction);
  }

  @Test
  void aClosedSessionIsGoneAndTheClientStartsAnother() {
    ClientCookieMiddleware.Factory jar = new ClientCookieMiddleware.Factory();
    FlightSqlClient client = connect(jar);
    Transaction transaction = client.beginTransaction();
    client.closeSession(new CloseSessionRequest());

    assertUnknown(client, transaction);
    client.rollback(client.beginTransaction());
  }

  @Test
  void aCookieOfAnEndedSessionIsRefusedUntilThatSessionIsClosed() {
    ClientCookieMiddleware.Factory jar = new ClientCookieMiddleware.Factory();
    FlightSqlClient client = connect(jar);
    client.beginTransaction();
    server.close();
    server = FlightServer.serve(config(), Map.of());
    FlightSqlClient again = connect(jar);

    assertThatThrownBy(again::beginTransaction).hasMessageContaining("connect again");
    assertThatThrownBy(again::beginTransaction).hasMessageContaining("connect again");
    assertThatThrownBy(() -> again.execute("SELECT 1")).hasMessageContaining("connect again");
    again.closeSession(new CloseSessionRequest());
    again.rollback(again.beginTransaction());
  }

  @Test
  void eachHandshakeHasASessionOfItsOwn() throws Exception {
    withTokens("ada:secret\n");
    FlightSqlClient client = connect();
    CredentialCallOption one = login("ada", "secret");
    CredentialCallOption two = login("ada", "secret");
    Transaction transaction = client.beginTransaction(one);

    assertThatThrownBy(() -> client.rollback(transaction, two))
        .isInstanceOf(FlightRuntimeException.class);
    client.rollback(transaction, one);
  }

  @Test
  void aSecretAsTokenSharesNoSessionBetweenConnections() throws Exception {
    withTokens("ada:secret\n");
    FlightCallHeaders headers = new FlightCallHeaders();
    headers.insert("authorization", "Bearer secret");
    HeaderCallOption token = new HeaderCallOption(headers);
    FlightSqlClient client = connect();
    FlightSqlClient other = connect();
    Transaction transaction = client.beginTransaction(token);

    assertThatThrownBy(() -> other.rollback(transaction, token))
        .isInstanceOf(FlightRuntimeException.class);
    client.rollback(transaction, token);
  }

  @Test
  void withATokenFileStrangersAreRefused() throws Exception {
    withTokens("ada:secret\n");

    assertThatThrownBy(() -> connect().beginTransaction())
        .isInstanceOfSatisfying(
            FlightRuntimeException.class,
            e -> assertThat(e.status().code()).isEqualTo(FlightStatusCode.UNAUTHENTICATED));
    assertThatThrownBy(() -> login("ada", "wrong")).isInstanceOf(FlightRuntimeException.class);
  }

  @Test
  void withoutATokenFileOnlyThisMachineIsServed() {
    assertThatThrownBy(() -> FlightServer.start(config().at("0.0.0.0", 0)))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("token file");
  }

  @Test
  void aTakenPortIsNamed() {
    int taken = server.port();

    assertThatThrownBy(() -> FlightServer.serve(config().at("localhost", taken), Map.of()))
        .hasMessageContaining(String.valueOf(taken));
  }

  @Test
  void anUnknownTransactionCannotBeEndedAndAnEndedOneNotTwice() {
    FlightSqlClient client = connect();
    Transaction transaction = client.beginTransaction();
    client.commit(transaction);

    assertThatThrownBy(() -> client.commit(transaction)).hasMessageContaining("was committed");
  }

  private void withTokens(String lines) throws Exception {
    server.close();
    Path file = dir.resolve("tokens");
    Files.writeString(file, lines);
    server = FlightServer.serve(config().withTokens(file), Map.of());
  }

  private CredentialCallOption login(String user, String password) throws Exception {
    try (FlightClient client =
        FlightClient.builder(memory, Location.forGrpcInsecure("localhost", server.port()))
            .build()) {
      return client.authenticateBasicToken(user, password).orElseThrow();
    }
  }

  /** A load balancer's cookies, in the same header and one of them quoted. */
  private static final class ForeignCookies implements FlightClientMiddleware.Factory {
    @Override
    public FlightClientMiddleware onCallStarted(CallInfo info) {
      return new FlightClientMiddleware() {
        @Override
        public void onBeforeSendingHeaders(CallHeaders outgoing) {
          outgoing.insert("cookie", "AWSALB=\"x; y=z\"; other=1");
        }

        @Override
        public void onHeadersReceived(CallHeaders incoming) {}

        @Override
        public void onCallCompleted(CallStatus status) {}
      };
    }
  }
}
