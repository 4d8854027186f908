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
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.error.RecoveryRequired;
import org.omnigraph.engine.failpoint.Failpoint;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.recovery.AuditEntry;
import org.omnigraph.engine.recovery.AuditEntry.Kind;
import org.omnigraph.engine.table.TableBranch;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.table.TableSnapshot;
import org.omnigraph.testkit.GraphHarness.Write;

/** Interrupted first writes whose branches of tables others claim, or stand in the way of. */
class CompetingForksTest {
  private static final BranchName FEATURE = BranchName.of("feature");
  private static final BranchName BELOW = BranchName.of("feature/child");

  @RegisterExtension final GraphHarness harness = GraphHarness.onDisk(People.SCHEMA);

  @BeforeEach
  void someone() {
    harness.write(insert("ada"));
    harness.graph().createBranch(FEATURE, BranchName.MAIN);
  }

  private String interruptAt(Failpoint place, Write... writes) {
    Graph graph = harness.reopen(new Interruption(place));
    assertThatThrownBy(() -> GraphHarness.write(graph, FEATURE, writes))
        .isInstanceOf(Interruption.Stop.class);
    assertThat(harness.sidecars()).hasSize(1);
    return harness.sidecars().get(0);
  }

  private Path intents() {
    return harness.directory().resolve("__recovery");
  }

  private TableRefs refs() {
    return new TableRefs(harness.graph());
  }

  private String path(TypeKey type) {
    return TableRefs.path(harness.graph(), type);
  }

  @Test
  @Tag("F-012")
  void beneathAConfirmedClaimantOneWithoutEffectOnlyDropsItself() throws IOException {
    String first = interruptAt(Failpoint.FORKS_MADE, insert("lost"));
    Path hidden = Files.move(intents().resolve(first), harness.directory().resolve("hidden"));
    interruptAt(Failpoint.CONFIRMED, insert("eve"));
    TableBranch fork = refs().of(path(PERSON), FEATURE).orElseThrow();
    Files.move(hidden, intents().resolve(first));
    harness.reopen();
    assertThat(harness.sidecars()).isEmpty();
    assertThat(refs().of(path(PERSON), FEATURE)).contains(fork);
    assertThat(harness.rows(FEATURE, PERSON)).containsOnlyKeys("ada", "eve");
    assertThat(harness.graph().recoveries())
        .extracting(AuditEntry::kind)
        .containsExactly(Kind.ROLLED_FORWARD);
  }

  /** A branch of a table below another one, as old programs could make it. */
  private TableBranch below(TypeKey type) {
    TableRef main = harness.graph().snapshot(BranchName.MAIN).table(type).ref();
    return refs().make(main, BELOW);
  }

  /** The end came after the files of a fork and before the ref that makes it a branch. */
  private void loseRef(TypeKey type) throws IOException {
    Files.delete(harness.directory().resolve(path(type)).resolve("_refs/branches/feature.json"));
  }

  @Test
  void aForkThatIsABranchGoesAndTheOneBelowItStays() {
    interruptAt(Failpoint.FORKS_MADE, insert("eve"));
    TableBranch child = below(PERSON);
    harness.reopen();
    assertThat(harness.sidecars()).isEmpty();
    assertThat(refs().of(path(PERSON))).containsExactly(child);
    try (ForeignPublisher storage = new ForeignPublisher(harness.directory())) {
      TableRef first = storage.tables().newest(path(PERSON), Optional.of(BELOW));
      try (TableSnapshot open = storage.tables().open(first)) {
        assertThat(open.rowCount()).isEqualTo(1);
      }
    }
    harness.write(FEATURE, insert("eve"));
  }

  @Test
  @Tag("F-018")
  void anIntentWithoutEffectWaitsForTheBranchBelowItsFork() throws IOException {
    Snapshot before = harness.graph().snapshot(FEATURE);
    String intent = interruptAt(Failpoint.FORKS_MADE, insert("eve"));
    loseRef(PERSON);
    TableBranch child = below(PERSON);
    harness.reopen();
    assertThat(harness.sidecars()).containsExactly(intent);
    assertThat(refs().of(path(PERSON))).containsExactly(child);
    assertThat(harness.rows(FEATURE, PERSON)).containsOnlyKeys("ada");
    harness.write(insert("kim"));

    refs().delete(path(PERSON), child);
    harness.reopen();
    assertThat(harness.sidecars()).isEmpty();
    assertThat(refs().of(path(PERSON))).isEmpty();
    assertThat(harness.graph().snapshot(FEATURE)).isEqualTo(before);
    assertThat(harness.graph().recoveries()).isEmpty();
    harness.write(FEATURE, insert("eve"));
  }

  @Test
  @Tag("F-019")
  void anIntentWithAnEffectFailsTheOpenWhileABranchIsBelowAFork() throws IOException {
    String intent = interruptAt(Failpoint.TABLE_COMMITTED, insert("eve"), knows("eve", "ada"));
    assertThat(harness.graph().snapshot(FEATURE).table(KNOWS).branch()).isEmpty();
    TypeKey untouched = untouched();
    loseRef(untouched);
    TableBranch child = below(untouched);
    TableRefs refs = refs();
    String path = path(untouched);
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> harness.reopen())
          .isInstanceOf(RecoveryRequired.class)
          .hasMessageContaining(intent.replace(".json", ""))
          .hasMessageContaining("feature/child");
      assertThat(harness.sidecars()).containsExactly(intent);
    }
    refs.delete(path, child);
    harness.reopen();
    assertThat(harness.sidecars()).isEmpty();
    assertThat(refs().of(path)).isEmpty();
    assertThat(harness.rows(FEATURE, PERSON)).containsOnlyKeys("ada");
    assertThat(harness.graph().recoveries())
        .extracting(AuditEntry::kind)
        .containsExactly(Kind.ROLLED_BACK);
    harness.write(FEATURE, insert("eve"), knows("eve", "ada"));
  }

  /** The table whose fork has no version of its own yet. */
  private TypeKey untouched() {
    TableRef fork =
        new TableRef(
            path(KNOWS),
            Optional.of(FEATURE),
            harness.graph().snapshot(FEATURE).table(KNOWS).version());
    try (RawTables raw = new RawTables(harness.directory())) {
      return raw.newest(fork) == fork.version() ? KNOWS : PERSON;
    }
  }
}
