package org.omnigraph.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * Makes a folder with every flight twice: the second copy has keys of its own, so that all
 * constraints still hold.
 */
final class DoubledFlights {
  private static final List<String> EDGES_OF_FLIGHTS =
      List.of("DepartsFrom", "ArrivesAt", "OperatedBy", "FlownBy");

  private DoubledFlights() {}

  /**
   * Writes {@code nodes/} and {@code edges/} below {@code target} from the flights graph in {@code
   * source}.
   */
  static void write(Path source, Path target) throws IOException, SQLException {
    Files.createDirectories(target.resolve("nodes"));
    Files.createDirectories(target.resolve("edges"));
    for (String file : List.of("nodes/Airport", "nodes/Carrier", "nodes/Plane", "edges/Route")) {
      Files.copy(
          source.resolve(file + ".parquet"),
          target.resolve(file + ".parquet"),
          StandardCopyOption.REPLACE_EXISTING);
    }
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      twice(statement, source, target, "nodes/Flight", "key");
      for (String edge : EDGES_OF_FLIGHTS) {
        twice(statement, source, target, "edges/" + edge, "\"from\"");
      }
    }
  }

  private static void twice(
      Statement statement, Path source, Path target, String file, String column)
      throws SQLException {
    String from = "read_parquet('" + source.resolve(file + ".parquet") + "')";
    statement.execute(
        "COPY (SELECT * FROM "
            + from
            + " UNION ALL BY NAME SELECT * REPLACE ("
            + column
            + " || '+' AS "
            + column
            + ") FROM "
            + from
            + ") TO '"
            + target.resolve(file + ".parquet")
            + "' (FORMAT parquet)");
  }
}
