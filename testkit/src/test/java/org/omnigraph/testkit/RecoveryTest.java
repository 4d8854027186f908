package org.omnigraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.testkit.People.KNOWS;
import static org.omnigraph.testkit.People.PERSON;
import static org.omnigraph.testkit.People.insert;
import static org.omnigraph.testkit.People.knows;
import static org.omnigraph.testkit.People.people;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.error.Conflict;
import org.omnigraph.engine.error.CorruptState;
import org.omnigraph.engine.error.RecoveryRequired;
import org.omnigraph.engine.error.RetryableCommitConflict;
import org.omnigraph.engine.failpoint.Failpoint;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.load.LoadMode;
import org.omnigraph.engine.load.LoadProgress;
import org.omnigraph.engine.load.LoadRequest;
import org.omnigraph.engine.manifest.GraphCommit;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.engine.recovery.AuditEntry;
import org.omnigraph.engine.recovery.AuditEntry.Kind;
import org.omnigraph.engine.sidecar.TableOutcome;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.write.Receipt;
import org.omnigraph.testkit.GraphHarness.Write;
import org.omnigraph.testkit.Script.Crash;
import org.omnigraph.testkit.Script.Rendezvous;

/** What the next open, or the next write, makes of a write that was interrupted at a place. */
class RecoveryTest {
  private static final String RECOVERY = "omnigraph:recovery";

  @RegisterExtension final GraphHarness harness = GraphHarness.onDisk(People.SCHEMA);

  private final Script script = new Script();
  private Graph other;

  @AfterEach
  void closeTheOtherHandle() {
    if (other != null) {
      other.close();
    }
  }

  /** Two people and their table at version 2; another handle; a write that dies at a place. */
  private String interruptAt(Failpoint place, int pass, Write... writes) {
    harness.write(insert("ada", "bob"));
    other = Graph.open(harness.directory().toString(), GraphConfig.defaults());
    Graph dying = harness.reopen(script);
    script.crashAt(place, pass);
    assertThatThrownBy(() -> GraphHarness.write(dying, BranchName.MAIN, "carol", writes))
        .isInstanceOf(Crash.class);
    return harness.sidecars().get(0).replace(".json", "");
  }

  private String interruptAt(Failpoint place) {
    return interruptAt(place, 1, insert("eve"), knows("ada", "bob"));
  }

  private JsonNode intent(String operation) throws IOException {
    return new ObjectMapper().readTree(sidecar(operation).toFile());
  }

  private Path sidecar(String operation) {
    return harness.directory().resolve("__recovery").resolve(operation + ".json");
  }

  private TableRef table(TypeKey type) {
    return other.snapshot(BranchName.MAIN).table(type).ref();
  }

  private GraphCommit head() {
    return harness.graph().commits(BranchName.MAIN).get(0);
  }

  private void assertOld() {
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada", "bob");
    assertThat(harness.rows(KNOWS)).isEmpty();
  }

  private void assertNew() {
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada", "bob", "eve");
    assertThat(harness.rows(KNOWS)).hasSize(1);
  }

  /** Every table's newest version is the one that the graph shows. */
  private void assertNoDrift() {
    try (RawTables raw = new RawTables(harness.directory())) {
      for (TypeKey type : List.of(PERSON, KNOWS)) {
        TableRef shown = harness.graph().snapshot(BranchName.MAIN).table(type).ref();
        assertThat(raw.newest(shown)).isEqualTo(shown.version());
      }
    }
  }

  private AuditEntry onlyEntry(Kind kind, String operation) {
    assertThat(harness.graph().recoveries()).hasSize(1);
    AuditEntry entry = harness.graph().recoveries().get(0);
    assertThat(entry.kind()).isEqualTo(kind);
    assertThat(entry.operation()).hasToString(operation);
    assertThat(entry.actor()).contains("carol");
    assertThat(entry.writer()).isEqualTo("Mutation");
    return entry;
  }

  private void assertStays(String operation, String why) {
    assertThatThrownBy(() -> harness.reopen())
        .isInstanceOf(RecoveryRequired.class)
        .hasMessageContaining(operation)
        .hasMessageContaining(why);
    assertThat(harness.sidecars()).containsExactly(operation + ".json");
  }

  // ---- forward

