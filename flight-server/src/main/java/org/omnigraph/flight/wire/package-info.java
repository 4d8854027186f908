/**
 * Messages on the wire.
 *
 * <p>Owns what is done to the bytes of an answer after its batches are made, and what is asked of
 * the bytes of a request before anybody reads them: that they are what they say, and come in the
 * order that Flight has. What is not ends its call here; a handler sees a client that went away.
 * Start reading at {@link org.omnigraph.flight.wire.GuardedService}.
 */
@NullMarked
package org.omnigraph.flight.wire;

import org.jspecify.annotations.NullMarked;
