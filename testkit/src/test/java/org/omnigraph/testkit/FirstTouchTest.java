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
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.error.KeyConflict;
import org.omnigraph.engine.error.ReadSetChanged;
import org.omnigraph.engine.error.RecoveryRequired;
import org.omnigraph.engine.error.StorageUnavailable;
import org.omnigraph.engine.failpoint.Failpoint;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.manifest.GraphCommit;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.manifest.TableEntry;
import org.omnigraph.engine.pending.Budget;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.engine.table.TableBranch;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.write.CommitOptions;
import org.omnigraph.engine.write.Receipt;

/** The first write that a branch makes to a table it has inherited. */
class FirstTouchTest {
  private static final BranchName DRAFT = BranchName.of("draft");

  /** So many that they wait in files. */
  private static final int MANY = 40_000;

  private static final BranchName CHILD = BranchName.of("child");

  @RegisterExtension final GraphHarness harness = GraphHarness.onDisk(People.SCHEMA);

  @BeforeEach
  void someone() {
    harness.write(insert("ada", "bob"), knows("ada", "bob"));
    harness.graph().createBranch(DRAFT, BranchName.MAIN);
  }

  private TableEntry entry(BranchName branch, TypeKey type) {
    return harness.graph().snapshot(branch).table(type);
  }

  private String path(TypeKey type) {
    return TableRefs.path(harness.graph(), type);
  }

  private TableRefs refs() {
    return new TableRefs(harness.graph());
  }

  private Receipt delete(BranchName branch, TypeKey type, String id) {
    try (MutationStaging staging = harness.graph().begin(branch, Budget.KEYED)) {
      staging.deleteIds(type, Set.of(id));
      return harness.graph().commit(staging, CommitOptions.ANONYMOUS);
    }
  }

  @Test
  @Tag("F-001")
  void aBranchOwnsNothingUntilItIsWritten() {
    assertThat(refs().of(path(PERSON))).isEmpty();
    assertThat(entry(DRAFT, PERSON)).isEqualTo(entry(BranchName.MAIN, PERSON));
  }

  @Test
  @Tag("F-002")
  @Tag("F-004")
  void onlyTheTouchedTableIsForkedAtTheInheritedVersion() throws IOException {
    TableEntry inherited = entry(DRAFT, PERSON);
    Path main = harness.directory().resolve(path(PERSON)).resolve("data");
    long before = files(main);
    Receipt receipt = harness.write(DRAFT, insert("eve"));
    TableBranch fork = refs().of(path(PERSON), DRAFT).orElseThrow();
    assertThat(fork.parent()).isEmpty();
    assertThat(fork.parentVersion()).isEqualTo(inherited.version());
    assertThat(refs().of(path(KNOWS))).isEmpty();
    TableEntry own = entry(DRAFT, PERSON);
    assertThat(own.branch()).contains(DRAFT);
    assertThat(own.version()).isEqualTo(inherited.version() + 1);
    assertThat(own.rowCount()).isEqualTo(3);
    assertThat(entry(DRAFT, KNOWS)).isEqualTo(entry(BranchName.MAIN, KNOWS));
    assertThat(harness.rows(DRAFT, PERSON)).containsOnlyKeys("ada", "bob", "eve");
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada", "bob");
    assertThat(files(main)).isEqualTo(before);
    assertThat(files(harness.directory().resolve(path(PERSON)).resolve("tree/draft/data")))
        .isEqualTo(1);
    assertThat(harness.graph().commits(DRAFT).get(0).id())
        .isEqualTo(receipt.commit().orElseThrow());
    assertThat(harness.sidecars()).isEmpty();
  }

  @Test
  @Tag("P-009")
  void theFirstCommitOfABranchHasTheForkPointAsItsParent() {
    GraphCommit cut = harness.graph().commits(BranchName.MAIN).get(0);
    harness.write(DRAFT, insert("eve"));
    harness.write(DRAFT, insert("kim"));
    assertThat(harness.graph().commits(DRAFT).get(1).parent()).contains(cut.id());
    assertThat(harness.graph().commits(DRAFT).get(1).branch()).isEqualTo(DRAFT);
    assertThat(harness.graph().commits(BranchName.MAIN).get(0)).isEqualTo(cut);
    harness.reopen();
    assertThat(harness.rows(DRAFT, PERSON)).containsOnlyKeys("ada", "bob", "eve", "kim");
  }

