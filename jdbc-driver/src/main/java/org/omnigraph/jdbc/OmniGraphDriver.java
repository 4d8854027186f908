package org.omnigraph.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Arrays;
import java.util.Objects;
import java.util.Properties;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Connects to an OmniGraph Flight server, or to a graph in a directory.
 *
 * <p>{@code jdbc:omnigraph:file:DIRECTORY[?NAME=VALUE&...]} opens the graph of a directory inside
 * this process, when the engine is on the class path; all connections of the process to that
 * directory share it, and the last one closes it.
 *
 * <p>{@code jdbc:omnigraph://HOST[:PORT][/GRAPH][?NAME=VALUE&...]}. The port is 31337 when left
 * out. The names are those of {@link #getPropertyInfo}; the same names work as connection
 * properties, where the URL wins. Without {@code useEncryption} the driver speaks TLS unless the
 * host is this machine.
 */
public final class OmniGraphDriver implements Driver {
  static final String NAME = "OmniGraph JDBC driver";
  static final String VERSION = version();

  static {
    try {
      DriverManager.registerDriver(new OmniGraphDriver());
    } catch (SQLException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** For the service loader and {@code DriverManager}. */
  public OmniGraphDriver() {}

  /**
   * Connects, and asks the server who it is, so that a wrong address, token or graph fails here.
   *
   * @return null when the URL is another driver's
   */
  @Override
  public @Nullable Connection connect(String url, @Nullable Properties info) throws SQLException {
    if (!acceptsURL(url)) {
      return null;
    }
    ConnectionTarget target = ConnectionTarget.parse(url, info == null ? new Properties() : info);
    MemoryAccess.require();
    return target.directory().isPresent()
        ? embedded(target, target.directory().get())
        : new OmniGraphConnection(ServerSession.open(target), () -> {});
  }

  private static Connection embedded(ConnectionTarget target, String directory)
      throws SQLException {
    EmbeddedGraph graph = EmbeddedGraph.open(directory, loaders());
    try {
      return new OmniGraphConnection(
          ServerSession.open(target.at(graph.port(), graph.secret(), graph.graph())), graph::close);
    } catch (SQLException | RuntimeException e) {
      graph.close();
      throw e;
    }
  }

  /** The one of the calling thread first: tools load drivers by loaders of their own. */
  private static ClassLoader[] loaders() {
    return Stream.of(
            Thread.currentThread().getContextClassLoader(), OmniGraphDriver.class.getClassLoader())
        .filter(Objects::nonNull)
        .toArray(ClassLoader[]::new);
  }

  @Override
  public boolean acceptsURL(@Nullable String url) {
    return url != null && ConnectionTarget.accepts(url);
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(@Nullable String url, @Nullable Properties info)
      throws SQLException {
    ConnectionTarget target =
        ConnectionTarget.parse(
            acceptsURL(url) ? Objects.requireNonNull(url) : ConnectionTarget.ANY,
            info == null ? new Properties() : info);
    return Arrays.stream(ConnectionProperty.values())
        .map(property -> property.info(target.values().get(property)))
        .toArray(DriverPropertyInfo[]::new);
  }

  @Override
  public int getMajorVersion() {
    return versionPart(0);
  }

  @Override
  public int getMinorVersion() {
    return versionPart(1);
  }

  /** False: SQL-92 entry level asks for updates through {@code SELECT} cursors and the like. */
  @Override
  public boolean jdbcCompliant() {
    return false;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException(
        "the driver does not log through java.util.logging", SqlState.NOT_SUPPORTED);
  }

  static int versionPart(int index) {
    String[] parts = VERSION.split("[.-]", -1);
    return parts.length > index && parts[index].matches("\\d+")
        ? Integer.parseInt(parts[index])
        : 0;
  }

  private static String version() {
    try (InputStream in = OmniGraphDriver.class.getResourceAsStream("version.properties")) {
      if (in == null) {
        return "0.0";
      }
      Properties properties = new Properties();
      properties.load(in);
      return properties.getProperty("version", "0.0");
    } catch (IOException e) {
      throw new ExceptionInInitializerError(e);
    }
  }
}
