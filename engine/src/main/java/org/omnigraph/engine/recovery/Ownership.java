package org.omnigraph.engine.recovery;

/** Whether the transaction that an intent planned for a table is among the table's versions. */
enum Ownership {
  /** It is not, and every version was readable. */
  NONE,
  /** It made the newest version. */
  AT_HEAD,
  /** It is there, and the newest version restores what the graph shows. */
  COMPENSATED,
  /** It is there, below versions of somebody else. */
  BURIED,
  /** Some version does not say who made it, or there are too many to ask. */
  UNVERIFIABLE;

  /** Whether there is something to publish or to take back. */
  boolean isEffect() {
    return this == AT_HEAD || this == COMPENSATED || this == BURIED;
  }
}
