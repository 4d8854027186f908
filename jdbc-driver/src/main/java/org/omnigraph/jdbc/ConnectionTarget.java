package org.omnigraph.jdbc;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;
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

  /** Where no URL is given yet. */
  static final String ANY = PREFIX + "//localhost";

  static final String GRAPH_HEADER = "x-omnigraph-graph";
  static final String BRANCH_HEADER = "x-omnigraph-branch";
  static final String SNAPSHOT_HEADER = "x-omnigraph-snapshot";
  static final String TIMEOUT_HEADER = "x-omnigraph-statement-timeout";

  private static final String SHAPE =
      "jdbc:omnigraph://HOST[:PORT][/GRAPH][?NAME=VALUE&...] or"
          + " jdbc:omnigraph:file:DIRECTORY[?NAME=VALUE&...]";
  private static final String FILE = "file:";
  private static final String LOOPBACK = "127.0.0.1";

  /** As the server reads it. */
  private static final Pattern LIMIT =
      Pattern.compile("\\d{1,12}\\s*(?:ms|s|min|h|)", Pattern.CASE_INSENSITIVE);

  private static final Pattern AUTHORITY =
      Pattern.compile("(?:\\[[^\\[\\]@]*\\]|[^:@\\[\\]]*)(?::\\d*)?");

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
  private static final String ESCAPES = "; in a value write %26 for &, %3B for ; and %25 for %";

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
    if (rest.regionMatches(true, 0, FILE, 0, FILE.length())) {
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
    if (authority.indexOf('@') >= 0) {
      throw refused(url, "a user does not stand in it; take the properties user and password");
    }
    Authority at = Authority.parse(url, authority);
    String path = slash < 0 ? "" : decode(url, "the path", place.substring(slash + 1));

    Parts parts = new Parts(url);
    texts(properties).forEach(parts::property);
    if (!path.isEmpty()) {
      if (path.indexOf('/') >= 0) {
        throw refused(url, "the path names one graph, without a slash: '" + path + "'");
      }
      parts.values.put(ConnectionProperty.GRAPH, path);
    }
    if (query >= 0) {
      parts.pairs(rest.substring(query + 1));
    }
    return new ConnectionTarget(
        url,
        Optional.empty(),
        at.host,
        at.port,
        parts.checked(),
        parts.allHeaders(),
        parts.ignored);
  }

  private static ConnectionTarget file(String url, String rest, Properties properties)
      throws SQLException {
    int query = firstOf(rest, "?;");
    String path = decode(url, "the directory", query < 0 ? rest : rest.substring(0, query));
    String directory = path.startsWith("///") ? path.substring(2) : path;
    if (directory.isBlank()) {
      throw refused(url, "the directory of the graph is missing");
    }
    Parts parts = new Parts(url);
    texts(properties)
        .forEach(
            (name, value) -> {
              if (ConnectionProperty.named(name).filter(OF_SERVERS::contains).isPresent()) {
                parts.ignored.add(name);
              } else {
                parts.property(name, value);
              }
            });
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

  /** The properties, with their defaults; a number or a truth value among them is its text. */
  private static Map<String, String> texts(Properties properties) {
    Map<String, String> texts = new LinkedHashMap<>();
    properties.forEach((name, value) -> texts.put(name.toString(), value.toString()));
    for (String name : properties.stringPropertyNames()) {
      texts.put(name, properties.getProperty(name));
    }
    return texts;
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
    return shown(url);
  }

  @Override
  public String toString() {
    return shown();
  }

  /** Where the host's part is odd, what follows may be a piece of a password. */
  private static String shown(String url) {
    int query = firstOf(url, "?;");
    String place = query < 0 ? url : url.substring(0, query);
    int slashes = place.indexOf("//");
    if (slashes < 0 || place.regionMatches(true, PREFIX.length(), FILE, 0, FILE.length())) {
      return place;
    }
    int slash = place.indexOf('/', slashes + 2);
    String authority = place.substring(slashes + 2, slash < 0 ? place.length() : slash);
    return AUTHORITY.matcher(authority).matches() ? place : place.substring(0, slashes + 2) + "...";
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

  /**
   * @param what it is, which a message names
   */
  private static String decode(String url, String what, String text) throws SQLException {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw refused(url, what + " has a broken % escape; write %25 for %");
    }
  }

  private static SQLException refused(String url, String reason) {
    return new SQLNonTransientConnectionException(
        "cannot connect to '" + shown(url) + "': " + reason + "; expected " + SHAPE,
        SqlState.CANNOT_CONNECT);
  }

  /** The host, without brackets, and the port. */
  private record Authority(String host, int port) {
    static Authority parse(String url, String text) throws SQLException {
      boolean bracket = text.startsWith("[");
      int end = text.indexOf(']');
      if (bracket && end < 0) {
        throw refused(url, "the address has no closing ]");
      }
      String host = bracket ? text.substring(1, end) : text.split(":", 2)[0];
      String rest = text.substring(bracket ? end + 1 : host.length());
      if (rest.indexOf(':', 1) > 0) {
        throw refused(url, "the host has more than one colon; an IPv6 address stands in [ ]");
      }
      if (host.isEmpty()) {
        throw refused(url, "the host is missing");
      }
      int port = rest.isEmpty() ? DEFAULT_PORT : port(url, rest);
      if (!isHost(host, bracket)) {
        throw refused(url, "what stands for the host is no name of a host and no address");
      }
      return new Authority(host, port);
    }

    private static int port(String url, String rest) throws SQLException {
      if (!rest.matches(":\\d+")) {
        throw refused(url, "the port is no number");
      }
      String digits = rest.substring(1);
      int port = digits.length() > 5 ? 0 : Integer.parseInt(digits);
      if (port < 1 || port > 65535) {
        throw refused(url, "the port is out of range: '" + digits + "'");
      }
      return port;
    }

    private static boolean isHost(String host, boolean bracket) {
      if (bracket) {
        return host.matches("[0-9a-fA-F:.]+(%[0-9a-zA-Z_.-]+)?");
      }
      return host.matches("[\\p{L}\\p{N}._-]+");
    }
  }

  /** What has been read so far. */
  private static final class Parts {
    private final String url;
    private final Map<ConnectionProperty, String> values = new EnumMap<>(ConnectionProperty.class);
    private final Map<String, String> headers = new LinkedHashMap<>();
    private final List<String> ignored = new ArrayList<>();
    private final Set<String> named = new HashSet<>();
    private String before = "";
    private boolean afterSecret;

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
      String name = equals <= 0 ? pair : decode(url, "a name" + before, pair.substring(0, equals));
      Optional<ConnectionProperty> known = ConnectionProperty.named(name);
      boolean is = known.isPresent() || isHeader(name);
      if (equals <= 0) {
        String what = is ? "'" + name + "'" : "something" + before;
        throw refused(url, what + " is not NAME=VALUE" + ESCAPES);
      }
      if (!is) {
        String what = afterSecret ? " of the name" + before : " '" + name + "'";
        throw refused(
            url,
            "there is no property"
                + what
                + "; there are "
                + names()
                + (afterSecret ? ESCAPES : ""));
      }
      if (!named.add(name.toLowerCase(Locale.ROOT))) {
        throw refused(url, "it has " + name + " twice");
      }
      before = " behind " + name;
      afterSecret = known.map(ConnectionProperty::secret).orElse(true);
      String value = decode(url, name, pair.substring(equals + 1));
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
        throw refused(url, "connectTimeout is a number of seconds from 1, not '" + timeout + "'");
      }
      String limit = values.get(ConnectionProperty.STATEMENT_TIMEOUT);
      if (limit != null && !LIMIT.matcher(limit.strip()).matches()) {
        throw refused(
            url,
            "statementTimeout is '"
                + limit
                + "'; it can be a number of milliseconds, or a number with one of the units ms, s,"
                + " min and h, as in 30s; 0 is no limit");
      }
      String zone = values.get(ConnectionProperty.TIME_ZONE);
      if (zone != null) {
        try {
          ZoneId.of(zone);
        } catch (DateTimeException e) {
          throw refused(
              url,
              "timeZone: there is no time zone '" + zone + "'; take one as Europe/Paris or UTC");
        }
      }
      if (values.containsKey(ConnectionProperty.CLIENT_CERTIFICATE)
          != values.containsKey(ConnectionProperty.CLIENT_KEY)) {
        throw refused(url, "clientCertificate and clientKey go together");
      }
      String token = values.get(ConnectionProperty.TOKEN);
      if (token != null) {
        HeaderValues.requireToken(token);
      }
      HeaderValues.require(allHeaders());
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
