package org.omnigraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.testkit.People.PERSON;
import static org.omnigraph.testkit.People.insert;
import static org.omnigraph.testkit.People.knows;
import static org.omnigraph.testkit.People.people;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.failpoint.Failpoint;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.load.LoadMode;
import org.omnigraph.engine.load.LoadProgress;
import org.omnigraph.engine.load.LoadRequest;
import org.omnigraph.engine.maintenance.RepairReport;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.engine.pending.statement.Mutation;
import org.omnigraph.engine.pending.statement.Statement;
import org.omnigraph.engine.write.CommitOptions;
import org.omnigraph.testkit.GraphHarness.Write;
import org.omnigraph.testkit.Script.Crash;

/**
 * Every writer crashes at every place it passes, and the recovery of each of those crashes at every
 * place that it passes. The graph is then the old one or the new one, whole, and writable.
 */
class CrashEverywhereTest {
  /** One place for each state in which a write can leave the graph. */
  private static final Set<Failpoint> STATES =
      EnumSet.of(
          Failpoint.ARMED,
          Failpoint.FORK_MADE,
          Failpoint.FORKS_MADE,
          Failpoint.TABLE_COMMITTED,
          Failpoint.EFFECTS_MADE,
          Failpoint.CONFIRMED,
          Failpoint.PUBLISHED);

  private static final BranchName DRAFT = BranchName.of("draft");

  private static final Write EDGE =
      new Write(
          People.KNOWS, WriteMode.INSERT, List.of(Map.of("id", "e1", "src", "bob", "dst", "ada")));

  @RegisterExtension final GraphHarness harness = GraphHarness.onDisk(People.SCHEMA);
  @TempDir Path folder;

  private Path base = Path.of("");
  private int copies;
  private GraphImage before = new GraphImage(Map.of(), Map.of());

  enum Writing {
    INSERT {
      @Override
      void run(Graph graph, Path folder) {
        GraphHarness.write(graph, insert("eve"));
      }
    },
    UPSERT {
      @Override
      void run(Graph graph, Path folder) {
        GraphHarness.write(graph, people(WriteMode.UPSERT, 7, "bob", "eve"));
      }
    },
    OVERWRITE_LOAD {
      @Override
      void run(Graph graph, Path folder) {
        graph.load(
            new LoadRequest(
                folder.resolve("rows.jsonl"),
                LoadMode.OVERWRITE,
                BranchName.MAIN,
                Optional.of("carol")),
            LoadProgress.NONE);
      }
    },
    TWO_TABLES {
      @Override
      void run(Graph graph, Path folder) {
        GraphHarness.write(graph, insert("eve"), EDGE);
      }
    },
    FIRST_TOUCH_OF_TWO_TABLES {
      @Override
      void run(Graph graph, Path folder) {
        GraphHarness.write(graph, DRAFT, insert("eve"), EDGE);
      }
    },
    DELETE {
      @Override
      void run(Graph graph, Path folder) {
        String edge =
            RowReader.rows(graph, graph.snapshot(BranchName.MAIN), People.KNOWS).firstKey();
        Deleting.delete(graph, BranchName.MAIN, Map.of(People.KNOWS, Set.of(edge)));
      }
    },
    MUTATION_WITH_UPDATE {
      @Override
      void run(Graph graph, Path folder) {
        mutate(
            graph,
            Statements.insert(PERSON, "name", "eve", "age", 5),
            Statements.update(PERSON, Statements.eq("name", "bob"), "age", 9));
      }
    },
    DELETE_WITH_CASCADE {
      @Override
      void run(Graph graph, Path folder) {
        mutate(graph, Statements.delete(PERSON, Statements.eq("name", "ada")));
      }
    };

    abstract void run(Graph graph, Path folder);

    private static void mutate(Graph graph, Statement... statements) {
      graph.mutate(BranchName.MAIN, Mutation.of(statements), CommitOptions.ANONYMOUS);
    }
  }

  @BeforeEach
  void prepare() throws IOException {
    Files.writeString(
        folder.resolve("rows.jsonl"),
        """
        {"type":"Person","data":{"name":"ada","age":40}}
        {"type":"Person","data":{"name":"bob","age":41}}
        {"edge":"Knows","from":"bob","to":"ada","data":{"id":"e1"}}
        """);
    harness.write(insert("ada", "bob"), knows("ada", "bob"));
    harness.graph().createBranch(DRAFT, BranchName.MAIN);
    before = GraphImage.of(harness.graph());
    base = harness.directory();
    harness.close();
  }

