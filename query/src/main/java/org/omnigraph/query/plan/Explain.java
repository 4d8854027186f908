package org.omnigraph.query.plan;

/** What of a plan is shown in the place of rows. */
public enum Explain {
  /** The rows are wanted. */
  NOTHING,
  /** The plan as the statement says it. */
  LOGICAL,
  /** The plan as it runs. */
  PHYSICAL,
  /** Both, and each scan. */
  ALL
}
