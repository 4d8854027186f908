package org.omnigraph.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.List;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Texts that are none, and streams that are not what is said of them. */
class ParameterTextTest extends ScriptedTest {
  private static final String HALF = "a\ud83d";

  private PreparedStatement prepare(Connection connection) throws SQLException {
    server.queries.put("SELECT ?", numbers(1, 1));
    server.parameters.put(
        "SELECT ?", new Schema(List.of(Field.nullable("p1", ArrowType.Utf8.INSTANCE))));
    return connection.prepareStatement("SELECT ?");
  }

  private static void refused(ThrowingCallable call, String state, String reason) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(state))
        .hasMessageContaining(reason);
  }

  @Test
  void halfOfASurrogatePairIsNoText() throws SQLException {
    try (Connection connection = connect("/g");
        Statement statement = connection.createStatement();
        PreparedStatement prepared = prepare(connection)) {
      String reason = "parameter 1 has half of a surrogate pair, U+D83D, at character 2";
      refused(() -> prepared.setString(1, HALF), "22021", reason);
      refused(() -> prepared.setString(1, "a\ude00b"), "22021", "U+DE00, at character 2");
      refused(() -> prepared.setObject(1, HALF, Types.VARCHAR), "22021", reason);
      refused(() -> prepared.setObject(1, '\ud83d'), "22021", "at character 1");
      refused(() -> prepared.setObject(1, List.of("b", HALF)), "22021", reason);
      refused(() -> prepared.setCharacterStream(1, new StringReader(HALF)), "22021", reason);
      for (ThrowingCallable call :
          List.<ThrowingCallable>of(
              () -> statement.executeQuery("SELECT '" + HALF + "'"),
              () -> statement.executeUpdate("DELETE '" + HALF + "'"),
              () -> statement.execute("SELECT '" + HALF + "'"),
              () -> connection.prepareStatement("SELECT '" + HALF + "'"))) {
        refused(call, "22021", "the statement has half of a surrogate pair");
        assertThatThrownBy(call).isInstanceOf(SQLDataException.class);
      }
      prepared.setString(1, "a\ud83d\ude00");
      assertThat(prepared.executeQuery().next()).isTrue();
      assertThat(server.bound.get(0)).containsExactly("a\ud83d\ude00");
    }
  }

  @Test
  void aStreamHasTheLengthAndTheCharactersThatAreSaidOfIt() throws SQLException {
    byte[] utf8 = "é".getBytes(StandardCharsets.UTF_8);
    try (Connection connection = connect("/g");
        PreparedStatement prepared = prepare(connection)) {
      refused(
          () -> prepared.setCharacterStream(1, new StringReader("abc"), 10),
          "22023",
          "ends after 3 of 10 characters");
      refused(
          () -> prepared.setClob(1, new StringReader("abc"), Long.MAX_VALUE),
          "22023",
          "ends after 3 of");
      refused(
          () -> prepared.setBinaryStream(1, new ByteArrayInputStream(utf8), 3L),
          "22023",
          "ends after 2 of 3 bytes");
      refused(
          () -> prepared.setAsciiStream(1, new ByteArrayInputStream(utf8)),
          "22021",
          "the stream of ASCII has 0xC3 at byte 1");
      prepared.setCharacterStream(1, new StringReader("abc"), 3);
      assertThat(prepared.executeQuery().next()).isTrue();
      prepared.setAsciiStream(1, new ByteArrayInputStream(new byte[] {'x', 'y'}), 2);
      assertThat(prepared.executeQuery().next()).isTrue();
      assertThat(server.bound.get(0)).containsExactly("abc");
      assertThat(server.bound.get(1)).containsExactly("xy");
    }
  }
}
