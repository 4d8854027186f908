/**
 * Makes a new graph.
 *
 * <p>Steps, in order: compile the schema; claim the root by {@code __init_claim.json}; write the
 * three schema files, each only if absent; make every node table, then every edge table, empty;
 * make {@code __manifest} with the genesis commit in one version; remove the claim. Before {@code
 * __manifest} there is no graph; with it there is one, whatever else is left over. A failure before
 * the first table removes the schema files and the claim; a later one leaves everything for a
 * person to look at.
 */
@NullMarked
package org.omnigraph.engine.init;

import org.jspecify.annotations.NullMarked;
