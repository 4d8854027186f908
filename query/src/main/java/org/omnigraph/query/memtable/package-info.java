/**
 * The rows that a transaction has not committed yet, as tables: a scan of one is its committed rows
 * that nothing hides and its pending rows, the newest write of an id first. Tables that the
 * transaction has not touched are not here. Start reading at {@link
 * org.omnigraph.query.memtable.MemTables}.
 */
@NullMarked
package org.omnigraph.query.memtable;

import org.jspecify.annotations.NullMarked;
