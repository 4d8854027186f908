package org.omnigraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.engine.error.RecoveryRequired;
import org.omnigraph.engine.error.StorageUnavailable;
import org.omnigraph.engine.failpoint.Failpoint;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.load.LoadMode;
import org.omnigraph.engine.load.LoadProgress;
import org.omnigraph.engine.load.LoadRequest;
import org.omnigraph.engine.manifest.GraphCommit;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.engine.recovery.AuditEntry;
import org.omnigraph.engine.recovery.AuditEntry.Kind;
import org.omnigraph.testkit.GraphHarness.Write;
import org.omnigraph.testkit.Script.Crash;

/** Interrupted writes to branches, some of which are gone when the next program comes. */
class RecoveryOnBranchesTest {
  private static final String GRAPH = Fixtures.ROOT + "/all-types";
  private static final BranchName BRANCH = BranchName.of("nested/y");
  private static final TypeKey NOTE = TypeKey.node("Note");
  private static final Path REF = Path.of(GRAPH, "__manifest/_refs/branches/nested%2Fy.json");
  private static final Path TREE = Path.of(GRAPH, "__manifest/tree/nested/y");

  private int notes;

  @BeforeEach
  void unpack() {
    Fixtures.unpack("rust-0.9.0.tar.gz");
  }

  private static Write note(String id) {
    return new Write(NOTE, WriteMode.INSERT, List.of(Map.of("id", id, "text", "of " + id)));
  }

  private static Graph open(Script script) {
    return Graph.open(GRAPH, GraphConfig.defaults(), script);
  }

  private void interruptAt(Failpoint place) {
    interruptAt(place, BRANCH);
  }

  private void interruptAt(Failpoint place, BranchName branch) {
    Script script = new Script();
    try (Graph graph = open(script)) {
      notes = notes(graph, branch).size();
      script.crashAt(place);
      assertThatThrownBy(() -> GraphHarness.write(graph, branch, "carol", note("lost")))
          .isInstanceOf(Crash.class);
    }
  }

  private static Map<String, Map<String, @Nullable Object>> notes(Graph graph, BranchName branch) {
    return RowReader.rows(graph, graph.snapshot(branch), NOTE);
  }

  private static List<Path> sidecars() throws IOException {
    try (Stream<Path> files = Files.list(Path.of(GRAPH, "__recovery"))) {
      return files.toList();
    }
  }

