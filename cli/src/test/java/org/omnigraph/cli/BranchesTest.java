package org.omnigraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BranchesTest {
  private static final String EVE = "{\"type\":\"Person\",\"data\":{\"name\":\"Eve\"}}\n";

  @TempDir Path folder;
  private SmallGraph graph;

  @BeforeEach
  void load() throws IOException {
    graph = SmallGraph.loaded(folder);
  }

  private CommandRun loadEve(String... more) throws IOException {
    String[] arguments = {
      "load", graph.uri(), "--data", graph.rows(EVE).toString(), "--mode", "append"
    };
    String[] all = java.util.Arrays.copyOf(arguments, arguments.length + more.length);
    System.arraycopy(more, 0, all, arguments.length, more.length);
    return CommandRun.of(all);
  }

  private String people(String branch) {
    return CommandRun.good(
            "sql",
            graph.uri(),
            "SELECT COUNT(*) AS n FROM Person",
            "--branch",
            branch,
            "--format",
            "csv")
        .lines()
        .get(1);
  }

  @Test
  void aBranchIsMadeWrittenListedAndDeleted() throws IOException {
    CommandRun made = CommandRun.good("branch", "create", "work", graph.uri());
    assertThat(made.lines()).containsExactly("created branch work from main");
    assertThat(made.err())
        .isEqualTo("omnigraph branch create → " + graph.uri() + " (direct, local)\n");
    assertThat(loadEve("--branch", "work").exit()).isZero();
    assertThat(people("work")).isEqualTo("3");
    assertThat(people("main")).isEqualTo("2");
    assertThat(CommandRun.good("branch", "list", graph.uri()).lines())
        .containsExactly("main", "work");
    assertThat(CommandRun.good("branch", "list", graph.uri(), "--json").json().get("branches"))
        .hasSize(2);
    CommandRun gone = CommandRun.good("branch", "delete", "work", "--uri", graph.uri());
    assertThat(gone.lines()).containsExactly("deleted branch work");
    assertThat(CommandRun.good("branch", "list", graph.uri()).lines()).containsExactly("main");
    assertThat(people("main")).isEqualTo("2");
  }

  @Test
  void theJsonHasTheKeysOfTheInterface() {
    JsonNode made =
        CommandRun.good(
                "branch", "create", "work", "--from", "main", graph.uri(), "--json", "--quiet")
            .json();
    assertThat(made.fieldNames())
        .toIterable()
        .containsExactlyInAnyOrder("uri", "from", "name", "actor_id");
    assertThat(made.get("from").asText()).isEqualTo("main");
    assertThat(made.get("name").asText()).isEqualTo("work");
    assertThat(made.get("actor_id").isNull()).isTrue();
    JsonNode gone =
        CommandRun.good("branch", "delete", "work", graph.uri(), "--json", "--quiet").json();
    assertThat(gone.fieldNames()).toIterable().containsExactlyInAnyOrder("uri", "name", "actor_id");
  }

  @Test
  void whatCannotBeIsSaidAndExitsWithOne() {
    CommandRun.good("branch", "create", "work", graph.uri());
    CommandRun taken = CommandRun.of("branch", "create", "work", graph.uri());
    assertThat(taken.exit()).isEqualTo(1);
    assertThat(taken.err()).contains("error: branch 'work' already exists");
    CommandRun below = CommandRun.of("branch", "create", "work/a", graph.uri());
    assertThat(below.exit()).isEqualTo(1);
    assertThat(below.err()).contains("'work/a' cannot live beside branch 'work'");
    CommandRun main = CommandRun.of("branch", "delete", "main", graph.uri());
    assertThat(main.exit()).isEqualTo(1);
    assertThat(main.err()).contains("'main' cannot be deleted");
    CommandRun unknown = CommandRun.of("branch", "delete", "wrok", graph.uri());
    assertThat(unknown.exit()).isEqualTo(1);
    assertThat(unknown.err()).contains("branch 'wrok' not found; the graph has [main, work]");
    CommandRun.good("branch", "create", "child", "--from", "work", graph.uri());
    CommandRun parent = CommandRun.of("branch", "delete", "work", graph.uri());
    assertThat(parent.exit()).isEqualTo(1);
    assertThat(parent.err()).contains("before branch 'child'");
    assertThat(CommandRun.of("branch", "create").exit()).isEqualTo(2);
  }

  @Test
  @Tag("L-028")
  @Tag("L-029")
  @Tag("L-030")
  void aLoadMakesItsBranchWhenItIsToldFromWhere() throws IOException {
    CommandRun missing = loadEve("--branch", "new");
    assertThat(missing.exit()).isEqualTo(1);
    assertThat(missing.err()).contains("branch 'new' not found");
    assertThat(CommandRun.good("branch", "list", graph.uri()).out()).doesNotContain("new");
    JsonNode first = loadEve("--branch", "new", "--from", "main", "--json").json();
    assertThat(first.get("branch_created").asBoolean()).isTrue();
    assertThat(first.get("base_branch").asText()).isEqualTo("main");
    assertThat(first.get("branch").asText()).isEqualTo("new");
    assertThat(first.get("commit").get("graph_branch").asText()).isEqualTo("new");
    assertThat(people("new")).isEqualTo("3");
    CommandRun again = loadEve("--branch", "new", "--from", "main");
    assertThat(again.exit()).isEqualTo(1);
    assertThat(again.err()).contains("Eve");
    assertThat(people("main")).isEqualTo("2");
  }

  @Test
  void aCommitIsShownByItsId() throws IOException {
    CommandRun.good("branch", "create", "work", graph.uri());
    JsonNode commit = loadEve("--branch", "work", "--as", "carol", "--json").json().get("commit");
    String id = commit.get("graph_commit_id").asText();
    assertThat(CommandRun.good("commit", "show", id, graph.uri(), "--json").json())
        .isEqualTo(commit);
    assertThat(CommandRun.good("commit", "show", id, graph.uri()).lines())
        .contains("graph_commit_id: " + id, "graph_branch: work", "actor_id: carol");
    CommandRun unknown = CommandRun.of("commit", "show", "01NOSUCH", graph.uri());
    assertThat(unknown.exit()).isEqualTo(1);
    assertThat(unknown.err()).contains("01NOSUCH");
  }
}
