package org.omnigraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.testkit.People.KNOWS;
import static org.omnigraph.testkit.People.PERSON;
import static org.omnigraph.testkit.People.insert;
import static org.omnigraph.testkit.People.knows;
import static org.omnigraph.testkit.People.people;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.GraphLog;
import org.omnigraph.engine.error.GraphException;
import org.omnigraph.engine.error.ReadSetChanged;
import org.omnigraph.engine.failpoint.Failpoint;
import org.omnigraph.engine.failpoint.Failpoints;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.load.LoadMode;
import org.omnigraph.engine.load.LoadProgress;
import org.omnigraph.engine.load.LoadRequest;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.pending.Budget;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.engine.pending.statement.Mutation;
import org.omnigraph.engine.recovery.AuditEntry.Kind;
import org.omnigraph.engine.table.TableSnapshot;
import org.omnigraph.engine.write.CommitOptions;
import org.omnigraph.s3.S3Server;
import org.omnigraph.testkit.Script.Crash;

/** A graph in a bucket does what one in a directory does. */
class GraphOnS3Test {
  private static final BranchName DRAFT = BranchName.of("draft/one");

  private static S3Server server;

  private String uri;

  @BeforeAll
  static void startTheServer() {
    server = S3Server.start();
  }

  @AfterAll
  static void stopTheServer() throws Exception {
    server.close();
  }

  @BeforeEach
  void eachHasItsOwnPrefix(TestInfo test) {
    uri = server.uri("below/" + test.getTestMethod().orElseThrow().getName());
  }

  private static GraphConfig config() {
    return config(Map.of());
  }

  private static GraphConfig config(Map<String, String> other) {
    Map<String, String> options = new HashMap<>(server.options());
    options.putAll(other);
    return GraphConfig.defaults().withStorageOptions(options);
  }

  /** An open graph with two people who know each other. */
  private Graph graph() {
    Graph graph = Graph.init(uri + "/", People.SCHEMA, config());
    GraphHarness.write(graph, insert("ada", "bob"), knows("ada", "bob"));
    return graph;
  }

  private static Map<String, Map<String, Object>> people(Graph graph, BranchName branch) {
    return RowReader.rows(graph, graph.snapshot(branch), PERSON);
  }

  private static Map<String, Map<String, Object>> people(Graph graph) {
    return people(graph, BranchName.MAIN);
  }

  @Test
  void whatIsWrittenIsReadByAnotherHandle(@TempDir Path folder) throws IOException {
    try (Graph graph = graph()) {
      assertThat(graph.uri()).isEqualTo(uri);
      Snapshot before = graph.snapshot(BranchName.MAIN);
      Path lines =
          Files.writeString(
              folder.resolve("people.jsonl"),
              """
          {"type": "Person", "data": {"name": "eve", "age": 3}}
          {"edge": "Knows", "from": "eve", "to": "ada", "data": {"since": 2}}
          """);
      graph.load(
          new LoadRequest(lines, LoadMode.APPEND, BranchName.MAIN, Optional.of("carol")),
          LoadProgress.NONE);
      GraphHarness.write(graph, People.people(WriteMode.UPSERT, 9, "bob", "kim"));
      try (Graph other = Graph.open(uri, config().asReadOnly())) {
        assertThat(people(other)).containsOnlyKeys("ada", "bob", "eve", "kim");
        assertThat(people(other).get("bob")).containsEntry("age", 9);
        assertThat(GraphImage.of(other)).isEqualTo(GraphImage.of(graph));
      }
      assertThat(RowReader.rows(graph, before, PERSON)).containsOnlyKeys("ada", "bob");
      assertThat(RowReader.rows(graph, before, PERSON).get("bob")).containsEntry("age", 1);
      try (GraphLog log = GraphLog.open(uri, config())) {
        assertThat(log.commits(BranchName.MAIN)).hasSize(4);
      }
    }
  }

  @Test
  void rowsAreUpdatedAndDeletedWithWhatHangsOnThem() {
    try (Graph graph = graph()) {
      GraphHarness.write(graph, insert("eve", "kim"));
      graph.mutate(
          BranchName.MAIN,
          new Mutation(List.of(Statements.update(PERSON, Statements.eq("name", "eve"), "age", 7))),
          CommitOptions.ANONYMOUS);
      graph.mutate(
          BranchName.MAIN,
          new Mutation(List.of(Statements.delete(PERSON, Statements.eq("name", "bob")))),
          CommitOptions.ANONYMOUS);
      assertThat(people(graph)).containsOnlyKeys("ada", "eve", "kim");
      assertThat(people(graph).get("eve")).containsEntry("age", 7);
      assertThat(RowReader.rows(graph, graph.snapshot(BranchName.MAIN), KNOWS)).isEmpty();
    }
  }

