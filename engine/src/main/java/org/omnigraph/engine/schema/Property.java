package org.omnigraph.engine.schema;

/**
 * A property of an accepted type.
 *
 * @param name as declared; case matters
 * @param propertyId stable over renames, unique in the graph
 * @param type its type
 * @param embedded whether it is a vector that {@code @embed} makes of another property
 */
public record Property(String name, long propertyId, PropertyType type, boolean embedded) {}
