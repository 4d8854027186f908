package org.omnigraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.omnigraph.testkit.People.KNOWS;
import static org.omnigraph.testkit.People.PERSON;
import static org.omnigraph.testkit.People.insert;
import static org.omnigraph.testkit.People.knows;
import static org.omnigraph.testkit.People.people;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.error.Conflict;
import org.omnigraph.engine.error.GraphException;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.ReadSetChanged;
import org.omnigraph.engine.error.RecoveryRequired;
import org.omnigraph.engine.failpoint.Failpoint;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.load.LoadMode;
import org.omnigraph.engine.load.LoadProgress;
import org.omnigraph.engine.load.LoadRequest;
import org.omnigraph.engine.manifest.GraphCommit;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.manifest.TableEntry;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.write.Receipt;
import org.omnigraph.testkit.GraphHarness.Write;
import org.omnigraph.testkit.Script.Crash;

/** What a write makes of a graph that moves between its preparation and its gates. */
class TokenTest {
  private static final BranchName DRAFT = BranchName.of("draft");

  @RegisterExtension
  final GraphHarness harness =
      GraphHarness.onDisk(
          """
          node Person {
            name: String @key
            age: I32?
            email: String? @unique
          }
          edge Knows: Person -> Person {
            since: I64?
          }
          """);

  @TempDir Path folder;

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

  private void whilePrepared(Runnable rival) {
    script.runAt(Failpoint.STAGED, rival);
  }

  private static Write withEmail(String name, String email) {
    return new Write(PERSON, WriteMode.INSERT, List.of(Map.of("name", name, "email", email)));
  }

  private Receipt load(Path file, LoadMode mode) {
    LoadRequest request = new LoadRequest(file, mode, BranchName.MAIN, Optional.empty());
    return graph.load(request, LoadProgress.NONE);
  }