  @Test
  @Tag("R-001")
  @Tag("R-014")
  void aConfirmedWriteIsFinishedUnderItsOwnNameByTheNextOpen() throws IOException {
    String operation = interruptAt(Failpoint.CONFIRMED);
    JsonNode planned = intent(operation).at("/protocol_v3/lineage");
    harness.reopen();
    assertNew();
    assertThat(head().id()).hasToString(planned.get("graph_commit_id").asText());
    assertThat(head().actor()).contains("carol");
    assertThat(harness.sidecars()).isEmpty();
    assertNoDrift();
    AuditEntry entry = onlyEntry(Kind.ROLLED_FORWARD, operation);
    assertThat(entry.commit()).isEqualTo(head().id());
    assertThat(entry.outcomes())
        .containsExactlyInAnyOrder(new TableOutcome(PERSON, 2, 3), new TableOutcome(KNOWS, 1, 2));
  }

  @Test
  @Tag("R-002")
  void aConfirmedWriteIsFinishedByTheNextWriteOfAnotherHandle() {
    String operation = interruptAt(Failpoint.CONFIRMED);
    GraphHarness.write(other, insert("zoe"));
    harness.reopen();
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada", "bob", "eve", "zoe");
    onlyEntry(Kind.ROLLED_FORWARD, operation);
  }

  @Test
  @Tag("R-003")
  void aConfirmedWriteIsFinishedByTheNextLoad(@TempDir Path folder) throws IOException {
    String operation = interruptAt(Failpoint.CONFIRMED);
    Path rows = folder.resolve("rows.jsonl");
    Files.writeString(rows, "{\"type\":\"Person\",\"data\":{\"name\":\"zoe\"}}\n");
    other.load(
        new LoadRequest(rows, LoadMode.APPEND, BranchName.MAIN, Optional.empty()),
        LoadProgress.NONE);
    harness.reopen();
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada", "bob", "eve", "zoe");
    onlyEntry(Kind.ROLLED_FORWARD, operation);
  }

  @Test
  @Tag("R-006")
  void aConfirmedWriteIsFinishedByARefresh() {
    String operation = interruptAt(Failpoint.CONFIRMED);
    other.refresh();
    assertThat(RowReader.rows(other, other.snapshot(BranchName.MAIN), PERSON)).containsKey("eve");
    assertThat(harness.sidecars()).isEmpty();
    onlyEntry(Kind.ROLLED_FORWARD, operation);
  }

  @Test
  @Tag("R-008")
  void aConfirmedReplaceIsFinished() {
    interruptAt(Failpoint.CONFIRMED, 1, people(WriteMode.REPLACE, 9, "max"));
    harness.reopen();
    assertThat(harness.rows(PERSON)).containsOnlyKeys("max");
  }

  @Test
  @Tag("R-015")
  void aWriteOfNobodyIsFinishedAsOfNobody() {
    harness.write(insert("ada"));
    Graph dying = harness.reopen(script);
    script.crashAt(Failpoint.CONFIRMED);
    assertThatThrownBy(() -> GraphHarness.write(dying, insert("eve"))).isInstanceOf(Crash.class);
    harness.reopen();
    assertThat(head().actor()).isEmpty();
    assertThat(harness.graph().recoveries().get(0).actor()).isEmpty();
  }

  @Test
  @Tag("R-019")
  void aVisibleWriteIsAuditedAndNotMadeAgain() {
    String operation = interruptAt(Failpoint.PUBLISHED);
    GraphImage before = GraphImage.of(other);
    harness.reopen();
    assertThat(GraphImage.of(harness.graph())).isEqualTo(before);
    assertNew();
    assertThat(harness.sidecars()).isEmpty();
    onlyEntry(Kind.ROLLED_FORWARD, operation);
  }

  @Test
  @Tag("R-019")
  void aVisibleWriteIsRecognisedBelowLaterCommits() throws IOException {
    String operation = interruptAt(Failpoint.PUBLISHED);
    String body = Files.readString(sidecar(operation));
    GraphHarness.write(other, insert("zoe"));
    GraphHarness.write(other, insert("max"));
    Files.writeString(sidecar(operation), body);
    GraphImage before = GraphImage.of(other);
    harness.reopen();
    assertThat(GraphImage.of(harness.graph())).isEqualTo(before);
    assertThat(harness.sidecars()).isEmpty();
    onlyEntry(Kind.ROLLED_FORWARD, operation);
  }

