/**
 * The schema language and the accepted schema: parse, identity, hashes, constraints as data.
 *
 * <p>Start reading at {@link org.omnigraph.engine.schema.AcceptedSchema}.
 */
@NullMarked
package org.omnigraph.engine.schema;

import org.jspecify.annotations.NullMarked;
