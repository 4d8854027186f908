package org.omnigraph.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.flight.FlightsServer.header;
import static org.omnigraph.flight.FlightsServer.rows;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flight.Action;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.CloseSessionRequest;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.Result;
import org.apache.arrow.flight.SessionOptionValueFactory;
import org.apache.arrow.flight.SetSessionOptionsRequest;
import org.apache.arrow.flight.client.ClientCookieMiddleware;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.FlightSqlClient.ExecuteIngestOptions;
import org.apache.arrow.flight.sql.FlightSqlClient.PreparedStatement;
import org.apache.arrow.flight.sql.FlightSqlClient.Transaction;
import org.apache.arrow.flight.sql.FlightSqlUtils;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionBeginSavepointRequest;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableExistsOption;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableNotExistOption;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementQuery;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.flight.session.ManualClock;

/** What a client does after its transaction or session has ended without it never takes effect. */
class LostSessionTest {
  private static final String ALL = "SELECT code FROM Carrier ORDER BY code";
  private static final String INSERT = "INSERT INTO Carrier (code, name) VALUES ('Z', 'zulu')";

  /** A prepared statement outlives an idle transaction. */
  private static final ServerLimits LIMITS =
      ServerLimits.defaults().withSessions(100, Duration.ofHours(12), Duration.ofMinutes(30));

  private final ManualClock clock = new ManualClock();

  @RegisterExtension final FlightsServer flights = new FlightsServer(LIMITS, "flights").by(clock);
  private FlightSqlClient client;

  @BeforeEach
  void connect() {
    client = flights.connect();
    flights.graph("flights").createBranch(BranchName.of("dev"), BranchName.MAIN);
  }

