/**
 * Settles what an interrupted write left behind.
 *
 * <p>An intent is looked at under its gates ({@link org.omnigraph.engine.recovery.Observer}:
 * facts), decided about ({@link org.omnigraph.engine.recovery.Classifier}: one line for each case,
 * touches nothing) and settled ({@link org.omnigraph.engine.recovery.Settlement}: steps that can be
 * repeated). Beside writers only what adds nothing is done: publishing what is confirmed and
 * exactly as confirmed, and auditing what is visible. Taking effects back needs the graph at rest:
 * at an open for writing, or with all gates held in a process that met the intent before.
 *
 * <p>What a crash leaves, and the next look finds. Roll forward: publish, audit, remove the intent;
 * the published commit is recognised by its id, so it is never made twice. Roll back: remove own
 * untouched branches of tables, write the outcomes into the intent, restore each table that has an
 * effect, publish the restored versions, audit from the written outcomes, remove the intent; a
 * restored table is recognised by its newest transaction. The intent of a deleted branch: one
 * commit on main, audit, remove the intent. An audit entry is made once for an operation and a
 * kind.
 *
 * <p>Anything unclear is left as it is, with the intent. Start reading at {@link
 * org.omnigraph.engine.recovery.Recovery}.
 */
@NullMarked
package org.omnigraph.engine.recovery;

import org.jspecify.annotations.NullMarked;
