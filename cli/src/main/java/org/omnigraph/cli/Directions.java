package org.omnigraph.cli;

import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** How to reach the quickstart's graph, in lines that can be pasted. */
final class Directions {
  private static final String QUERY =
      "SELECT c.name, COUNT(*) AS n FROM OperatedBy o JOIN Carrier c ON c.id = o.dst"
          + " GROUP BY c.name ORDER BY n DESC";

  private Directions() {}

  /** Code stands at the left edge, so that it can be pasted as it is. */
  static String whenServing(Path directory, int port) {
    return """

    serving flights at grpc://localhost:%1$d (Ctrl-C ends it)

    --- Python, after: pip install adbc-driver-flightsql adbc-driver-manager pyarrow pandas

    import adbc_driver_flightsql.dbapi as flightsql
    with flightsql.connect("grpc://localhost:%1$d", autocommit=True) as connection, connection.cursor() as cursor:
        cursor.execute("%2$s")
        print(cursor.fetch_arrow_table().to_pandas())

    --- JDBC, with the driver %3$s

    jdbc:omnigraph://localhost:%1$d/flights?branch=main

    --- Shell

    %4$s
    """
        .formatted(port, QUERY, driver(), sqlLine(directory))
        .stripTrailing();
  }

  static String withoutServer(Path directory) {
    return """

    --- Shell

    %s

    --- Server, for Python and JDBC

    %s serve --graph flights=%s
    """
        .formatted(sqlLine(directory), command(), quoted(directory.toString()))
        .stripTrailing();
  }

  private static String sqlLine(Path directory) {
    return command() + " sql " + quoted(directory.toString()) + " \"" + QUERY + "\"";
  }

  /** As the user called this program. */
  private static String command() {
    return quoted(System.getProperty("omnigraph.command", "omnigraph"));
  }

  private static String driver() {
    String home = System.getProperty("omnigraph.home");
    if (home == null) {
      return "omnigraph-jdbc-*.jar";
    }
    Path target = Path.of(home, "jdbc-driver", "target");
    return builtDriver(target)
        .map(jar -> quoted(jar.toString()))
        .orElse(
            "run 'mvn -q -DskipTests -pl jdbc-driver package', then "
                + target
                + "/omnigraph-jdbc-*.jar");
  }

  private static Optional<Path> builtDriver(Path target) {
    var isDriver = FileSystems.getDefault().getPathMatcher("glob:omnigraph-jdbc-*.jar");
    try (Stream<Path> files = Files.list(target)) {
      return files.filter(file -> isDriver.matches(file.getFileName())).findFirst();
    } catch (java.io.IOException notBuilt) {
      return Optional.empty();
    }
  }

  private static String quoted(String word) {
    return word.matches("[\\w./=:@%+,-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
