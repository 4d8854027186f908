package org.omnigraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.testkit.People.KNOWS;
import static org.omnigraph.testkit.People.PERSON;
import static org.omnigraph.testkit.People.insert;
import static org.omnigraph.testkit.People.knows;
import static org.omnigraph.testkit.People.people;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.KeyConflict;
import org.omnigraph.engine.error.PreconditionFailed;
import org.omnigraph.engine.error.ReadSetChanged;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.load.LoadMode;
import org.omnigraph.engine.load.LoadProgress;
import org.omnigraph.engine.load.LoadRequest;
import org.omnigraph.engine.manifest.GraphCommit;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.pending.Budget;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.engine.write.CommitOptions;
import org.omnigraph.engine.write.Receipt;

class WritingGraphTest {
  @RegisterExtension final GraphHarness harness = GraphHarness.onDisk(People.SCHEMA);

  @Test
  void oneWriteToTwoTypesIsOneCommitAndOneVersion() {
    Receipt receipt = harness.write(insert("ada", "bob"), knows("ada", "bob"));
    assertThat(receipt.manifestVersion()).isEqualTo(2);
    assertThat(receipt.written()).isEqualTo(Map.of(PERSON, 2L, KNOWS, 1L));
    Graph reopened = harness.reopen();
    Snapshot snapshot = reopened.snapshot(BranchName.MAIN);
    assertThat(snapshot.commit()).isEqualTo(receipt.commit());
    assertThat(snapshot.table(PERSON).rowCount()).isEqualTo(2);
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada", "bob");
    assertThat(harness.rows(KNOWS)).hasSize(1);
    assertThat(harness.sidecars()).isEmpty();
  }

  @Test
  void commitsFormOneLineWithTheirActors() {
    harness.write(insert("ada"));
    try (MutationStaging staging = harness.graph().begin(BranchName.MAIN, Budget.KEYED)) {
      GraphHarness.stage(harness.graph(), staging, insert("bob"));
      harness.graph().commit(staging, CommitOptions.by("carol"));
    }
    List<GraphCommit> log = harness.graph().commits(BranchName.MAIN);
    assertThat(log).hasSize(3);
    assertThat(log.get(0).actor()).contains("carol");
    assertThat(log.get(0).parent()).contains(log.get(1).id());
    assertThat(log.get(1).parent()).contains(log.get(2).id());
    assertThat(log.get(2).parent()).isEmpty();
    assertThat(log).extracting(GraphCommit::manifestVersion).containsExactly(3L, 2L, 1L);
    Snapshot then = harness.graph().snapshotAt(log.get(1).id());
    assertThat(RowReader.rows(harness.graph(), then, PERSON)).containsOnlyKeys("ada");
  }

  @Test
  void anUpsertReplacesAndAddsInOneCommit() {
    harness.write(insert("ada", "bob"));
    harness.write(people(WriteMode.UPSERT, 7, "bob", "eve"));
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada", "bob", "eve");
    assertThat(harness.rows(PERSON).get("ada")).containsEntry("age", 1);
    assertThat(harness.rows(PERSON).get("bob")).containsEntry("age", 7);
  }

  @Test
  void aReplaceLeavesOnlyItsOwnRows() {
    harness.write(insert("ada", "bob"));
    harness.write(people(WriteMode.REPLACE, 3, "eve"));
    assertThat(harness.rows(PERSON)).containsOnlyKeys("eve");
  }

  @Test
  @Tag("K-001")
  void aStrictInsertOfAnExistingIdLeavesNothing() {
    harness.write(insert("ada"));
    Snapshot before = harness.graph().snapshot(BranchName.MAIN);
    assertThatThrownBy(() -> harness.write(insert("bob", "ada"), knows("bob", "ada")))
        .isInstanceOf(KeyConflict.class)
        .hasMessageContaining("'ada'");
    assertThat(harness.graph().snapshot(BranchName.MAIN)).isEqualTo(before);
    assertThat(harness.sidecars()).isEmpty();
  }

  @Test
  void anEdgeToNobodyIsRefused() {
    harness.write(insert("ada"));
    assertThatThrownBy(() -> harness.write(knows("ada", "nobody")))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("nobody");
    assertThat(harness.rows(KNOWS)).isEmpty();
  }

  @Test
  void anInsertThatWasOvertakenIsCheckedAgainAndLands() {
    try (MutationStaging late = harness.graph().begin(BranchName.MAIN, Budget.KEYED)) {
      GraphHarness.stage(harness.graph(), late, insert("late"));
      harness.write(insert("early"));
      harness.graph().commit(late, CommitOptions.ANONYMOUS);
    }
    assertThat(harness.rows(PERSON)).containsOnlyKeys("early", "late");
  }

