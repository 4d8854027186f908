package org.omnigraph.flight;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.id.BranchName;

/** The features of the public validation suite of ADBC drivers: {@code validation.py}. */
class AdbcValidationTest {
  @TestFactory
  Stream<DynamicTest> everyFeaturePassesOrIsRefused(@TempDir Path folder) throws Exception {
    String uri = folder.resolve("validation").toString();
    String schema = Files.readString(PythonEnvironment.sources().resolve("validation.pg"));
    try (Graph graph = Graph.init(uri, schema, GraphConfig.defaults())) {
      graph.createBranch(BranchName.of("other"), BranchName.MAIN);
    }
    ServerConfig config = ServerConfig.of(Map.of("validation", uri)).at("127.0.0.1", 0);
    try (FlightServer server = FlightServer.start(config)) {
      Stream<DynamicTest> cases =
          PythonEnvironment.require()
              .cases(folder, "validation.py", "grpc://127.0.0.1:" + server.port());
      while (server.memoryInUse() > 0) {
        Thread.yield();
      }
      return cases;
    }
  }
}
