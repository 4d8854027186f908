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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.error.GraphException;
import org.omnigraph.engine.failpoint.Failpoint;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.manifest.TableEntry;
import org.omnigraph.engine.recovery.AuditEntry;
import org.omnigraph.engine.table.TableBranch;
import org.omnigraph.engine.table.TableRef;

/** What recovery makes of a first write to an inherited table that was interrupted. */
class FirstTouchRecoveryTest {
  private static final BranchName DRAFT = BranchName.of("draft");

  @RegisterExtension final GraphHarness harness = GraphHarness.onDisk(People.SCHEMA);

  @BeforeEach
  void someone() {
    harness.write(insert("ada"));
    harness.graph().createBranch(DRAFT, BranchName.MAIN);
  }

  private String path(TypeKey type) {
    return TableRefs.path(harness.graph(), type);
  }

  private TableRefs refs() {
    return new TableRefs(harness.graph());
  }

  private void interruptAt(Failpoint place) {
    Graph graph = harness.reopen(new Interruption(place));
    assertThatThrownBy(() -> GraphHarness.write(graph, DRAFT, insert("eve"), knows("eve", "ada")))
        .isInstanceOf(Interruption.Stop.class);
  }

  private void assertNothingIsLeft(Snapshot before) {
    assertThat(harness.sidecars()).isEmpty();
    assertThat(refs().of(path(PERSON))).isEmpty();
    assertThat(refs().of(path(KNOWS))).isEmpty();
    assertThat(harness.directory().resolve(path(PERSON)).resolve("tree/draft")).doesNotExist();
    assertThat(harness.graph().snapshot(DRAFT)).isEqualTo(before);
    assertThat(harness.graph().recoveries()).isEmpty();
    harness.write(DRAFT, insert("eve"), knows("eve", "ada"));
    assertThat(harness.rows(DRAFT, PERSON)).containsOnlyKeys("ada", "eve");
    assertThat(harness.rows(DRAFT, KNOWS)).hasSize(1);
  }

  @ParameterizedTest
  @Tag("F-006")
  @Tag("F-007")
  @EnumSource(names = {"ARMED", "FORK_MADE", "FORKS_MADE"})
  void anIntentWithoutAVersionOfItsOwnGoesWithItsForks(Failpoint place) {
    Snapshot before = harness.graph().snapshot(DRAFT);
    interruptAt(place);
    harness.reopen();
    assertNothingIsLeft(before);
  }

  @Test
  @Tag("F-006")
  void filesOfAForkWithoutARefAreReclaimed() throws IOException {
    Snapshot before = harness.graph().snapshot(DRAFT);
    interruptAt(Failpoint.FORKS_MADE);
    for (TypeKey type : new TypeKey[] {PERSON, KNOWS}) {
      Path table = harness.directory().resolve(path(type));
      Files.delete(table.resolve("_refs/branches/draft.json"));
      assertThat(table.resolve("tree/draft/_versions")).exists();
    }
    harness.reopen();
    assertNothingIsLeft(before);
  }

  @Test
  @Tag("F-009")
  void aRefreshBesideWritersLeavesAnIntentWithoutEffect() {
    interruptAt(Failpoint.FORKS_MADE);
    harness.graph().refresh();
    assertThat(harness.sidecars()).hasSize(1);
    assertThat(refs().of(path(PERSON), DRAFT)).isPresent();
  }

  @Test
  @Tag("F-010")
  void aForkWithAVersionIsRestoredAndOneWithoutGoes() {
    TableEntry knows = harness.graph().snapshot(DRAFT).table(KNOWS);
    interruptAt(Failpoint.TABLE_COMMITTED);
    harness.reopen();
    assertThat(harness.sidecars()).isEmpty();
    TypeKey committed = refs().of(path(PERSON), DRAFT).isPresent() ? PERSON : KNOWS;
    TypeKey untouched = committed.equals(PERSON) ? KNOWS : PERSON;
    assertThat(refs().of(path(untouched))).isEmpty();
    Snapshot after = harness.graph().snapshot(DRAFT);
    assertThat(after.table(committed).branch()).contains(DRAFT);
    assertThat(after.table(untouched).branch()).isEmpty();
    assertThat(harness.rows(DRAFT, PERSON)).containsOnlyKeys("ada");
    assertThat(harness.rows(DRAFT, KNOWS)).hasSize((int) knows.rowCount());
    assertThat(harness.graph().recoveries())
        .extracting(AuditEntry::kind)
        .extracting(Object::toString)
        .containsExactly("ROLLED_BACK");
    harness.write(DRAFT, insert("eve"), knows("eve", "ada"));
    assertThat(harness.rows(DRAFT, PERSON)).containsOnlyKeys("ada", "eve");
  }

  @ParameterizedTest
  @EnumSource(names = {"CONFIRMED", "PUBLISHED"})
  void aConfirmedFirstWriteIsFinished(Failpoint place) {
    interruptAt(place);
    harness.reopen();
    assertThat(harness.sidecars()).isEmpty();
    assertThat(harness.rows(DRAFT, PERSON)).containsOnlyKeys("ada", "eve");
    assertThat(harness.graph().snapshot(DRAFT).table(PERSON).branch()).contains(DRAFT);
    harness.write(DRAFT, insert("kim"));
    assertThat(harness.rows(DRAFT, PERSON)).containsOnlyKeys("ada", "eve", "kim");
  }

  @Test
  @Tag("F-020")
  void aRefOfTheNameFromAnotherVersionIsKeptAndFailsTheOpen() {
    interruptAt(Failpoint.ARMED);
    TableRef first = new TableRef(path(PERSON), java.util.Optional.empty(), 1);
    TableBranch foreign = refs().make(first, DRAFT);
    String uri = harness.graph().uri();
    assertThatThrownBy(() -> Graph.open(uri, org.omnigraph.engine.GraphConfig.defaults()).close())
        .isInstanceOf(GraphException.class);
    assertThat(refs().of(path(PERSON), DRAFT)).contains(foreign);
    assertThat(harness.sidecars()).hasSize(1);
  }
}
