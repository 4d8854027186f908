package org.omnigraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.testkit.People.PERSON;
import static org.omnigraph.testkit.People.insert;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.engine.error.ReadSetChanged;
import org.omnigraph.engine.error.RecoveryRequired;
import org.omnigraph.engine.error.StorageUnavailable;
import org.omnigraph.engine.failpoint.Failpoint;
import org.omnigraph.engine.failpoint.Failpoints;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.manifest.Manifest;
import org.omnigraph.engine.table.TableBranch;
import org.omnigraph.engine.table.TableRef;

/** Branch control when storage fails, answers late, or somebody else was faster. */
class BranchControlFaultTest {
  private static final BranchName WORK = BranchName.of("work");
  private static final BranchName OTHER = BranchName.of("other");

  @RegisterExtension final GraphHarness harness = GraphHarness.onDisk(People.SCHEMA);

  @BeforeEach
  void someone() {
    harness.write(insert("ada"));
  }

  private Graph failingAt(Failpoint place) {
    return harness.reopen(
        point -> {
          if (point == place) {
            throw new StorageUnavailable("injected");
          }
        });
  }

  private TableRefs refs() {
    return new TableRefs(harness.graph());
  }

  private TableRef mainNow() {
    return new TableRef(
        Manifest.PATH,
        Optional.empty(),
        harness.graph().snapshot(BranchName.MAIN).manifestVersion());
  }

  @Test
  @Tag("B-004")
  void aBranchWhoseMakingWasNotAnsweredCountsAsMade() {
    Graph graph = failingAt(Failpoint.BRANCH_CREATED);
    graph.createBranch(WORK, BranchName.MAIN);
    assertThat(graph.branches()).contains(WORK);
    assertThat(harness.rows(WORK, PERSON)).containsOnlyKeys("ada");
  }

  @Test
  @Tag("B-005")
  void aBranchThatSomebodyElseMadeMeanwhileIsKeptAndReported() {
    harness.graph().createBranch(OTHER, BranchName.MAIN);
    harness.write(OTHER, insert("bob"));
    TableRef foreign =
        new TableRef(
            Manifest.PATH, Optional.of(OTHER), harness.graph().snapshot(OTHER).manifestVersion());
    Graph graph =
        harness.reopen(
            point -> {
              if (point == Failpoint.BRANCH_CREATING) {
                refs().make(foreign, WORK);
              }
            });
    assertThatThrownBy(() -> graph.createBranch(WORK, BranchName.MAIN))
        .isInstanceOf(ReadSetChanged.class);
    assertThat(harness.rows(WORK, PERSON)).containsOnlyKeys("ada", "bob");
  }

  @Test
  @Tag("B-006")
  void storageIsAskedTwiceAtMost() {
    AtomicInteger asked = new AtomicInteger();
    Graph graph =
        harness.reopen(
            point -> {
              if (point == Failpoint.BRANCH_CREATING) {
                asked.incrementAndGet();
                throw new StorageUnavailable("injected");
              }
            });
    assertThatThrownBy(() -> graph.createBranch(WORK, BranchName.MAIN))
        .isInstanceOf(StorageUnavailable.class)
        .hasMessageContaining("injected");
    assertThat(asked).hasValue(2);
    assertThat(graph.branches()).containsExactly(BranchName.MAIN);
  }

  @Test
  void anEmptyRefThatAFullDiskLeftIsNoBranchAndInNobodysWay() throws IOException {
    harness.graph().createBranch(OTHER, BranchName.MAIN);
    harness.write(OTHER, insert("bob"));
    Path table = harness.directory().resolve(TableRefs.path(harness.graph(), PERSON));
    Path ref = Path.of("_refs/branches/work.json");
    Files.createFile(harness.directory().resolve(Manifest.PATH).resolve(ref));
    Files.createFile(table.resolve(ref));
    harness.reopen();
    assertThat(harness.graph().branches()).containsExactly(BranchName.MAIN, OTHER);
    harness.graph().deleteBranch(OTHER);
    assertThatThrownBy(() -> harness.graph().deleteBranch(WORK)).isInstanceOf(NotFound.class);
    harness.graph().createBranch(WORK, BranchName.MAIN);
    harness.write(WORK, insert("eve"));
    assertThat(harness.rows(WORK, PERSON)).containsOnlyKeys("ada", "eve");
  }

