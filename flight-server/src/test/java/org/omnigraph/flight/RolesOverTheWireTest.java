package org.omnigraph.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.omnigraph.flight.FlightsServer.header;
import static org.omnigraph.flight.FlightsServer.rows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.FlightSqlClient.Transaction;
import org.apache.arrow.flight.sql.util.TableRef;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.omnigraph.engine.id.BranchName;

class RolesOverTheWireTest {
  private static final String TOKENS =
      "root:root-secret\nada:ada-secret\nbob:bob-secret\neve:eve-secret\n";
  private static final String ROLES =
      """
      # principal role graph branch
      root  admin *    *
      ada   read  one  main
      "ada" write one  feature/*
      bob   read  one  *
      """;

  private static final FlightsServer FLIGHTS =
      new FlightsServer(
          (config, folder) ->
              config
                  .withTokens(Files.writeString(folder.resolve("tokens"), TOKENS))
                  .withRoles(Files.writeString(folder.resolve("roles"), ROLES)),
          "one",
          "two");

  private FlightSqlClient ada;
  private FlightSqlClient bob;

  @BeforeAll
  static void branches() throws Exception {
    FLIGHTS.start();
    for (String name : List.of("feature/a", "secret")) {
      FLIGHTS.graph("one").createBranch(BranchName.of(name), BranchName.MAIN);
    }
    connect("root")
        .executeUpdate(
            "INSERT INTO Carrier (code, name) VALUES ('S1', 'Hidden')",
            header("x-omnigraph-graph", "one", "x-omnigraph-branch", "secret"));
  }

  @AfterAll
  static void nothingIsLeft() throws Exception {
    FLIGHTS.stop();
  }

  @BeforeEach
  void connect() throws IOException {
    ada = connect("ada");
    bob = connect("bob");
  }

  private static FlightSqlClient connect(String name) {
    return FLIGHTS.connectWith("authorization", "Bearer " + name + "-secret");
  }

