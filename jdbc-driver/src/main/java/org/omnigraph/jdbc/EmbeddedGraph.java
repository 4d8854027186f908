package org.omnigraph.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.util.Objects;
import java.util.Optional;

/**
 * A graph that is served inside this process. The driver is built without the engine, and finds it
 * by the name of its class when the class path has it.
 */
final class EmbeddedGraph implements AutoCloseable {
  static final String ARTIFACT = "org.omnigraph:flight-server";

  private static final String SERVER = "org.omnigraph.flight.EmbeddedServer";

  private final Object server;

  private EmbeddedGraph(Object server) {
    this.server = server;
  }

  /**
   * Opens the graph, or joins the connections of this process that have it open.
   *
   * @param loaders where the engine may be, in this order
   * @throws SQLException 08001 when there is no engine, with what to add, or no graph
   */
  static EmbeddedGraph open(String directory, ClassLoader... loaders) throws SQLException {
    Class<?> type = engine(loaders);
    MemoryAccess.require(type.getModule());
    try {
      Method open = type.getMethod("open", String.class);
      return new EmbeddedGraph(Objects.requireNonNull(open.invoke(null, directory)));
    } catch (InvocationTargetException e) {
      Throwable reason = e.getCause() == null ? e : e.getCause();
      throw new SQLNonTransientConnectionException(
          "cannot open the graph in '" + directory + "': " + reason.getMessage(),
          SqlState.CANNOT_CONNECT,
          reason);
    } catch (ReflectiveOperationException e) {
      throw unlike(e);
    }
  }

  private static Class<?> engine(ClassLoader... loaders) throws SQLException {
    for (ClassLoader loader : loaders) {
      Optional<Class<?>> engine = engineOf(loader);
      if (engine.isPresent()) {
        return engine.get();
      }
    }
    throw new SQLNonTransientConnectionException(
        "a graph in a file is opened by the engine inside this process, and the engine is not on"
            + " the class path: add "
            + ARTIFACT
            + ":"
            + OmniGraphDriver.VERSION
            + " and what it depends on, or serve the graph with 'omnigraph serve' and connect to"
            + " jdbc:omnigraph://HOST",
        SqlState.CANNOT_CONNECT);
  }

  private static Optional<Class<?>> engineOf(ClassLoader loader) {
    try {
      return Optional.of(Class.forName(SERVER, true, loader));
    } catch (ClassNotFoundException e) {
      return Optional.empty();
    }
  }

  int port() throws SQLException {
    return (int) call("port");
  }

  String secret() throws SQLException {
    return (String) call("secret");
  }

  String graph() throws SQLException {
    return (String) call("graph");
  }

  private Object call(String name) throws SQLException {
    try {
      Method method = server.getClass().getMethod(name);
      return Objects.requireNonNull(method.invoke(server));
    } catch (ReflectiveOperationException e) {
      throw unlike(e);
    }
  }

  private static SQLException unlike(ReflectiveOperationException e) {
    return new SQLNonTransientConnectionException(
        "the engine on the class path does not fit this driver; take both of version "
            + OmniGraphDriver.VERSION,
        SqlState.CANNOT_CONNECT,
        e);
  }

  /** Leaves the graph; the last one closes it. */
  @Override
  public void close() {
    if (server instanceof AutoCloseable closeable) {
      try {
        closeable.close();
      } catch (Exception e) {
        throw new IllegalStateException("the embedded graph was not closed", e);
      }
    }
  }
}
