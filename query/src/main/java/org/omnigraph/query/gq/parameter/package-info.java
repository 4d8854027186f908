/**
 * The values that a caller gives for the parameters of a query. Start reading at {@link
 * org.omnigraph.query.gq.parameter.ParameterValues}.
 */
@NullMarked
package org.omnigraph.query.gq.parameter;

import org.jspecify.annotations.NullMarked;