  @Test
  void anInsertThatWasOvertakenByItsOwnIdIsAKeyConflict() {
    try (MutationStaging late = harness.graph().begin(BranchName.MAIN, Budget.KEYED)) {
      GraphHarness.stage(harness.graph(), late, insert("ada"));
      harness.write(insert("ada"));
      assertThatThrownBy(() -> harness.graph().commit(late, CommitOptions.ANONYMOUS))
          .isInstanceOf(KeyConflict.class);
    }
  }

  @Test
  void aReplaceThatWasOvertakenIsRefused() {
    try (MutationStaging late = harness.graph().begin(BranchName.MAIN, Budget.KEYED)) {
      GraphHarness.stage(harness.graph(), late, people(WriteMode.REPLACE, 2, "late"));
      harness.write(insert("early"));
      assertThatThrownBy(() -> harness.graph().commit(late, CommitOptions.ANONYMOUS))
          .isInstanceOf(ReadSetChanged.class)
          .hasMessageContaining("graph_head:main");
    }
    assertThat(harness.rows(PERSON)).containsOnlyKeys("early");
  }

  @Test
  void aConditionOnAnotherHeadIsRefused() {
    CommitId genesis = harness.graph().snapshot(BranchName.MAIN).commit().orElseThrow();
    harness.write(insert("ada"));
    try (MutationStaging staging = harness.graph().begin(BranchName.MAIN, Budget.KEYED)) {
      GraphHarness.stage(harness.graph(), staging, insert("bob"));
      CommitOptions options = new CommitOptions(Optional.empty(), Optional.of(genesis));
      assertThatThrownBy(() -> harness.graph().commit(staging, options))
          .isInstanceOf(PreconditionFailed.class);
    }
  }

  @Test
  void nothingStagedIsNoCommitButAnEmptyLoadIsOne(@TempDir Path folder) throws Exception {
    try (MutationStaging staging = harness.graph().begin(BranchName.MAIN, Budget.KEYED)) {
      assertThat(harness.graph().commit(staging, CommitOptions.ANONYMOUS).commit()).isEmpty();
    }
    assertThat(harness.graph().commits(BranchName.MAIN)).hasSize(1);
    Path empty = Files.writeString(folder.resolve("empty.jsonl"), "");
    LoadRequest load = new LoadRequest(empty, LoadMode.APPEND, BranchName.MAIN, Optional.of("ada"));
    Receipt receipt = harness.graph().load(load, LoadProgress.NONE);
    assertThat(receipt.commit()).isPresent();
    assertThat(harness.graph().commits(BranchName.MAIN).get(0).actor()).contains("ada");
  }

  @Test
  @Tag("K-003")
  void manyWritersAtOnceLoseNothing() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<Receipt>> receipts = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        String name = "p" + i;
        receipts.add(threads.submit(() -> harness.write(insert(name))));
      }
      for (Future<Receipt> receipt : receipts) {
        assertThat(receipt.get().commit()).isPresent();
      }
    } finally {
      threads.shutdown();
    }
    assertThat(harness.rows(PERSON)).hasSize(12);
    assertThat(harness.graph().commits(BranchName.MAIN)).hasSize(13);
    assertThat(harness.sidecars()).isEmpty();
  }

  @Test
  @Tag("H-003")
  void twoHandlesSeeEachOthersCommits() {
    try (Graph other = Graph.open(harness.graph().uri(), GraphConfig.defaults())) {
      for (int i = 0; i < 3; i++) {
        GraphHarness.write(other, insert("other" + i));
        harness.write(insert("own" + i));
        assertThat(RowReader.rows(other, other.snapshot(BranchName.MAIN), PERSON))
            .isEqualTo(harness.rows(PERSON))
            .hasSize(2 * i + 2);
      }
    }
  }

  @Test
  @Tag("slow")
  void aLongHistoryKeepsTheManifestSmall() throws Exception {
    for (int i = 0; i < 110; i++) {
      harness.write(people(WriteMode.REPLACE, i, "ada"));
    }
    assertThat(harness.graph().commits(BranchName.MAIN)).hasSize(111);
    GraphCommit early = harness.graph().commits(BranchName.MAIN).get(100);
    List<GraphCommit> before = harness.graph().commits(BranchName.MAIN);
    assertThat(harness.reopen().commits(BranchName.MAIN)).isEqualTo(before);
    assertThat(RowReader.rows(harness.graph(), harness.graph().snapshotAt(early.id()), PERSON))
        .containsOnlyKeys("ada");
    assertThat(harness.rows(PERSON).get("ada")).containsEntry("age", 109);
    assertThat(harness.graph().snapshot(BranchName.MAIN).manifestVersion()).isGreaterThan(111);
  }

  @Test
  void aReadOnlyGraphRefusesWrites() {
    try (Graph readOnly = Graph.open(harness.graph().uri(), GraphConfig.defaults().asReadOnly())) {
      assertThatThrownBy(() -> readOnly.begin(BranchName.MAIN, Budget.KEYED))
          .isInstanceOf(InvalidRequest.class)
          .hasMessageContaining("read-only");
    }
  }
}
