package org.omnigraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.testkit.People.KNOWS;
import static org.omnigraph.testkit.People.PERSON;
import static org.omnigraph.testkit.People.insert;
import static org.omnigraph.testkit.People.knows;
import static org.omnigraph.testkit.People.people;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.error.PreconditionFailed;
import org.omnigraph.engine.failpoint.Failpoint;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.pending.Budget;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.engine.write.CommitOptions;
import org.omnigraph.engine.write.Receipt;
import org.omnigraph.testkit.GraphHarness.Write;

/** Writes that name the head which they may follow. */
class ConditionalWriteTest {
  @RegisterExtension final GraphHarness harness = GraphHarness.onDisk(People.SCHEMA);

  private final Script script = new Script();
  private Graph graph;
  private Graph other;

  @BeforeEach
  void twoHandles() {
    harness.write(insert("ada", "bob"));
    other = Graph.open(harness.directory().toString(), GraphConfig.defaults());
    graph = harness.reopen(script);
  }

  @AfterEach
  void closeTheOtherHandle() {
    other.close();
  }

  private CommitId head() {
    return graph.snapshot(BranchName.MAIN).commit().orElseThrow();
  }

  private static CommitOptions on(CommitId head) {
    return new CommitOptions(Optional.empty(), Optional.of(head));
  }

  private Receipt write(CommitId expected, Write... writes) {
    try (MutationStaging staging = graph.begin(BranchName.MAIN, Budget.KEYED)) {
      GraphHarness.stage(graph, staging, writes);
      return graph.commit(staging, on(expected));
    }
  }

  private Receipt delete(CommitId expected) {
    try (MutationStaging staging =
        Deleting.begin(graph, BranchName.MAIN, Map.of(PERSON, Set.of("bob")))) {
      return graph.commit(staging, on(expected));
    }
  }

  private void assertRefused(CommitId expected, Runnable write) {
    assertThatThrownBy(write::run)
        .isInstanceOfSatisfying(
            PreconditionFailed.class,
            failed -> {
              assertThat(failed.branch()).isEqualTo(BranchName.MAIN);
              assertThat(failed.expected()).isEqualTo(expected.value());
              assertThat(failed.actual()).contains(head().value());
            });
    assertThat(harness.sidecars()).isEmpty();
    assertThat(script.passed()).doesNotContain(Failpoint.ARMED);
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada", "bob");
  }

  @Test
  @Tag("T-022")
  @Tag("T-027")
  void theHeadThatWasReadIsTheOneThatIsFollowed() {
    GraphHarness.write(other, knows("ada", "bob"));
    CommitId read = head();
    Receipt receipt = write(read, insert("eve"));
    assertThat(graph.commits(BranchName.MAIN).get(0).parent()).contains(read);
    assertThat(receipt.commit()).contains(head());
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada", "bob", "eve");
  }

  @Test
  void onABranchWithoutCommitsOfItsOwnTheHeadIsWhereItWasCut() {
    BranchName draft = BranchName.of("draft");
    CommitId cut = head();
    graph.createBranch(draft, BranchName.MAIN);
    GraphHarness.write(graph, insert("eve"));
    try (MutationStaging staging = graph.begin(draft, Budget.KEYED)) {
      GraphHarness.stage(graph, staging, insert("kim"));
      assertThat(graph.commit(staging, on(cut)).commit()).isPresent();
    }
    assertThat(harness.rows(draft, PERSON)).containsOnlyKeys("ada", "bob", "kim");
  }

  @Test
  @Tag("T-023")
  void anotherHeadIsRefusedAtOnce() {
    CommitId old = head();
    GraphHarness.write(other, knows("ada", "bob"));
    assertRefused(old, () -> write(old, insert("eve")));
    assertThat(script.passed()).doesNotContain(Failpoint.STAGED);
  }

  @Test
  @Tag("T-024")
  void anInsertThatLostItsHeadMeanwhileIsNotPreparedAgain() {
    CommitId old = head();
    script.runAt(Failpoint.STAGED, () -> GraphHarness.write(other, knows("ada", "bob")));
    assertRefused(old, () -> write(old, insert("eve")));
    assertThat(script.passed()).filteredOn(place -> place == Failpoint.STAGED).hasSize(1);
    assertThat(harness.rows(KNOWS)).hasSize(1);
  }

  @Test
  @Tag("T-025")
  void aDeleteOrAReplaceThatLostItsHeadMeanwhileIsToldSo() {
    CommitId first = head();
    script.runAt(Failpoint.STAGED, () -> GraphHarness.write(other, knows("ada", "bob")));
    assertRefused(first, () -> delete(first));
    CommitId second = head();
    script.runAt(Failpoint.STAGED, () -> GraphHarness.write(other, knows("bob", "ada")));
    assertRefused(second, () -> write(second, people(WriteMode.REPLACE, 1, "ada", "bob", "eve")));
  }

  @Test
  @Tag("T-026")
  void aWriteThatChangesNothingHasItsHeadComparedUnderTheGates() {
    CommitId old = head();
    assertThat(write(old).commit()).isEmpty();
    script.runAt(Failpoint.STAGED, () -> GraphHarness.write(other, knows("ada", "bob")));
    Snapshot[] before = new Snapshot[1];
    assertRefused(
        old,
        () -> {
          before[0] = graph.snapshot(BranchName.MAIN);
          write(old);
        });
    assertThat(graph.snapshot(BranchName.MAIN).manifestVersion())
        .isEqualTo(before[0].manifestVersion() + 1);
  }
}
