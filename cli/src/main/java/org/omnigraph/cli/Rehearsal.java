package org.omnigraph.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.omnigraph.engine.Warmup;
import org.omnigraph.flight.FlightServer;
import org.omnigraph.flight.ServerConfig;

/**
 * Runs every command once on a small graph. The launcher's build lets the JVM archive the classes
 * that this loads, so that later starts map them instead of reading and linking them.
 */
final class Rehearsal {
  private static final String SCHEMA = "node A { k: String @key n: I32? }\nedge E: A -> A\n";
  private static final String ROWS =
      """
      {"type":"A","data":{"k":"x","n":1}}
      {"type":"A","data":{"k":"y"}}
      {"edge":"E","from":"x","to":"y"}
      """;
  private static final String QUERY =
      "SELECT a.k, COUNT(*) AS n FROM A a JOIN E e ON e.src = a.id GROUP BY a.k ORDER BY n DESC";

  private Rehearsal() {}

  public static void main(String[] arguments) throws IOException {
    Path folder = Files.createTempDirectory("omnigraph-rehearsal");
    Preparation.start(Warmup.graph()).await();
    int failures;
    try {
      failures = play(folder);
    } finally {
      remove(folder);
    }
    System.exit(failures);
  }

  private static int play(Path folder) throws IOException {
    Path schema = Files.writeString(folder.resolve("schema.pg"), SCHEMA);
    Path rows = Files.writeString(folder.resolve("rows.jsonl"), ROWS);
    String graph = folder.resolve("graph").toString();
    int failures = 0;
    for (List<String> command :
        List.of(
            List.of("--version"),
            List.of("init", "--schema", schema.toString(), graph),
            List.of("load", graph, "--data", rows.toString(), "--mode", "overwrite", "--json"),
            List.of("commit", "list", graph),
            List.of("commit", "list", graph, "--json"),
            List.of("snapshot", graph),
            List.of("sql", graph, QUERY),
            List.of("sql", graph, QUERY, "--format", "json"))) {
      failures += run(command) == 0 ? 0 : 1;
    }
    FlightServer.start(ServerConfig.of(Map.of("g", graph)).at("127.0.0.1", 0)).close();
    return failures;
  }

  private static int run(List<String> command) {
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    return Omnigraph.run(out, out, command.toArray(String[]::new));
  }

  private static void remove(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
