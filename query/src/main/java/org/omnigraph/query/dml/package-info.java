/**
 * Statements that change rows, taken apart: queries that give the rows, and what is done with the
 * rows of each. Nothing here commits. Start reading at {@link org.omnigraph.query.dml.DmlPlanner}.
 */
@NullMarked
package org.omnigraph.query.dml;

import org.jspecify.annotations.NullMarked;
