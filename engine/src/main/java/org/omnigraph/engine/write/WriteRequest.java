package org.omnigraph.engine.write;

import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.engine.sidecar.WritePlan;

/**
 * What is asked for.
 *
 * @param kind a load makes a commit even when it changes nothing; a mutation does not
 */
public record WriteRequest(WritePlan.Kind kind, MutationStaging staging, CommitOptions options) {}