  private static Graph open(Path graph, Script script) {
    return Graph.open(graph.toString(), GraphConfig.defaults(), script);
  }

  private Path copy(Path of) {
    Path copy = folder.resolve("g" + copies++);
    try (Stream<Path> files = Files.walk(of)) {
      for (Path file : files.toList()) {
        Files.copy(file, copy.resolve(of.relativize(file).toString()));
      }
      return copy;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A graph with the left-overs of a write that died at its n-th place; and whether it died. */
  private boolean crashWriting(Path graph, Writing writing, int place, List<Failpoint> places) {
    Script script = new Script();
    try (Graph open = open(graph, script)) {
      int opened = script.passed().size();
      if (place < places.size()) {
        crashAtPlace(script, places, place);
        assertThatThrownBy(() -> writing.run(open, folder)).isInstanceOf(Crash.class);
        return true;
      }
      writing.run(open, folder);
      places.addAll(script.passed().subList(opened, script.passed().size()));
      return false;
    }
  }

  /** Plans a crash at the n-th of the places that will be passed. */
  private static void crashAtPlace(Script script, List<Failpoint> places, int n) {
    Failpoint place = places.get(n);
    long pass = places.subList(0, n + 1).stream().filter(place::equals).count();
    script.crashAt(place, (int) pass);
  }

  @ParameterizedTest
  @EnumSource(Writing.class)
  @Tag("G-012")
  void showsTheOldGraphOrTheNew(Writing writing) {
    List<Failpoint> places = new ArrayList<>();
    Path done = copy(base);
    crashWriting(done, writing, 0, places);
    GraphImage after;
    try (Graph open = open(done, new Script())) {
      after = GraphImage.of(open);
    }
    assertThat(after.rows()).isNotEqualTo(before.rows());
    for (int i = 0; i < places.size(); i++) {
      Path crashed = copyAtRoot();
      crashWriting(crashed, writing, i, places);
      boolean isNew = i >= places.indexOf(Failpoint.SIDECAR_CONFIRMED);
      String at = writing + " crashed at " + places.get(i) + ", place " + i;
      GraphImage expected = isNew ? after : before;
      if (STATES.contains(places.get(i))) {
        recoverEverywhere(crashed, expected, at);
      } else {
        recover(crashed, new Script(), expected, at);
      }
    }
  }

  /** Intents name their root, so every run uses the same one. */
  private Path copyAtRoot() {
    Path graph = folder.resolve("graph");
    replace(base, graph);
    return graph;
  }

  private static void replace(Path from, Path to) {
    try {
      if (Files.exists(to)) {
        try (Stream<Path> files = Files.walk(to)) {
          for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
            Files.delete(file);
          }
        }
      }
      try (Stream<Path> files = Files.walk(from)) {
        for (Path file : files.toList()) {
          Files.copy(file, to.resolve(from.relativize(file).toString()));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void recover(Path graph, Script script, GraphImage expected, String at) {
    try (Graph open = open(graph, script)) {
      assertIs(open, expected, at);
    }
  }

  private void recoverEverywhere(Path graph, GraphImage expected, String at) {
    Path saved = copy(graph);
    Script whole = new Script();
    open(graph, whole).close();
    for (Failpoint place : EnumSet.copyOf(whole.passed())) {
      replace(saved, graph);
      String twice = at + "; its recovery crashed at " + place;
      Script script = new Script().crashAt(place);
      assertThatThrownBy(() -> open(graph, script).close()).as(twice).isInstanceOf(Crash.class);
      recover(graph, new Script(), expected, twice);
    }
    replace(saved, graph);
    recover(graph, new Script(), expected, at);
  }

  private static void assertIs(Graph open, GraphImage expected, String at) {
    assertThat(GraphImage.of(open).rows()).as(at).isEqualTo(expected.rows());
    assertThat(Path.of(open.uri(), "__recovery")).as(at).isEmptyDirectory();
    assertThat(open.previewRepair().tables())
        .as(at)
        .extracting(RepairReport.TableRepair::classification)
        .containsOnly(RepairReport.Classification.NO_DRIFT);
    int commits = open.commits(BranchName.MAIN).size();
    int expectedCommits = expected.commits().get(BranchName.MAIN).size();
    assertThat(commits).as(at).isBetween(expectedCommits, expectedCommits + 1);
    GraphHarness.write(open, insert("zoe"));
    assertThat(RowReader.rows(open, open.snapshot(BranchName.MAIN), PERSON))
        .as(at)
        .containsKey("zoe");
  }
}
