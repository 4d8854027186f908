package org.omnigraph.flight.auth;

import java.util.Optional;

/**
 * Who is calling.
 *
 * @param name the name in the token file, the actor of commits; empty for an anonymous caller
 */
public record Principal(Optional<String> name) {
  public static final Principal ANONYMOUS = new Principal(Optional.empty());

  public static Principal named(String name) {
    return new Principal(Optional.of(name));
  }
}
