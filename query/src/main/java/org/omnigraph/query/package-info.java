/**
 * SQL over one immutable snapshot of a graph. Start reading at {@link
 * org.omnigraph.query.QueryEngine}.
 */
@NullMarked
package org.omnigraph.query;

import org.jspecify.annotations.NullMarked;
