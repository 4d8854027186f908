package org.omnigraph.engine.recovery;

import java.util.List;
import org.omnigraph.engine.sidecar.Sidecar;

/**
 * Everything that the decision about an intent rests on, read under its gates.
 *
 * @param tables in the order of the plan
 */
record Observed(
    Sidecar.OfWrite intent,
    BranchState branch,
    Visible original,
    boolean rollbackVisible,
    List<ObservedTable> tables) {
  Observed {
    tables = List.copyOf(tables);
  }

  /** The graph branch against the one that the intent captured. */
  enum BranchState {
    UNCHANGED,
    /** The same branch, with another head or another schema. */
    MOVED,
    /** Another branch of the same name. */
    RECREATED
  }

  /** The commit that the interrupted write was to make. */
  enum Visible {
    ABSENT,
    AS_PLANNED,
    /** A commit of that id with other content. */
    OTHERWISE
  }
}
