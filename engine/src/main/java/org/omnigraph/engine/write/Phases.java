package org.omnigraph.engine.write;

import java.util.List;
import org.omnigraph.engine.sidecar.Sidecar;
import org.omnigraph.engine.table.CommittedVersion;
import org.omnigraph.engine.write.PreparedTable.Staged;

/** What the phases hand to each other, in their order. */
final class Phases {
  private Phases() {}

  /** Still valid, now under the gates. */
  record Gated(Prepared prepared) {}

  /** The intent is durable; no effect exists. */
  record Armed(Prepared prepared, Sidecar.Armed sidecar) {}

  /**
   * Every table has a branch to land on, and every transaction is staged.
   *
   * @param forks the branches that this write made
   */
  record Forked(
      Prepared prepared, Sidecar.Armed sidecar, List<Forks.Fork> forks, List<Staged> tables) {}

  /** How making the effects ended. */
  sealed interface Effects {}

  /** Every table has its version. */
  record Applied(Forked forked, List<CommittedVersion> achieved) implements Effects {}

  /**
   * Another writer was first at the first table; of this write there are untouched forks at most.
   */
  record EffectFree(Forked forked, String reason) implements Effects {}

  /** The intent names every effect. */
  record Confirmed(Prepared prepared, Sidecar.Confirmed sidecar) {}
}
