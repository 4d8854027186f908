package org.omnigraph.flight.session;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Our cookie among those that proxies and balancers add. Its value is a session's id, and says too
 * whether that session ever held what its client must not lose without a word: no server may know
 * the session any more.
 */
final class Cookies {
  static final String NAME = "arrow_flight_session_id";

  private static final String HELD = "-held";

  private Cookies() {}

  /** What the cookie of a session says. */
  static String value(String id, boolean held) {
    return held ? id + HELD : id;
  }

  /** The session that a cookie names. */
  static String id(String value) {
    return held(value) ? value.substring(0, value.length() - HELD.length()) : value;
  }

  /** Whether the session of a cookie held something. */
  static boolean held(String value) {
    return value.endsWith(HELD);
  }

  /**
   * The value of our cookie in one or more {@code cookie} headers, quoted or not.
   *
   * @param headers the header values, null when there are none
   */
  static Optional<String> sessionId(@Nullable Iterable<String> headers) {
    if (headers == null) {
      return Optional.empty();
    }
    for (String header : headers) {
      for (String pair : header.split(";", -1)) {
        int equals = pair.indexOf('=');
        if (equals > 0 && pair.substring(0, equals).strip().equals(NAME)) {
          String value = unquoted(pair.substring(equals + 1).strip());
          if (!value.isEmpty()) {
            return Optional.of(value);
          }
        }
      }
    }
    return Optional.empty();
  }

  private static String unquoted(String value) {
    boolean quoted = value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"");
    return quoted ? value.substring(1, value.length() - 1) : value;
  }

  static String set(String value) {
    return NAME + "=" + value;
  }

  static String forget() {
    return NAME + "=gone; Max-Age=0";
  }
}
