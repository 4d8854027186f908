package org.omnigraph.engine.pending;

/**
 * What the validators need to know of the rows of a change set, gathered while the rows stream
 * through: ids, tuples, end points and counts, as keyed 128-bit hashes. It holds no Arrow memory.
 */
public final class RowFacts {
  RowFacts() {}
}
