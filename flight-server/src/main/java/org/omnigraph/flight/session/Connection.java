package org.omnigraph.flight.session;

import io.grpc.Attributes;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.omnigraph.flight.auth.Principal;

/** One HTTP/2 connection; a value of its own, because addresses are used again. */
final class Connection {
  static final Attributes.Key<Connection> KEY = Attributes.Key.create("omnigraph-connection");

  private final Set<Principal> lost = ConcurrentHashMap.newKeySet();

  /** A session that a caller had over this connection has ended, and the caller has not heard. */
  void lose(Principal caller) {
    lost.add(caller);
  }

  boolean hasLost(Principal caller) {
    return lost.contains(caller);
  }

  /** The caller knows. */
  void settle(Principal caller) {
    lost.remove(caller);
  }
}
