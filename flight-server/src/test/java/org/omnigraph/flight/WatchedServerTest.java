package org.omnigraph.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.flight.FlightsServer.header;
import static org.omnigraph.flight.FlightsServer.rows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.Any;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.arrow.flight.CallHeaders;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.FlightCallHeaders;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightClientMiddleware;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.HeaderCallOption;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.PollInfo;
import org.apache.arrow.flight.SessionOptionValueFactory;
import org.apache.arrow.flight.SetSessionOptionsRequest;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.FlightSqlClient.PreparedStatement;
import org.apache.arrow.flight.sql.FlightSqlClient.Transaction;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementQuery;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.omnigraph.flight.operations.AuditTarget;
import org.omnigraph.flight.operations.OperationsConfig;

/** The audit log, the log of slow statements, and what never gets into any log. */
class WatchedServerTest {
  private static final FlightsServer FLIGHTS =
      new FlightsServer(
          (config, folder) ->
              config
                  .withTokens(
                      Files.writeString(
                          folder.resolve("tokens"),
                          "ada:one-secret\nbob:two-secret\n日本's:three-secret\n"))
                  .withRoles(
                      Files.writeString(
                          folder.resolve("roles"),
                          "ada write * *\nbob read flights main\n日本's read flights main\n"))
                  .operated(
                      OperationsConfig.defaults()
                          .audited(AuditTarget.of(folder.resolve("audit.jsonl")))
                          .slow(Duration.ZERO)),
          "flights");
  private static final PrintStream ERR = System.err;
  private static final ByteArrayOutputStream LOGGED = new ByteArrayOutputStream();

  @BeforeAll
  static void start() throws Exception {
    System.setErr(new PrintStream(LOGGED, true, StandardCharsets.UTF_8));
    FLIGHTS.start();
  }

  @AfterAll
  static void stop() throws Exception {
    FLIGHTS.stop();
    System.setErr(ERR);
  }

  private static FlightSqlClient connect(String secret) {
    return FLIGHTS.connectWith("authorization", "Bearer " + secret);
  }