  @Test
  @Tag("R-046")
  void aWriteThatIsOvertakenInEachAttemptToPublishIsFinishedByTheNext() {
    harness.write(insert("ada", "bob"));
    Graph busy = harness.reopen(script);
    script.failEachTimeAt(Failpoint.PUBLISH_ATTEMPT, new RetryableCommitConflict("busy"));
    assertThatThrownBy(() -> GraphHarness.write(busy, insert("eve")))
        .isInstanceOf(RecoveryRequired.class);
    assertThat(script.passed().stream().filter(Failpoint.PUBLISH_ATTEMPT::equals)).hasSize(6);
    script.nothing();
    GraphHarness.write(busy, insert("zoe"));
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada", "bob", "eve", "zoe");
    assertThat(harness.sidecars()).isEmpty();
  }

  @Test
  @Tag("R-047")
  void anEmptyLoadThatIsOvertakenIsMadeAgain(@TempDir Path folder) throws IOException {
    harness.write(insert("ada"));
    other = Graph.open(harness.directory().toString(), GraphConfig.defaults());
    Graph graph = harness.reopen(script);
    Path empty = Files.writeString(folder.resolve("empty.jsonl"), "");
    script.runAt(Failpoint.STAGED, () -> GraphHarness.write(other, insert("zoe")));
    Receipt receipt =
        graph.load(
            new LoadRequest(empty, LoadMode.APPEND, BranchName.MAIN, Optional.empty()),
            LoadProgress.NONE);
    assertThat(receipt.commit()).contains(head().id());
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada", "zoe");
    assertThat(harness.sidecars()).isEmpty();
  }

  // ---- back

  @Test
  @Tag("R-009")
  @Tag("R-011")
  @Tag("R-012")
  @Tag("R-013")
  void aHalfDoneWriteIsTakenBackAndWorksTheNextTime() throws IOException {
    String operation = interruptAt(Failpoint.TABLE_COMMITTED);
    JsonNode planned = intent(operation);
    harness.reopen();
    assertOld();
    assertNoDrift();
    assertThat(harness.sidecars()).isEmpty();
    assertThat(head().actor()).contains(RECOVERY);
    assertThat(head().id())
        .hasToString(planned.at("/protocol_v3/rollback_graph_commit_id").asText());
    AuditEntry entry = onlyEntry(Kind.ROLLED_BACK, operation);
    assertThat(entry.commit()).isEqualTo(head().id());
    assertThat(entry.outcomes()).containsExactly(new TableOutcome(KNOWS, 2, 1));
    assertThat(harness.graph().snapshot(BranchName.MAIN).table(KNOWS).version()).isEqualTo(3);
    assertThat(harness.graph().snapshot(BranchName.MAIN).table(PERSON).version()).isEqualTo(2);
    harness.write(insert("eve"), knows("ada", "bob"));
    assertNew();
  }

  @Test
  @Tag("R-010")
  void aWriteThatIsDoneButUnconfirmedIsTakenBack() {
    String operation = interruptAt(Failpoint.EFFECTS_MADE);
    harness.reopen();
    assertOld();
    assertNoDrift();
    assertThat(onlyEntry(Kind.ROLLED_BACK, operation).outcomes())
        .containsExactlyInAnyOrder(new TableOutcome(PERSON, 3, 2), new TableOutcome(KNOWS, 2, 1));
  }

  /** A program without our lock commits while the intent lies there. */
  private void overtake(String operation, Runnable rival) throws IOException {
    Path hidden = harness.directory().resolve("hidden");
    Files.move(sidecar(operation), hidden);
    rival.run();
    Files.move(hidden, sidecar(operation));
  }

  @Test
  @Tag("R-016")
  void aConfirmedWriteThatLostItsHeadIsTakenBackOnTopOfTheWinner() throws IOException {
    String operation = interruptAt(Failpoint.CONFIRMED, 1, insert("eve"));
    overtake(operation, () -> GraphHarness.write(other, knows("ada", "bob")));
    CommitId winner = other.commits(BranchName.MAIN).get(0).id();
    harness.reopen();
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada", "bob");
    assertThat(harness.rows(KNOWS)).hasSize(1);
    assertThat(head().parent()).contains(winner);
    assertNoDrift();
    onlyEntry(Kind.ROLLED_BACK, operation);
  }

