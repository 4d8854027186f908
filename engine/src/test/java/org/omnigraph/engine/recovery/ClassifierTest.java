package org.omnigraph.engine.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.omnigraph.engine.authority.AuthorityToken;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.id.OperationId;
import org.omnigraph.engine.id.TableIdentity;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.manifest.TableEntry;
import org.omnigraph.engine.recovery.Observed.BranchState;
import org.omnigraph.engine.recovery.Observed.Visible;
import org.omnigraph.engine.sidecar.Sidecar;
import org.omnigraph.engine.sidecar.TableOutcome;
import org.omnigraph.engine.sidecar.TablePlan;
import org.omnigraph.engine.sidecar.WritePlan;
import org.omnigraph.engine.table.CommittedVersion;
import org.omnigraph.engine.table.TableBranch.BranchIdentifier;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.table.TransactionId;
import org.omnigraph.engine.table.VersionMetadata;

/** Every line of the decision about an intent; each table was planned on version 4. */
class ClassifierTest {
  private static final BranchName BRANCH = BranchName.of("feature");
  private static final Optional<BranchName> OWN = Optional.of(BRANCH);
  private static final List<TableOutcome> OUTCOMES =
      List.of(new TableOutcome(TypeKey.node("T1"), 5, 4));

  private BranchState branch = BranchState.UNCHANGED;
  private Visible original = Visible.ABSENT;
  private boolean rollbackVisible;
  private boolean confirmed;
  private boolean rollingBack;
  private final List<ObservedTable> tables = new ArrayList<>();

  private void table(Optional<BranchName> shownOn, long pin, long newest, Ownership ownership) {
    TableIdentity identity = new TableIdentity(tables.size() + 1, 1);
    TypeKey key = TypeKey.node("T" + identity.stableTableId());
    String path = "nodes/" + identity.hex("-");
    tables.add(
        new ObservedTable(
            new TablePlan(
                key, identity, new TableRef(path, OWN, 4), new TransactionId(4, "u" + key)),
            Optional.of(new TableEntry(key, identity, path, pin, shownOn, 0)),
            newest == 0 ? OptionalLong.empty() : OptionalLong.of(newest),
            ownership,
            newest == 5 && ownership == Ownership.AT_HEAD));
  }

  private void own(long pin, long newest, Ownership ownership) {
    table(OWN, pin, newest, ownership);
  }

  /** A table that the branch shows from main, at version 4. */
  private void fork(long newest, Ownership ownership) {
    table(Optional.empty(), 4, newest, ownership);
  }

  private Decision decide() {
    WritePlan plan =
        new WritePlan(
            new OperationId("01"),
            WritePlan.Kind.LOAD,
            Instant.EPOCH,
            new AuthorityToken(BRANCH, BranchIdentifier.MAIN, Optional.empty(), "d", "h"),
            Optional.empty(),
            new CommitId("C"),
            new CommitId("R"),
            Instant.EPOCH,
            tables.stream().map(ObservedTable::plan).toList());
    Optional<List<CommittedVersion>> achieved =
        confirmed
            ? Optional.of(plan.tables().stream().map(ClassifierTest::committed).toList())
            : Optional.empty();
    Sidecar.OfWrite intent =
        rollingBack
            ? new Sidecar.RollingBack(plan, achieved, OUTCOMES)
            : achieved
                .<Sidecar.OfWrite>map(versions -> new Sidecar.Confirmed(plan, versions))
                .orElseGet(() -> new Sidecar.Armed(plan));
    return Classifier.decide(new Observed(intent, branch, original, rollbackVisible, tables));
  }

  private static CommittedVersion committed(TablePlan table) {
    return new CommittedVersion(
        new TableRef(table.base().path(), OWN, 5),
        0,
        new VersionMetadata("m", OptionalLong.empty(), Optional.empty(), Optional.empty()));
  }

  private void assertLeft(String why) {
    Decision decision = decide();
    assertThat(decision).isInstanceOf(Decision.Leave.class);
    assertThat(((Decision.Leave) decision).reason()).contains(why);
    assertThat(decision.isSafeBesideWriters()).isFalse();
  }

  @Test
  void aVisibleCommitIsAudited() {
    confirmed = true;
    original = Visible.AS_PLANNED;
    own(5, 5, Ownership.AT_HEAD);
    assertThat(decide()).isEqualTo(new Decision.FinishRollForward());
    assertThat(decide().isSafeBesideWriters()).isTrue();
  }

  @Test
  void aVisibleRollbackIsAuditedFromItsPlan() {
    rollingBack = true;
    rollbackVisible = true;
    own(6, 6, Ownership.BURIED);
    assertThat(decide()).isEqualTo(new Decision.FinishRollBack(OUTCOMES));
    assertThat(decide().isSafeBesideWriters()).isTrue();
  }

  @Test
  void aVisibleRollbackWithoutAPlanIsLeft() {
    rollbackVisible = true;
    own(6, 6, Ownership.BURIED);
    assertLeft("knows nothing");
  }

  @Test
  @Tag("R-048")
  void bothVisibleIsLeft() {
    confirmed = true;
    original = Visible.AS_PLANNED;
    rollbackVisible = true;
    own(5, 5, Ownership.AT_HEAD);
    assertLeft("both");
  }

  @Test
  @Tag("R-049")
  void aVisibleCommitWithOtherContentIsLeft() {
    original = Visible.OTHERWISE;
    own(4, 4, Ownership.NONE);
    assertLeft("other content");
  }

