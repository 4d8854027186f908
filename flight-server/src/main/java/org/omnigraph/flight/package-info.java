/**
 * The Arrow Flight SQL server: starts, listens, stops.
 *
 * <p>Owns the open graphs, the query engine and the root of all request memory. Refuses to listen
 * beyond the machine without a token file. Start reading at {@link
 * org.omnigraph.flight.FlightServer}.
 */
@NullMarked
package org.omnigraph.flight;

import org.jspecify.annotations.NullMarked;
