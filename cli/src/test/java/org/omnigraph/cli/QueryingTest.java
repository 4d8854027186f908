package org.omnigraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QueryingTest {
  private static final String TALL =
      "query tall($least: F64) { match { $p: Person $p.height >= $least } return { $p.name, $p.born } }";

  @TempDir static Path folder;
  static SmallGraph graph;

  @BeforeAll
  static void aGraph() throws IOException {
    graph = SmallGraph.loaded(folder);
  }

  @Test
  void theOnlyQueryOfATextRuns() {
    JsonNode answer =
        CommandRun.good(
                "query", "--store", graph.uri(), "-e", TALL, "--params", "{\"least\": 1}", "--json")
            .json();

    assertThat(answer.get("query_name").asText()).isEqualTo("tall");
    assertThat(answer.get("target").toString())
        .isEqualTo("{\"branch\":\"main\",\"snapshot\":null}");
    assertThat(answer.get("row_count").asInt()).isEqualTo(1);
    assertThat(answer.get("columns").toString()).isEqualTo("[\"p.name\",\"p.born\"]");
    assertThat(answer.get("rows").toString())
        .isEqualTo("[{\"p.name\":\"Ada\",\"p.born\":\"1815-12-10\"}]");
    assertThat(answer.get("graph_commit_id").asText()).isNotEmpty();
  }

  @Test
  void aQueryIsPickedByItsNameFromAFile() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("queries.gq"),
            TALL + " query cities() { match { $c: City } return { $c } }");

    CommandRun run =
        CommandRun.good("query", "cities", "--store", graph.uri(), "--query", file.toString());

    assertThat(run.lines()).containsExactly("1 row from branch main via cities", "c", "---", "LON");
    CommandRun unnamed = CommandRun.of("query", "--store", graph.uri(), "--query", file.toString());
    assertThat(unnamed.exit()).isEqualTo(1);
    assertThat(unnamed.err()).contains("multiple queries").contains("tall, cities");
  }

  @Test
  void aMissingParameterIsAnErrorAndNoFilterIsDropped() {
    CommandRun run = CommandRun.of("query", "--store", graph.uri(), "-e", TALL);

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("parameter 'least' not provided");
  }

  @Test
  void aRowIsABlockOfLinesInTheFormatKv() {
    CommandRun run =
        CommandRun.good(
            "query",
            "--store",
            graph.uri(),
            "-e",
            "query all() { match { $p: Person } return { $p.name, $p.height as h } order { $p.name } }",
            "--format",
            "kv");

    assertThat(run.lines())
        .containsExactly(
            "2 rows from branch main via all",
            "",
            "row 1",
            "p.name: Ada",
            "h: 1.6",
            "",
            "row 2",
            "p.name: Grace, \"Amazing\"",
            "h: null");
  }

  @Test
  void aWrongQueryIsToldWithItsPlace() {
    CommandRun run =
        CommandRun.of(
            "query",
            "--store",
            graph.uri(),
            "-e",
            "query q() {\n match { $p: Persn } return { $p } }");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).startsWith("error: type error: T1: query line 2, column 14: ");
  }
}