  private static void assertDenied(ThrowingCallable call, String... words) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            FlightRuntimeException.class,
            e -> assertThat(e.status().code()).isEqualTo(FlightStatusCode.UNAUTHORIZED))
        .hasMessageContainingAll(words);
  }

  @Test
  void aReaderReadsAndEveryKindOfWriteIsDenied() throws Exception {
    assertThat(rows(bob, bob.execute("SELECT COUNT(*) FROM Carrier"))).hasSize(1);
    String[] words = {"'bob'", "role write", "branch 'main'", "graph 'one'"};
    String insert = "INSERT INTO Carrier (code, name) VALUES ('B1', 'x')";

    assertDenied(() -> bob.executeUpdate(insert), words);
    assertDenied(() -> bob.execute(insert), words);
    assertDenied(() -> bob.prepare(insert).close(), words);
    assertDenied(
        () -> bob.executeUpdate("INSERT INTO one.main.Carrier (code, name) VALUES ('B', 'x')"),
        words);
    assertDenied(
        () -> bob.executeUpdate("query q() { insert Carrier { code: \"B1\", name: \"x\" } }"),
        words);
    Transaction transaction = bob.beginTransaction();
    assertDenied(() -> bob.executeUpdate(insert, transaction), words);
    bob.rollback(transaction);
    assertDenied(
        () -> {
          try (VectorSchemaRoot airports = Airports.airports(FLIGHTS.memory(), "AAA")) {
            bob.executeIngest(airports, Airports.append("Airport"));
          }
        },
        words);
    assertThat(rows(bob, bob.execute("SELECT code FROM Carrier WHERE code LIKE 'B%'"))).isEmpty();
  }

  @Test
  void aWriterWritesWhereItsPatternReaches() throws Exception {
    var feature = header("x-omnigraph-branch", "feature/a");
    ada.executeUpdate("INSERT INTO Carrier (code, name) VALUES ('A1', 'Ada')", feature);
    ada.executeUpdate("INSERT INTO one.\"feature/a\".Carrier (code, name) VALUES ('A2', 'Ada')");

    assertThat(rows(ada, ada.execute("SELECT code FROM Carrier ORDER BY code", feature), feature))
        .containsExactly(List.of("A1"), List.of("A2"));
    assertDenied(
        () ->
            ada.executeUpdate(
                "INSERT INTO one.main.Carrier (code, name) VALUES ('A3', 'x')", feature),
        "'ada'",
        "role write",
        "branch 'main'");
  }

  @Test
  void aGraphThatMayNotBeReadIsNotShown() throws Exception {
    assertThat(rows(ada, ada.getCatalogs())).containsExactly(List.of("one"));
    assertThat(rows(ada, ada.getTables(null, null, "Airport", null, false)))
        .extracting(row -> row.get(0))
        .containsOnly("one");
    assertThat(rows(ada, ada.getPrimaryKeys(TableRef.of("two", "main", "Airport")))).isEmpty();
    assertThatThrownBy(() -> ada.execute("SELECT * FROM two.main.Airport"))
        .hasMessageContaining("two");
    assertDenied(
        () -> ada.execute("SELECT 1", header("x-omnigraph-graph", "two")), "'ada'", "graph 'two'");
  }

  @Test
  void aBranchThatMayNotBeReadIsNotShownAndNotRead() throws Exception {
    assertThat(rows(ada, ada.getSchemas(null, null)))
        .extracting(row -> row.get(1))
        .contains("main", "feature/a")
        .doesNotContain("secret");
    assertThat(rows(ada, ada.execute("SELECT branch FROM omnigraph_catalog.branches ORDER BY 1")))
        .containsExactly(List.of("feature/a"), List.of("main"));
    assertThat(
            rows(
                ada,
                ada.execute(
                    "SELECT COUNT(*) FROM omnigraph_catalog.commits WHERE branch = 'secret'")))
        .containsExactly(List.of("0"));
    String commit =
        FLIGHTS.graph("one").snapshot(BranchName.of("secret")).commit().orElseThrow().value();
    String[] words = {"'ada'", "role read", "branch 'secret'", "graph 'one'"};

    assertDenied(
        () -> ada.execute("SELECT * FROM Carrier", header("x-omnigraph-branch", "secret")), words);
    assertDenied(() -> ada.executeUpdate("SET branch = 'secret'"), words);
    assertThatThrownBy(
            () -> ada.execute("SELECT * FROM Carrier", header("x-omnigraph-snapshot", commit)))
        .hasMessageContaining("no branch has the commit '" + commit);
  }

  /** Whoever may not read something learns of nothing that it is there, or what it is called. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM one.BRANCH.Carrier",
        "SELECT * FROM BRANCH.Carrier",
        "SELECT * FROM \"BRANCH@now\".Carrier",
        "SELECT * FROM \"BRANCH@COMMIT\".Carrier",
        "SELECT * FROM \"main@COMMIT\".Carrier",
        "SELECT * FROM Carrier FOR SYSTEM_TIME AS OF 'COMMIT'",
        "SELECT * FROM TABLE(table_changes('main', 'COMMIT', 'Carrier'))",
        "SELECT * FROM TABLE(table_changes('BRANCH', 'main', 'Carrier'))",
        "USE BRANCH",
        "USE \"main@COMMIT\"",
        "SET branch = 'BRANCH'",
        "SET snapshot = 'COMMIT'",
        "INSERT INTO one.BRANCH.Carrier (code, name) VALUES ('Z', 'z')",
        "INSERT INTO BRANCH.Carrier (code, name) VALUES ('Z', 'z')",
        "UPDATE BRANCH.Carrier SET name = 'z'",
        "INSERT INTO one.\"feature/a\".Carrier (code, name) SELECT code, name FROM BRANCH.Carrier",
        "SELECT * FROM GRAPH.main.Carrier",
        "INSERT INTO GRAPH.main.Carrier (code, name) VALUES ('Z', 'z')",
        "USE GRAPH.main",
        "SET catalog = 'GRAPH'",
      })
  void whatIsHiddenAnswersLikeWhatIsNotThere(String sql) {
    String commit =
        FLIGHTS.graph("one").snapshot(BranchName.of("secret")).commit().orElseThrow().value();
    assertThat(answer(ada, sql, "two", "secret", commit))
        .isEqualTo(answer(ada, sql, "lost", "absent", "01ARZ3NDEKTSV4RRFFQ69G5FAV"));
  }

  @Test
  void headersTellNothingOfWhatIsHidden() {
    String commit =
        FLIGHTS.graph("one").snapshot(BranchName.of("secret")).commit().orElseThrow().value();
    String absent = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
    for (String[] header :
        new String[][] {
          {"x-omnigraph-graph", "NAME", "two", "lost"},
          {"x-omnigraph-branch", "NAME", "secret", "absent"},
          {"x-omnigraph-branch", "main@NAME", commit, absent},
          {"x-omnigraph-snapshot", "NAME", commit, absent},
        }) {
      assertThat(refusal(header[0], header[1], header[2]))
          .isEqualTo(refusal(header[0], header[1], header[3]));
    }
  }

  private String refusal(String header, String value, String name) {
    return failure(() -> ada.execute("SELECT 1", header(header, value.replace("NAME", name))))
        .replace(name, "NAME");
  }

  /** The failure of a statement with names filled in, and those names taken out of it again. */
  private static String answer(
      FlightSqlClient client, String sql, String graph, String branch, String commit) {
    String filled = sql.replace("GRAPH", graph).replace("BRANCH", branch).replace("COMMIT", commit);
    String failure =
        failure(
            () -> {
              if (sql.startsWith("SELECT")) {
                client.execute(filled);
              } else {
                client.executeUpdate(filled);
              }
            });
    return failure
        .replace(commit, "COMMIT")
        .replace(branch, "BRANCH")
        .replace(graph, "GRAPH")
        .replaceAll("the nearest names are .*", "");
  }

  private static String failure(ThrowingCallable call) {
    FlightRuntimeException failure = catchThrowableOfType(FlightRuntimeException.class, call);
    assertThat(failure).isNotNull();
    return failure.status().code() + " " + failure.getMessage();
  }

  @Test
  void aPlanThatAnotherCallerHasMadeOpensNothing() throws Exception {
    String sql = "SELECT name FROM one.secret.Carrier";
    assertThat(rows(bob, bob.execute(sql))).containsExactly(List.of("Hidden"));

    assertThatThrownBy(() -> ada.execute(sql)).hasMessageContainingAll("'secret'", "not found");
    assertThat(rows(bob, bob.execute(sql))).hasSize(1);
    String insert = "INSERT INTO one.secret.Carrier (code, name) VALUES ('S2', 'x')";
    assertDenied(() -> bob.executeUpdate(insert), "'bob'", "role write", "branch 'secret'");
    assertThatThrownBy(() -> ada.executeUpdate(insert))
        .hasMessageContainingAll("'secret'", "not found");
  }

  @Test
  void nobodyWithoutALineMayDoAnything() throws Exception {
    FlightSqlClient eve = connect("eve");

    assertDenied(() -> eve.execute("SELECT 1"), "'eve'", "role read");
    assertDenied(() -> eve.getExecuteSchema("SELECT * FROM one.main.Carrier"), "'eve'");
    assertThat(rows(eve, eve.getTables(null, null, null, null, false))).isEmpty();
  }

  @Test
  void onlyAnAdminSeesAndEndsTheStatementsOfOthers() throws Exception {
    FlightInfo open = bob.execute("SELECT * FROM Carrier");
    String all = "SELECT actor FROM omnigraph_catalog.statements";

    assertThat(rows(ada, ada.execute(all))).containsOnly(List.of("ada"));
    assertThat(open.getEndpoints()).hasSize(1);
    assertThatThrownBy(() -> ada.executeUpdate("KILL 1")).hasMessageContaining("no statement 1");
  }

  @Test
  void aChangedFileCountsForOpenSessionsAndTheirTransactions() throws Exception {
    var feature = header("x-omnigraph-branch", "feature/a");
    Transaction transaction = ada.beginTransaction();
    ada.executeUpdate("INSERT INTO Carrier (code, name) VALUES ('A9', 'x')", transaction, feature);
    FlightSqlClient again = connect("ada");
    connect("root")
        .executeUpdate(
            "INSERT INTO Carrier (code, name) VALUES ('M1', 'newer than the branch')",
            header("x-omnigraph-graph", "one"));
    FlightInfo planned = again.execute("SELECT * FROM Carrier");

    change("ada read one feature/*\n");
    FLIGHTS.server().reloadCallers();

    assertDenied(() -> ada.commit(transaction), "'ada'", "role write", "branch 'feature/a'");
    assertDenied(() -> again.execute("SELECT * FROM Carrier"), "branch 'main'");
    assertDenied(() -> rows(again, planned), "branch 'main'");
    assertThat(rows(ada, ada.execute("SELECT * FROM Carrier WHERE code = 'A9'", feature), feature))
        .isEmpty();

    change("ada reed one *\n");
    FLIGHTS.server().reloadCallers();
    assertThat(rows(ada, ada.execute("SELECT * FROM Airport", feature), feature)).isEmpty();
    change(ROLES);
    FLIGHTS.server().reloadCallers();
  }

  private void change(String roles) throws IOException {
    Path file = FLIGHTS.folder().resolve("roles");
    Path next = Files.writeString(FLIGHTS.folder().resolve("roles.new"), roles);
    Files.move(next, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
  }
}
