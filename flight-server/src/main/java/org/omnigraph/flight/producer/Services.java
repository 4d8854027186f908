package org.omnigraph.flight.producer;

import java.util.concurrent.ExecutorService;
import org.apache.arrow.memory.BufferAllocator;
import org.omnigraph.flight.ServerLimits;
import org.omnigraph.flight.session.Draining;
import org.omnigraph.flight.session.Sessions;
import org.omnigraph.query.QueryEngine;

/**
 * What the commands work with.
 *
 * @param results holds batches on their way to clients
 * @param workers threads for streams; unbounded, since a stream occupies two
 * @param draining whether new work is taken
 */
public record Services(
    QueryEngine engine,
    Sessions sessions,
    BufferAllocator results,
    ExecutorService workers,
    ServerLimits limits,
    Draining draining) {}