  private static void deleteBranch() throws IOException {
    Files.delete(REF);
    try (Stream<Path> files = Files.walk(TREE)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private static void assertDiscarded(Graph graph) throws IOException {
    assertThat(sidecars()).isEmpty();
    assertThat(graph.recoveries()).hasSize(1);
    AuditEntry entry = graph.recoveries().get(0);
    assertThat(entry.kind()).isEqualTo(Kind.ORPHANED_BRANCH_DISCARDED);
    assertThat(entry.actor()).contains("carol");
    assertThat(entry.outcomes()).isEmpty();
    List<GraphCommit> recorded =
        graph.commits(BranchName.MAIN).stream()
            .filter(commit -> commit.actor().equals(Optional.of("omnigraph:recovery")))
            .toList();
    assertThat(recorded).hasSize(1);
    assertThat(entry.commit()).isEqualTo(recorded.get(0).id());
  }

  @Test
  @Tag("R-007")
  @Tag("R-035")
  void aConfirmedWriteIsFinishedOnItsBranch() throws IOException {
    interruptAt(Failpoint.CONFIRMED);
    try (Graph graph = open(new Script())) {
      assertThat(notes(graph, BRANCH)).hasSize(notes + 1).containsKey("lost");
      assertThat(notes(graph, BranchName.MAIN)).doesNotContainKey("lost");
      assertThat(graph.commits(BRANCH).get(0).actor()).contains("carol");
      assertThat(graph.recoveries())
          .extracting(AuditEntry::kind)
          .containsExactly(Kind.ROLLED_FORWARD);
      assertThat(sidecars()).isEmpty();
    }
  }

  @Test
  @Tag("R-035")
  void aHalfDoneWriteIsTakenBackOnItsBranch() throws IOException {
    interruptAt(Failpoint.EFFECTS_MADE);
    try (Graph graph = open(new Script())) {
      assertThat(notes(graph, BRANCH)).hasSize(notes).doesNotContainKey("lost");
      assertThat(graph.commits(BRANCH).get(0).actor()).contains("omnigraph:recovery");
      assertThat(graph.commits(BranchName.MAIN).get(0).actor()).isNotEqualTo("omnigraph:recovery");
      assertThat(sidecars()).isEmpty();
      GraphHarness.write(graph, BRANCH, "java", note("found"));
      assertThat(notes(graph, BRANCH)).hasSize(notes + 1).containsKey("found");
    }
  }

  @Test
  @Tag("L-031")
  @Tag("L-032")
  void aHalfDoneWriteToMainBlocksWhatStartsThereAndNoLoadElsewhere(@TempDir Path folder)
      throws IOException {
    Path line = folder.resolve("note.jsonl");
    Files.writeString(line, "{\"type\":\"Note\",\"data\":{\"id\":\"loaded\",\"text\":\"t\"}}");
    BranchName child = BranchName.of("child");
    try (Graph other = open(new Script())) {
      interruptAt(Failpoint.TABLE_COMMITTED, BranchName.MAIN);
      assertThatThrownBy(() -> other.createBranch(child, BranchName.MAIN))
          .isInstanceOf(RecoveryRequired.class);
      assertThat(other.branches()).doesNotContain(child);
      other.load(
          new LoadRequest(line, LoadMode.APPEND, BRANCH, Optional.empty()), LoadProgress.NONE);
      assertThat(notes(other, BRANCH)).containsKey("loaded");
      assertThat(notes(other, BranchName.MAIN)).doesNotContainKey("lost");
    }
  }

  @Test
  @Tag("R-025")
  void aHalfDoneWriteBlocksItsBranchOnly() throws IOException {
    try (Graph other = open(new Script())) {
      interruptAt(Failpoint.TABLE_COMMITTED);
      GraphHarness.write(other, BranchName.MAIN, "java", note("main"));
      assertThat(notes(other, BranchName.MAIN)).containsKey("main");
      assertThat(sidecars()).hasSize(1);
    }
  }

  @Test
  @Tag("R-036")
  void theIntentOfADeletedBranchIsDiscardedByTheNextWriteToAnother() throws IOException {
    try (Graph other = open(new Script())) {
      interruptAt(Failpoint.TABLE_COMMITTED);
      deleteBranch();
      GraphHarness.write(other, BranchName.MAIN, "java", note("main"));
      assertThat(notes(other, BranchName.MAIN)).containsKey("main");
      assertDiscarded(other);
    }
  }

  @Test
  @Tag("R-037")
  void theIntentOfADeletedBranchIsDiscardedByTheNextOpen() throws IOException {
    interruptAt(Failpoint.CONFIRMED);
    deleteBranch();
    try (Graph graph = open(new Script())) {
      assertDiscarded(graph);
    }
  }

  @Test
  @Tag("R-038")
  @Tag("R-039")
  void aDiscardThatIsInterruptedAnywhereIsRecordedOnce() throws IOException {
    for (Failpoint place :
        List.of(
            Failpoint.ORPHAN_COMMITTED,
            Failpoint.AUDIT,
            Failpoint.AUDITED,
            Failpoint.SIDECAR_DELETE)) {
      unpack();
      interruptAt(Failpoint.TABLE_COMMITTED);
      deleteBranch();
      StorageUnavailable down = new StorageUnavailable("the storage is down");
      assertThatThrownBy(() -> open(new Script().failAt(place, down)))
          .as("%s", place)
          .isSameAs(down);
      assertThat(sidecars()).hasSize(1);
      try (Graph graph = open(new Script())) {
        assertDiscarded(graph);
      }
    }
  }

  @Test
  @Tag("R-040")
  void aBranchThatIsListedButCannotBeOpenedIsNotGone() throws IOException {
    interruptAt(Failpoint.TABLE_COMMITTED);
    Path away = Files.move(TREE, Path.of(GRAPH, "away"));
    assertThatThrownBy(() -> open(new Script())).isInstanceOf(NotFound.class);
    assertThat(sidecars()).hasSize(1);
    Files.move(away, TREE);
    try (Graph graph = open(new Script())) {
      assertThat(graph.recoveries()).extracting(AuditEntry::kind).containsExactly(Kind.ROLLED_BACK);
    }
  }
}
