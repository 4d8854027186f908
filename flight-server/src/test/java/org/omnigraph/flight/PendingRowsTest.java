package org.omnigraph.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.omnigraph.flight.FlightsServer.rows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.FlightSqlClient.Transaction;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.arrow.vector.util.Text;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.flight.quota.PrincipalLimits;

/** What transactions have written and not committed, in the memory of a server. */
@Timeout(60)
class PendingRowsTest {
  private static final Schema CARRIER =
      new Schema(
          List.of(
              Field.notNullable("code", ArrowType.Utf8.INSTANCE),
              Field.nullable("name", ArrowType.Utf8.INSTANCE)));
  private static final int ROWS = 1_000;
  private static final Text NAME = new Text("n".repeat(4_000));
  private static final int MOST = 40;

  @TempDir Path folder;
  private final RootAllocator memory = new RootAllocator();
  private final List<FlightSqlClient> clients = new ArrayList<>();
  private FlightServer server;

  private void start(long limit, PrincipalLimits each) throws Exception {
    String uri = folder.resolve("flights").toString();
    Graph.init(
            uri,
            Files.readString(FlightsServer.data().resolve("schema.pg")),
            GraphConfig.defaults())
        .close();
    server =
        FlightServer.start(
            ServerConfig.of(Map.of("flights", uri))
                .at("localhost", 0)
                .withTokens(Files.writeString(folder.resolve("tokens"), "ada:one\nbob:two\n"))
                .bounded(ServerLimits.defaults().withMemory(limit))
                .boundedEach(each));
  }

  @AfterEach
  void stop() throws Exception {
    for (FlightSqlClient client : clients) {
      client.close();
    }
    server.close();
    assertThat(server.unfinished()).isEmpty();
    memory.close();
  }

  private FlightSqlClient connect(String secret) {
    FlightSqlClient client =
        new FlightSqlClient(
            FlightClient.builder(memory, Location.forGrpcInsecure("localhost", server.port()))
                .intercept(FlightsServer.sending("authorization", "Bearer " + secret))
                .build());
    clients.add(client);
    return client;
  }

  /** About 4 MB. */
  private VectorSchemaRoot carriers(int number) {
    VectorSchemaRoot root = VectorSchemaRoot.create(CARRIER, memory);
    for (int row = 0; row < ROWS; row++) {
      ((VarCharVector) root.getVector("code")).setSafe(row, new Text("c" + number + "_" + row));
      ((VarCharVector) root.getVector("name")).setSafe(row, NAME);
    }
    root.setRowCount(ROWS);
    return root;
  }

  private void ingest(FlightSqlClient client, int number, Transaction transaction) {
    try (VectorSchemaRoot rows = carriers(number)) {
      client.executeIngest(rows, Airports.append("Carrier"), transaction);
    }
  }

  /** Begins transactions and writes in each until the server refuses one. */
  private FlightRuntimeException fill(FlightSqlClient client, List<Transaction> open) {
    for (int i = 0; i < MOST; i++) {
      Transaction transaction = client.beginTransaction();
      open.add(transaction);
      try {
        ingest(client, i, transaction);
      } catch (FlightRuntimeException e) {
        return e;
      }
    }
    throw new AssertionError("nothing was refused");
  }

  private static List<List<String>> count(FlightSqlClient client, Transaction in) throws Exception {
    return rows(client, client.execute("SELECT COUNT(*) FROM Carrier", in));
  }

  /** The transport gives a batch back when it has sent it. */
  private void awaitNoMemory() {
    while (server.memoryInUse() > 0) {
      Thread.yield();
    }
  }

  @Test
  void theyAreTheirCallersUntilTheTransactionEnds() throws Exception {
    start(1L << 30, new PrincipalLimits(0, 0, 40 << 20, 0));
    FlightSqlClient ada = connect("one");
    FlightSqlClient bob = connect("two");
    List<Transaction> open = new ArrayList<>();

    FlightRuntimeException refused = fill(ada, open);

    assertThat(refused.status().code()).isEqualTo(FlightStatusCode.RESOURCE_EXHAUSTED);
    assertThat(refused)
        .hasMessageContainingAll("memory of 'ada'", "limit 41943040", "--principal-memory");
    assertThat(server.memoryInUse()).isBetween(16L << 20, 48L << 20);
    assertThat(count(ada, open.get(1))).containsExactly(List.of(String.valueOf(ROWS)));
    assertThat(count(ada, open.get(open.size() - 1)))
        .as("nothing of what was refused")
        .containsExactly(List.of("0"));
    Transaction other = bob.beginTransaction();
    ingest(bob, 100, other);
    bob.commit(other);

    ada.rollback(open.remove(1));
    ada.rollback(open.remove(1));
    assertThat(ada.executeUpdate("INSERT INTO Carrier (code, name) VALUES ('x', 'y')", open.get(0)))
        .isEqualTo(1);
    ada.commit(open.remove(0));
    for (Transaction transaction : open) {
      ada.rollback(transaction);
    }
    assertThat(rows(bob, bob.execute("SELECT COUNT(*) FROM Carrier")))
        .containsExactly(List.of(String.valueOf(2 * ROWS + 1)));
    awaitNoMemory();
  }

  @Test
  void theyCountToTheMemoryOfTheServer() throws Exception {
    start(64L << 20, PrincipalLimits.NONE);
    FlightSqlClient ada = connect("one");
    FlightSqlClient bob = connect("two");
    List<Transaction> open = new ArrayList<>();

    FlightRuntimeException refused = fill(ada, open);

    assertThat(refused.status().code()).isEqualTo(FlightStatusCode.RESOURCE_EXHAUSTED);
    assertThat(refused).hasMessageContaining("--memory");
    assertThat(rows(bob, bob.execute("SELECT COUNT(*) FROM Airport")))
        .containsExactly(List.of("0"));
    for (Transaction transaction : open) {
      ada.rollback(transaction);
    }
    awaitNoMemory();
    Transaction transaction = bob.beginTransaction();
    ingest(bob, 0, transaction);
    bob.commit(transaction);
    assertThat(rows(bob, bob.execute("SELECT COUNT(*) FROM Carrier")))
        .containsExactly(List.of(String.valueOf(ROWS)));
  }
}
