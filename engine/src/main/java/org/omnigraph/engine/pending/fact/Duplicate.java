package org.omnigraph.engine.pending.fact;

/**
 * Two staged rows that share an id or a unique tuple.
 *
 * @param shown the values as messages show them
 * @param first the earlier row's place
 * @param firstRow the earlier row's number, -1 when a later row took its place
 * @param firstId the earlier row's id, empty when it was no longer at hand
 * @param second the later row's place
 * @param secondId the later row's id
 */
public record Duplicate(
    String shown, String first, int firstRow, String firstId, String second, String secondId) {}
