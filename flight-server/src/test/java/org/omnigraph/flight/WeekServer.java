package org.omnigraph.flight;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.load.LoadMode;
import org.omnigraph.engine.load.LoadProgress;
import org.omnigraph.engine.load.LoadRequest;

/**
 * A server of the first week's flights as {@code flights}, for the tests of one class. Ends with an
 * empty memory.
 */
final class WeekServer implements BeforeAllCallback, AfterAllCallback {
  static final Path DATA = FlightsServer.data().resolve("first-week.jsonl.gz");

  private Path folder;
  private FlightServer server;

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    folder = Files.createTempDirectory("week");
    String uri = folder.resolve("flights").toString();
    String schema = Files.readString(FlightsServer.data().resolve("schema.pg"));
    try (Graph graph = Graph.init(uri, schema, GraphConfig.defaults())) {
      graph.load(
          new LoadRequest(DATA, LoadMode.OVERWRITE, BranchName.MAIN, Optional.empty()),
          LoadProgress.NONE);
    }
    server = FlightServer.start(ServerConfig.of(Map.of("flights", uri)).at("127.0.0.1", 0));
  }

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    server.close();
    try (var files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** Removed with everything in it at the end. */
  Path folder() {
    return folder;
  }

  String uri() {
    return "grpc://127.0.0.1:" + server.port();
  }
}
