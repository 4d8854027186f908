package org.omnigraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.testkit.People.KNOWS;
import static org.omnigraph.testkit.People.PERSON;
import static org.omnigraph.testkit.People.insert;
import static org.omnigraph.testkit.People.knows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.failpoint.Failpoint;
import org.omnigraph.engine.failpoint.Failpoints;
import org.omnigraph.engine.gate.Gates;
import org.omnigraph.engine.gate.HeldGates;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.manifest.GraphCommit;
import org.omnigraph.engine.write.Receipt;

/** Who waits for whom, and until when. */
class GatesTest {
  private static final BranchName DRAFT = BranchName.of("draft");

  @RegisterExtension final GraphHarness harness = GraphHarness.onDisk(People.SCHEMA);
  @TempDir Path folder;

  private final Script script = new Script();
  private Graph graph;

  @BeforeEach
  void someone() {
    harness.write(insert("ada", "bob"));
    harness.graph().createBranch(DRAFT, BranchName.MAIN);
    graph = harness.reopen(script);
  }

  private static void awaitWaiting(Thread thread) {
    while (thread.getState() != Thread.State.WAITING) {
      assertThat(thread.getState()).isNotEqualTo(Thread.State.TERMINATED);
      Thread.onSpinWait();
    }
  }

  /** Stops a writer before its publish; another one through a second handle waits for it. */
  private void assertWaits(String spelling) throws Exception {
    Script.Rendezvous confirmed = script.parkAt(Failpoint.CONFIRMED);
    try (Graph second = Graph.open(spelling, GraphConfig.defaults())) {
      CompletableFuture<Receipt> first =
          CompletableFuture.supplyAsync(() -> GraphHarness.write(graph, insert("eve")));
      confirmed.awaitArrival();
      FutureTask<Receipt> other =
          new FutureTask<>(() -> GraphHarness.write(second, knows("ada", "bob")));
      Thread waiting = new Thread(other);
      waiting.start();
      awaitWaiting(waiting);
      confirmed.release();
      assertThat(first.get().manifestVersion()).isEqualTo(3);
      assertThat(other.get().manifestVersion()).isEqualTo(4);
    }
    List<GraphCommit> log = graph.commits(BranchName.MAIN);
    assertThat(log).hasSize(4);
    assertThat(log.get(0).parent()).contains(log.get(1).id());
    assertThat(graph.recoveries()).isEmpty();
    assertThat(harness.sidecars()).isEmpty();
  }

  @Test
  @Tag("T-011")
  void aWriterOnTheSameBranchWaitsUntilTheFirstHasPublished() throws Exception {
    assertWaits(harness.directory().toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"relative", "link", "dots"})
  @Tag("T-013")
  void spellingsOfOneRootHaveTheSameGates(String kind) throws Exception {
    Path root = harness.directory();
    assertWaits(
        switch (kind) {
          case "relative" -> Path.of("").toAbsolutePath().relativize(root).toString();
          case "link" -> Files.createSymbolicLink(folder.resolve("link"), root).toString();
          default -> root + "/../" + root.getFileName();
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"ARMED", "TABLE_COMMITTED", "CONFIRMED", "PUBLISHED"})
  void anIntentIsSettledThroughAnotherSpelling(Failpoint place) throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), harness.directory());
    try (Graph dying = Graph.open(link.toString(), GraphConfig.defaults(), script)) {
      script.crashAt(place);
      assertThatThrownBy(() -> GraphHarness.write(dying, insert("eve")))
          .isInstanceOf(Script.Crash.class);
    }
    harness.reopen();
    assertThat(harness.sidecars()).isEmpty();
    boolean done = place == Failpoint.CONFIRMED || place == Failpoint.PUBLISHED;
    assertThat(harness.rows(PERSON)).hasSize(done ? 3 : 2);
    harness.write(insert("kim"));
  }

  @Test
  @Tag("T-012")
  void aWriterOnAnotherBranchNeitherWaitsNorFails() throws Exception {
    Script.Rendezvous confirmed = script.parkAt(Failpoint.CONFIRMED);
    CompletableFuture<Receipt> first =
        CompletableFuture.supplyAsync(() -> GraphHarness.write(graph, insert("eve")));
    confirmed.awaitArrival();
    try (Graph second = Graph.open(graph.uri(), GraphConfig.defaults().asReadOnly())) {
      GraphHarness.write(graph, DRAFT, insert("kim"), knows("kim", "ada"));
      assertThat(RowReader.rows(second, second.snapshot(DRAFT), PERSON)).containsKey("kim");
      assertThat(RowReader.rows(second, second.snapshot(BranchName.MAIN), PERSON))
          .containsOnlyKeys("ada", "bob");
    }
    confirmed.release();
    first.get();
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada", "bob", "eve");
  }

  @Test
  @Tag("T-014")
  void tablesAreTakenInOneOrderWhateverTheOrderOfStatements() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (Graph second = Graph.open(graph.uri(), GraphConfig.defaults())) {
      for (int round = 0; round < 15; round++) {
        String a = "a" + round;
        String b = "b" + round;
        List<Callable<Receipt>> writes = new ArrayList<>();
        writes.add(() -> GraphHarness.write(graph, insert(a), knows(a, "ada")));
        writes.add(() -> GraphHarness.write(second, knows(b, "ada"), insert(b)));
        for (Future<Receipt> write : threads.invokeAll(writes)) {
          assertThat(write.get().commit()).isPresent();
        }
      }
    } finally {
      threads.shutdown();
    }
    assertThat(harness.rows(PERSON)).hasSize(32);
    assertThat(harness.rows(KNOWS)).hasSize(30);
  }

  @Test
  @Tag("T-032")
  void theGatesAreHeldUntilTheIntentIsGone() throws IOException {
    Gates gates = Gates.of(graph.uri(), Failpoints.NONE);
    List<Boolean> free = new ArrayList<>();
    script.runAt(
        Failpoint.SIDECAR_DELETED,
        () -> {
          assertThat(harness.sidecars()).isEmpty();
          try (HeldGates held = gates.tryEnter(BranchName.MAIN, Set.of()).orElse(null)) {
            free.add(held != null);
          }
        });
    GraphHarness.write(graph, insert("eve"));
    assertThat(free).containsExactly(false);
    try (HeldGates held = gates.tryEnter(BranchName.MAIN, Set.of(PERSON)).orElseThrow()) {
      assertThat(held).isNotNull();
    }
  }
}
