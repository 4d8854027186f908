package org.omnigraph.query;

import org.omnigraph.engine.write.Mutated;

/**
 * What a mutation of the {@code .gq} language did.
 *
 * @param name the query's
 */
public record MutatedGq(String name, Mutated result) {}
