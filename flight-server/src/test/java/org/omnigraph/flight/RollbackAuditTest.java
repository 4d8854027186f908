package org.omnigraph.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.omnigraph.flight.FlightsServer.rows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flight.CloseSessionRequest;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.flight.operations.AuditTarget;
import org.omnigraph.flight.operations.OperationsConfig;
import org.omnigraph.flight.session.ManualClock;

/** Rows that are rolled back without a call that asks for it are a line of the audit log. */
class RollbackAuditTest {
  private static final ServerLimits LIMITS = ServerLimits.defaults();

  private final ManualClock clock = new ManualClock();

  @RegisterExtension
  final FlightsServer flights =
      new FlightsServer(
              (config, folder) ->
                  config
                      .withTokens(Files.writeString(folder.resolve("tokens"), "ada:one-secret\n"))
                      .bounded(LIMITS)
                      .operated(
                          OperationsConfig.defaults()
                              .audited(AuditTarget.of(folder.resolve("audit.jsonl")))),
              "flights")
          .by(clock);

  private FlightSqlClient client;

  @BeforeEach
  void write() {
    flights.graph("flights").createBranch(BranchName.of("dev"), BranchName.MAIN);
    client = flights.connectWith("authorization", "Bearer one-secret");
    client.executeUpdate("USE dev");
    client.executeUpdate("BEGIN");
    client.executeUpdate("INSERT INTO Carrier (code, name) VALUES ('A', 'alpha')");
  }

  private List<JsonNode> rollbacks() throws IOException {
    String written = Files.readString(flights.folder().resolve("audit.jsonl"));
    ObjectMapper json = new ObjectMapper();
    List<JsonNode> found = new ArrayList<>();
    for (String line : written.substring(0, written.lastIndexOf('\n') + 1).lines().toList()) {
      JsonNode node = json.readTree(line);
      if (node.path("event").asText().equals("rollback")) {
        found.add(node);
      }
    }
    return found;
  }

  private void assertRolledBack(String reason) throws IOException {
    List<JsonNode> lines = rollbacks();
    while (lines.isEmpty()) {
      Thread.yield();
      lines = rollbacks();
    }
    assertThat(lines).hasSize(1);
    JsonNode line = lines.get(0);
    assertThat(line.path("call").asText()).isEqualTo(reason);
    assertThat(line.path("principal").asText()).isEqualTo("ada");
    assertThat(line.path("session").asText()).hasSize(8);
    assertThat(line.path("graph").asText()).isEqualTo("flights");
    assertThat(line.path("branch").asText()).isEqualTo("dev");
    assertThat(line.path("outcome").asText()).isEqualTo("OK");
  }

  @Test
  void whenTheTransactionWasIdle() throws Exception {
    clock.advance(LIMITS.transactionIdle().plusSeconds(1));
    client.executeUpdate("ROLLBACK");
    assertThat(rollbacks().get(0).path("call").asText()).isEqualTo("TransactionIdle");
  }

  @Test
  void whenTheSessionWasIdle() throws Exception {
    clock.advance(LIMITS.sessionIdle().plusSeconds(1));
    FlightSqlClient other = flights.connectWith("authorization", "Bearer one-secret");
    rows(other, other.execute("SELECT 1"));
    assertRolledBack("SessionIdle");
  }

  @Test
  void whenTheClientHasGone() throws Exception {
    client.close();
    assertRolledBack("Disconnected");
  }

  @Test
  void whenTheClientClosesTheSession() throws Exception {
    client.closeSession(new CloseSessionRequest());
    assertRolledBack("CloseSession");
  }

  @Test
  void whenTheServerEnds() throws Exception {
    flights.server().close();
    assertRolledBack("Shutdown");
  }

  @Test
  void aTransactionThatOnlyReadIsNoLine() throws Exception {
    client.executeUpdate("COMMIT");
    client.executeUpdate("BEGIN");
    rows(client, client.execute("SELECT code FROM Carrier"));
    flights.server().close();
    assertThat(rollbacks()).isEmpty();
  }
}
