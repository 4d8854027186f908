package org.omnigraph.jdbc;

import java.sql.SQLException;
import org.apache.arrow.flight.sql.FlightSqlClient.Transaction;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A statement that the server has prepared. The server binds it to the transaction it was prepared
 * in, so it is prepared anew whenever the connection has moved on to another.
 */
final class PreparedHandle implements AutoCloseable {
  private final ServerSession session;
  private final String sql;
  private @Nullable Transaction in;
  private ServerStatement statement;

  PreparedHandle(ServerSession session, String sql) throws SQLException {
    this.session = session;
    this.sql = sql;
    this.in = session.transactions().current();
    this.statement = session.prepare(sql, in);
  }

  ServerStatement current() throws SQLException {
    Transaction now = session.transactions().current();
    if (now != in) {
      ServerStatement old = statement;
      statement = session.prepare(sql, now);
      in = now;
      close(old);
    }
    return statement;
  }

  /**
   * Prepares anew, with the same rows bound, what the server knows no more: it keeps so many for so
   * long, and none when it is started again.
   */
  ServerStatement renewed() throws SQLException {
    ServerStatement old = statement;
    in = session.transactions().current();
    statement = session.prepare(sql, in);
    statement.bindAs(old);
    old.unbind();
    return statement;
  }

  String sql() {
    return sql;
  }

  Schema resultSchema() {
    return statement.columns();
  }

  Schema parameterSchema() {
    return statement.parameters();
  }

  /** Whether the statement changes data: it has no result columns. */
  boolean isUpdate() {
    return resultSchema().getFields().isEmpty();
  }

  @Override
  public void close() {
    close(statement);
  }

  /** The server drops handles that it hears no more of, so a goodbye that fails changes nothing. */
  private void close(ServerStatement old) {
    try (Call call = session.call()) {
      Interrupts.aside(() -> call.perform(() -> old.close(session.options())));
    } catch (SQLException e) {
      old.unbind();
    }
  }
}