  @Test
  void upsertsReplacesAndDeletesAreFirstTouchesToo() {
    harness.write(DRAFT, people(WriteMode.UPSERT, 9, "bob", "eve"));
    assertThat(harness.rows(DRAFT, PERSON).get("bob")).containsEntry("age", 9);
    assertThat(harness.rows(DRAFT, PERSON).get("ada")).containsEntry("age", 1);
    BranchName replaced = BranchName.of("replaced");
    harness.graph().createBranch(replaced, BranchName.MAIN);
    harness.write(
        replaced, new GraphHarness.Write(KNOWS, WriteMode.REPLACE, knows("bob", "ada").rows()));
    assertThat(harness.rows(replaced, KNOWS).values())
        .singleElement()
        .satisfies(row -> assertThat(row).containsEntry("src", "bob"));
    BranchName fewer = BranchName.of("fewer");
    harness.graph().createBranch(fewer, BranchName.MAIN);
    String edge = harness.rows(KNOWS).firstKey();
    delete(fewer, KNOWS, edge);
    assertThat(harness.rows(fewer, KNOWS)).isEmpty();
    assertThat(harness.rows(KNOWS)).containsOnlyKeys(edge);
    assertThat(harness.rows(PERSON).get("bob")).containsEntry("age", 1);
  }

  @Test
  @Tag("F-005")
  void aForkIsMadeAtTheOldVersionWhenMainHasMovedOn() {
    long pin = entry(DRAFT, PERSON).version();
    harness.write(insert("max"));
    harness.write(DRAFT, insert("eve"));
    assertThat(refs().of(path(PERSON), DRAFT).orElseThrow().parentVersion()).isEqualTo(pin);
    assertThat(harness.rows(DRAFT, PERSON)).containsOnlyKeys("ada", "bob", "eve");
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada", "bob", "max");
  }

  @Test
  @Tag("F-003")
  void theIntentIsDurableBeforeTheForkAndNamesItAsTheFormatSays() throws IOException {
    long pin = entry(DRAFT, PERSON).version();
    Graph graph = harness.reopen(new Interruption(Failpoint.ARMED));
    assertThatThrownBy(() -> GraphHarness.write(graph, DRAFT, insert("eve")))
        .isInstanceOf(Interruption.Stop.class);
    assertThat(refs().of(path(PERSON))).isEmpty();
    String name = harness.sidecars().get(0);
    JsonNode sidecar =
        new ObjectMapper()
            .readTree(Files.readString(harness.directory().resolve("__recovery").resolve(name)));
    assertThat(sidecar.path("branch").asText()).isEqualTo("draft");
    JsonNode tablePin = sidecar.path("tables").path(0);
    assertThat(tablePin.path("table_path").asText()).isEqualTo(graph.uri() + "/" + path(PERSON));
    assertThat(tablePin.path("table_branch").asText()).isEqualTo("draft");
    assertThat(tablePin.path("expected_version").asLong()).isEqualTo(pin);
    assertThat(tablePin.path("post_commit_pin").asLong()).isEqualTo(pin + 1);
    JsonNode protocol = sidecar.path("protocol_v3");
    assertThat(protocol.path("authority").path("branch_identifier").path("version_mapping"))
        .hasSize(1);
    assertThat(protocol.path("authority").path("graph_head").isNull()).isTrue();
    assertThat(protocol.path("lineage").path("branch").asText()).isEqualTo("draft");
    JsonNode planned = protocol.path("effects").path(0).path("planned_transaction");
    assertThat(planned.path("read_version").asLong()).isEqualTo(pin);
    assertThat(planned.path("uuid").asText()).matches("omnigraph-[0-9A-Z]{26}");
    JsonNode slot = protocol.path("intended_delta").path("table_updates").path(0);
    assertThat(slot.path("table_branch").asText()).isEqualTo("draft");
    assertThat(slot.path("expected_version").asLong()).isEqualTo(pin);
  }

  @Test
  @Tag("F-008")
  void aFailureRightAfterTheForkBelongsToRecovery() {
    Graph graph =
        harness.reopen(
            point -> {
              if (point == Failpoint.FORK_MADE) {
                throw new StorageUnavailable("injected");
              }
            });
    assertThatThrownBy(() -> GraphHarness.write(graph, DRAFT, insert("eve")))
        .isInstanceOf(RecoveryRequired.class);
    assertThat(harness.sidecars()).hasSize(1);
    assertThat(refs().of(path(PERSON), DRAFT)).isPresent();
  }

