/**
 * The port to the tables: what the engine needs of a versioned columnar dataset.
 *
 * <p>No method here commits as a side effect of writing. The only adapter is {@code
 * engine.table.lance}.
 */
@NullMarked
package org.omnigraph.engine.table;

import org.jspecify.annotations.NullMarked;
