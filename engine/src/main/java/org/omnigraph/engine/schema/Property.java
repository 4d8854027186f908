package org.omnigraph.engine.schema;

/**
 * A property of an accepted type.
 *
 * @param name as declared; case matters
 * @param propertyId stable over renames, unique in the graph
 * @param type its type
 */
public record Property(String name, long propertyId, PropertyType type) {}
