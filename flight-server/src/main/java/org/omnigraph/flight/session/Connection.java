package org.omnigraph.flight.session;

import io.grpc.Attributes;

/** One HTTP/2 connection; a value of its own, because addresses are used again. */
final class Connection {
  static final Attributes.Key<Connection> KEY = Attributes.Key.create("omnigraph-connection");
}
