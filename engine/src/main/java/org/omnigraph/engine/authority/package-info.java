/**
 * What a write was prepared against: captured once, compared whole before anything durable.
 *
 * <p>Start reading at {@link org.omnigraph.engine.authority.Authority}.
 */
@NullMarked
package org.omnigraph.engine.authority;

import org.jspecify.annotations.NullMarked;
