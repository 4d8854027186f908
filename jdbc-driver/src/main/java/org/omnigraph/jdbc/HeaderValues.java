package org.omnigraph.jdbc;

import java.sql.SQLException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.sql.SQLNonTransientConnectionException;
import java.util.Map;

/**
 * What goes along with each call as text, checked before the first: a header has printable ASCII
 * only, and one with other characters would not be sent. No message shows a value.
 */
final class HeaderValues {
  private static final String BINARY = "-bin";

  private HeaderValues() {}

  /**
   * @throws SQLException 28000 for a token that no header carries
   */
  static void requireToken(String token) throws SQLException {
    int at = firstUnprintable(token, '!');
    if (at >= 0) {
      throw new SQLInvalidAuthorizationSpecException(
          "the token cannot be sent: " + described(token, at), SqlState.UNAUTHENTICATED);
    }
  }

  /**
   * @throws SQLException 08001 for a header that is not sent as it is
   */
  static void require(Map<String, String> headers) throws SQLException {
    for (Map.Entry<String, String> header : headers.entrySet()) {
      String name = header.getKey();
      if (!name.matches("[0-9a-z_.-]+") || name.endsWith(BINARY)) {
        throw refused(
            "header."
                + name
                + " is no header: a name has letters, digits and '-', '_' and '.' only, and does"
                + " not end in -bin");
      }
      String sent = Places.sent(name, header.getValue());
      int at = firstUnprintable(sent, ' ');
      if (at >= 0) {
        throw refused("the value of " + property(name) + " cannot be sent: " + described(sent, at));
      }
    }
  }

  /** As the URL names it. */
  private static String property(String header) {
    return switch (header) {
      case ConnectionTarget.SNAPSHOT_HEADER -> ConnectionProperty.SNAPSHOT.text();
      case ConnectionTarget.TIMEOUT_HEADER -> ConnectionProperty.STATEMENT_TIMEOUT.text();
      default -> "header." + header;
    };
  }

  private static int firstUnprintable(String text, char first) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < first || text.charAt(i) > '~') {
        return i;
      }
    }
    return -1;
  }

  private static String described(String text, int at) {
    char c = text.charAt(at);
    String what =
        switch (c) {
          case '\n', '\r' -> "a line end";
          case ' ', '\t' -> "a blank";
          default -> c < ' ' || c == 127 ? "a control character" : "no ASCII character";
        };
    return "character "
        + (at + 1)
        + " of "
        + text.length()
        + " is "
        + what
        + "; take printable ASCII only, and cut off the line end of a file";
  }

  private static SQLException refused(String reason) {
    return new SQLNonTransientConnectionException(
        "cannot connect: " + reason, SqlState.CANNOT_CONNECT);
  }
}