  /** The whole lines. */
  private static List<JsonNode> audit() throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    String written = Files.readString(auditFile());
    for (String line : written.substring(0, written.lastIndexOf('\n') + 1).lines().toList()) {
      lines.add(new ObjectMapper().readTree(line));
    }
    return lines;
  }

  private static Path auditFile() {
    return FLIGHTS.folder().resolve("audit.jsonl");
  }

  /**
   * The first line from a place on that tells of something; it may be written just after its client
   * has the answer.
   */
  private static JsonNode line(int from, String event, String kind) throws IOException {
    while (true) {
      Optional<JsonNode> found =
          audit().stream()
              .skip(from)
              .filter(line -> line.path("event").asText().equals(event))
              .filter(line -> kind.isEmpty() || line.path("kind").asText().equals(kind))
              .findFirst();
      if (found.isPresent()) {
        return found.get();
      }
      Thread.yield();
    }
  }

  @Test
  void whatIsPolledForIsALineWhenItHasEndedAndItsRowsAreAnother() throws Exception {
    int before = audit().size();
    FlightCallHeaders headers = new FlightCallHeaders();
    headers.insert("authorization", "Bearer one-secret");
    HeaderCallOption ada = new HeaderCallOption(headers);
    Location place = Location.forGrpcInsecure("localhost", FLIGHTS.server().port());
    try (FlightClient wire = FlightClient.builder(FLIGHTS.memory(), place).build()) {
      poll(wire, "INSERT INTO Carrier (code, name) VALUES ('P1', 'x'), ('P2', 'x')", ada);
      FlightInfo rows = poll(wire, "SELECT code FROM Carrier WHERE code LIKE 'P%'", ada);
      try (FlightStream stream = wire.getStream(rows.getEndpoints().get(0).getTicket(), ada)) {
        while (stream.next()) {
          assertThat(stream.getRoot().getRowCount()).isEqualTo(2);
        }
      }
    }

    JsonNode insert = line(before, "statement", "update");
    assertThat(insert.path("call").asText()).isEqualTo("PolledStatement");
    assertThat(insert.path("principal").asText()).isEqualTo("ada");
    assertThat(insert.path("rows").asLong()).isEqualTo(2);
    assertThat(insert.path("commit").asText()).hasSize(26);
    assertThat(insert.path("outcome").asText()).isEqualTo("OK");
    assertThat(line(before, "statement", "query").path("rows").asLong()).isZero();
    JsonNode read = line(before, "statement", "read");
    assertThat(read.path("rows").asLong()).isEqualTo(2);
    assertThat(read.path("statement").asText()).contains("SELECT code FROM Carrier");
  }

  private static FlightInfo poll(FlightClient wire, String sql, HeaderCallOption caller) {
    CommandStatementQuery command = CommandStatementQuery.newBuilder().setQuery(sql).build();
    PollInfo answer =
        wire.pollInfo(FlightDescriptor.command(Any.pack(command).toByteArray()), caller);
    while (answer.getFlightDescriptor().isPresent()) {
      answer = wire.pollInfo(answer.getFlightDescriptor().get(), caller);
    }
    return answer.getFlightInfo();
  }

  @Test
  void eachLoginStatementAndCommitIsALineOfTheAuditLog() throws Exception {
    int before = audit().size();
    FlightSqlClient ada = connect("one-secret");
    ada.executeUpdate("INSERT INTO Carrier (code, name) VALUES ('A1', 'x'), ('A2', 'x')");
    rows(ada, ada.execute("SELECT name FROM Carrier WHERE code = 'A1'"));
    Transaction transaction = ada.beginTransaction();
    ada.executeUpdate("DELETE FROM Carrier WHERE code = 'A2'", transaction);
    ada.commit(transaction);

    assertThat(line(before, "login", "").path("principal").asText()).isEqualTo("ada");
    JsonNode insert = line(before, "statement", "update");
    assertThat(insert.path("rows").asLong()).isEqualTo(2);
    assertThat(insert.path("graph").asText()).isEqualTo("flights");
    assertThat(insert.path("branch").asText()).isEqualTo("main");
    assertThat(insert.path("outcome").asText()).isEqualTo("OK");
    assertThat(insert.path("commit").asText()).hasSize(26);
    assertThat(insert.path("statement").asText()).contains("INSERT INTO Carrier", "'…'");
    assertThat(insert.path("milliseconds").isIntegralNumber()).isTrue();
    JsonNode read = line(before, "statement", "read");
    assertThat(read.path("rows").asLong()).isEqualTo(1);
    assertThat(read.path("session").asText()).isEqualTo(insert.path("session").asText());
    JsonNode commit = line(before, "commit", "commit");
    assertThat(commit.path("graph").asText()).isEqualTo("flights");
    assertThat(Optional.of(commit.path("commit").asText()))
        .isEqualTo(
            FLIGHTS
                .graph("flights")
                .snapshot(org.omnigraph.engine.id.BranchName.MAIN)
                .commit()
                .map(id -> id.value()));
  }

  @Test
  void whatIsDeniedOrFailsIsALineToo() throws Exception {
    int before = audit().size();
    FlightSqlClient bob = connect("two-secret");
    assertThatThrownBy(() -> bob.executeUpdate("DELETE FROM Carrier WHERE code = 'A1'"))
        .isInstanceOf(FlightRuntimeException.class);
    assertThatThrownBy(() -> bob.execute("SELECT nothing FROM Carrier"))
        .isInstanceOf(FlightRuntimeException.class);
    assertThatThrownBy(() -> connect("nonsense").execute("SELECT 1"))
        .isInstanceOf(FlightRuntimeException.class);

    JsonNode denied = line(before, "denied", "");
    assertThat(denied.path("principal").asText()).isEqualTo("bob");
    assertThat(denied.path("code").asText()).isEqualTo("POLICY_DENIED");
    assertThat(line(before, "statement", "query").path("outcome").asText())
        .isEqualTo("INVALID_ARGUMENT");
    while (audit().stream()
        .skip(before)
        .noneMatch(line -> line.path("outcome").asText().equals("UNAUTHENTICATED"))) {
      Thread.yield();
    }
    assertThat(audit().stream().skip(before))
        .anySatisfy(
            line -> {
              assertThat(line.path("event").asText()).isEqualTo("login");
              assertThat(line.path("outcome").asText()).isEqualTo("UNAUTHENTICATED");
            });
  }

  @Test
  void aFailedLoginNamesWhoItClaimedToBeAndWhereItCameFrom() throws Exception {
    int before = audit().size();
    assertThatThrownBy(() -> login("eve:a-guess")).isInstanceOf(FlightRuntimeException.class);

    JsonNode refused = line(before, "login", "");
    assertThat(refused.path("outcome").asText()).isEqualTo("UNAUTHENTICATED");
    assertThat(refused.path("claimed").asText()).isEqualTo("eve");
    assertThat(refused.path("principal").isMissingNode()).isTrue();
    assertThat(refused.path("peer").asText()).matches("127\\.0\\.0\\.1:\\d+|\\[.*:1]:\\d+");
    int then = audit().size();
    login("ada:one-secret");
    JsonNode known = line(then, "login", "");
    assertThat(known.path("principal").asText()).isEqualTo("ada");
    assertThat(known.path("peer").asText()).isNotEmpty();
    assertThat(Files.readString(auditFile())).doesNotContain("a-guess");
  }

  @Test
  void aDeniedStatementIsNamedHoweverItCame() throws Exception {
    FlightSqlClient bob = connect("two-secret");
    String delete = "DELETE FROM Carrier WHERE code = 'A1'";
    for (ThrowingCallable call :
        List.<ThrowingCallable>of(
            () -> bob.prepare(delete).close(),
            () -> bob.execute(delete),
            () -> bob.executeUpdate(delete),
            () -> bob.executeUpdate(delete, header("x-omnigraph-branch", "nosuch")))) {
      int before = audit().size();
      assertThatThrownBy(call).isInstanceOf(FlightRuntimeException.class);
      assertThat(line(before, "denied", "").path("statement").asText())
          .isEqualTo("DELETE FROM Carrier WHERE code = '…'");
    }
  }

  @Test
  void aDeniedPlaceIsNamedHoweverItWasChosen() throws Exception {
    FlightSqlClient bob = connect("two-secret");
    for (String[] way :
        new String[][] {
          {"schema", "nosuch", "flights", "nosuch"},
          {"schema", "nosuch@2024-01-31 12:00:00", "flights", "nosuch"},
          {"catalog", "secrets", "secrets", "main"},
        }) {
      for (ThrowingCallable call :
          List.<ThrowingCallable>of(
              () ->
                  bob.setSessionOptions(
                      new SetSessionOptionsRequest(
                          Map.of(
                              way[0], SessionOptionValueFactory.makeSessionOptionValue(way[1])))),
              () -> bob.executeUpdate("SET " + way[0] + " = '" + way[1] + "'"))) {
        int before = audit().size();
        assertThatThrownBy(call).isInstanceOf(FlightRuntimeException.class);
        JsonNode denied = line(before, "denied", "");
        assertThat(denied.path("graph").asText()).isEqualTo(way[2]);
        assertThat(denied.path("branch").asText()).isEqualTo(way[3]);
      }
    }
    for (CallOption place :
        List.of(
            header("x-omnigraph-branch", "secrets"),
            header("x-omnigraph-graph", "secrets", "x-omnigraph-branch", "secrets"))) {
      int before = audit().size();
      assertThatThrownBy(() -> bob.execute("SELECT 1", place))
          .isInstanceOf(FlightRuntimeException.class);
      assertThat(line(before, "denied", "").path("branch").asText()).isEqualTo("secrets");
      assertThat(line(before, "denied", "").path("graph").asText()).isNotEmpty();
    }
  }

  /** By the same texts, whose plans are kept. */
  @Test
  void theUserIsWhoAsks() throws Exception {
    String sql = "SELECT CURRENT_USER, session_user, USER || '' FROM Carrier";
    FlightSqlClient ada = connect("one-secret");
    ada.executeUpdate("INSERT INTO Carrier (code, name) VALUES ('U1', CURRENT_USER)");
    FlightSqlClient bob = connect("two-secret");
    for (FlightSqlClient client : List.of(ada, bob, connect("three-secret"), ada)) {
      String name = client == ada ? "ada" : client == bob ? "bob" : "日本's";
      assertThat(rows(client, client.execute(sql))).allMatch(List.of(name, name, name)::equals);
      assertThat(rows(client, client.execute("SELECT code FROM Carrier WHERE name = CURRENT_USER")))
          .hasSize(client == ada ? 1 : 0);
      try (PreparedStatement prepared = client.prepare(sql)) {
        assertThat(rows(client, prepared.execute())).isNotEmpty();
      }
      assertThat(rows(client, client.execute("SELECT name FROM Carrier WHERE code = 'U1'")))
          .containsExactly(List.of("ada"));
    }
  }

  @Test
  void noLogHasTheTextsOfAGqQueryOrOfAnEscapedText() throws Exception {
    FlightSqlClient ada = connect("one-secret");
    int before = audit().size();
    ada.executeUpdate("query z() { insert Carrier { code: \"GQSEC1\", name: \"x\" } }");
    String match = "query m() { match { $c: Carrier { name: \"TOPSEC10\" } } return { $c.code } }";
    rows(ada, ada.execute(match));
    ada.prepare(match).close();
    rows(ada, ada.execute("SELECT E'a\\'ESEC1'"));

    assertThat(line(before, "statement", "update").path("statement").asText())
        .isEqualTo("query z() { insert Carrier { code: \"…\", name: \"…\" } }");
    String shown = "query m() { match { $c: Carrier { name: \"…\" } } return { $c.code } }";
    assertThat(line(before, "statement", "query").path("statement").asText()).isEqualTo(shown);
    assertThat(line(before, "statement", "read").path("statement").asText()).isEqualTo(shown);
    assertThat(line(before, "statement", "prepare").path("statement").asText()).isEqualTo(shown);
    while (audit().stream().noneMatch(l -> l.path("statement").asText().equals("SELECT '…'"))) {
      Thread.yield();
    }
    assertThat(Files.readString(auditFile())).doesNotContain("GQSEC1", "TOPSEC10", "ESEC1");
    assertThat(logged()).noneMatch(line -> line.contains("SEC1"));
  }

  @Test
  void aSlowStatementIsLoggedWithItsPlanAndItsTimes() throws Exception {
    FlightSqlClient ada = connect("one-secret");
    rows(
        ada,
        ada.execute(
            "SELECT a.name, COUNT(*) FROM Carrier a JOIN Carrier b ON a.code = b.code"
                + " WHERE a.name = 'slow-value' GROUP BY a.name"));

    while (logged().noneMatch(line -> line.contains("READ of ada") && line.contains("Join("))) {
      Thread.yield();
    }
    assertThat(logged())
        .anySatisfy(
            line ->
                assertThat(line)
                    .contains("READ of ada in session", "on flights/main", "execute ", "0 rows, OK")
                    .contains("plan: ", "Aggregate(", "Join(", "flights.main.Carrier")
                    .doesNotContain("slow-value"));
  }

  private static Stream<String> logged() {
    return LOGGED.toString(StandardCharsets.UTF_8).lines();
  }

  @Test
  void noSecretAndNoValueGetsIntoALog() throws Exception {
    String token = login("ada:one-secret");
    FlightSqlClient ada = connect(token);
    ada.executeUpdate("INSERT INTO Carrier (code, name) VALUES ('Q1', 'literal-value')");
    try (PreparedStatement insert = ada.prepare("INSERT INTO Carrier (code, name) VALUES (?, ?)");
        VectorSchemaRoot values =
            VectorSchemaRoot.of(
                new VarCharVector("a", FLIGHTS.memory()),
                new VarCharVector("b", FLIGHTS.memory()))) {
      ((VarCharVector) values.getVector(0)).setSafe(0, new byte[] {'Q', '2'});
      ((VarCharVector) values.getVector(1))
          .setSafe(0, "bound-value".getBytes(StandardCharsets.UTF_8));
      values.setRowCount(1);
      insert.setParameters(values);
      insert.executeUpdate();
    }
    assertThatThrownBy(() -> login("ada:wrong-password"))
        .isInstanceOf(FlightRuntimeException.class);
    assertThatThrownBy(
            () ->
                FLIGHTS
                    .connectWith("authorization", "Bearer wrong-token")
                    .execute("SELECT 'literal-value'"))
        .isInstanceOf(FlightRuntimeException.class);

    assertThat(token).hasSizeGreaterThan(16);
    assertThat(Files.readString(auditFile()) + LOGGED.toString(StandardCharsets.UTF_8))
        .contains("INSERT INTO Carrier")
        .doesNotContain("one-secret", "wrong-password", "wrong-token", token)
        .doesNotContain("literal-value", "bound-value")
        .doesNotContain(encoded("ada:one-secret"), encoded("ada:wrong-password"));
  }

  private static String encoded(String pair) {
    return Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
  }

  /** The token that a handshake gives. */
  private static String login(String pair) {
    AtomicReference<String> token = new AtomicReference<>("");
    FLIGHTS
        .connect(
            call ->
                new FlightClientMiddleware() {
                  @Override
                  public void onBeforeSendingHeaders(CallHeaders outgoing) {
                    outgoing.insert("authorization", "Basic " + encoded(pair));
                  }

                  @Override
                  public void onHeadersReceived(CallHeaders incoming) {
                    String given = incoming.get("authorization");
                    token.set(given == null ? "" : given.substring("Bearer ".length()));
                  }

                  @Override
                  public void onCallCompleted(CallStatus status) {}
                })
        .execute("SELECT 1");
    return token.get();
  }
}
