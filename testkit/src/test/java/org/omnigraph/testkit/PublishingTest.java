package org.omnigraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.lance.CommitBuilder;
import org.lance.Dataset;
import org.lance.Transaction;
import org.lance.operation.UpdateConfig;
import org.lance.operation.UpdateMap;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.error.Conflict;
import org.omnigraph.engine.error.CorruptState;
import org.omnigraph.engine.error.GraphException;
import org.omnigraph.engine.error.ReadSetChanged;
import org.omnigraph.engine.error.RecoveryRequired;
import org.omnigraph.engine.error.RetryableCommitConflict;
import org.omnigraph.engine.error.StorageUnavailable;
import org.omnigraph.engine.error.VersionMismatch;
import org.omnigraph.engine.failpoint.Failpoint;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TableIdentity;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.manifest.GraphCommit;
import org.omnigraph.engine.manifest.Publication;
import org.omnigraph.engine.manifest.Publication.ExactHead;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.manifest.TableEntry;
import org.omnigraph.engine.manifest.TableUpdate;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.engine.recovery.AuditEntry;
import org.omnigraph.engine.table.CommittedVersion;
import org.omnigraph.engine.table.ScanRequest;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.table.TableSnapshot;
import org.omnigraph.engine.write.Receipt;
import org.omnigraph.testkit.GraphHarness.Write;

/** The one step that makes a commit visible: what it demands, and what it leaves. */
class PublishingTest {
  private static final BranchName DRAFT = BranchName.of("draft");
  private static final int TYPES = 8;

  @RegisterExtension
  final GraphHarness harness =
      GraphHarness.onDisk(
          IntStream.range(0, TYPES)
              .mapToObj(i -> "node T" + i + " { name: String @key }")
              .collect(Collectors.joining("\n")));

  private final Script script = new Script();
  private Graph graph;

  @BeforeEach
  void something() {
    harness.write(insert(0, "a"));
    harness.graph().createBranch(DRAFT, BranchName.MAIN);
    graph = harness.reopen(script);
  }

  private static TypeKey type(int number) {
    return TypeKey.node("T" + number);
  }

  private static Write insert(int type, String name) {
    return new Write(type(type), WriteMode.INSERT, List.of(Map.of("name", name)));
  }

  private long attempts() {
    return script.passed().stream().filter(p -> p == Failpoint.PUBLISH_ATTEMPT).count();
  }

  /** Lets the first attempts to publish lose. */
  private void loseFirst(int times) {
    loseNext(new int[] {times});
  }

  private void loseNext(int[] left) {
    script.runAt(
        Failpoint.PUBLISH_ATTEMPT,
        () -> {
          left[0]--;
          if (left[0] > 0) {
            loseNext(left);
          }
          throw new RetryableCommitConflict("injected");
        });
  }

  private RecoveryRequired assertBelongsToRecovery() {
    RecoveryRequired[] failure = new RecoveryRequired[1];
    assertThatThrownBy(() -> GraphHarness.write(graph, insert(0, "b")))
        .isInstanceOfSatisfying(RecoveryRequired.class, thrown -> failure[0] = thrown);
    assertThat(harness.sidecars()).containsExactly(failure[0].operation() + ".json");
    return failure[0];
  }

  // ---- attempts

  @Test
  @Tag("P-001")
  void fiveLostAttemptsAreMadeUpForByTheSixth() {
    loseFirst(5);
    GraphHarness.write(graph, insert(0, "b"));
    assertThat(attempts()).isEqualTo(6);
    assertThat(harness.rows(type(0))).containsOnlyKeys("a", "b");
    assertThat(harness.sidecars()).isEmpty();
  }

  @Test
  @Tag("P-002")
  void afterSixLostAttemptsTheWriteBelongsToRecovery() {
    loseFirst(6);
    assertThat(assertBelongsToRecovery()).hasCauseInstanceOf(RetryableCommitConflict.class);
    assertThat(attempts()).isEqualTo(6);
    harness.reopen();
    assertThat(harness.rows(type(0))).containsOnlyKeys("a", "b");
  }

  @Test
  @Tag("P-003")
  void aFailureOfStorageIsNotTriedAgain() {
    script.failAt(Failpoint.PUBLISH_ATTEMPT, new StorageUnavailable("injected"));
    assertThat(assertBelongsToRecovery()).hasCauseInstanceOf(StorageUnavailable.class);
    assertThat(attempts()).isEqualTo(1);
  }

