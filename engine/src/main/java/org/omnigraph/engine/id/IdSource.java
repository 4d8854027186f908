package org.omnigraph.engine.id;

import com.github.f4b6a3.ulid.UlidCreator;

/** Where new identities come from. Passed in, so that a test can replay a write exactly. */
@FunctionalInterface
public interface IdSource {
  /** Monotonic ULIDs of the system clock. */
  IdSource SYSTEM = () -> UlidCreator.getMonotonicUlid().toString();

  /** A new ULID: 26 characters, upper case. */
  String ulid();
}