  @Test
  @Tag("R-018")
  void aCommitAboveAPublishedRivalIsTakenBackToTheRivals() throws IOException {
    String operation = interruptAt(Failpoint.ARMED, 1, insert("eve"));
    String uuid = intent(operation).at("/protocol_v3/effects/0/planned_transaction/uuid").asText();
    overtake(operation, () -> GraphHarness.write(other, insert("zoe")));
    try (RawTables raw = new RawTables(harness.directory())) {
      assertThat(raw.commit(table(PERSON), 1, uuid)).isEqualTo(4);
    }
    harness.reopen();
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada", "bob", "zoe");
    assertNoDrift();
    assertThat(onlyEntry(Kind.ROLLED_BACK, operation).outcomes())
        .containsExactly(new TableOutcome(PERSON, 4, 3));
  }

  // ---- recoveries that are interrupted themselves

  private void crashReopening(Failpoint place, int pass) {
    Script next = new Script().crashAt(place, pass);
    assertThatThrownBy(() -> harness.reopen(next)).isInstanceOf(Crash.class);
  }

  @Test
  @Tag("R-020")
  @Tag("R-022")
  void aHalfDoneRollbackRestoresEachTableOnce() {
    String operation = interruptAt(Failpoint.EFFECTS_MADE);
    crashReopening(Failpoint.TABLE_RESTORED, 1);
    try (RawTables raw = new RawTables(harness.directory())) {
      assertThat(raw.newest(table(KNOWS))).isEqualTo(3);
      assertThat(raw.newest(table(PERSON))).isEqualTo(3);
    }
    crashReopening(Failpoint.TABLE_RESTORED, 1);
    harness.reopen();
    assertOld();
    assertNoDrift();
    assertThat(table(KNOWS).version()).isEqualTo(3);
    assertThat(table(PERSON).version()).isEqualTo(4);
    assertThat(onlyEntry(Kind.ROLLED_BACK, operation).outcomes())
        .containsExactlyInAnyOrder(new TableOutcome(PERSON, 3, 2), new TableOutcome(KNOWS, 2, 1));
  }

  @Test
  @Tag("R-021")
  void aVisibleRollbackIsAuditedFromItsPlanAndNotMadeAgain() {
    String operation = interruptAt(Failpoint.TABLE_COMMITTED);
    crashReopening(Failpoint.ROLLED_BACK, 1);
    GraphImage before = GraphImage.of(other);
    other.refresh();
    harness.reopen();
    assertThat(GraphImage.of(harness.graph())).isEqualTo(before);
    assertThat(onlyEntry(Kind.ROLLED_BACK, operation).outcomes())
        .containsExactly(new TableOutcome(KNOWS, 2, 1));
  }

  // ---- what cannot be settled

  @Test
  @Tag("R-017")
  void aWriteBelowVersionsOfAnotherIsLeft() throws IOException {
    String operation = interruptAt(Failpoint.CONFIRMED, 1, insert("eve"));
    try (RawTables raw = new RawTables(harness.directory())) {
      raw.commit(table(PERSON), 1, "foreign");
      assertStays(operation, "later versions");
      assertThat(raw.newest(table(PERSON))).isEqualTo(4);
    }
  }

  @Test
  @Tag("R-026")
  void aVersionThatDoesNotSayWhoMadeItIsLeft() throws IOException {
    String operation = interruptAt(Failpoint.EFFECTS_MADE, 1, insert("eve"));
    try (RawTables raw = new RawTables(harness.directory())) {
      raw.commit(table(PERSON), 1, "foreign");
      Files.delete(raw.file(table(PERSON), 3));
    }
    assertStays(operation, "unverifiable");
  }

  @Test
  @Tag("R-030")
  @Tag("soak")
  void moreVersionsThanAnIntentCanExplainAreLeft() {
    String operation = interruptAt(Failpoint.ARMED, 1, insert("eve"));
    try (RawTables raw = new RawTables(harness.directory())) {
      for (int i = 0; i < 1027; i++) {
        raw.commit(table(PERSON), 1, "foreign-" + i);
      }
    }
    assertStays(operation, "unverifiable");
  }

  @Test
  @Tag("R-027")
  void aTableBelowItsPinIsLeft() throws IOException {
    String operation = interruptAt(Failpoint.ARMED, 1, insert("eve"));
    Path file;
    try (RawTables raw = new RawTables(harness.directory())) {
      file = raw.file(table(PERSON), 2);
    }
    Path kept = Files.move(file, harness.directory().resolve("kept"));
    assertStays(operation, "storage does not have");
    Files.move(kept, file);
  }

