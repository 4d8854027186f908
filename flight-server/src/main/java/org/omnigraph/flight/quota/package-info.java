/**
 * What one caller may hold at once, so that none takes what others need.
 *
 * <p>Counts per name of a caller; all anonymous callers count as one. What is refused answers
 * {@code RESOURCE_EXHAUSTED} with the limit and the option that sets it. Start reading at {@link
 * org.omnigraph.flight.quota.Quota}.
 */
@NullMarked
package org.omnigraph.flight.quota;

import org.jspecify.annotations.NullMarked;
