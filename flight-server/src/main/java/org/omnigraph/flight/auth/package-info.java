/**
 * Who is calling.
 *
 * <p>Owns the token file and the bearer tokens that a handshake hands out. Without a token file
 * every caller is anonymous. Start reading at {@link org.omnigraph.flight.auth.Authenticator}.
 */
@NullMarked
package org.omnigraph.flight.auth;

import org.jspecify.annotations.NullMarked;
