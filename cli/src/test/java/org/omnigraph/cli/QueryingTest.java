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
  void aStatementEndsAfterTheTimeThatItIsGiven() {
    CommandRun read =
        CommandRun.of(
            "query",
            "--store",
            graph.uri(),
            "-e",
            TALL,
            "--params",
            "{\"least\": 1}",
            "--statement-timeout",
            "1ms");
    assertThat(read.exit()).isEqualTo(1);
    assertThat(read.err()).contains("--statement-timeout");

    CommandRun mutation =
        CommandRun.of(
            "mutate",
            "--store",
            graph.uri(),
            "-e",
            "query m() { delete City where name = \"x\" }",
            "--statement-timeout",
            "soon");
    assertThat(mutation.exit()).isEqualTo(2);
    assertThat(mutation.err()).contains("soon");
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

  @Test
  void aMutationIsOneCommitAndSaysWhatItChanged() throws IOException {
    Path own = Files.createDirectory(folder.resolve("mutated"));
    SmallGraph written = SmallGraph.loaded(own);
    String insert =
        "query add($n: String) { insert Person { name: $n } insert LivesIn { from: $n, to: \"LON\" } }";

    JsonNode done =
        CommandRun.good(
                "mutate",
                "--store",
                written.uri(),
                "-e",
                insert,
                "--params",
                "{\"n\": \"Eve\"}",
                "--as",
                "me",
                "--json")
            .json();

    assertThat(done.get("branch").asText()).isEqualTo("main");
    assertThat(done.get("query_name").asText()).isEqualTo("add");
    assertThat(done.get("affected_nodes").asInt()).isEqualTo(1);
    assertThat(done.get("affected_edges").asInt()).isEqualTo(1);
    assertThat(done.get("actor_id").asText()).isEqualTo("me");
    assertThat(done.get("commit").get("actor_id").asText()).isEqualTo("me");
    CommandRun nothing =
        CommandRun.good(
            "change",
            "--store",
            written.uri(),
            "-e",
            "query none() { delete Person where name = \"nobody\" }");
    assertThat(nothing.lines())
        .containsExactly("none: 0 nodes and 0 edges on main, nothing changed");
    assertThat(nothing.err()).isEqualTo("warning: 'change' is called 'mutate' now\n");
  }

  @Test
  void aLostConditionEndsWithFour() throws IOException {
    Path own = Files.createDirectory(folder.resolve("conditional"));
    SmallGraph written = SmallGraph.loaded(own);

    CommandRun run =
        CommandRun.of(
            "mutate",
            "--store",
            written.uri(),
            "-e",
            "query add() { insert Person { name: \"Eve\" } }",
            "--if-commit",
            "01ARZ3NDEKTSV4RRFFQ69G5FAV");

    assertThat(run.exit()).isEqualTo(4);
    assertThat(run.err()).contains("01ARZ3NDEKTSV4RRFFQ69G5FAV");
  }

  @Test
  void lintFindsWhatIsWrongWithoutAGraph() throws IOException {
    Path schema = Files.writeString(folder.resolve("lint.pg"), SmallGraph.SCHEMA);
    Path file =
        Files.writeString(
            folder.resolve("lint.gq"),
            "query good($n: String) { update Person set { height: 1.5 } where name = $n }\n"
                + "query bad() { match { $p: Person } return { $p.nme } }\n"
                + "query fixed() { delete City where code = \"X\" }\n"
                + "query shown() { match { $p: Person $p livesIn $c } return { $c, $p.height as h } }");

    CommandRun run =
        CommandRun.of("lint", "--schema", schema.toString(), "--query", file.toString(), "--json");

    assertThat(run.exit()).isEqualTo(1);
    JsonNode report = run.json();
    assertThat(report.get("status").asText()).isEqualTo("error");
    assertThat(report.get("schema_source").get("kind").asText()).isEqualTo("file");
    assertThat(report.get("queries_processed").asInt()).isEqualTo(4);
    assertThat(report.get("errors").asInt()).isEqualTo(1);
    assertThat(report.get("warnings").asInt()).isEqualTo(2);
    assertThat(report.get("results").get(1).get("error").asText()).startsWith("type error: T6: ");
    assertThat(report.get("results").get(2).get("warnings").get(0).asText())
        .contains("declares no params");
    assertThat(report.get("results").get(3).get("operation").toString())
        .isEqualTo(
            "{\"result\":[{\"name\":\"c\",\"kind\":\"string\",\"nullable\":false},"
                + "{\"name\":\"h\",\"kind\":\"float\",\"nullable\":true}],"
                + "\"reads\":[{\"kind\":\"edge\",\"type_name\":\"LivesIn\"},"
                + "{\"kind\":\"node\",\"type_name\":\"City\"},"
                + "{\"kind\":\"node\",\"type_name\":\"Person\"}],\"writes\":[]}");
    assertThat(report.get("findings").get(0).toString())
        .isEqualTo(
            "{\"severity\":\"warning\",\"code\":\"L201\",\"message\":"
                + "\"Person.born exists in schema but no update query sets it\","
                + "\"type_name\":\"Person\",\"property\":\"born\",\"query_names\":[\"good\"]}");
  }

  @Test
  void lintOfWhatIsNoQueryFileIsOneFinding() throws IOException {
    Path file = Files.writeString(folder.resolve("broken.gq"), "query broken( {");

    CommandRun run = CommandRun.of("query", "lint", graph.uri(), "--query", file.toString());

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).contains("'query lint' is called 'lint' now");
    assertThat(run.lines().get(0))
        .startsWith("error: Q000: parse error: query line 1, column 15: ");
    assertThat(run.lines().get(1)).endsWith("broken.gq: 0 queries, 1 error, 0 warnings");
  }

  @Test
  void floatsAreShownAsTheDoublesThatTheyAre() throws IOException {
    Path own = Files.createDirectory(folder.resolve("floats"));
    Path schema =
        Files.writeString(own.resolve("s.pg"), "node N { k: String @key  f: F32?  l: [F32]? }");
    String uri = own.resolve("graph").toString();
    CommandRun.good("init", "--schema", schema.toString(), uri);
    CommandRun.good(
        "mutate", "--store", uri, "-e", "query add() { insert N { k: \"a\", f: 0.1, l: [0.1] } }");

    CommandRun run =
        CommandRun.good(
            "query",
            "--store",
            uri,
            "-e",
            "query q() { match { $n: N } return { $n.f, $n.l } }",
            "--format",
            "csv");

    assertThat(run.lines()).containsExactly("n.f,n.l", "0.10000000149011612,[0.10000000149011612]");
  }
}