  @Test
  void aBranchIsMadeWrittenDeletedAndMadeAgain() {
    try (Graph graph = graph()) {
      graph.createBranch(DRAFT, BranchName.MAIN);
      GraphHarness.write(graph, DRAFT, insert("eve"));
      GraphHarness.write(graph, insert("kim"));
      assertThat(people(graph, DRAFT)).containsOnlyKeys("ada", "bob", "eve");
      assertThat(people(graph)).containsOnlyKeys("ada", "bob", "kim");
      try (TableSnapshot open = graph.open(graph.snapshot(DRAFT), PERSON)) {
        graph.deleteBranch(DRAFT);
        assertThat(open.rowCount()).isEqualTo(3);
      }
      assertThat(graph.branches()).containsExactly(BranchName.MAIN);
      graph.createBranch(DRAFT, BranchName.MAIN);
      GraphHarness.write(graph, DRAFT, insert("zoe"));
      assertThat(people(graph, DRAFT)).containsOnlyKeys("ada", "bob", "kim", "zoe");
    }
  }

  @Test
  void aWriteThatDiedIsFinishedOrUndoneByTheNextOpen() {
    graph().close();
    for (Failpoint place : List.of(Failpoint.TABLE_COMMITTED, Failpoint.CONFIRMED)) {
      Script script = new Script();
      try (Graph dying = Graph.open(uri, config(), script)) {
        script.crashAt(place);
        assertThatThrownBy(
                () -> GraphHarness.write(dying, insert("at " + place), knows("bob", "ada")))
            .isInstanceOf(Crash.class);
      }
    }
    try (Graph graph = Graph.open(uri, config())) {
      assertThat(people(graph)).containsOnlyKeys("ada", "bob", "at " + Failpoint.CONFIRMED);
      assertThat(graph.recoveries())
          .extracting(entry -> entry.kind())
          .containsExactly(Kind.ROLLED_BACK, Kind.ROLLED_FORWARD);
      assertThat(graph.unfinished()).isEmpty();
    }
  }

  /** A handle of another process: it does not wait for those of this one. */
  private record Alone(Script script) implements Failpoints {
    @Override
    public void reached(Failpoint place) {
      script.reached(place);
    }

    @Override
    public boolean sharesGates() {
      return false;
    }
  }

  @Test
  void ofTwoCommitsOnOneHeadOneIsRefused() {
    try (Graph first = graph();
        Graph second = Graph.open(uri, config(), new Alone(new Script()));
        MutationStaging one = first.begin(BranchName.MAIN, Budget.KEYED);
        MutationStaging two = second.begin(BranchName.MAIN, Budget.KEYED)) {
      GraphHarness.stage(first, one, People.people(WriteMode.REPLACE, 5, "ada", "bob"));
      GraphHarness.stage(second, two, People.people(WriteMode.REPLACE, 6, "ada", "bob"));
      first.commit(one, CommitOptions.ANONYMOUS);
      assertThatThrownBy(() -> second.commit(two, CommitOptions.ANONYMOUS))
          .isInstanceOf(ReadSetChanged.class);
      assertThat(people(second)).isEqualTo(people(first));
      assertThat(people(first).get("ada")).containsEntry("age", 5);
    }
  }

  @Test
  void aCommitThatIsOvertakenAfterItsLastLookChangesNothing() throws Exception {
    Script script = new Script();
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try (Graph first = graph();
        Graph second = Graph.open(uri, config(), new Alone(script))) {
      Script.Rendezvous meeting = script.parkAt(Failpoint.REVALIDATED);
      Future<?> late =
          thread.submit(
              () -> GraphHarness.write(second, People.people(WriteMode.REPLACE, 6, "ada", "bob")));
      meeting.awaitArrival();
      GraphHarness.write(first, People.people(WriteMode.REPLACE, 5, "ada", "bob"));
      meeting.release();
      assertThatThrownBy(late::get).hasCauseInstanceOf(GraphException.class);
      assertThat(people(first).get("ada")).containsEntry("age", 5);
    } finally {
      thread.shutdownNow();
    }
    try (Graph next = Graph.open(uri, config())) {
      GraphHarness.write(next, insert("eve"));
      assertThat(people(next)).containsOnlyKeys("ada", "bob", "eve");
      assertThat(people(next).get("ada")).containsEntry("age", 5);
    }
  }
}
