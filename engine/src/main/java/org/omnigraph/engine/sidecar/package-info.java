/**
 * Recovery intents: what a write is about to do to the tables, durable before it does.
 *
 * <p>A file {@code __recovery/<operation>.json} of generation 9. A reader that finds one in state
 * Armed knows that some of its table versions may exist, and that nothing of it is visible; in
 * state Confirmed, that all of them exist. Start reading at {@link
 * org.omnigraph.engine.sidecar.Sidecar}.
 */
@NullMarked
package org.omnigraph.engine.sidecar;

import org.jspecify.annotations.NullMarked;