  @Test
  @Tag("R-028")
  void driftOfAnotherOutlivesAnIntentWithoutEffect() throws IOException {
    interruptAt(Failpoint.ARMED, 1, insert("eve"));
    try (RawTables raw = new RawTables(harness.directory())) {
      raw.commit(table(PERSON), 1, "foreign");
    }
    harness.reopen();
    assertThat(harness.sidecars()).isEmpty();
    assertOld();
    assertThatThrownBy(() -> harness.write(insert("zoe")))
        .isInstanceOf(Conflict.class)
        .hasMessageContaining("omnigraph repair");
  }

  @Test
  @Tag("R-029")
  void driftOfAnotherBesideAnEffectIsLeft() {
    String operation = interruptAt(Failpoint.TABLE_COMMITTED);
    try (RawTables raw = new RawTables(harness.directory())) {
      raw.commit(table(PERSON), 1, "foreign");
    }
    assertStays(operation, "nothing publishes");
  }

  @Test
  @Tag("R-049")
  void aCommitOfItsIdWithOtherContentIsLeft() throws IOException {
    String operation = interruptAt(Failpoint.PUBLISHED);
    String body = Files.readString(sidecar(operation));
    Files.writeString(sidecar(operation), body.replace("\"carol\"", "\"mallory\""));
    assertThatThrownBy(() -> harness.reopen())
        .isInstanceOf(RecoveryRequired.class)
        .hasMessageContaining("other content");
    assertThat(harness.sidecars()).hasSize(1);
    Files.writeString(sidecar(operation), body);
  }

  // ---- beside writers

  @Test
  @Tag("R-023")
  void aRefreshTakesNothingBack() {
    String operation = interruptAt(Failpoint.TABLE_COMMITTED);
    try (RawTables raw = new RawTables(harness.directory())) {
      long before = raw.newest(table(KNOWS));
      other.refresh();
      assertThat(raw.newest(table(KNOWS))).isEqualTo(before);
    }
    assertThat(harness.sidecars()).containsExactly(operation + ".json");
  }

  @Test
  @Tag("R-024")
  void aHalfDoneWriteBlocksOnceAndIsTakenBackInPlaceTheNextTime() {
    String operation = interruptAt(Failpoint.TABLE_COMMITTED);
    assertThatThrownBy(() -> GraphHarness.write(other, insert("zoe")))
        .isInstanceOf(RecoveryRequired.class)
        .hasMessageContaining(operation);
    assertThat(harness.sidecars()).hasSize(1);
    GraphHarness.write(other, insert("zoe"));
    harness.reopen();
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada", "bob", "zoe");
    assertThat(harness.rows(KNOWS)).isEmpty();
    onlyEntry(Kind.ROLLED_BACK, operation);
  }

