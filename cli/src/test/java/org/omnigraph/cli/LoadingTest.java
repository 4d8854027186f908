package org.omnigraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadingTest {
  @TempDir Path folder;

  @Test
  void reportsWhatItLoadedInTheNamesOfTheInterface() throws IOException {
    SmallGraph graph = SmallGraph.empty(folder);
    Path rows =
        graph.rows(
            """
            {"type":"City","data":{"code":"LON"}}
            {"type":"Person","data":{"name":"Ada"}}
            {"type":"Person","data":{"name":"Bob"}}
            {"edge":"LivesIn","from":"Ada","to":"LON"}
            """);

    CommandRun run =
        CommandRun.good(
            "load",
            graph.uri(),
            "--data",
            rows.toString(),
            "--mode",
            "append",
            "--as",
            "me",
            "--json");

    JsonNode report = run.json();
    assertThat(report.get("uri").asText()).isEqualTo(graph.uri());
    assertThat(report.get("branch").asText()).isEqualTo("main");
    assertThat(report.get("mode").asText()).isEqualTo("append");
    assertThat(report.get("branch_created").asBoolean()).isFalse();
    assertThat(report.get("nodes").toString())
        .isEqualTo(
            "[{\"name\":\"City\",\"entities_loaded\":1},{\"name\":\"Person\",\"entities_loaded\":2}]");
    assertThat(report.get("edges").toString())
        .isEqualTo("[{\"name\":\"LivesIn\",\"entities_loaded\":1}]");
    assertThat(report.get("total_entities").asInt()).isEqualTo(4);
    assertThat(report.get("commit").get("actor_id").asText()).isEqualTo("me");
    assertThat(report.get("commit"))
        .isEqualTo(
            CommandRun.good("commit", "list", graph.uri(), "--json").json().get("commits").get(0));
    assertThat(run.err())
        .isEqualTo("omnigraph load → " + graph.uri() + " (direct, local)" + System.lineSeparator());
  }

  @Test
  void saysItInOneLineToPeopleAndNothingElseWhenQuiet() throws IOException {
    SmallGraph graph = SmallGraph.empty(folder);
    Path rows = graph.rows("{\"type\":\"City\",\"data\":{\"code\":\"LON\"}}\n");

    CommandRun run =
        CommandRun.good(
            "load", graph.uri(), "--data", rows.toString(), "--mode", "overwrite", "--quiet");

    assertThat(run.lines()).hasSize(1);
    assertThat(run.out()).startsWith("loaded 1 node and 0 edges into main as commit ");
    assertThat(run.err()).isEmpty();
  }

  @Test
  void aColumnThatNoPropertyHasIsNamedWithItsFile() throws IOException {
    SmallGraph graph = SmallGraph.empty(folder);
    Path nodes = Files.createDirectories(folder.resolve("data/nodes"));
    Files.writeString(nodes.resolve("Person.csv"), "name,bornn\nAda,1815-12-10\n");

    CommandRun run =
        CommandRun.of(
            "load",
            graph.uri(),
            "--data",
            folder.resolve("data").toString(),
            "--mode",
            "append",
            "--quiet");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).contains("Person.csv: ").contains("unknown column 'bornn'");
  }

  @Test
  void aRejectedLoadNamesTheRowAndMakesNoCommit() throws IOException {
    SmallGraph graph = SmallGraph.loaded(folder);
    Path rows =
        graph.rows(
            """
            {"type":"Person","data":{"name":"Bob"}}
            {"edge":"LivesIn","from":"Bob","to":"NYC"}
            """);

    CommandRun run =
        CommandRun.of("load", graph.uri(), "--data", rows.toString(), "--mode", "append");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("error: ").contains("NYC").contains("LivesIn");
    assertThat(CommandRun.good("commit", "list", graph.uri()).lines()).hasSize(2);
  }

  @Test
  void aMissingFileIsNamed() throws IOException {
    SmallGraph graph = SmallGraph.empty(folder);

    CommandRun run =
        CommandRun.of("load", graph.uri(), "--data", "/no/such.jsonl", "--mode", "append");

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).contains("/no/such.jsonl").doesNotContain("internal error");
  }

  private static String people(int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(i -> "{\"type\":\"Person\",\"data\":{\"name\":\"p" + i + "\"}}\n")
        .collect(Collectors.joining());
  }

  @Test
  void anAppendOrAMergeOfAnySizeIsOneCommitWithBulk() throws IOException {
    SmallGraph graph = SmallGraph.empty(folder);
    String rows = graph.rows(people(0, 20_000)).toString();
    CommandRun refused = CommandRun.of("load", graph.uri(), "--data", rows, "--mode", "append");
    assertThat(refused.err()).contains("8192").contains("--bulk");

    CommandRun run =
        CommandRun.good("load", graph.uri(), "--data", rows, "--mode", "append", "--bulk");
    assertThat(run.out()).startsWith("loaded 20,000 nodes and 0 edges into main as commit ");
    String overlapping = graph.rows(people(10_000, 30_000)).toString();
    assertThat(
            CommandRun.of("load", graph.uri(), "--data", overlapping, "--mode", "append", "--bulk")
                .err())
        .contains("'p1");
    CommandRun.good("load", graph.uri(), "--data", overlapping, "--mode", "merge", "--bulk");

    JsonNode commits =
        CommandRun.good("commit", "list", graph.uri(), "--json").json().get("commits");
    assertThat(commits).hasSize(3);
    assertThat(
            CommandRun.good("sql", graph.uri(), "SELECT COUNT(*) AS n FROM \"Person\"", "--json")
                .out())
        .contains("30000");
  }

  @Test
  void theBulkBudgetIsGivenAndNamed() throws IOException {
    SmallGraph graph = SmallGraph.empty(folder);
    String rows = graph.rows(people(0, 10_000)).toString();
    CommandRun refused =
        CommandRun.of(
            "load",
            graph.uri(),
            "--data",
            rows,
            "--mode",
            "append",
            "--bulk",
            "--bulk-rows",
            "9999");
    assertThat(refused.err()).contains("bulk entities").contains("9999").contains("--bulk-rows");
    assertThat(CommandRun.good("commit", "list", graph.uri(), "--json").json().get("commits"))
        .hasSize(1);
  }

  @Test
  void anOptionThatWouldChangeNothingIsRefused() throws IOException {
    SmallGraph graph = SmallGraph.empty(folder);
    String rows = graph.rows(people(0, 1)).toString();
    CommandRun withoutBulk =
        CommandRun.of("load", graph.uri(), "--data", rows, "--mode", "append", "--bulk-rows", "10");
    assertThat(withoutBulk.exit()).isEqualTo(2);
    assertThat(withoutBulk.err()).contains("--bulk-rows").contains("--bulk;");
    CommandRun overwriting =
        CommandRun.of("load", graph.uri(), "--data", rows, "--mode", "overwrite", "--bulk");
    assertThat(overwriting.exit()).isEqualTo(2);
    assertThat(overwriting.err()).contains("--bulk").contains("overwrite takes any size");
    CommandRun nothing =
        CommandRun.of(
            "load", graph.uri(), "--data", rows, "--mode", "append", "--bulk", "--bulk-bytes", "0");
    assertThat(nothing.exit()).isEqualTo(2);
    assertThat(nothing.err()).contains("--bulk-bytes").contains("at least 1");
  }
}
