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
import java.util.Map;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.engine.error.Conflict;
import org.omnigraph.engine.error.CorruptState;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.maintenance.RepairReport;
import org.omnigraph.engine.maintenance.RepairReport.Action;
import org.omnigraph.engine.maintenance.RepairReport.Classification;
import org.omnigraph.engine.maintenance.RepairReport.TableRepair;
import org.omnigraph.engine.table.TableRef;

/** Versions that another program left behind: two people in two versions, and one who knows one. */
class RepairTest {
  @RegisterExtension final GraphHarness harness = GraphHarness.onDisk(People.SCHEMA);

  @BeforeEach
  void prepare() {
    harness.write(insert("ada"));
    harness.write(insert("bob"), knows("ada", "bob"));
  }

  private TableRef table(TypeKey type) {
    return harness.graph().snapshot(BranchName.MAIN).table(type).ref();
  }

  private void drift(TypeKey type, BiConsumer<RawTables, TableRef> change) {
    try (RawTables raw = new RawTables(harness.directory())) {
      change.accept(raw, table(type));
    }
  }

  private static TableRepair of(RepairReport report, TypeKey type) {
    return report.tables().stream().filter(t -> t.key().equals(type)).findFirst().orElseThrow();
  }

  private void assertRepaired(
      RepairReport report, TypeKey type, Classification classification, Action action) {
    assertThat(of(report, type).classification()).isEqualTo(classification);
    assertThat(of(report, type).action()).isEqualTo(action);
  }

  @Test
  void nothingToDoIsNoCommit() {
    GraphImage before = GraphImage.of(harness.graph());
    RepairReport report = harness.graph().repair(true);
    assertThat(report.tables())
        .extracting(TableRepair::classification)
        .containsOnly(Classification.NO_DRIFT);
    assertThat(report.isRefused()).isFalse();
    assertThat(GraphImage.of(harness.graph())).isEqualTo(before);
  }

  @Test
  @Tag("Y-001")
  @Tag("Y-002")
  void rearrangedRowsArePreviewedAndThenShown() throws IOException {
    drift(PERSON, RawTables::compact);
    long shown = table(PERSON).version();
    Map<Path, Long> before = DiskFiles.sizes(harness.directory());
    RepairReport preview = harness.graph().previewRepair();
    assertRepaired(preview, PERSON, Classification.VERIFIED_MAINTENANCE, Action.PREVIEW);
    assertRepaired(preview, KNOWS, Classification.NO_DRIFT, Action.NO_OP);
    assertThat(of(preview, PERSON).operations()).contains("Rewrite");
    assertThat(DiskFiles.sizes(harness.directory())).isEqualTo(before);
    assertThatThrownBy(() -> harness.write(insert("eve"))).isInstanceOf(Conflict.class);

    RepairReport report = harness.graph().repair(false);
    assertRepaired(report, PERSON, Classification.VERIFIED_MAINTENANCE, Action.HEALED);
    assertThat(table(PERSON).version()).isEqualTo(of(report, PERSON).newest()).isGreaterThan(shown);
    assertThat(harness.graph().commits(BranchName.MAIN).get(0).actor())
        .contains("omnigraph:repair");
    harness.write(insert("eve"));
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada", "bob", "eve");
  }

  @Test
  @Tag("Y-003")
  @Tag("Y-004")
  void changedRowsAreRefusedUnlessForced() {
    drift(PERSON, (raw, table) -> raw.commit(table, 2, "foreign"));
    assertRepaired(
        harness.graph().previewRepair(), PERSON, Classification.SUSPICIOUS, Action.PREVIEW);
    RepairReport refused = harness.graph().repair(false);
    assertRepaired(refused, PERSON, Classification.SUSPICIOUS, Action.REFUSED);
    assertThat(refused.isRefused()).isTrue();
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada", "bob");
    RepairReport forced = harness.graph().repair(true);
    assertRepaired(forced, PERSON, Classification.SUSPICIOUS, Action.FORCED);
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada");
    assertThat(harness.graph().commits(BranchName.MAIN).get(0).actor())
        .contains("omnigraph:repair:force");
  }

  @Test
  @Tag("Y-005")
  void aVersionThatDoesNotSayWhoMadeItIsRefused() throws IOException {
    Path unreadable;
    try (RawTables raw = new RawTables(harness.directory())) {
      unreadable = raw.file(table(PERSON), raw.commit(table(PERSON), 2, "one"));
      raw.commit(table(PERSON), 2, "two");
    }
    Files.delete(unreadable);
    harness.reopen();
    assertRepaired(
        harness.graph().repair(false), PERSON, Classification.UNVERIFIABLE, Action.REFUSED);
  }

  @Test
  @Tag("Y-007")
  void aPendingIntentIsInTheWay() throws IOException {
    Path directory = Files.createDirectories(harness.directory().resolve("__recovery"));
    Files.writeString(directory.resolve("01J00000000000000000000000.json"), "{}");
    assertThatThrownBy(() -> harness.graph().repair(true))
        .isInstanceOf(Conflict.class)
        .hasMessageContaining("01J00000000000000000000000");
    assertThatThrownBy(() -> harness.graph().previewRepair())
        .isInstanceOf(Conflict.class)
        .hasMessageContaining("schema_version")
        .hasMessageContaining("the file is kept")
        .hasMessageNotContaining("which settles it");
  }

  @Test
  @Tag("Y-008")
  void oneTableThatIsRefusedDoesNotStopTheOthers() {
    drift(PERSON, RawTables::compact);
    drift(KNOWS, (raw, table) -> raw.commit(table, 1, "foreign"));
    RepairReport report = harness.graph().repair(false);
    assertRepaired(report, PERSON, Classification.VERIFIED_MAINTENANCE, Action.HEALED);
    assertRepaired(report, KNOWS, Classification.SUSPICIOUS, Action.REFUSED);
    assertThat(report.isRefused()).isTrue();
  }

  @Test
  @Tag("Y-009")
  void aTableBelowItsPinIsCorrupt() throws IOException {
    try (RawTables raw = new RawTables(harness.directory())) {
      Files.delete(raw.file(table(PERSON), 3));
    }
    harness.reopen();
    assertThatThrownBy(() -> harness.graph().previewRepair()).isInstanceOf(CorruptState.class);
  }
}