  @Test
  @Tag("R-026")
  void anUnverifiableTableIsLeft() {
    confirmed = true;
    own(4, 5, Ownership.AT_HEAD);
    own(4, 5, Ownership.UNVERIFIABLE);
    assertLeft("node:T2 is unverifiable");
  }

  @Test
  @Tag("R-027")
  void aTableBelowItsPinIsLeftEvenWithoutEffect() {
    own(4, 3, Ownership.NONE);
    assertLeft("storage does not have");
  }

  @Test
  void nothingDoneIsDiscardedAtRestOnly() {
    own(4, 4, Ownership.NONE);
    assertThat(decide()).isEqualTo(new Decision.Discard(List.of(), false));
    assertThat(decide().isSafeBesideWriters()).isFalse();
  }

  @Test
  void aConfirmedIntentWithoutAnyEffectIsDiscardedBesideWriters() {
    confirmed = true;
    own(4, 4, Ownership.NONE);
    assertThat(decide()).isEqualTo(new Decision.Discard(List.of(), true));
    assertThat(decide().isSafeBesideWriters()).isTrue();
  }

  @Test
  void anUntouchedForkGoesWithItsIntent() {
    fork(4, Ownership.NONE);
    fork(0, Ownership.NONE);
    assertThat(decide()).isEqualTo(new Decision.Discard(tables, false));
  }

  @Test
  @Tag("R-028")
  void driftOfOthersWithoutAnEffectIsNotThisIntentsMatter() {
    own(4, 5, Ownership.NONE);
    assertThat(decide()).isEqualTo(new Decision.Discard(List.of(), false));
  }

  @Test
  void aRecreatedBranchWithoutEffectsLosesTheIntentOnly() {
    branch = BranchState.RECREATED;
    own(7, 7, Ownership.NONE);
    assertThat(decide()).isEqualTo(new Decision.Discard(List.of(), false));
  }

  @Test
  void aRecreatedBranchWithAnEffectIsLeft() {
    branch = BranchState.RECREATED;
    fork(5, Ownership.AT_HEAD);
    assertLeft("made again");
  }

  @Test
  @Tag("R-017")
  void aBuriedEffectIsLeft() {
    confirmed = true;
    own(4, 6, Ownership.BURIED);
    assertLeft("later versions");
  }

  @Test
  void aPinThatMovedOntoOurVersionIsLeft() {
    confirmed = true;
    own(5, 5, Ownership.AT_HEAD);
    assertLeft("another commit has published");
  }

  @Test
  @Tag("R-029")
  void driftOfOthersBesideAnEffectIsLeft() {
    own(4, 5, Ownership.AT_HEAD);
    own(4, 5, Ownership.NONE);
    assertLeft("nothing publishes");
  }

  @Test
  @Tag("R-016")
  void aConfirmedWriteThatLostItsHeadIsRolledBack() {
    confirmed = true;
    branch = BranchState.MOVED;
    own(4, 5, Ownership.AT_HEAD);
    assertThat(decide()).isEqualTo(new Decision.RollBack(tables, List.of()));
    assertThat(decide().isSafeBesideWriters()).isFalse();
  }

  @Test
  @Tag("R-018")
  void aCommitAboveAPublishedRivalIsRolledBack() {
    branch = BranchState.MOVED;
    own(5, 6, Ownership.AT_HEAD);
    assertThat(decide()).isEqualTo(new Decision.RollBack(tables, List.of()));
  }

  @Test
  @Tag("K-009")
  void aCommitAboveAnUnpublishedRivalIsLeft() {
    own(4, 6, Ownership.AT_HEAD);
    assertThat(decide())
        .isInstanceOfSatisfying(
            Decision.Leave.class,
            leave -> assertThat(leave.reason()).contains("versions of another writer"));
  }

  @Test
  @Tag("R-001")
  void everythingConfirmedAndUnmovedIsRolledForward() {
    confirmed = true;
    own(4, 5, Ownership.AT_HEAD);
    fork(5, Ownership.AT_HEAD);
    assertThat(decide()).isEqualTo(new Decision.RollForward());
    assertThat(decide().isSafeBesideWriters()).isTrue();
  }

  @Test
  @Tag("R-010")
  void everythingDoneButUnconfirmedIsRolledBack() {
    own(4, 5, Ownership.AT_HEAD);
    own(4, 5, Ownership.AT_HEAD);
    assertThat(decide()).isEqualTo(new Decision.RollBack(tables, List.of()));
  }

  @Test
  @Tag("R-009")
  void aPartIsRolledBackAndForksWithoutAnEffectGo() {
    own(4, 5, Ownership.AT_HEAD);
    own(4, 4, Ownership.NONE);
    fork(4, Ownership.NONE);
    assertThat(decide())
        .isEqualTo(new Decision.RollBack(tables.subList(0, 1), tables.subList(2, 3)));
  }

  @Test
  @Tag("R-020")
  void aRestoredTableIsStillPartOfTheRollback() {
    rollingBack = true;
    own(4, 6, Ownership.COMPENSATED);
    own(4, 5, Ownership.AT_HEAD);
    assertThat(decide()).isEqualTo(new Decision.RollBack(tables, List.of()));
  }

  @Test
  void aBegunRollbackNeverTurns() {
    confirmed = true;
    rollingBack = true;
    own(4, 5, Ownership.AT_HEAD);
    assertThat(decide()).isEqualTo(new Decision.RollBack(tables, List.of()));
  }
}
