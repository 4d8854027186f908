package org.omnigraph.flight;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.load.LoadMode;
import org.omnigraph.engine.load.LoadProgress;
import org.omnigraph.engine.load.LoadRequest;

/** ADBC, pandas and pyarrow against the flights of a week: {@code src/test/python/clients.py}. */
class PythonClientsTest {
  private static final Path WEEK = FlightsServer.data().resolve("first-week.jsonl.gz");
  private static Path folder;
  private static FlightServer server;

  @BeforeAll
  static void serve() throws Exception {
    folder = Files.createTempDirectory("python-clients");
    String uri = folder.resolve("flights").toString();
    String schema = Files.readString(FlightsServer.data().resolve("schema.pg"));
    try (Graph graph = Graph.init(uri, schema, GraphConfig.defaults())) {
      graph.load(
          new LoadRequest(WEEK, LoadMode.OVERWRITE, BranchName.MAIN, Optional.empty()),
          LoadProgress.NONE);
    }
    server = FlightServer.start(ServerConfig.of(Map.of("flights", uri)).at("127.0.0.1", 0));
  }

  @AfterAll
  static void nothingIsLeft() throws Exception {
    assertThat(server.memoryInUse()).isZero();
    server.close();
    try (var files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  @TestFactory
  Stream<DynamicTest> everyCasePasses() throws Exception {
    Path output = folder.resolve("output");
    Path errors = folder.resolve("errors");
    Process process =
        PythonEnvironment.require()
            .script("clients.py", "grpc://127.0.0.1:" + server.port(), WEEK.toString())
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile())
            .start();
    boolean ended = process.waitFor(10, TimeUnit.MINUTES);
    if (!ended) {
      process.destroyForcibly();
    }
    Map<String, Optional<String>> results = new LinkedHashMap<>();
    for (String line : Files.readAllLines(output)) {
      JsonNode result = new ObjectMapper().readTree(line);
      results.put(
          result.get("case").asText(), Optional.ofNullable(result.get("error").textValue()));
    }
    assertThat(ended).as("the script ended; it got to %s", results.keySet()).isTrue();
    assertThat(results.keySet()).as(Files.readString(errors)).containsExactlyElementsOf(cases());
    return results.entrySet().stream()
        .map(
            result ->
                DynamicTest.dynamicTest(
                    result.getKey(), () -> assertThat(result.getValue().orElse("")).isEmpty()));
  }

  private static List<String> cases() throws Exception {
    String script = Files.readString(PythonEnvironment.sources().resolve("clients.py"));
    return Pattern.compile("@case\\ndef (\\w+)")
        .matcher(script)
        .results()
        .map(found -> found.group(1))
        .toList();
  }
}
