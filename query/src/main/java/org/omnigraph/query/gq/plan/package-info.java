/**
 * Checked reads as plans over the tables that SQL reads: a pattern is one inner join of the tables
 * of its nodes and edges, a negation {@code NOT EXISTS} of its pattern. Start reading at {@link
 * org.omnigraph.query.gq.plan.ReadPlanner}.
 */
@NullMarked
package org.omnigraph.query.gq.plan;

import org.jspecify.annotations.NullMarked;
