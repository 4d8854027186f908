package org.omnigraph.engine.recovery;

import java.util.Optional;
import java.util.OptionalLong;
import org.omnigraph.engine.manifest.TableEntry;
import org.omnigraph.engine.sidecar.TablePlan;

/**
 * One table of an intent as it is now.
 *
 * @param entry what the graph branch shows of it; empty when the type is gone
 * @param newest the newest version on the line that the intent commits to; empty when there is no
 *     such line
 * @param asConfirmed whether that is the version and the transaction that the intent confirms
 */
record ObservedTable(
    TablePlan plan,
    Optional<TableEntry> entry,
    OptionalLong newest,
    Ownership ownership,
    boolean asConfirmed) {

  /** The line was to be made by this intent, and the graph does not show it. */
  boolean isUnpublishedFork() {
    return entry.isPresent() && !entry.get().branch().equals(plan.base().branch());
  }

  /** The version that the graph shows. */
  OptionalLong pin() {
    return entry.isPresent() ? OptionalLong.of(entry.get().version()) : OptionalLong.empty();
  }

  /** The version of the line that is accounted for by the graph. */
  private long accounted() {
    return isUnpublishedFork() || entry.isEmpty() ? plan.base().version() : entry.get().version();
  }

  /** The graph shows what the intent was planned on. */
  boolean isPinUnmoved() {
    return pin().equals(OptionalLong.of(plan.base().version()));
  }

  /** A rival published below our version: taking ours back leaves the rival's. */
  boolean isWinnerBelow() {
    return !isUnpublishedFork()
        && entry.isPresent()
        && newest.isPresent()
        && entry.get().version() > plan.base().version()
        && newest.getAsLong() > entry.get().version()
        && (ownership == Ownership.AT_HEAD || ownership == Ownership.COMPENSATED);
  }

  boolean isBehindPin() {
    return !isUnpublishedFork() && newest.isPresent() && newest.getAsLong() < accounted();
  }

  /** There are versions that neither the graph nor this intent accounts for. */
  boolean isForeignDrift() {
    if (newest.isEmpty()) {
      return false;
    }
    long above = newest.getAsLong() - accounted();
    return (ownership == Ownership.NONE && above > 0)
        || (ownership == Ownership.AT_HEAD && above > 1);
  }
}
