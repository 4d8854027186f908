package org.omnigraph.engine.schema;

/**
 * An accepted schema as it is stored: its shape and its ids. References in the stored JSON repeat
 * names and ids; both come from here.
 */
record Ir(Shape shape, Identities identities) {}
