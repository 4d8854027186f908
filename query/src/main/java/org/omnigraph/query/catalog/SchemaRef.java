package org.omnigraph.query.catalog;

/**
 * Names one SQL schema of one graph, with their case.
 *
 * @param schema a branch name, {@code branch@commit} or a system schema
 */
public record SchemaRef(String graph, String schema) {}
