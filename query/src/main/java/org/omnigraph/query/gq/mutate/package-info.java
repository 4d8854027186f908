/**
 * Checked mutations with the values of their parameters as requests of the engine. Start reading at
 * {@link org.omnigraph.query.gq.mutate.Mutations}.
 */
@NullMarked
package org.omnigraph.query.gq.mutate;

import org.jspecify.annotations.NullMarked;