  @Test
  @Tag("P-004")
  void aHeadThatMovedIsNotTriedAgain() {
    try (ForeignPublisher foreign = new ForeignPublisher(harness.directory())) {
      script.runAt(Failpoint.CONFIRMED, () -> foreign.publish(BranchName.MAIN));
      assertThat(assertBelongsToRecovery())
          .cause()
          .isInstanceOfSatisfying(
              ReadSetChanged.class,
              changed -> assertThat(changed.member()).isEqualTo("graph_head:main"));
    }
    assertThat(attempts()).isEqualTo(1);
  }

  @Test
  @Tag("P-016")
  void aPublishWhoseReplyWasLostIsNotMadeTwice() {
    script.failAt(Failpoint.PUBLISHED, new StorageUnavailable("the reply was lost"));
    assertBelongsToRecovery();
    List<GraphCommit> before = graph.commits(BranchName.MAIN);
    assertThat(before).hasSize(3);
    harness.reopen();
    assertThat(harness.graph().commits(BranchName.MAIN)).isEqualTo(before);
    assertThat(harness.graph().recoveries())
        .extracting(AuditEntry::kind)
        .containsExactly(AuditEntry.Kind.ROLLED_FORWARD);
    assertThat(harness.rows(type(0))).containsOnlyKeys("a", "b");
  }

  // ---- what must hold

  private TableUpdate move(ForeignPublisher foreign, TypeKey key, TableIdentity identity, long by) {
    TableEntry entry = graph.snapshot(BranchName.MAIN).table(type(0));
    CommittedVersion now =
        new CommittedVersion(
            new TableRef(entry.path(), entry.branch(), entry.version() + by),
            entry.rowCount(),
            foreign.tables().metadata(entry.ref()));
    return new TableUpdate(key, identity, entry.version(), now);
  }

  private void assertRefused(
      Class<? extends GraphException> kind, String message, TableUpdate... updates) {
    Snapshot before = graph.snapshot(BranchName.MAIN);
    try (ForeignPublisher foreign = new ForeignPublisher(harness.directory())) {
      assertThatThrownBy(() -> foreign.publish(BranchName.MAIN, List.of(updates)))
          .isInstanceOf(kind)
          .hasMessageContaining(message);
    }
    assertThat(graph.snapshot(BranchName.MAIN)).isEqualTo(before);
  }

  @Test
  @Tag("P-007")
  @Tag("P-012")
  @Tag("P-014")
  void aPublishThatContradictsTheManifestIsRefusedBeforeItIsWritten() {
    TableIdentity identity = graph.snapshot(BranchName.MAIN).table(type(0)).identity();
    try (ForeignPublisher foreign = new ForeignPublisher(harness.directory())) {
      TableUpdate good = move(foreign, type(0), identity, 1);
      assertRefused(Conflict.class, "one table twice", good, good);
      assertRefused(
          ReadSetChanged.class,
          "dataset_binding:" + identity.hex(":"),
          move(foreign, type(1), identity, 1));
      TableIdentity unknown = new TableIdentity(7, 7);
      assertRefused(ReadSetChanged.class, "is now absent", move(foreign, type(0), unknown, 1));
      assertRefused(Conflict.class, "would move", move(foreign, type(0), identity, 0));
      assertRefused(
          VersionMismatch.class,
          "node:T0",
          new TableUpdate(type(0), identity, good.expectedVersion() - 1, good.to()));
    }
  }

  @Test
  @Tag("P-005")
  void aBranchThatIsGoneHasChanged() {
    try (ForeignPublisher foreign = new ForeignPublisher(harness.directory())) {
      ExactHead captured = new ExactHead(graph.snapshot(DRAFT).identifier(), Optional.empty());
      Publication bare = foreign.publication(DRAFT, List.of());
      Publication exact =
          new Publication(
              DRAFT,
              Optional.of(captured),
              bare.commit(),
              bare.actor(),
              bare.createdAt(),
              List.of());
      graph.deleteBranch(DRAFT);
      assertThatThrownBy(() -> foreign.manifest().publish(exact))
          .isInstanceOfSatisfying(
              ReadSetChanged.class,
              changed -> {
                assertThat(changed.member()).isEqualTo("branch_identifier:draft");
                assertThat(changed.expected()).contains(captured.identifier().toString());
                assertThat(changed.actual()).isEmpty();
              });
    }
    assertThat(graph.branches()).containsExactly(BranchName.MAIN);
  }

  @Test
  @Tag("P-015")
  void theStrandOfTheBranchIsReadBeforeEachPublish() {
    GraphHarness.write(graph, DRAFT, insert(0, "b"));
    script.runAt(Failpoint.CONFIRMED, () -> stamp("__manifest/tree/draft", "7"));
    long main = newestManifest();
    assertThatThrownBy(() -> GraphHarness.write(graph, DRAFT, insert(0, "c")))
        .rootCause()
        .isInstanceOf(CorruptState.class)
        .hasMessageContaining("strand 7");
    GraphHarness.write(graph, insert(0, "d"));
    assertThat(newestManifest()).isEqualTo(main + 1);
  }