  @Test
  @Tag("F-013")
  void anotherHandleWaitsForALivingIntentAndBothLand() throws Exception {
    Rendezvous parked = new Rendezvous(Failpoint.FORKS_MADE);
    Graph graph = harness.reopen(parked);
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (Graph second = Graph.open(graph.uri(), GraphConfig.defaults())) {
      Future<?> first = threads.submit(() -> GraphHarness.write(graph, DRAFT, insert("eve")));
      parked.awaitArrival();
      TableBranch fork = refs().of(path(PERSON), DRAFT).orElseThrow();
      Future<?> other = threads.submit(() -> GraphHarness.write(second, DRAFT, insert("kim")));
      assertThat(other.isDone()).isFalse();
      parked.release();
      first.get(60, TimeUnit.SECONDS);
      other.get(60, TimeUnit.SECONDS);
      assertThat(refs().of(path(PERSON), DRAFT)).contains(fork);
    } finally {
      threads.shutdownNow();
    }
    assertThat(harness.rows(DRAFT, PERSON)).containsOnlyKeys("ada", "bob", "eve", "kim");
  }

  @Test
  @Tag("F-014")
  void aRefThatNothingRefersToIsReplaced() {
    TableRef pin = entry(DRAFT, PERSON).ref();
    TableBranch left = refs().make(pin, DRAFT);
    harness.write(DRAFT, insert("eve"));
    assertThat(refs().of(path(PERSON), DRAFT).orElseThrow()).isNotEqualTo(left);
    assertThat(harness.rows(DRAFT, PERSON)).containsOnlyKeys("ada", "bob", "eve");
  }

  @Test
  @Tag("F-015")
  void aRefIsKeptWhenTheAuthorityCannotBeRead() {
    TableBranch left = refs().make(entry(DRAFT, PERSON).ref(), DRAFT);
    Graph graph =
        harness.reopen(
            point -> {
              if (point == Failpoint.REVALIDATED) {
                throw new StorageUnavailable("injected");
              }
            });
    assertThatThrownBy(() -> GraphHarness.write(graph, DRAFT, insert("eve")))
        .isInstanceOf(StorageUnavailable.class);
    assertThat(refs().of(path(PERSON), DRAFT)).contains(left);
    assertThat(harness.sidecars()).isEmpty();
  }

  @Test
  @Tag("F-016")
  void aDeleteThatMatchesNothingForksNothing() {
    Snapshot before = harness.graph().snapshot(DRAFT);
    Receipt receipt = delete(DRAFT, KNOWS, "nobody");
    assertThat(receipt.commit()).isEmpty();
    assertThat(refs().of(path(KNOWS))).isEmpty();
    assertThat(harness.graph().snapshot(DRAFT)).isEqualTo(before);
  }

  @Test
  @Tag("F-017")
  void aStrictInsertOfAnInheritedIdLeavesNothing() {
    Snapshot before = harness.graph().snapshot(DRAFT);
    assertThatThrownBy(() -> harness.write(DRAFT, insert("eve", "ada")))
        .isInstanceOf(KeyConflict.class);
    assertThat(refs().of(path(PERSON))).isEmpty();
    assertThat(harness.sidecars()).isEmpty();
    assertThat(harness.graph().snapshot(DRAFT)).isEqualTo(before);
  }

  @Test
  @Tag("F-021")
  void aBranchOfABranchForksFromItsParentsRef() {
    harness.write(DRAFT, insert("eve"));
    TableEntry parent = entry(DRAFT, PERSON);
    harness.graph().createBranch(CHILD, DRAFT);
    assertThat(entry(CHILD, PERSON)).isEqualTo(parent);
    harness.write(CHILD, insert("kim"), knows("kim", "eve"));
    TableBranch fork = refs().of(path(PERSON), CHILD).orElseThrow();
    assertThat(fork.parent()).contains(DRAFT);
    assertThat(fork.parentVersion()).isEqualTo(parent.version());
    assertThat(fork.identifier().cuts()).hasSize(2);
    assertThat(refs().of(path(KNOWS), CHILD).orElseThrow().parent()).isEmpty();
    assertThat(harness.rows(CHILD, PERSON)).containsOnlyKeys("ada", "bob", "eve", "kim");
    assertThat(harness.rows(DRAFT, PERSON)).containsOnlyKeys("ada", "bob", "eve");
  }

