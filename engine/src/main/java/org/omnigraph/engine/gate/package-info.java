/**
 * Who may run the durable part of a write: within a process by gates, between processes on one
 * local root by a file lock. Correctness does not rest on either; they make rivals wait instead of
 * fail.
 *
 * <p>Total order: schema, branch, tables sorted by key, then the file lock. Start reading at {@link
 * org.omnigraph.engine.gate.Gates}.
 */
@NullMarked
package org.omnigraph.engine.gate;

import org.jspecify.annotations.NullMarked;
