/**
 * Upkeep of a graph that readers never see.
 *
 * <p>Repair: versions of a table that the graph does not show and no intent explains, as other
 * programs may leave them, are classified by the transactions that made them. With consent, the
 * graph is made to show the newest version; no data is rewritten. Start reading at {@link
 * org.omnigraph.engine.maintenance.Repair}.
 */
@NullMarked
package org.omnigraph.engine.maintenance;

import org.jspecify.annotations.NullMarked;
