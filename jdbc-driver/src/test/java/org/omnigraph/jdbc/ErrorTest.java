package org.omnigraph.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ServerSocket;
import java.nio.channels.ClosedChannelException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.arrow.flight.CallStatus;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.omnigraph.engine.error.ErrorCode;

class ErrorTest extends ScriptedTest {
  private SQLException failing(CallStatus status) throws SQLException {
    server.failures.put("BAD", status);
    try (Connection connection = connect("/g");
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("BAD");
    } catch (SQLException e) {
      return e;
    }
    throw new AssertionError("it did not fail");
  }

  @Test
  void theServersTextAndCodeComeThrough() throws SQLException {
    SQLException e =
        failing(
            ScriptedServer.failing(
                CallStatus.ALREADY_EXISTS, "KEY_CONFLICT", "node type 'T' already has id 'x'"));
    assertThat((Throwable) e)
        .isInstanceOf(SQLIntegrityConstraintViolationException.class)
        .hasMessage("node type 'T' already has id 'x' [KEY_CONFLICT]");
    assertThat(e.getSQLState()).isEqualTo("23505");
    assertThat(e.getErrorCode()).isEqualTo(8);
  }

  @ParameterizedTest
  @EnumSource
  @Tag("E-011")
  void everyCodeHasAStateAndANumber(ErrorCode code) throws SQLException {
    SQLException e = failing(ScriptedServer.failing(CallStatus.INTERNAL, code.name(), "why"));
    assertThat(e.getMessage()).isEqualTo("why [" + code + "]");
    assertThat(e.getSQLState()).hasSize(5);
    assertThat(e.getErrorCode()).isPositive();
  }

  @Test
  void whatMayBeRunAgainIsARollback() throws SQLException {
    SQLException e =
        failing(ScriptedServer.failing(CallStatus.UNAVAILABLE, "READ_SET_CHANGED", "moved"));
    assertThat((Throwable) e).isInstanceOf(SQLTransactionRollbackException.class);
    assertThat(e.getSQLState()).isEqualTo("40001");
  }

  @Test
  void aServerThatDoesNotAnswerIsNamed() throws SQLException {
    SQLException e = failing(CallStatus.UNAVAILABLE.withDescription("io exception"));
    assertThat((Throwable) e)
        .hasMessageMatching("the server at 127\\.0\\.0\\.1:\\d+ does not answer: io exception");
    assertThat(e.getSQLState()).isEqualTo("08006");
  }

  @Test
  void whatWasEndedDidNotTakeTooLong() throws SQLException {
    for (SQLException e :
        List.of(
            failing(CallStatus.CANCELLED.withDescription("Thread interrupted")),
            failing(ScriptedServer.failing(CallStatus.CANCELLED, "CANCELLED", "killed")))) {
      assertThat((Throwable) e).isNotInstanceOf(SQLTimeoutException.class);
      assertThat(e.getSQLState()).isEqualTo("57014");
    }
  }

  @Test
  void withoutACodeTheStatusDecides() throws SQLException {
    assertThat((Throwable) failing(CallStatus.UNAUTHENTICATED.withDescription("who are you")))
        .isInstanceOf(SQLInvalidAuthorizationSpecException.class)
        .hasMessage("who are you");
    assertThat((Throwable) failing(CallStatus.INVALID_ARGUMENT.withDescription("line 1")))
        .isInstanceOf(SQLSyntaxErrorException.class);
    Set<String> states = new HashSet<>();
    for (CallStatus status :
        new CallStatus[] {
          CallStatus.UNAUTHORIZED,
          CallStatus.NOT_FOUND,
          CallStatus.RESOURCE_EXHAUSTED,
          CallStatus.INTERNAL,
          CallStatus.UNIMPLEMENTED
        }) {
      states.add(failing(status.withDescription("x")).getSQLState());
    }
    assertThat(states).containsExactlyInAnyOrder("42501", "42704", "53000", "XX000", "0A000");
  }

  @Test
  void aConnectionThatBreaksInTheMiddleOfACallHasFailed() {
    Exception broken =
        CallStatus.UNKNOWN
            .withDescription("channel closed")
            .withCause(new ClosedChannelException())
            .toRuntimeException();

    SQLException e = SqlErrors.of(broken, "host:1");

    assertThat((Throwable) e)
        .isInstanceOf(SQLTransientConnectionException.class)
        .hasMessage("the server at host:1 does not answer: channel closed");
    assertThat(e.getSQLState()).isEqualTo("08006");
  }

  /** Pools throw a connection away by this. */
  @Test
  void aSessionThatHasEndedIsAClosedConnection() throws SQLException {
    SQLException e =
        failing(CallStatus.NOT_FOUND.withDescription("the session has ended; connect again"));
    assertThat((Throwable) e).isInstanceOf(SQLNonTransientConnectionException.class);
    assertThat(e.getSQLState()).isEqualTo("08003");
  }

  @Test
  void aFailureWhileReadingIsAnSqlException() throws SQLException {
    server.queries.put(
        "BREAKS",
        new ScriptedServer.Answer(
            NUMBERS,
            2,
            (root, batch) -> {
              if (batch == 1) {
                throw ScriptedServer.failing(CallStatus.INTERNAL, "CORRUPT_STATE", "page 7")
                    .toRuntimeException();
              }
              numbers(1, 3).fill().accept(root, 0);
            }));
    try (Connection connection = connect("/g");
        Statement statement = connection.createStatement();
        var rows = statement.executeQuery("BREAKS")) {
      assertThatThrownBy(
              () -> {
                while (rows.next()) {
                  assertThat(rows.getLong(1)).isNotNegative();
                }
              })
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("page 7 [CORRUPT_STATE]");
    }
  }

  @Test
  void nobodyThereSaysWhereAndHow() throws Exception {
    int free;
    try (ServerSocket socket = new ServerSocket(0)) {
      free = socket.getLocalPort();
    }
    assertThatThrownBy(
            () ->
                DriverManager.getConnection(
                    "jdbc:omnigraph://localhost:" + free + "/g?token=hush&connectTimeout=5"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("08001"))
        .hasMessageContaining("localhost:" + free)
        .hasMessageContaining("without TLS")
        .hasMessageNotContaining("hush");
  }
}
