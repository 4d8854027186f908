package org.omnigraph.engine.failpoint;

/** A place between two steps of a write, in the order in which a write passes them. */
public enum Failpoint {
  /** Rows are validated and their files written; no gate is held. */
  STAGED,
  /** Everything is revalidated under the gates; no sidecar exists. */
  REVALIDATED,
  /** The sidecar is durable; no effect exists. */
  ARMED,
  /** One more table has its version; passed once for each. */
  TABLE_COMMITTED,
  /** All tables have their versions; the sidecar does not say so yet. */
  EFFECTS_MADE,
  /** The sidecar names every effect; nothing is visible. */
  CONFIRMED,
  /** The commit is visible; the sidecar is still there. */
  PUBLISHED
}
