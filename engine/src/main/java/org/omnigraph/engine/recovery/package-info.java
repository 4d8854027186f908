/**
 * Settles what an interrupted write left behind, before a later write of the same branch.
 *
 * <p>What is found and what happens, always under the gates of the intent: its commit is visible:
 * the intent is removed. It is confirmed, and branch and tables are exactly as it names them: its
 * publish is finished. It is armed and none of its transactions exists: the intent is removed.
 * Anything else stays, and writers of the branch are told which operation is in the way.
 */
@NullMarked
package org.omnigraph.engine.recovery;

import org.jspecify.annotations.NullMarked;
