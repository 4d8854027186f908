package org.omnigraph.engine.schema;

/** The three name spaces of a schema, in the order in which identities are handed out. */
enum TypeKind {
  INTERFACE,
  NODE,
  EDGE;

  String word() {
    return switch (this) {
      case INTERFACE -> "interface";
      case NODE -> "node";
      case EDGE -> "edge";
    };
  }
}
