package org.omnigraph.flight.session;

import io.grpc.Attributes;
import io.grpc.ServerTransportFilter;
import org.jspecify.annotations.Nullable;

/** Gives each connection an identity, and ends what lives by the connection alone. */
public final class ConnectionFilter extends ServerTransportFilter {
  private final Sessions sessions;

  public ConnectionFilter(Sessions sessions) {
    this.sessions = sessions;
  }

  @Override
  public Attributes transportReady(Attributes attributes) {
    return attributes.toBuilder().set(Connection.KEY, new Connection()).build();
  }

  @Override
  public void transportTerminated(@Nullable Attributes attributes) {
    Connection connection = attributes == null ? null : attributes.get(Connection.KEY);
    if (connection != null) {
      sessions.disconnected(connection);
    }
  }
}
