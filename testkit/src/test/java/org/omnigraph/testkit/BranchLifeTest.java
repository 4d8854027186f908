package org.omnigraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.testkit.People.PERSON;
import static org.omnigraph.testkit.People.insert;

import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.engine.error.ReadSetChanged;
import org.omnigraph.engine.failpoint.Failpoint;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.pending.Budget;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.engine.table.ScanRequest;
import org.omnigraph.engine.table.TableSnapshot;
import org.omnigraph.engine.write.CommitOptions;

/** What readers and writers of a branch see when it is deleted, or deleted and made again. */
class BranchLifeTest {
  private static final BranchName WORK = BranchName.of("work");

  @RegisterExtension final GraphHarness harness = GraphHarness.onDisk(People.SCHEMA);

  @BeforeEach
  void someone() {
    harness.write(insert("ada"));
    harness.graph().createBranch(WORK, BranchName.MAIN);
    harness.write(WORK, insert("old"));
  }

  private void makeAgain() {
    harness.graph().deleteBranch(WORK);
    harness.graph().createBranch(WORK, BranchName.MAIN);
  }

  @Test
  void aDeletedBranchIsNotFoundByReadersAndWriters() {
    Graph graph = harness.graph();
    CommitId commit = graph.snapshot(WORK).commit().orElseThrow();
    graph.snapshotAt(commit);
    graph.deleteBranch(WORK);
    assertThatThrownBy(() -> graph.snapshot(WORK))
        .isInstanceOf(NotFound.class)
        .hasMessageContaining("branch 'work' not found");
    assertThatThrownBy(() -> graph.commits(WORK)).isInstanceOf(NotFound.class);
    assertThatThrownBy(() -> graph.snapshotAt(commit)).isInstanceOf(NotFound.class);
    assertThatThrownBy(() -> graph.begin(WORK, Budget.KEYED)).isInstanceOf(NotFound.class);
  }

  @Test
  void aTransactionOnADeletedBranchIsNotFoundWhenItCommits() {
    Graph graph = harness.graph();
    try (MutationStaging staging = graph.begin(WORK, Budget.KEYED)) {
      GraphHarness.stage(graph, staging, insert("eve"));
      graph.deleteBranch(WORK);
      assertThatThrownBy(() -> graph.commit(staging, CommitOptions.ANONYMOUS))
          .isInstanceOf(NotFound.class);
    }
    assertThat(harness.sidecars()).isEmpty();
  }

  @Test
  @Tag("T-007")
  void aTransactionOnADeletedBranchDoesNotReachTheNextOfItsName() {
    Graph graph = harness.graph();
    try (MutationStaging staging = graph.begin(WORK, Budget.KEYED)) {
      GraphHarness.stage(graph, staging, insert("eve"));
      makeAgain();
      assertThatThrownBy(() -> graph.commit(staging, CommitOptions.ANONYMOUS))
          .isInstanceOf(ReadSetChanged.class)
          .hasMessageContaining("branch_identifier:work");
    }
    assertThat(harness.rows(WORK, PERSON)).containsOnlyKeys("ada");
    assertThat(harness.sidecars()).isEmpty();
  }

  @Test
  @Tag("B-026")
  @Tag("H-011")
  void aWarmHandleSeesOnlyTheNewRowsUnderTheSameVersionNumbers() {
    try (Graph warm = Graph.open(harness.graph().uri(), GraphConfig.defaults())) {
      Snapshot before = warm.snapshot(WORK);
      assertThat(RowReader.rows(warm, before, PERSON)).containsOnlyKeys("ada", "old");
      makeAgain();
      harness.write(WORK, insert("new"));
      for (Graph graph : new Graph[] {warm, harness.graph()}) {
        Snapshot now = graph.snapshot(WORK);
        assertThat(now.table(PERSON)).isEqualTo(before.table(PERSON));
        assertThat(now.identifier()).isNotEqualTo(before.identifier());
        assertThat(RowReader.rows(graph, now, PERSON)).containsOnlyKeys("ada", "new");
      }
      assertThatThrownBy(() -> warm.open(before, PERSON))
          .isInstanceOf(NotFound.class)
          .hasMessageContaining("'work'");
    }
  }

