/**
 * From any Arrow spelling of a row to the table's physical schema.
 *
 * <p>A {@link org.omnigraph.engine.pending.column.Normaliser} is made for one type and one input
 * schema; it resolves names once and converts batch by batch. What a conversion may lose is decided
 * here: digits below a millisecond are cut, a time stamp given for a {@code Date} keeps its UTC
 * date; everything else is exact or refused. Values are read in place and written once; nothing is
 * boxed on the way of a good row.
 */
@NullMarked
package org.omnigraph.engine.pending.column;

import org.jspecify.annotations.NullMarked;