  private void stamp(String path, String strand) {
    UpdateMap metadata =
        UpdateMap.builder()
            .updates(Map.of("omnigraph:internal_schema_version", strand))
            .replace(false)
            .build();
    String uri = harness.directory().resolve(path).toString();
    try (BufferAllocator allocator = new RootAllocator();
        Dataset dataset = Dataset.open().allocator(allocator).uri(uri).build();
        Transaction change =
            new Transaction.Builder()
                .readVersion(dataset.version())
                .operation(UpdateConfig.builder().schemaMetadataUpdates(metadata).build())
                .build()) {
      new CommitBuilder(dataset).execute(change).close();
    }
  }

  private long newestManifest() {
    try (ForeignPublisher foreign = new ForeignPublisher(harness.directory())) {
      return foreign.tables().newest("__manifest", Optional.empty()).version();
    }
  }

  // ---- what a publish leaves

  @Test
  @Tag("P-008")
  void writersOfManyTablesMakeOneChain() throws Exception {
    List<Callable<Receipt>> writes = new ArrayList<>();
    for (int i = 0; i < TYPES; i++) {
      int number = i;
      writes.add(() -> GraphHarness.write(graph, insert(number, "w")));
    }
    ExecutorService threads = Executors.newFixedThreadPool(TYPES);
    try {
      for (Future<Receipt> receipt : threads.invokeAll(writes)) {
        assertThat(receipt.get().commit()).isPresent();
      }
    } finally {
      threads.shutdown();
    }
    List<GraphCommit> log = graph.commits(BranchName.MAIN);
    assertThat(log).hasSize(TYPES + 2);
    for (int i = 0; i + 1 < log.size(); i++) {
      assertThat(log.get(i).parent()).contains(log.get(i + 1).id());
    }
  }

  /** The kinds of rows that a manifest version has and the one before has not, with their ids. */
  private List<String> added(ForeignPublisher foreign, TableRef version) throws IOException {
    List<String> rows = new ArrayList<>();
    TableRef before = new TableRef(version.path(), version.branch(), version.version() - 1);
    try (TableSnapshot now = foreign.tables().open(version);
        TableSnapshot then = foreign.tables().open(before);
        BufferAllocator allocator = new RootAllocator()) {
      List<Integer> fragments = new ArrayList<>(now.fragments());
      fragments.removeAll(then.fragments());
      ScanRequest request = ScanRequest.of(List.of("object_type", "object_id"));
      try (ArrowReader reader = now.scanFragments(fragments, request, allocator)) {
        while (reader.loadNextBatch()) {
          var batch = reader.getVectorSchemaRoot();
          for (int row = 0; row < batch.getRowCount(); row++) {
            rows.add(batch.getVector(0).getObject(row) + " " + batch.getVector(1).getObject(row));
          }
        }
      }
    }
    return rows;
  }

  @Test
  @Tag("P-010")
  void tablesCommitAndHeadComeInOneVersion() throws IOException {
    Receipt receipt = GraphHarness.write(graph, insert(0, "b"), insert(1, "b"), insert(2, "b"));
    try (ForeignPublisher foreign = new ForeignPublisher(harness.directory())) {
      TableRef version = new TableRef("__manifest", Optional.empty(), receipt.manifestVersion());
      assertThat(added(foreign, version))
          .hasSize(5)
          .contains("graph_commit " + receipt.commit().orElseThrow(), "graph_head graph_head:main")
          .filteredOn(row -> row.startsWith("table_version "))
          .hasSize(3);
    }
  }

  @Test
  @Tag("P-011")
  void everyCommitIsInTheVersionItNamesAlsoBesideCompactions() throws IOException {
    try (ForeignPublisher foreign = new ForeignPublisher(harness.directory())) {
      for (int i = 0; i < 6; i++) {
        if (i % 2 == 1) {
          script.runAt(
              Failpoint.PUBLISH_ATTEMPT,
              () -> foreign.tables().compact("__manifest", Optional.empty()));
        }
        GraphHarness.write(graph, insert(3, "n" + i));
      }
      List<GraphCommit> log = graph.commits(BranchName.MAIN);
      assertThat(log).hasSize(8);
      assertThat(log.get(0).manifestVersion()).isGreaterThan(8);
      for (GraphCommit commit : log.subList(0, 7)) {
        TableRef version = new TableRef("__manifest", Optional.empty(), commit.manifestVersion());
        assertThat(added(foreign, version)).contains("graph_commit " + commit.id());
      }
    }
  }
}
