package org.omnigraph.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.flight.FlightsServer.rows;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flight.Action;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.FlightSqlClient.PreparedStatement;
import org.apache.arrow.flight.sql.FlightSqlClient.Savepoint;
import org.apache.arrow.flight.sql.FlightSqlClient.Transaction;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionEndSavepointRequest;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.engine.id.BranchName;

class ChangesOverTheWireTest {
  private static final String ALL = "SELECT code, name FROM Carrier ORDER BY code";

  @RegisterExtension final FlightsServer flights = new FlightsServer("flights");
  private FlightSqlClient client;
  private FlightSqlClient other;

  @BeforeEach
  void connect() {
    client = flights.connect();
    other = flights.connect();
  }

  private List<String> carriers(FlightSqlClient through) throws Exception {
    return cells(rows(through, through.execute(ALL)));
  }

  private List<String> carriers(Transaction in) throws Exception {
    return cells(rows(client, client.execute(ALL, in)));
  }

  private static List<String> cells(List<List<@Nullable String>> rows) {
    List<String> texts = new ArrayList<>();
    rows.forEach(row -> texts.add(String.join("|", row)));
    return texts;
  }

  private int commits() {
    return flights.graph("flights").commits(BranchName.MAIN).size();
  }

  @Test
  void anUpdateCommandCommitsAndCounts() throws Exception {
    assertThat(
            client.executeUpdate("INSERT INTO Carrier VALUES ('A', 'A', 'one'), ('B', 'B', 'two')"))
        .isEqualTo(2);
    assertThat(client.executeUpdate("UPDATE Carrier SET name = name || '!' WHERE code = 'A'"))
        .isEqualTo(1);
    assertThat(client.executeUpdate("DELETE FROM Carrier WHERE code = 'B'")).isEqualTo(1);

    assertThat(carriers(other)).containsExactly("A|one!");
    assertThat(commits()).isEqualTo(4);
  }

  @Test
  void aStatementThatIsAskedForAsAQueryRunsOnceAndAnswersNoRows() throws Exception {
    String sql = "INSERT INTO Carrier (code, name) VALUES ('A', 'one'), ('B', 'two')";
    assertThat(client.getExecuteSchema(sql).getSchema().getFields()).isEmpty();
    FlightInfo info = client.execute(sql);

    assertThat(info.getRecords()).isEqualTo(2);
    assertThat(carriers(other)).containsExactly("A|one", "B|two");
    assertThat(rows(client, info)).isEmpty();
    assertThat(rows(client, info)).isEmpty();
    assertThat(commits()).isEqualTo(2);
  }

