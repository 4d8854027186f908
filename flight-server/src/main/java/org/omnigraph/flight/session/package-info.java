/**
 * What a caller holds open between calls: options, prepared statements, results, a transaction.
 *
 * <p>A session is found by the bearer token of a handshake, else by our cookie, else by the HTTP/2
 * connection, so that also a client without cookies has exactly one. A session known by its
 * connection only ends with it; every session ends when it is idle for long. Ending one rolls its
 * transactions back.
 *
 * <p>Nothing of one session can be named from another. Start reading at {@link
 * org.omnigraph.flight.session.CallInterceptor}.
 */
@NullMarked
package org.omnigraph.flight.session;

import org.jspecify.annotations.NullMarked;