  @Test
  @Tag("F-022")
  void aDeleteOfANodeAndItsEdgesForksBothTablesInOneCommit() {
    long version = harness.graph().snapshot(DRAFT).manifestVersion();
    delete(DRAFT, PERSON, "bob");
    assertThat(harness.graph().snapshot(DRAFT).manifestVersion()).isEqualTo(version + 1);
    assertThat(refs().of(path(PERSON), DRAFT)).isPresent();
    assertThat(refs().of(path(KNOWS), DRAFT)).isPresent();
    assertThat(harness.rows(DRAFT, PERSON)).containsOnlyKeys("ada");
    assertThat(harness.rows(DRAFT, KNOWS)).isEmpty();
    assertThat(harness.rows(KNOWS)).hasSize(1);
  }

  @Test
  @Tag("F-023")
  void ofTwoFirstWritesAnInsertIsPreparedAgainAndAReplaceIsRefused() {
    Graph graph = harness.graph();
    try (MutationStaging late = graph.begin(DRAFT, Budget.KEYED);
        MutationStaging strict = graph.begin(DRAFT, Budget.KEYED)) {
      GraphHarness.stage(graph, late, insert("kim"));
      GraphHarness.stage(graph, strict, people(WriteMode.REPLACE, 1, "max"));
      harness.write(DRAFT, insert("eve"));
      graph.commit(late, CommitOptions.ANONYMOUS);
      assertThatThrownBy(() -> graph.commit(strict, CommitOptions.ANONYMOUS))
          .isInstanceOf(ReadSetChanged.class);
    }
    assertThat(harness.rows(DRAFT, PERSON)).containsOnlyKeys("ada", "bob", "eve", "kim");
  }

  @Test
  void rowsThatWaitedInFilesMoveToTheForkAndLeaveNothingBehind() throws IOException {
    Path main = harness.directory().resolve(path(PERSON)).resolve("data");
    long before = files(main);
    try (MutationStaging first = harness.graph().begin(DRAFT, Budget.STREAM);
        MutationStaging second = harness.graph().begin(DRAFT, Budget.STREAM)) {
      GraphHarness.stage(harness.graph(), first, many("a"), many("c"), knows("ada", "a0"));
      GraphHarness.stage(harness.graph(), second, many("b"));
      while (files(main) == before) {
        Thread.onSpinWait(); // until the thread that writes the first file has begun it
      }
      harness.graph().commit(first, CommitOptions.ANONYMOUS);
      harness.graph().commit(second, CommitOptions.ANONYMOUS);
    }
    assertThat(files(main)).isEqualTo(before);
    assertThat(harness.rows(DRAFT, PERSON)).hasSize(2 + 3 * MANY).containsKeys("a0", "b0", "c0");
    harness.graph().deleteBranch(DRAFT);
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada", "bob");
  }

  private static GraphHarness.Write many(String prefix) {
    return insert(IntStream.range(0, MANY).mapToObj(i -> prefix + i).toArray(String[]::new));
  }

  private static long files(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.count();
    }
  }

  @Test
  @Tag("B-025")
  @Tag("F-014")
  void leftoverRefsOfADeletedBranchDoNotReachTheNextOfItsName() {
    harness.write(DRAFT, insert("eve"));
    Graph graph =
        harness.reopen(
            point -> {
              if (point == Failpoint.BRANCH_TABLES_LEFT) {
                throw new StorageUnavailable("injected");
              }
            });
    graph.deleteBranch(DRAFT);
    assertThat(refs().of(path(PERSON), DRAFT)).isPresent();
    graph.createBranch(DRAFT, BranchName.MAIN);
    assertThat(harness.rows(DRAFT, PERSON)).containsOnlyKeys("ada", "bob");
    GraphHarness.write(graph, DRAFT, insert("kim"));
    assertThat(harness.rows(DRAFT, PERSON)).containsOnlyKeys("ada", "bob", "kim");
    assertThat(entry(DRAFT, PERSON).branch()).isEqualTo(Optional.of(DRAFT));
  }
}
