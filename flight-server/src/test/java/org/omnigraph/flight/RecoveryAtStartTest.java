package org.omnigraph.flight;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.omnigraph.flight.operations.OperationsConfig;

class RecoveryAtStartTest {
  private static final Path INTERRUPTED =
      FlightsServer.data()
          .resolve("../../testkit/src/test/resources/fixtures/rust-0.9.0-pending-confirmed.tar.gz")
          .normalize();

  /** Where the intent says that the graph is. */
  private static final Path GRAPH = Path.of("target/fixtures/pending");

  @BeforeEach
  void unpack() throws Exception {
    remove();
    Process tar = new ProcessBuilder("tar", "xzf", INTERRUPTED.toString()).inheritIO().start();
    assertThat(tar.waitFor()).isZero();
  }

  @AfterEach
  void remove() throws IOException {
    if (Files.exists(GRAPH)) {
      try (var files = Files.walk(GRAPH)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  @Test
  void anInterruptedWriteThatTheStartSettlesIsCounted() throws Exception {
    ServerConfig config =
        ServerConfig.of(Map.of("people", GRAPH.toString()))
            .at("localhost", 0)
            .operated(OperationsConfig.defaults().measured(0));
    try (FlightServer server = FlightServer.start(config)) {
      String url = "http://localhost:" + server.metricsPort().orElseThrow() + "/metrics";
      String metrics =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(URI.create(url)).build(),
                  HttpResponse.BodyHandlers.ofString())
              .body();

      assertThat(metrics)
          .contains("omnigraph_recoveries_total{graph=\"people\",kind=\"rolled_forward\"} 1.0");
    }
  }
}
