package org.omnigraph.engine.write;

import java.util.List;
import org.omnigraph.engine.sidecar.Sidecar;
import org.omnigraph.engine.table.CommittedVersion;

/** What the phases hand to each other, in their order. */
final class Phases {
  private Phases() {}

  /** Still valid, now under the gates. */
  record Gated(Prepared prepared) {}

  /** The intent is durable; no effect exists. */
  record Armed(Prepared prepared, Sidecar.Armed sidecar) {}

  /** How making the effects ended. */
  sealed interface Effects {}

  /** Every table has its version. */
  record Applied(Prepared prepared, Sidecar.Armed sidecar, List<CommittedVersion> achieved)
      implements Effects {}

  /** Another writer was first at the first table, and no effect of this write exists. */
  record EffectFree(Prepared prepared, Sidecar.Armed sidecar, String reason) implements Effects {}

  /** The intent names every effect. */
  record Confirmed(Prepared prepared, Sidecar.Confirmed sidecar) {}
}