  @Test
  @Tag("B-012")
  void aBranchWhoseDeletionWasNotAnsweredCountsAsDeleted() {
    harness.graph().createBranch(WORK, BranchName.MAIN);
    Graph graph = failingAt(Failpoint.BRANCH_DELETED);
    graph.deleteBranch(WORK);
    assertThat(graph.branches()).containsExactly(BranchName.MAIN);
  }

  @Test
  @Tag("B-013")
  void aBranchThatCouldNotBeDeletedLives() {
    harness.graph().createBranch(WORK, BranchName.MAIN);
    Graph graph = failingAt(Failpoint.BRANCH_DELETING);
    assertThatThrownBy(() -> graph.deleteBranch(WORK))
        .isInstanceOf(StorageUnavailable.class)
        .hasMessageContaining("injected");
    assertThat(harness.rows(WORK, PERSON)).containsOnlyKeys("ada");
  }

  @Test
  @Tag("B-014")
  void aBranchThatWasMadeAgainMeanwhileIsNotDeleted() {
    harness.graph().createBranch(WORK, BranchName.MAIN);
    Graph graph =
        harness.reopen(
            point -> {
              if (point == Failpoint.BRANCH_DELETING) {
                refs().delete(Manifest.PATH, refs().of(Manifest.PATH, WORK).orElseThrow());
                refs().make(mainNow(), WORK);
              }
            });
    assertThatThrownBy(() -> graph.deleteBranch(WORK)).isInstanceOf(ReadSetChanged.class);
    assertThat(harness.rows(WORK, PERSON)).containsOnlyKeys("ada");
  }

  @Test
  @Tag("B-020")
  void anUnfinishedWriteOnABranchDoesNotKeepItFromBeingDeleted() {
    harness.graph().createBranch(WORK, BranchName.MAIN);
    leaveAnIntentOn(WORK);
    harness.graph().deleteBranch(WORK);
    assertThat(harness.graph().branches()).containsExactly(BranchName.MAIN);
    harness.write(insert("max"));
  }

  @Test
  @Tag("B-021")
  void anIntentThatAppearsAfterTheFirstLookDoesNotEither() {
    harness.graph().createBranch(WORK, BranchName.MAIN);
    Graph graph =
        harness.reopen(
            point -> {
              if (point == Failpoint.BRANCH_BARRIER_PASSED) {
                leaveAnIntentOn(WORK);
              }
            });
    graph.deleteBranch(WORK);
    assertThat(graph.branches()).containsExactly(BranchName.MAIN);
  }

  @Test
  @Tag("B-023")
  void anUnfinishedWriteOnTheSourceKeepsABranchFromBeingMade() {
    harness.graph().createBranch(OTHER, BranchName.MAIN);
    Graph graph =
        harness.reopen(
            point -> {
              if (point == Failpoint.BRANCH_BARRIER_PASSED) {
                leaveAnIntentOn(OTHER);
              }
            });
    assertThatThrownBy(() -> graph.createBranch(WORK, OTHER)).isInstanceOf(RecoveryRequired.class);
    assertThat(graph.branches()).containsExactly(BranchName.MAIN, OTHER);
    graph.createBranch(BranchName.of("elsewhere"), BranchName.MAIN);
  }

  /** Another handle of this process dies while it writes. */
  private void leaveAnIntentOn(BranchName branch) {
    Failpoints dies = new Interruption(Failpoint.FORKS_MADE);
    try (Graph doomed =
        Graph.open(harness.graph().uri(), org.omnigraph.engine.GraphConfig.defaults(), dies)) {
      assertThatThrownBy(() -> GraphHarness.write(doomed, branch, insert("eve")))
          .isInstanceOf(Interruption.Stop.class);
    }
  }

  @Test
  @Tag("B-024")
  void aTableBranchThatCannotBeRemovedDoesNotFailTheDeletion() {
    harness.graph().createBranch(WORK, BranchName.MAIN);
    harness.write(WORK, insert("bob"));
    Graph graph = failingAt(Failpoint.BRANCH_TABLES_LEFT);
    graph.deleteBranch(WORK);
    assertThat(graph.branches()).containsExactly(BranchName.MAIN);
    Optional<TableBranch> left = refs().of(TableRefs.path(graph, PERSON), WORK);
    assertThat(left).isPresent();
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada");
  }
}
