/**
 * The Flight SQL commands: one class a family, behind a producer that only delegates.
 *
 * <p>Every statement has one schema: the planner's, announced in prepare, GetSchema and FlightInfo,
 * and forced upon each batch of the stream. Each FlightInfo has exactly one endpoint, whose ticket
 * can be read again. What a statement changes happens in GetFlightInfo or DoPut, never in DoGet,
 * since a client may not fetch.
 *
 * <p>Batches are read ahead on a thread of their own and sent on another; no call thread waits.
 * Start reading at {@link org.omnigraph.flight.producer.GraphSqlProducer}.
 */
@NullMarked
package org.omnigraph.flight.producer;

import org.jspecify.annotations.NullMarked;
