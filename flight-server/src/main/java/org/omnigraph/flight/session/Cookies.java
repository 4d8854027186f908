package org.omnigraph.flight.session;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Our cookie among those that proxies and balancers add. */
final class Cookies {
  static final String NAME = "arrow_flight_session_id";

  private Cookies() {}

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

  static String set(String id) {
    return NAME + "=" + id;
  }

  static String forget() {
    return NAME + "=gone; Max-Age=0";
  }
}
