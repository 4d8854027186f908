package org.omnigraph.engine.recovery;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.omnigraph.engine.recovery.Observed.BranchState;
import org.omnigraph.engine.recovery.Observed.Visible;
import org.omnigraph.engine.sidecar.TableOutcome;

/** Decides about the intent of a mutation or a load from what was observed; touches nothing. */
final class Classifier {
  private Classifier() {}

  /** The first line that applies. */
  static Decision decide(Observed seen) {
    return visibleOutcome(seen)
        .or(() -> unreadable(seen))
        .or(() -> withoutEffect(seen))
        .or(() -> unsafe(seen))
        .orElseGet(() -> mayRollForward(seen) ? new Decision.RollForward() : rollBack(seen));
  }

  /** What the graph shows already is beyond deciding. */
  private static Optional<Decision> visibleOutcome(Observed seen) {
    if (seen.original() == Visible.OTHERWISE) {
      return leave(
          "the graph shows commit "
              + seen.intent().plan().commit()
              + " with other content than the intent names");
    }
    boolean original = seen.original() == Visible.AS_PLANNED;
    if (original && seen.rollbackVisible()) {
      return leave("the graph shows both its commit and its rollback");
    }
    if (original) {
      return Optional.of(new Decision.FinishRollForward());
    }
    if (!seen.rollbackVisible()) {
      return Optional.empty();
    }
    Optional<List<TableOutcome>> outcomes = seen.intent().outcomes();
    return outcomes.isPresent()
        ? Optional.of(new Decision.FinishRollBack(outcomes.get()))
        : leave("the graph shows its rollback, of which the intent knows nothing");
  }

  private static Optional<Decision> unreadable(Observed seen) {
    return first(seen, table -> table.ownership() == Ownership.UNVERIFIABLE)
        .or(() -> first(seen, ObservedTable::isBehindPin))
        .flatMap(
            table ->
                leave(
                    table.ownership() == Ownership.UNVERIFIABLE
                        ? "the history of "
                            + table.plan().key()
                            + " is unverifiable: some version does not say who made it"
                        : table.plan().key()
                            + " is published at a version that storage does not have"));
  }

  private static Optional<Decision> withoutEffect(Observed seen) {
    if (seen.tables().stream().anyMatch(table -> table.ownership().isEffect())) {
      return Optional.empty();
    }
    List<ObservedTable> forks =
        seen.tables().stream().filter(ObservedTable::isUnpublishedFork).toList();
    boolean besideWriters = seen.intent().achieved().isPresent() && forks.isEmpty();
    return Optional.of(new Decision.Discard(forks, besideWriters));
  }

  private static Optional<Decision> unsafe(Observed seen) {
    if (seen.branch() == BranchState.RECREATED) {
      return leave(
          "branch '"
              + seen.intent().branch()
              + "' was deleted and made again since, and an effect"
              + " of the operation is still there");
    }
    return first(seen, table -> table.ownership() == Ownership.BURIED)
        .flatMap(table -> leave(table.plan().key() + " has later versions of another writer"))
        .or(
            () ->
                first(seen, table -> !table.isPinUnmoved() && !table.isWinnerBelow())
                    .flatMap(
                        table ->
                            leave(
                                "another commit has published "
                                    + table.plan().key()
                                    + " since the operation was planned")))
        .or(
            () ->
                first(seen, ObservedTable::isForeignDrift)
                    .flatMap(
                        table ->
                            leave(
                                table.plan().key()
                                    + " has versions of another writer that nothing publishes")));
  }

  private static boolean mayRollForward(Observed seen) {
    return seen.intent().outcomes().isEmpty()
        && seen.branch() == BranchState.UNCHANGED
        && seen.intent().achieved().isPresent()
        && seen.tables().stream().allMatch(table -> table.asConfirmed() && table.isPinUnmoved());
  }

  private static Decision rollBack(Observed seen) {
    return new Decision.RollBack(
        seen.tables().stream().filter(table -> table.ownership().isEffect()).toList(),
        seen.tables().stream()
            .filter(table -> !table.ownership().isEffect() && table.isUnpublishedFork())
            .toList());
  }

  private static Optional<ObservedTable> first(Observed seen, Predicate<ObservedTable> is) {
    return seen.tables().stream().filter(is).findFirst();
  }

  private static Optional<Decision> leave(String reason) {
    return Optional.of(new Decision.Leave(reason));
  }
}