  private Path lines(String... lines) {
    try {
      return Files.writeString(folder.resolve("input.jsonl"), String.join("\n", lines));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private TableEntry entry(BranchName branch, TypeKey type) {
    return graph.snapshot(branch).table(type);
  }

  /** The write fails, and the graph is as the rival left it. */
  private <E extends GraphException> E assertNoEffect(Class<E> kind, ThrowingCallable write) {
    E failure = catchThrowableOfType(kind, write);
    assertThat(failure).isNotNull();
    assertThat(harness.sidecars()).isEmpty();
    try (RawTables raw = new RawTables(harness.directory())) {
      for (BranchName branch : graph.branches()) {
        for (TableEntry entry : graph.snapshot(branch).tables().values()) {
          assertThat(raw.newest(entry.ref())).isEqualTo(entry.version());
        }
      }
    }
    return failure;
  }

  private void assertHead(ReadSetChanged changed, BranchName branch, CommitId expected) {
    assertThat(changed.member()).isEqualTo("graph_head:" + branch);
    assertThat(changed.expected()).isEqualTo(Optional.ofNullable(expected).map(CommitId::value));
    assertThat(changed.actual()).isEqualTo(graph.snapshot(branch).commit().map(CommitId::value));
  }

  // ---- the head

  @Test
  @Tag("T-001")
  void anInsertIsPreparedAgainWhenAnotherTableMovedTheHead() {
    whilePrepared(() -> GraphHarness.write(other, knows("ada", "bob")));
    Receipt receipt = GraphHarness.write(graph, insert("eve"));
    List<GraphCommit> log = graph.commits(BranchName.MAIN);
    assertThat(log).hasSize(4);
    assertThat(receipt.commit()).contains(log.get(0).id());
    assertThat(log.get(0).parent()).contains(log.get(1).id());
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada", "bob", "eve");
    assertThat(harness.rows(KNOWS)).hasSize(1);
    assertThat(script.passed()).filteredOn(place -> place == Failpoint.STAGED).hasSize(2);
    assertThat(script.passed()).filteredOn(place -> place == Failpoint.ARMED).hasSize(1);
  }

  @Test
  @Tag("T-002")
  void aDeleteIsRefusedWhenAnotherTableMovedTheHead() {
    CommitId before = graph.snapshot(BranchName.MAIN).commit().orElseThrow();
    whilePrepared(() -> GraphHarness.write(other, knows("ada", "ada")));
    ReadSetChanged changed =
        assertNoEffect(
            ReadSetChanged.class,
            () -> Deleting.delete(graph, BranchName.MAIN, Map.of(PERSON, Set.of("bob"))));
    assertHead(changed, BranchName.MAIN, before);
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada", "bob");
  }

  @Test
  @Tag("T-003")
  void aReplaceIsRefusedWhenAnotherTableMovedTheHead() {
    CommitId before = graph.snapshot(BranchName.MAIN).commit().orElseThrow();
    whilePrepared(() -> GraphHarness.write(other, knows("ada", "ada")));
    Path input = lines("{\"type\":\"Person\",\"data\":{\"name\":\"ada\"}}");
    ReadSetChanged changed =
        assertNoEffect(ReadSetChanged.class, () -> load(input, LoadMode.OVERWRITE));
    assertHead(changed, BranchName.MAIN, before);
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada", "bob");
  }

  @Test
  @Tag("T-004")
  void whatARivalMadeInvalidIsRefusedBySecondValidation() {
    whilePrepared(() -> GraphHarness.write(other, withEmail("max", "a@b")));
    InvalidRequest invalid =
        assertNoEffect(
            InvalidRequest.class, () -> GraphHarness.write(graph, withEmail("eve", "a@b")));
    assertThat(invalid).hasMessageContaining("a@b");
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada", "bob", "max");
  }

  @Test
  @Tag("T-005")
  void whatARivalMadeInvalidIsRefusedBySecondValidationOfALoad() {
    whilePrepared(() -> GraphHarness.write(other, withEmail("max", "a@b")));
    Path input = lines("{\"type\":\"Person\",\"data\":{\"name\":\"eve\",\"email\":\"a@b\"}}");
    assertNoEffect(InvalidRequest.class, () -> load(input, LoadMode.APPEND));
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada", "bob", "max");
  }

  @Test
  @Tag("T-006")
  void thatABranchHadNoHeadYetIsPartOfTheToken() {
    graph.createBranch(DRAFT, BranchName.MAIN);
    whilePrepared(() -> GraphHarness.write(other, DRAFT, knows("ada", "ada")));
    ReadSetChanged changed =
        assertNoEffect(
            ReadSetChanged.class,
            () -> GraphHarness.write(graph, DRAFT, people(WriteMode.REPLACE, 1, "eve")));
    assertHead(changed, DRAFT, null);
    assertThat(harness.rows(DRAFT, PERSON)).containsOnlyKeys("ada", "bob");
  }

  @Test
  @Tag("T-009")
  void anInsertThatIsOvertakenInEachAttemptGivesUp() {
    AtomicInteger attempts = new AtomicInteger();
    try (ForeignPublisher foreign = new ForeignPublisher(harness.directory())) {
      graph =
          harness.reopen(
              point -> {
                if (point == Failpoint.STAGED) {
                  attempts.incrementAndGet();
                  foreign.publish(BranchName.MAIN);
                }
              });
      assertNoEffect(ReadSetChanged.class, () -> GraphHarness.write(graph, insert("eve")));
    }
    assertThat(attempts).hasValue(33);
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada", "bob");
  }

  @Test
  @Tag("T-010")
  void aLoadThatIsPreparedAgainDoesNotReadItsInputAgain() {
    Path input = lines("{\"type\":\"Person\",\"data\":{\"name\":\"eve\"}}");
    whilePrepared(
        () -> {
          GraphHarness.write(other, insert("max"));
          assertThat(input.toFile().delete()).isTrue();
        });
    load(input, LoadMode.APPEND);
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada", "bob", "eve", "max");
  }

  // ---- handles that have not looked for a while

  @Test
  @Tag("T-028")
  @Tag("T-029")
  @Tag("T-030")
  void everyWriteStartsFromTheHeadThatIsThere() {
    GraphHarness.write(graph, insert("eve"));
    GraphHarness.write(other, insert("max"), knows("max", "ada"));
    GraphHarness.write(graph, insert("kim"));
    GraphHarness.write(other, people(WriteMode.REPLACE, 5, "ada", "bob", "max"));
    GraphHarness.write(graph, people(WriteMode.UPSERT, 6, "ada", "zoe"));
    GraphHarness.write(other, insert("leo"));
    Deleting.delete(graph, BranchName.MAIN, Map.of(PERSON, Set.of("bob")));
    GraphHarness.write(other, insert("ida"));
    GraphHarness.write(graph, people(WriteMode.REPLACE, 7, "ada", "max"));
    List<GraphCommit> log = graph.commits(BranchName.MAIN);
    assertThat(log).hasSize(11);
    for (int i = 0; i + 1 < log.size(); i++) {
      assertThat(log.get(i).parent()).contains(log.get(i + 1).id());
    }
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada", "max");
    assertThat(harness.rows(KNOWS)).hasSize(1);
  }

  // ---- intents

  /** Another handle begins a write and dies. */
  private String diesAt(Failpoint place, BranchName branch, Write... writes) {
    Script ends = new Script();
    try (Graph dying = Graph.open(graph.uri(), GraphConfig.defaults(), ends)) {
      ends.crashAt(place);
      assertThatThrownBy(() -> GraphHarness.write(dying, branch, writes)).isInstanceOf(Crash.class);
    }
    return harness.sidecars().get(harness.sidecars().size() - 1).replace(".json", "");
  }

  @Test
  @Tag("T-015")
  @Tag("T-020")
  void anIntentThatWasBegunMeanwhileIsSeenUnderTheGates() {
    for (Failpoint place : List.of(Failpoint.ARMED, Failpoint.TABLE_COMMITTED)) {
      String[] rival = new String[1];
      whilePrepared(() -> rival[0] = diesAt(place, BranchName.MAIN, insert("max")));
      Snapshot before = graph.snapshot(BranchName.MAIN);
      assertThatThrownBy(() -> GraphHarness.write(graph, insert("eve")))
          .isInstanceOfSatisfying(
              RecoveryRequired.class,
              required -> {
                assertThat(required.operation()).hasToString(rival[0]);
                assertThat(required).hasMessageNotContaining("repair");
              });
      assertThat(harness.sidecars()).containsExactly(rival[0] + ".json");
      assertThat(graph.snapshot(BranchName.MAIN)).isEqualTo(before);
      graph = harness.reopen(script);
      assertThat(harness.rows(PERSON)).containsOnlyKeys("ada", "bob");
    }
  }

  @Test
  @Tag("T-016")
  void anIntentOnAnotherBranchIsNotInTheWay() {
    graph.createBranch(DRAFT, BranchName.MAIN);
    diesAt(Failpoint.TABLE_COMMITTED, DRAFT, insert("max"));
    GraphHarness.write(graph, insert("eve"));
    graph = harness.reopen(script);
    diesAt(Failpoint.TABLE_COMMITTED, BranchName.MAIN, insert("max"));
    GraphHarness.write(graph, DRAFT, insert("kim"));
    assertThat(harness.rows(DRAFT, PERSON)).containsOnlyKeys("ada", "bob", "kim");
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada", "bob", "eve");
  }

  @Test
  @Tag("T-018")
  void aTableThatMovedByItselfIsRefusedBeforeAnIntentExists() {
    TableRef person = entry(BranchName.MAIN, PERSON).ref();
    try (RawTables raw = new RawTables(harness.directory())) {
      raw.commit(person, 1, "foreign");
    }
    Snapshot before = graph.snapshot(BranchName.MAIN);
    Path input = lines("{\"type\":\"Person\",\"data\":{\"name\":\"eve\"}}");
    List<ThrowingCallable> writes =
        List.of(
            () -> GraphHarness.write(graph, insert("eve")),
            () -> Deleting.delete(graph, BranchName.MAIN, Map.of(PERSON, Set.of("bob"))),
            () -> load(input, LoadMode.MERGE),
            () -> load(input, LoadMode.OVERWRITE));
    for (ThrowingCallable write : writes) {
      assertThatThrownBy(write)
          .isInstanceOf(Conflict.class)
          .hasMessageContaining("'omnigraph repair'");
      assertThat(harness.sidecars()).isEmpty();
      assertThat(graph.snapshot(BranchName.MAIN)).isEqualTo(before);
    }
    assertThat(script.passed()).doesNotContain(Failpoint.ARMED);
    GraphHarness.write(graph, knows("ada", "bob"));
  }

  @Test
  @Tag("T-021")
  void anIntentOnAnotherBranchDoesNotExplainWhatATableDidByItself() {
    graph.createBranch(DRAFT, BranchName.MAIN);
    diesAt(Failpoint.TABLE_COMMITTED, DRAFT, insert("max"));
    try (RawTables raw = new RawTables(harness.directory())) {
      raw.commit(entry(BranchName.MAIN, PERSON).ref(), 1, "foreign");
    }
    assertThatThrownBy(() -> GraphHarness.write(graph, insert("eve")))
        .isInstanceOf(Conflict.class)
        .hasMessageContaining("'omnigraph repair'");
  }
}