  @Test
  void aPreparedStatementRunsForEachBoundRowInOneCommit() throws Exception {
    try (PreparedStatement insert =
        client.prepare("INSERT INTO Carrier (code, name) VALUES (?, ?)")) {
      assertThat(insert.getResultSetSchema()).isEqualTo(new Schema(List.of()));
      assertThat(insert.getParameterSchema().getFields()).hasSize(2);
      try (VarCharVector codes = new VarCharVector("1", flights.memory());
          VarCharVector names = new VarCharVector("2", flights.memory());
          VectorSchemaRoot bound = VectorSchemaRoot.of(codes, names)) {
        for (int i = 0; i < 3; i++) {
          codes.setSafe(i, ("C" + i).getBytes(java.nio.charset.StandardCharsets.UTF_8));
          names.setSafe(i, ("n" + i).getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }
        bound.setRowCount(3);
        insert.setParameters(bound);
        assertThat(insert.executeUpdate()).isEqualTo(3);
        insert.clearParameters();
      }
    }

    assertThat(carriers(other)).containsExactly("C0|n0", "C1|n1", "C2|n2");
    assertThat(commits()).isEqualTo(2);
  }

  @Test
  void aTransactionSeesWhatItWroteAndOthersDoNot() throws Exception {
    client.executeUpdate("INSERT INTO Carrier (code, name) VALUES ('A', 'one'), ('B', 'two')");
    Transaction open = client.beginTransaction();

    client.executeUpdate("INSERT INTO Carrier (code, name) VALUES ('C', 'three')", open);
    client.executeUpdate("UPDATE Carrier SET name = name || '!' WHERE code <> 'B'", open);
    FlightInfo early = client.execute(ALL, open);
    client.executeUpdate("UPDATE Carrier SET name = '' WHERE code = 'B'", open);

    assertThat(carriers(open)).containsExactly("A|one!", "B|", "C|three!");
    assertThat(cells(rows(client, early))).containsExactly("A|one!", "B|two", "C|three!");
    assertThat(carriers(other)).containsExactly("A|one", "B|two");
    client.commit(open);
    assertThat(cells(rows(client, early))).containsExactly("A|one!", "B|two", "C|three!");
    assertThat(carriers(other)).containsExactly("A|one!", "B|", "C|three!");
    assertThat(commits()).isEqualTo(3);
  }

  @Test
  void aRollbackForgetsEverything() throws Exception {
    Transaction open = client.beginTransaction();
    client.executeUpdate("INSERT INTO Carrier (code, name) VALUES ('C', 'three')", open);
    client.rollback(open);

    assertThat(carriers(other)).isEmpty();
    assertThat(commits()).isEqualTo(1);
  }

  @Test
  void aTransactionOfAnotherBranchIsNamed() throws Exception {
    flights.graph("flights").createBranch(BranchName.of("dev"), BranchName.MAIN);
    Transaction open = client.beginTransaction();
    client.executeUpdate("INSERT INTO Carrier (code, name) VALUES ('C', 'three')", open);

    assertThatThrownBy(() -> client.executeUpdate("DELETE FROM dev.Carrier", open))
        .isInstanceOfSatisfying(
            FlightRuntimeException.class,
            e -> assertThat(e.status().code()).isEqualTo(FlightStatusCode.INVALID_ARGUMENT))
        .hasMessageContaining("not on branch 'dev'");
    assertThat(carriers(open)).containsExactly("C|three");
    client.commit(open);
  }

  private static String insert(String code) {
    return "INSERT INTO Carrier (code, name) VALUES ('" + code + "', 'x')";
  }

  @Test
  void savepointsTakeBackAPart() throws Exception {
    FlightClient plain =
        FlightClient.builder(
                flights.memory(), Location.forGrpcInsecure("localhost", flights.server().port()))
            .build();
    client = new FlightSqlClient(plain);
    Transaction open = client.beginTransaction();
    Savepoint first = client.beginSavepoint(open, "first");
    client.executeUpdate(insert("A"), open);
    Savepoint second = client.beginSavepoint(open, "second");
    client.executeUpdate("UPDATE Carrier SET name = 'y'", open);
    client.executeUpdate(insert("B"), open);
    assertThat(carriers(open)).containsExactly("A|y", "B|x");

    rollback(plain, second);
    assertThat(carriers(open)).containsExactly("A|x");
    client.executeUpdate(insert("C"), open);
    client.release(second);
    assertThat(carriers(open)).containsExactly("A|x", "C|x");
    rollback(plain, first);
    assertThat(carriers(open)).isEmpty();
    client.executeUpdate(insert("D"), open);
    assertThatThrownBy(() -> rollback(plain, second)).hasMessageContaining("no open transaction");
    client.commit(open);
    client.close();

    assertThat(carriers(other)).containsExactly("D|x");
    assertThat(commits()).isEqualTo(2);
  }

  /** The client's own method for this asks to release. */
  private static void rollback(FlightClient through, Savepoint savepoint) {
    ActionEndSavepointRequest request =
        ActionEndSavepointRequest.newBuilder()
            .setAction(ActionEndSavepointRequest.EndSavepoint.END_SAVEPOINT_ROLLBACK)
            .setSavepointId(ByteString.copyFrom(savepoint.getSavepointId()))
            .build();
    Action action = new Action("EndSavepoint", Any.pack(request).toByteArray());
    assertThat(through.doAction(action).hasNext()).isFalse();
  }

  @Test
  void aTransactionInStatementsOnly() throws Exception {
    for (String sql :
        List.of(
            "BEGIN",
            insert("A"),
            "SAVEPOINT here",
            insert("B"),
            "SAVEPOINT \"and there\"",
            insert("C"),
            "ROLLBACK TO HERE",
            "DELETE FROM Carrier WHERE code = 'nobody'",
            insert("D"))) {
      if (sql.startsWith("DELETE")) {
        assertThatThrownBy(() -> client.executeUpdate(sql)).hasMessageContaining("split");
      } else {
        client.executeUpdate(sql);
      }
    }
    assertThat(carriers(client)).containsExactly("A|x", "D|x");
    assertThat(carriers(other)).isEmpty();
    assertThatThrownBy(() -> client.executeUpdate("RELEASE SAVEPOINT \"and there\""))
        .hasMessageContaining("no savepoint 'and there'; it has [here]");
    client.execute("COMMIT");

    assertThat(carriers(other)).containsExactly("A|x", "D|x");
    assertThat(commits()).isEqualTo(2);
    assertThatThrownBy(() -> client.executeUpdate("SAVEPOINT x"))
        .hasMessageContaining("no transaction is open");
  }

  @Test
  void aFailedStatementLeavesTheTransactionAsItWasBefore() throws Exception {
    client.executeUpdate(insert("A"));
    client.executeUpdate("BEGIN");
    client.executeUpdate(insert("B"));
    assertThatThrownBy(
            () ->
                client.executeUpdate(
                    "INSERT INTO Carrier (code, name) VALUES ('C', 'x'), ('A', 'x')"))
        .isInstanceOfSatisfying(
            FlightRuntimeException.class,
            e -> assertThat(e.status().code()).isEqualTo(FlightStatusCode.ALREADY_EXISTS));
    assertThatThrownBy(() -> client.executeUpdate(insert("B")))
        .hasMessageContaining("the same transaction has written it");
    assertThatThrownBy(() -> client.executeUpdate("UPDATE Carrier SET name = NULL"))
        .hasMessageContaining("name");
    client.executeUpdate(insert("D"));

    assertThat(carriers(client)).containsExactly("A|x", "B|x", "D|x");
    client.executeUpdate("COMMIT");
    assertThat(carriers(other)).containsExactly("A|x", "B|x", "D|x");
  }

  @Test
  void aReadOnlyTransactionPinsItsSnapshotAndRefusesToWrite() throws Exception {
    client.executeUpdate(insert("A"));
    client.executeUpdate("START TRANSACTION READ ONLY");
    assertThat(carriers(client)).containsExactly("A|x");
    other.executeUpdate(insert("B"));

    assertThat(carriers(client)).containsExactly("A|x");
    assertThatThrownBy(() -> client.executeUpdate(insert("C"))).hasMessageContaining("read-only");
    client.executeUpdate("COMMIT");
    client.executeUpdate(insert("C"));
    assertThat(carriers(client)).containsExactly("A|x", "B|x", "C|x");
  }

  @Test
  void aConflictAtTheCommitSaysWhatMovedAndLeavesTheSessionUsable() throws Exception {
    client.executeUpdate(insert("A"));
    client.executeUpdate("BEGIN");
    client.executeUpdate("UPDATE Carrier SET name = 'y'");
    other.executeUpdate(insert("B"));

    assertThatThrownBy(() -> client.executeUpdate("COMMIT"))
        .hasMessageContaining("graph_head:main");
    client.executeUpdate("UPDATE Carrier SET name = 'z'");
    assertThat(carriers(other)).containsExactly("A|z", "B|z");
  }

  @Test
  void theFirstWriteAfterAReadSaysThatTheBranchMovedBetween() throws Exception {
    client.executeUpdate("BEGIN");
    assertThat(carriers(client)).isEmpty();
    other.executeUpdate(insert("B"));

    assertThatThrownBy(() -> client.executeUpdate(insert("A")))
        .hasMessageContaining("graph_head:main")
        .hasMessageContaining("somebody committed to the branch after this transaction had read");
    for (ThrowingCallable later :
        List.<ThrowingCallable>of(
            () -> carriers(client),
            () -> client.executeUpdate("SAVEPOINT s"),
            () -> client.executeUpdate("COMMIT"))) {
      assertThatThrownBy(later)
          .hasMessageContaining("graph_head:main")
          .hasMessageContaining("can only be rolled back");
    }
    client.executeUpdate(insert("A"));
    assertThat(carriers(other)).containsExactly("A|x", "B|x");
  }

  @Test
  void insertsAloneAreCarriedOverToANewerHead() throws Exception {
    client.executeUpdate("BEGIN");
    client.executeUpdate(insert("A"));
    other.executeUpdate(insert("B"));
    client.executeUpdate("COMMIT");

    assertThat(carriers(other)).containsExactly("A|x", "B|x");
  }

  @Test
  void twoConnectionsThatUpdateAtOnceBothSucceed() throws Exception {
    client.executeUpdate("INSERT INTO Carrier (code, name) VALUES ('A', '')");
    List<Thread> threads = new ArrayList<>();
    List<Throwable> failures = java.util.Collections.synchronizedList(new ArrayList<>());
    for (FlightSqlClient each : List.of(client, other)) {
      Thread thread =
          new Thread(
              () -> {
                for (int i = 0; i < 5; i++) {
                  each.executeUpdate("UPDATE Carrier SET name = name || '.'");
                }
              });
      thread.setUncaughtExceptionHandler((t, e) -> failures.add(e));
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(failures).isEmpty();
    assertThat(carriers(client)).containsExactly("A|..........");
  }
}
