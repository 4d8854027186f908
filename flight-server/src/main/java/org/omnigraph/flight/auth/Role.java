package org.omnigraph.flight.auth;

import java.util.Locale;

/** What somebody may do on a branch; each role may do what those before it may. */
public enum Role {
  READ,
  WRITE,
  /** On every branch of every graph: sees and ends the statements of others. */
  ADMIN;

  boolean includes(Role needed) {
    return compareTo(needed) >= 0;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