  @Test
  void whatCannotBeSettledBlocksEachTimeAndSaysWhy() {
    String operation = interruptAt(Failpoint.CONFIRMED, 1, insert("eve"));
    try (RawTables raw = new RawTables(harness.directory())) {
      raw.commit(table(PERSON), 1, "foreign");
    }
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> GraphHarness.write(other, insert("zoe")))
          .isInstanceOf(RecoveryRequired.class)
          .hasMessageContaining(operation)
          .hasMessageContaining("later versions");
    }
  }

  @Test
  @Tag("R-031")
  void twoOpensSettleOneIntentOnce() {
    String operation = interruptAt(Failpoint.CONFIRMED);
    Script first = new Script();
    Rendezvous decided = first.parkAt(Failpoint.ROLL_FORWARD_DECIDED);
    CompletableFuture<Graph> opening = CompletableFuture.supplyAsync(() -> harness.reopen(first));
    decided.awaitArrival();
    String root = harness.directory().toString();
    CompletableFuture<Graph> second =
        CompletableFuture.supplyAsync(() -> Graph.open(root, GraphConfig.defaults()));
    decided.release();
    opening.join();
    second.join().close();
    assertNew();
    onlyEntry(Kind.ROLLED_FORWARD, operation);
  }

  /** A writer stops at a place; {@code inTheWay} waits for its gates; then both go on. */
  private Receipt besideAWriterAt(Failpoint place, Runnable inTheWay) throws Exception {
    harness.write(insert("ada", "bob"));
    Graph graph = harness.reopen(script);
    Rendezvous stopped = script.parkAt(place);
    CompletableFuture<Receipt> writing =
        CompletableFuture.supplyAsync(() -> GraphHarness.write(graph, insert("eve")));
    stopped.awaitArrival();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread waiting = new Thread(inTheWay);
    waiting.setUncaughtExceptionHandler((thread, thrown) -> failure.set(thrown));
    waiting.start();
    while (waiting.getState() != Thread.State.WAITING) {
      assertThat(waiting.getState()).isNotEqualTo(Thread.State.TERMINATED);
      Thread.onSpinWait();
    }
    stopped.release();
    waiting.join();
    assertThat(failure.get()).isNull();
    return writing.get();
  }

  @Test
  @Tag("R-032")
  void anOpenWaitsForAWriterThatIsAtWork() throws Exception {
    String root = harness.directory().toString();
    Receipt receipt =
        besideAWriterAt(Failpoint.ARMED, () -> Graph.open(root, GraphConfig.defaults()).close());
    assertThat(receipt.commit()).contains(head().id());
    assertThat(harness.graph().recoveries()).isEmpty();
    assertThat(harness.sidecars()).isEmpty();
  }

  @Test
  @Tag("R-033")
  void aRefreshWaitsForAWriterThatIsAtWork() throws Exception {
    other = Graph.open(harness.directory().toString(), GraphConfig.defaults());
    Receipt receipt = besideAWriterAt(Failpoint.CONFIRMED, () -> other.refresh());
    assertThat(receipt.commit()).contains(head().id());
    assertThat(harness.graph().recoveries()).isEmpty();
    assertThat(harness.sidecars()).isEmpty();
  }

  @Test
  @Tag("R-034")
  void twoIntentsOnOneTableAreSettledOneAfterTheOther() throws IOException {
    String first = interruptAt(Failpoint.ARMED, 1, insert("eve"));
    Path hidden = Files.move(sidecar(first), harness.directory().resolve("hidden"));
    Script again = new Script();
    Graph dying = harness.reopen(again);
    again.crashAt(Failpoint.EFFECTS_MADE);
    assertThatThrownBy(() -> GraphHarness.write(dying, BranchName.MAIN, "carol", insert("max")))
        .isInstanceOf(Crash.class);
    String second = harness.sidecars().get(0).replace(".json", "");
    Files.move(hidden, sidecar(first));
    harness.reopen();
    assertThat(harness.sidecars()).isEmpty();
    assertOld();
    assertNoDrift();
    onlyEntry(Kind.ROLLED_BACK, second);
  }

  // ---- nothing to settle

  @Test
  @Tag("R-041")
  @Tag("R-042")
  void aCleanOpenWritesNothing() throws IOException {
    harness.write(insert("ada"));
    Map<Path, Long> before = DiskFiles.sizes(harness.directory());
    harness.reopen();
    assertThat(DiskFiles.sizes(harness.directory())).isEqualTo(before);
    assertThat(harness.graph().recoveries()).isEmpty();
    assertThat(harness.directory().resolve("_graph_commit_recoveries.lance")).doesNotExist();
  }

  @Test
  @Tag("R-043")
  @Tag("K-010")
  void aWriteThatLostItsFirstTableLeavesNoTrace() {
    harness.write(insert("ada", "bob"));
    Graph graph = harness.reopen(script);
    TableRef person = graph.snapshot(BranchName.MAIN).table(PERSON).ref();
    script.runAt(
        Failpoint.ARMED,
        () -> {
          try (RawTables raw = new RawTables(harness.directory())) {
            raw.commit(person, 2, "foreign");
          }
        });
    List<GraphCommit> before = graph.commits(BranchName.MAIN);
    assertThatThrownBy(() -> GraphHarness.write(graph, people(WriteMode.REPLACE, 1, "eve")))
        .isInstanceOf(RetryableCommitConflict.class);
    assertThat(harness.sidecars()).isEmpty();
    assertThat(graph.commits(BranchName.MAIN)).isEqualTo(before);
    assertThat(graph.recoveries()).isEmpty();
  }

  @Test
  void anUnreadableAuditFailsLoudly() throws IOException {
    interruptAt(Failpoint.CONFIRMED);
    Path audit = harness.directory().resolve("_graph_commit_recoveries.lance");
    Files.createDirectories(audit.resolve("_versions"));
    Files.writeString(audit.resolve("_versions/18446744073709551614.manifest"), "x".repeat(99));
    assertThatThrownBy(() -> harness.reopen())
        .isInstanceOfAny(CorruptState.class, org.omnigraph.engine.error.StorageUnavailable.class);
    assertThat(harness.sidecars()).hasSize(1);
  }
}
