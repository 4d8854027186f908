/**
 * What a server tells whoever runs it: the audit log, the log of slow statements, metrics, traces,
 * health.
 *
 * <p>All of it comes from one place, the {@link org.omnigraph.flight.session.CallRecord} of each
 * call, which holds no secret and no value of a statement. Start reading at {@link
 * org.omnigraph.flight.operations.OperationsConfig}.
 */
@NullMarked
package org.omnigraph.flight.operations;

import org.jspecify.annotations.NullMarked;
