package org.omnigraph.jdbc;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Where a connection goes and how: the URL and the properties, read and checked.
 *
 * @param directory of the graph that is opened in this process; empty for a server
 * @param headers sent with every call: graph, branch, snapshot, time limit and every {@code
 *     header.NAME}
 * @param ignored names among the properties that mean nothing here
 */
record ConnectionTarget(
    String url,
    Optional<String> directory,
    String host,
    int port,
    Map<ConnectionProperty, String> values,
    Map<String, String> headers,
    List<String> ignored) {
  static final String PREFIX = "jdbc:omnigraph:";
  static final int DEFAULT_PORT = 31337;
  static final String GRAPH_HEADER = "x-omnigraph-graph";
  static final String BRANCH_HEADER = "x-omnigraph-branch";
  static final String SNAPSHOT_HEADER = "x-omnigraph-snapshot";
  static final String TIMEOUT_HEADER = "x-omnigraph-statement-timeout";

  private static final String SHAPE =
      "jdbc:omnigraph://HOST[:PORT][/GRAPH][?NAME=VALUE&...] or"
          + " jdbc:omnigraph:file:DIRECTORY[?NAME=VALUE&...]";
  private static final String FILE = "file:";
  private static final String LOOPBACK = "127.0.0.1";

  /** What means nothing where nobody is between the driver and the graph. */
  private static final Set<ConnectionProperty> OF_SERVERS =
      EnumSet.of(
          ConnectionProperty.USER,
          ConnectionProperty.PASSWORD,
          ConnectionProperty.TOKEN,
          ConnectionProperty.GRAPH,
          ConnectionProperty.USE_ENCRYPTION,
          ConnectionProperty.TRUST_STORE,
          ConnectionProperty.TRUST_STORE_PASSWORD,
          ConnectionProperty.TLS_ROOT_CERTIFICATES,
          ConnectionProperty.CLIENT_CERTIFICATE,
          ConnectionProperty.CLIENT_KEY,
          ConnectionProperty.DISABLE_CERTIFICATE_VERIFICATION);

  private static final String HEADER = "header.";

  ConnectionTarget {
    values = Map.copyOf(values);
    headers = Map.copyOf(headers);
    ignored = List.copyOf(ignored);
  }

  static boolean accepts(String url) {
    return url.regionMatches(true, 0, PREFIX, 0, PREFIX.length());
  }

  /**
   * Reads a URL and the properties beside it; the URL wins.
   *
   * @throws SQLException 08001 with the expected shape, the wrong part and the known names
   */
  static ConnectionTarget parse(String url, Properties properties) throws SQLException {
    String rest = url.substring(PREFIX.length());
    if (rest.startsWith(FILE)) {
      return file(url, rest.substring(FILE.length()), properties);
    }
    if (!rest.startsWith("//")) {
      throw refused(url, "it starts with neither jdbc:omnigraph:// nor jdbc:omnigraph:file:");
    }
    rest = rest.substring(2);
    int query = firstOf(rest, "?;");
    String place = query < 0 ? rest : rest.substring(0, query);
    int slash = place.indexOf('/');
    String authority = slash < 0 ? place : place.substring(0, slash);
    String path = slash < 0 ? "" : decode(url, place.substring(slash + 1));

    Parts parts = new Parts(url);
    for (String name : properties.stringPropertyNames()) {
      parts.property(name, properties.getProperty(name));
    }
    if (!path.isEmpty()) {
      if (path.indexOf('/') >= 0) {
        throw refused(url, "the path names one graph, without a slash: '" + path + "'");
      }
      parts.values.put(ConnectionProperty.GRAPH, path);
    }
    if (query >= 0) {
      parts.pairs(rest.substring(query + 1));
    }
    int colon = portColon(authority);
    String host = colon < 0 ? authority : authority.substring(0, colon);
    if (host.isEmpty()) {
      throw refused(url, "the host is missing");
    }
    return new ConnectionTarget(
        url,
        Optional.empty(),
        host.startsWith("[") ? host.substring(1, host.length() - 1) : host,
        colon < 0 ? DEFAULT_PORT : port(url, authority.substring(colon + 1)),
        parts.checked(),
        parts.allHeaders(),
        parts.ignored);
  }

  private static ConnectionTarget file(String url, String rest, Properties properties)
      throws SQLException {
    int query = firstOf(rest, "?;");
    String path = decode(url, query < 0 ? rest : rest.substring(0, query));
    String directory = path.startsWith("///") ? path.substring(2) : path;
    if (directory.isBlank()) {
      throw refused(url, "the directory of the graph is missing");
    }
    Parts parts = new Parts(url);
    for (String name : properties.stringPropertyNames()) {
      if (ConnectionProperty.named(name).filter(OF_SERVERS::contains).isPresent()) {
        parts.ignored.add(name);
      } else {
        parts.property(name, properties.getProperty(name));
      }
    }
    if (query >= 0) {
      parts.pairs(rest.substring(query + 1));
    }
    for (ConnectionProperty property : OF_SERVERS) {
      if (parts.values.containsKey(property)) {
        throw refused(url, property.text() + " is for a server; a graph in a file has none");
      }
    }
    return new ConnectionTarget(
        url,
        Optional.of(directory),
        LOOPBACK,
        DEFAULT_PORT,
        parts.checked(),
        parts.allHeaders(),
        parts.ignored);
  }

  /** Where the graph in a file is served in this process. */
  ConnectionTarget at(int servedPort, String secret, String graph) {
    Map<ConnectionProperty, String> all = new EnumMap<>(ConnectionProperty.class);
    all.putAll(values);
    all.put(ConnectionProperty.TOKEN, secret);
    Map<String, String> sent = new LinkedHashMap<>(headers);
    sent.put(GRAPH_HEADER, graph);
    return new ConnectionTarget(url, directory, host, servedPort, all, sent, ignored);
  }

  Optional<String> value(ConnectionProperty property) {
    return Optional.ofNullable(values.get(property)).or(property::fallback);
  }

  Optional<String> graph() {
    return value(ConnectionProperty.GRAPH);
  }

  /** Whether statements are to read one commit and nothing newer. */
  boolean namesSnapshot() {
    return headers.containsKey(SNAPSHOT_HEADER)
        || headers.getOrDefault(BRANCH_HEADER, "").indexOf('@') >= 0;
  }

  /** Whether to speak TLS: as asked, else unless the host is this machine. */
  boolean encrypted() {
    return value(ConnectionProperty.USE_ENCRYPTION)
        .map(Boolean::parseBoolean)
        .orElseGet(() -> !loopback());
  }

  boolean verifiesCertificates() {
    return !flag(ConnectionProperty.DISABLE_CERTIFICATE_VERIFICATION);
  }

  Duration connectTimeout() {
    return Duration.ofSeconds(
        Long.parseLong(value(ConnectionProperty.CONNECT_TIMEOUT).orElse("20")));
  }

  ZoneId zone() {
    return value(ConnectionProperty.TIME_ZONE).map(ZoneId::of).orElseGet(ZoneId::systemDefault);
  }

  /** The URL without anything that should not be shown. */
  String shown() {
    int query = firstOf(url, "?;");
    return query < 0 ? url : url.substring(0, query);
  }

  private boolean flag(ConnectionProperty property) {
    return value(property).map(Boolean::parseBoolean).orElse(false);
  }

  private boolean loopback() {
    String folded = host.toLowerCase(Locale.ROOT);
    return folded.equals("localhost")
        || folded.endsWith(".localhost")
        || folded.equals("::1")
        || folded.matches("127(\\.\\d{1,3}){3}");
  }

  private static int firstOf(String text, String characters) {
    for (int i = 0; i < text.length(); i++) {
      if (characters.indexOf(text.charAt(i)) >= 0) {
        return i;
      }
    }
    return -1;
  }

  private static int portColon(String authority) {
    return authority.startsWith("[")
        ? authority.indexOf(':', Math.max(0, authority.indexOf(']')))
        : authority.lastIndexOf(':');
  }

  private static int port(String url, String text) throws SQLException {
    try {
      int port = Integer.parseInt(text);
      if (port > 0 && port < 65536) {
        return port;
      }
    } catch (NumberFormatException e) {
      throw refused(url, "the port is no number: '" + text + "'");
    }
    throw refused(url, "the port is out of range: '" + text + "'");
  }

  private static String decode(String url, String text) throws SQLException {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw refused(url, "'" + text + "' has a broken % escape");
    }
  }

  private static SQLException refused(String url, String reason) {
    int query = firstOf(url, "?;");
    return new SQLException(
        "cannot connect to '"
            + (query < 0 ? url : url.substring(0, query))
            + "': "
            + reason
            + "; expected "
            + SHAPE,
        SqlState.CANNOT_CONNECT);
  }

  /** What has been read so far. */
  private static final class Parts {
    private final String url;
    private final Map<ConnectionProperty, String> values = new EnumMap<>(ConnectionProperty.class);
    private final Map<String, String> headers = new LinkedHashMap<>();
    private final List<String> ignored = new ArrayList<>();

    Parts(String url) {
      this.url = url;
    }

    void property(String name, String value) {
      Optional<ConnectionProperty> known = ConnectionProperty.named(name);
      if (known.isPresent()) {
        values.put(known.get(), value);
      } else if (isHeader(name)) {
        header(name, value);
      } else {
        ignored.add(name);
      }
    }

    void pairs(String query) throws SQLException {
      for (String pair : query.split("[&;]", -1)) {
        pair(pair);
      }
    }

    private void pair(String pair) throws SQLException {
      if (pair.isEmpty()) {
        return;
      }
      int equals = pair.indexOf('=');
      if (equals <= 0) {
        throw refused(url, "'" + pair + "' is not NAME=VALUE");
      }
      String name = decode(url, pair.substring(0, equals));
      String value = decode(url, pair.substring(equals + 1));
      Optional<ConnectionProperty> known = ConnectionProperty.named(name);
      if (known.isEmpty() && !isHeader(name)) {
        throw refused(url, "there is no property '" + name + "'; there are " + names());
      }
      if (known.isPresent() && known.get() == ConnectionProperty.GRAPH) {
        String path = values.get(ConnectionProperty.GRAPH);
        if (path != null && !path.equals(value) && url.contains("/" + path)) {
          throw refused(url, "it names two graphs, '" + path + "' and '" + value + "'");
        }
      }
      property(name, value);
    }

    Map<ConnectionProperty, String> checked() throws SQLException {
      values.values().removeIf(String::isEmpty);
      requireBoolean(ConnectionProperty.USE_ENCRYPTION);
      requireBoolean(ConnectionProperty.DISABLE_CERTIFICATE_VERIFICATION);
      String timeout = values.get(ConnectionProperty.CONNECT_TIMEOUT);
      if (timeout != null && !timeout.matches("[1-9]\\d{0,8}")) {
        throw refused(url, "connectTimeout is a number of seconds, not '" + timeout + "'");
      }
      String zone = values.get(ConnectionProperty.TIME_ZONE);
      if (zone != null) {
        try {
          ZoneId.of(zone);
        } catch (DateTimeException e) {
          throw refused(url, "there is no time zone '" + zone + "'");
        }
      }
      if (values.containsKey(ConnectionProperty.CLIENT_CERTIFICATE)
          != values.containsKey(ConnectionProperty.CLIENT_KEY)) {
        throw refused(url, "clientCertificate and clientKey go together");
      }
      return values;
    }

    Map<String, String> allHeaders() {
      Map<String, String> all = new LinkedHashMap<>(headers);
      putHeader(all, GRAPH_HEADER, ConnectionProperty.GRAPH);
      putHeader(all, BRANCH_HEADER, ConnectionProperty.BRANCH);
      putHeader(all, SNAPSHOT_HEADER, ConnectionProperty.SNAPSHOT);
      putHeader(all, TIMEOUT_HEADER, ConnectionProperty.STATEMENT_TIMEOUT);
      return all;
    }

    private void putHeader(Map<String, String> all, String header, ConnectionProperty property) {
      String value = values.get(property);
      if (value != null) {
        all.put(header, value);
      }
    }

    private void requireBoolean(ConnectionProperty property) throws SQLException {
      String value = values.get(property);
      if (value != null && !value.equalsIgnoreCase("true") && !value.equalsIgnoreCase("false")) {
        throw refused(url, property.text() + " is true or false, not '" + value + "'");
      }
    }

    private static boolean isHeader(String name) {
      return name.regionMatches(true, 0, HEADER, 0, HEADER.length())
          && name.length() > HEADER.length();
    }

    private void header(String name, String value) {
      headers.put(name.substring(HEADER.length()).toLowerCase(Locale.ROOT), value);
    }

    private static String names() {
      return Arrays.stream(ConnectionProperty.values())
              .map(ConnectionProperty::text)
              .collect(Collectors.joining(", "))
          + ", header.NAME";
    }
  }
}
