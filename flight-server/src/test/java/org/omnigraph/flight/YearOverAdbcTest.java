package org.omnigraph.flight;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.load.LoadMode;
import org.omnigraph.engine.load.LoadProgress;
import org.omnigraph.engine.load.LoadRequest;

/** The whole flights graph through ADBC: {@code src/test/python/year.py}. */
class YearOverAdbcTest {
  @Test
  void everyCountAndAggregateComesBack(@TempDir Path folder) throws Exception {
    Path data = FlightsServer.data();
    String uri = folder.resolve("year").toString();
    try (Graph graph =
        Graph.init(uri, Files.readString(data.resolve("schema.pg")), GraphConfig.defaults())) {
      graph.load(
          new LoadRequest(data, LoadMode.OVERWRITE, BranchName.MAIN, Optional.empty()),
          LoadProgress.NONE);
      assertThat(graph.commits(BranchName.MAIN)).as("genesis and the load").hasSize(2);
    }
    Path output = folder.resolve("output");
    try (FlightServer server =
        FlightServer.start(ServerConfig.of(Map.of("flights", uri)).at("127.0.0.1", 0))) {
      Process process =
          PythonEnvironment.require()
              .script(
                  "year.py",
                  "grpc://127.0.0.1:" + server.port(),
                  data.resolve("expected.json").toString())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      boolean ended = process.waitFor(10, TimeUnit.MINUTES);
      if (!ended) {
        process.destroyForcibly();
      }
      assertThat(ended).as("the script ended").isTrue();
      assertThat(Files.readString(output)).isEqualTo("9 counts and 16 carriers\n");
    }
  }
}