  private static void assertGone(ThrowingCallable call, String words) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            FlightRuntimeException.class,
            e -> {
              assertThat(e.status().code()).isEqualTo(FlightStatusCode.NOT_FOUND);
              assertThat(e).hasMessageContaining(words);
            });
  }

  private void assertNothingIsWritten() throws Exception {
    FlightSqlClient other = flights.connect();
    for (String branch : List.of("main", "dev")) {
      CallOption on = header("x-omnigraph-branch", branch);
      assertThat(rows(other, other.execute(ALL, on), on)).isEmpty();
    }
  }

  private void halfAnHourAndMore() {
    clock.advance(LIMITS.transactionIdle().plusSeconds(1));
  }

  private void halfADayAndMore() {
    clock.advance(LIMITS.sessionIdle().plusSeconds(1));
  }

  private void ingest(Map<String, String> options, CallOption... call) {
    try (VarCharVector codes = new VarCharVector("code", flights.memory());
        VarCharVector names = new VarCharVector("name", flights.memory());
        VectorSchemaRoot root = VectorSchemaRoot.of(codes, names)) {
      codes.setSafe(0, "I".getBytes(StandardCharsets.UTF_8));
      names.setSafe(0, "india".getBytes(StandardCharsets.UTF_8));
      root.setRowCount(1);
      client.executeIngest(root, append(options), call);
    }
  }

  private static ExecuteIngestOptions append(Map<String, String> options) {
    TableDefinitionOptions table =
        TableDefinitionOptions.newBuilder()
            .setIfExists(TableExistsOption.TABLE_EXISTS_OPTION_APPEND)
            .setIfNotExist(TableNotExistOption.TABLE_NOT_EXIST_OPTION_FAIL)
            .build();
    return new ExecuteIngestOptions("Carrier", table, null, null, options);
  }

  private void ingest(Transaction in) {
    try (VarCharVector codes = new VarCharVector("code", flights.memory());
        VectorSchemaRoot root = VectorSchemaRoot.of(codes)) {
      codes.setSafe(0, "I".getBytes(StandardCharsets.UTF_8));
      root.setRowCount(1);
      client.executeIngest(root, append(Map.of()), in);
    }
  }

  private boolean action(String type, Message request) throws Exception {
    Location here = Location.forGrpcInsecure("localhost", flights.server().port());
    try (FlightClient raw = FlightClient.builder(flights.memory(), here).build()) {
      Iterator<Result> results = raw.doAction(new Action(type, Any.pack(request).toByteArray()));
      return results.hasNext();
    }
  }

  @Test
  void eachCallThatNamesAnUnknownTransactionIsRefused() throws Exception {
    Transaction unknown = flights.connect().beginTransaction();
    String words = "no such transaction";

    assertGone(() -> client.prepare(INSERT, unknown), words);
    assertGone(() -> client.prepare(ALL, unknown), words);
    assertGone(() -> client.prepare("BEGIN", unknown), words);
    assertGone(() -> client.execute(ALL, unknown), words);
    assertGone(() -> client.execute(INSERT, unknown), words);
    assertGone(() -> client.execute("USE dev", unknown), words);
    assertGone(() -> client.executeUpdate(INSERT, unknown), words);
    assertGone(() -> client.executeUpdate("BEGIN", unknown), words);
    assertGone(() -> client.getExecuteSchema(ALL, unknown), words);
    assertGone(() -> ingest(unknown), words);
    assertGone(() -> client.commit(unknown), words);
    assertGone(() -> client.rollback(unknown), words);
    CommandStatementQuery command =
        CommandStatementQuery.newBuilder()
            .setQuery(INSERT)
            .setTransactionId(ByteString.copyFrom(unknown.getTransactionId()))
            .build();
    Location here = Location.forGrpcInsecure("localhost", flights.server().port());
    try (FlightClient raw = FlightClient.builder(flights.memory(), here).build()) {
      FlightDescriptor asked = FlightDescriptor.command(Any.pack(command).toByteArray());
      assertGone(() -> raw.pollInfo(asked), words);
    }
    assertGone(
        () ->
            action(
                FlightSqlUtils.FLIGHT_SQL_BEGIN_SAVEPOINT.getType(),
                ActionBeginSavepointRequest.newBuilder()
                    .setName("s")
                    .setTransactionId(ByteString.copyFrom(unknown.getTransactionId()))
                    .build()),
        words);
    assertNothingIsWritten();
  }

  /** Its driver believes that a transaction is open, and bulk ingest does not name it. */
  @Test
  void afterAnUnknownTransactionNothingRunsUntilAnotherBegins() throws Exception {
    Transaction unknown = flights.connect().beginTransaction();
    assertGone(() -> client.commit(unknown), "no such transaction");

    assertGone(() -> ingest(Map.of()), "no such transaction");
    assertGone(() -> client.executeUpdate(INSERT), "no such transaction");
    assertGone(() -> client.execute(ALL), "no such transaction");
    assertNothingIsWritten();

    Transaction next = client.beginTransaction();
    ingest(Map.of());
    client.rollback(next);
    assertNothingIsWritten();
  }

  @Test
  void whatWasPreparedInATransactionThatExpiredDoesNotRun() throws Exception {
    Transaction open = client.beginTransaction();
    try (PreparedStatement insert = client.prepare(INSERT, open);
        PreparedStatement read = client.prepare(ALL, open);
        PreparedStatement bound =
            client.prepare("INSERT INTO Carrier (code, name) VALUES (?, 'x')", open);
        VarCharVector codes = new VarCharVector("1", flights.memory());
        VectorSchemaRoot row = VectorSchemaRoot.of(codes)) {
      codes.setSafe(0, "B".getBytes(StandardCharsets.UTF_8));
      row.setRowCount(1);
      insert.executeUpdate();
      halfAnHourAndMore();

      assertGone(insert::executeUpdate, "idle");
      assertGone(insert::fetchSchema, "idle");
      assertGone(read::execute, "idle");
      bound.setParameters(row);
      assertGone(bound::executeUpdate, "idle");
      bound.clearParameters();
      assertGone(() -> client.executeUpdate(INSERT, open), "idle");
      assertGone(() -> ingest(Map.of()), "idle");
      assertNothingIsWritten();

      client.rollback(open);
      client.beginTransaction();
      assertGone(insert::executeUpdate, "prepare again");
    }
    assertNothingIsWritten();
  }

  @Test
  void aTransactionThatATextBeganAndThatExpiredIsNotWrittenPast() throws Exception {
    client.executeUpdate("BEGIN");
    client.executeUpdate(INSERT);
    halfAnHourAndMore();

    assertGone(() -> client.executeUpdate(INSERT), "idle");
    assertGone(() -> client.execute(ALL), "idle");
    assertGone(() -> ingest(Map.of()), "idle");
    assertGone(() -> client.executeUpdate("SAVEPOINT s"), "idle");
    assertGone(() -> client.prepare(INSERT), "idle");
    assertGone(() -> client.prepare(ALL), "idle");
    assertGone(() -> client.getExecuteSchema(ALL), "idle");
    try (PreparedStatement rollback = client.prepare("ROLLBACK")) {
      rollback.executeUpdate();
    }
    assertNothingIsWritten();
    assertThat(rows(client, client.execute(ALL))).isEmpty();

    client.executeUpdate("BEGIN");
    client.executeUpdate(INSERT);
    halfAnHourAndMore();
    assertGone(() -> client.executeUpdate("COMMIT"), "idle");
    assertNothingIsWritten();
  }

  @Test
  void aStatementPreparedInATransactionThatItsClientEndedRunsInTheNext() throws Exception {
    Transaction first = client.beginTransaction();
    try (PreparedStatement insert = client.prepare(INSERT, first)) {
      client.commit(first);
      Transaction second = client.beginTransaction();
      insert.executeUpdate();
      client.rollback(second);
    }
    assertNothingIsWritten();
  }

  @Test
  void withoutACookieASessionWithABranchIsRefusedOnItsConnectionWhenItHasBeenIdle()
      throws Exception {
    client.executeUpdate("USE dev");
    halfADayAndMore();

    for (int i = 0; i < 2; i++) {
      assertGone(() -> client.executeUpdate(INSERT), "connect again");
      assertGone(() -> client.execute(ALL), "connect again");
      assertGone(() -> ingest(Map.of()), "connect again");
      assertGone(client::beginTransaction, "connect again");
    }
    assertNothingIsWritten();
    client.closeSession(new CloseSessionRequest());
    assertThat(rows(client, client.execute("SELECT CURRENT_SCHEMA")))
        .containsExactly(List.of("main"));
  }

  @Test
  void theSameForATransactionAndForEachOption() throws Exception {
    halfADayAndMore();
    FlightSqlClient begun = flights.connect();
    begun.executeUpdate("BEGIN");
    FlightSqlClient named = flights.connect();
    Transaction open = named.beginTransaction();
    FlightSqlClient reader = flights.connect();
    reader.setSessionOptions(
        new SetSessionOptionsRequest(
            Map.of("read_only", SessionOptionValueFactory.makeSessionOptionValue(true))));
    halfADayAndMore();

    assertGone(() -> begun.executeUpdate(INSERT), "connect again");
    assertGone(() -> named.executeUpdate(INSERT, open), "connect again");
    assertGone(() -> named.executeUpdate(INSERT), "connect again");
    assertGone(() -> reader.executeUpdate(INSERT), "connect again");
    assertNothingIsWritten();
  }

  @Test
  void aSessionThatHeldNothingBeginsAnewWithoutAWord() throws Exception {
    rows(client, client.execute(ALL));
    halfADayAndMore();

    assertThat(rows(client, client.execute(ALL))).isEmpty();
  }

  @Test
  void aBranchInAHeaderNeedsNoSession() throws Exception {
    FlightSqlClient dev = flights.connectWith("x-omnigraph-branch", "dev");
    dev.executeUpdate("INSERT INTO Carrier (code, name) VALUES ('A', 'alpha')");
    halfADayAndMore();
    dev.executeUpdate("INSERT INTO Carrier (code, name) VALUES ('B', 'bravo')");
    flights.restart();
    dev.executeUpdate("INSERT INTO Carrier (code, name) VALUES ('C', 'charlie')");

    assertThat(rows(dev, dev.execute(ALL)))
        .containsExactly(List.of("A"), List.of("B"), List.of("C"));
    assertThat(rows(client, client.execute(ALL))).isEmpty();
  }

  @Test
  void aCookieTellsOfARestart() throws Exception {
    FlightSqlClient kept = flights.connect(new ClientCookieMiddleware.Factory());
    kept.executeUpdate("USE dev");
    flights.restart();

    assertGone(() -> kept.executeUpdate(INSERT), "connect again");
    assertGone(() -> kept.executeUpdate(INSERT), "connect again");
    assertNothingIsWritten();
    kept.closeSession(new CloseSessionRequest());
    assertThat(rows(kept, kept.execute("SELECT CURRENT_SCHEMA"))).containsExactly(List.of("main"));
  }

  /** Nothing is lost with it. */
  @Test
  void aCookieOfASessionThatHeldNothingBeginsAnother() throws Exception {
    FlightSqlClient kept =
        flights.connect(
            new ClientCookieMiddleware.Factory(),
            FlightsServer.sending("x-omnigraph-branch", "dev"));
    rows(kept, kept.execute(ALL));
    halfADayAndMore();
    kept.executeUpdate("INSERT INTO Carrier (code, name) VALUES ('A', 'alpha')");
    flights.restart();
    kept.executeUpdate("INSERT INTO Carrier (code, name) VALUES ('B', 'bravo')");
    assertThat(rows(kept, kept.execute(ALL))).containsExactly(List.of("A"), List.of("B"));
    assertThat(rows(client, client.execute(ALL))).isEmpty();

    Transaction open = kept.beginTransaction();
    kept.rollback(open);
    flights.restart();
    assertGone(() -> kept.executeUpdate(INSERT), "connect again");
  }

  @Test
  void aCookieTellsOfAnIdleSession() throws Exception {
    FlightSqlClient kept = flights.connect(new ClientCookieMiddleware.Factory());
    kept.executeUpdate("USE dev");
    rows(kept, kept.execute(ALL));
    halfADayAndMore();

    assertGone(() -> kept.executeUpdate(INSERT), "connect again");
    assertGone(() -> kept.executeUpdate(INSERT), "connect again");
    assertNothingIsWritten();
  }
}
