package org.omnigraph.query.running;

import java.time.Duration;

/**
 * How long a statement may take, from its planning to its last row.
 *
 * @param option what sets the limit, for the message
 */
public record TimeLimit(Duration limit, String option) {}
