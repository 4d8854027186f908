package org.omnigraph.jdbc;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.flight.SessionOptionValue;
import org.apache.arrow.flight.SessionOptionValueFactory;
import org.jspecify.annotations.Nullable;

/**
 * The headers that say where requests work and how long they may take, and the session options that
 * mean the same.
 */
final class Places {
  private static final byte DELETE = 0x7f;
  private static final String CATALOG = "catalog";
  private static final String SCHEMA = "schema";
  private static final String SNAPSHOT = "snapshot";
  private static final String READ_ONLY = "read_only";
  private static final String TIMEOUT = "statement_timeout";

  private static final Map<String, String> OPTIONS =
      Map.of(
          ConnectionTarget.GRAPH_HEADER, CATALOG,
          ConnectionTarget.BRANCH_HEADER, SCHEMA,
          ConnectionTarget.SNAPSHOT_HEADER, SNAPSHOT,
          ConnectionTarget.TIMEOUT_HEADER, TIMEOUT);

  /** A session that has chosen no place. */
  static final Map<String, SessionOptionValue> NOWHERE =
      Map.of(
          CATALOG, SessionOptionValueFactory.makeEmptySessionOptionValue(),
          SCHEMA, SessionOptionValueFactory.makeEmptySessionOptionValue(),
          SNAPSHOT, SessionOptionValueFactory.makeEmptySessionOptionValue());

  /** A session that has chosen nothing but its place. */
  static final Map<String, SessionOptionValue> USUAL =
      Map.of(
          TIMEOUT,
          SessionOptionValueFactory.makeEmptySessionOptionValue(),
          READ_ONLY,
          SessionOptionValueFactory.makeEmptySessionOptionValue(),
          "compression",
          SessionOptionValueFactory.makeEmptySessionOptionValue(),
          "endpoints",
          SessionOptionValueFactory.makeEmptySessionOptionValue());

  private Places() {}

  /**
   * The value of a header as it is sent: what is no printable ASCII in the name of a graph or a
   * branch goes as percent-encoded UTF-8.
   */
  static String sent(String header, String value) {
    boolean name =
        header.equals(ConnectionTarget.GRAPH_HEADER)
            || header.equals(ConnectionTarget.BRANCH_HEADER);
    return name ? percentEncoded(value) : value;
  }

  private static String percentEncoded(String name) {
    StringBuilder encoded = new StringBuilder(name.length());
    for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
      if (b >= ' ' && b < DELETE && b != '%') {
        encoded.append((char) b);
      } else {
        encoded.append('%').append(HexFormat.of().withUpperCase().toHexDigits(b));
      }
    }
    return encoded.toString();
  }

  /** Whether these options of a session refuse changes. */
  static boolean areReadOnly(Map<String, SessionOptionValue> options) {
    return Boolean.parseBoolean(text(options, READ_ONLY));
  }

  /** Whether all of these options are places. */
  static boolean arePlaces(Set<String> options) {
    return NOWHERE.keySet().containsAll(options);
  }

  /** The headers that say something else. */
  static Map<String, String> without(Map<String, String> headers) {
    Map<String, String> others = new LinkedHashMap<>(headers);
    others.keySet().removeAll(OPTIONS.keySet());
    return others;
  }

  /** What the headers say, as options. */
  static Map<String, SessionOptionValue> options(Map<String, String> headers) {
    Map<String, SessionOptionValue> options = new LinkedHashMap<>();
    OPTIONS.forEach(
        (header, option) -> {
          String value = headers.get(header);
          if (value != null) {
            options.put(option, SessionOptionValueFactory.makeSessionOptionValue(value));
          }
        });
    return options;
  }

  /**
   * Makes the headers say what the options of a session are. A time limit stays an option, unless a
   * header had one, which would go before it.
   *
   * @param kept names of options that the session could not take from the headers
   */
  static void adopt(
      Map<String, SessionOptionValue> options, Set<String> kept, Map<String, String> headers) {
    if (kept.isEmpty()) {
      adoptPlace(options, headers);
    }
    String limit = text(options, TIMEOUT);
    if (limit != null && headers.containsKey(ConnectionTarget.TIMEOUT_HEADER)) {
      headers.put(ConnectionTarget.TIMEOUT_HEADER, limit);
    }
  }

  private static void adoptPlace(
      Map<String, SessionOptionValue> options, Map<String, String> headers) {
    String graph = text(options, CATALOG);
    String branch = text(options, SCHEMA);
    String snapshot = text(options, SNAPSHOT);
    if (graph != null && branch != null) {
      headers.put(ConnectionTarget.GRAPH_HEADER, graph);
      headers.put(
          ConnectionTarget.BRANCH_HEADER, snapshot == null ? branch : branch + "@" + snapshot);
    }
    headers.remove(ConnectionTarget.SNAPSHOT_HEADER);
  }

  private static @Nullable String text(Map<String, SessionOptionValue> options, String name) {
    SessionOptionValue value = options.get(name);
    return value == null ? null : value.acceptVisitor(new TextOfOption());
  }
}
