/**
 * What the validators need to know of staged rows, gathered once while the rows stream through.
 *
 * <p>Ids, end points and unique tuples are numbered by their keyed 128-bit hash; counts and first
 * rows hang off those numbers. A node row takes about 30 bytes, an edge row to known nodes none
 * beyond its share of a counter, a unique tuple about 30. Text is kept only where a message may
 * need it and no row at hand will have it: end points that come before their node, and a few first
 * ids. Beyond its memory limit all of that is dropped and only the places of rows are kept; the
 * validators gather the rest again, range by range.
 */
@NullMarked
package org.omnigraph.engine.pending.fact;

import org.jspecify.annotations.NullMarked;