  @Test
  void whatIsOpenIsReadToItsEnd() throws Exception {
    Graph graph = harness.graph();
    Snapshot before = graph.snapshot(WORK);
    try (TableSnapshot open = graph.open(before, PERSON)) {
      makeAgain();
      harness.write(WORK, insert("new"));
      int rows = 0;
      try (ArrowReader reader =
          open.scan(ScanRequest.of(java.util.List.of("id")), graph.allocator())) {
        while (reader.loadNextBatch()) {
          rows += reader.getVectorSchemaRoot().getRowCount();
        }
      }
      assertThat(rows).isEqualTo(2);
    }
    assertThat(harness.rows(WORK, PERSON)).containsOnlyKeys("ada", "new");
  }

  @Test
  @Tag("B-028")
  void aDeletionWaitsForTheWriterOnItsBranch() throws Exception {
    Rendezvous parked = new Rendezvous(Failpoint.CONFIRMED);
    Graph graph = harness.reopen(parked);
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      Future<CommitId> writer =
          threads.submit(
              () -> GraphHarness.write(graph, WORK, insert("eve")).commit().orElseThrow());
      parked.awaitArrival();
      Future<?> deletion = threads.submit(() -> graph.deleteBranch(WORK));
      assertThat(graph.branches()).contains(WORK);
      assertThat(deletion.isDone()).isFalse();
      parked.release();
      assertThat(writer.get(60, TimeUnit.SECONDS)).isNotNull();
      deletion.get(60, TimeUnit.SECONDS);
    } finally {
      threads.shutdownNow();
    }
    assertThat(graph.branches()).containsExactly(BranchName.MAIN);
    assertThat(harness.sidecars()).isEmpty();
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada");
  }

  @Test
  void ofAWriterAndADeletionOnTwoThreadsEachEndsWellOrSaysWhy() throws Exception {
    Graph graph = harness.graph();
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      for (int round = 0; round < 8; round++) {
        BranchName branch = BranchName.of("round-" + round);
        graph.createBranch(branch, BranchName.MAIN);
        Future<Integer> writer = threads.submit(() -> writeUntilGone(graph, branch));
        Future<?> deletion = threads.submit(() -> graph.deleteBranch(branch));
        deletion.get(60, TimeUnit.SECONDS);
        try {
          writer.get(60, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
          throw new AssertionError("round " + round, e.getCause());
        }
        assertThat(harness.sidecars()).isEmpty();
        assertThat(new TableRefs(graph).of(TableRefs.path(graph, PERSON), branch)).isEmpty();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada");
    assertThat(graph.branches()).containsExactly(BranchName.MAIN, WORK);
  }

  /** Counts the commits that were acknowledged before the branch went. */
  private static int writeUntilGone(Graph graph, BranchName branch) {
    for (int written = 0; ; written++) {
      try {
        GraphHarness.write(graph, branch, insert("row-" + written));
      } catch (NotFound e) {
        return written;
      }
    }
  }

  @Test
  void aBranchThatAnotherHandleMadeIsThereAtOnce() {
    try (Graph second = Graph.open(harness.graph().uri(), GraphConfig.defaults())) {
      BranchName late = BranchName.of("late");
      harness.graph().createBranch(late, WORK);
      assertThat(second.branches()).contains(late);
      assertThat(RowReader.rows(second, second.snapshot(late), PERSON))
          .containsOnlyKeys("ada", "old");
      GraphHarness.write(second, late, insert("eve"));
      assertThat(harness.rows(late, PERSON)).containsOnlyKeys("ada", "eve", "old");
      assertThat(harness.graph().snapshot(late).table(PERSON).branch())
          .isEqualTo(Optional.of(late));
    }
  }
}
