/**
 * The text of {@code .gq} files as syntax trees. Nothing is known of a schema here. Start reading
 * at {@link org.omnigraph.query.gq.parse.QueryFile}.
 */
@NullMarked
package org.omnigraph.query.gq.parse;

import org.jspecify.annotations.NullMarked;
