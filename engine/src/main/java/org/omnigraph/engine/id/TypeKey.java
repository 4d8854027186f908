package org.omnigraph.engine.id;

/**
 * The alias of a table: {@code node:Person} or {@code edge:Knows}. A node type and an edge type may
 * share a name.
 *
 * <p>Ordered by the key text, as listings are: {@code edge:…} before {@code node:…}.
 */
public record TypeKey(EntityKind kind, String name) implements Comparable<TypeKey> {
  public static TypeKey node(String name) {
    return new TypeKey(EntityKind.NODE, name);
  }

  public static TypeKey edge(String name) {
    return new TypeKey(EntityKind.EDGE, name);
  }

  /** Reads {@code node:NAME} or {@code edge:NAME}. */
  public static TypeKey parse(String text) {
    if (text.startsWith("node:")) {
      return node(text.substring(5));
    }
    if (text.startsWith("edge:")) {
      return edge(text.substring(5));
    }
    throw new IllegalArgumentException("not a type key: " + text);
  }

  @Override
  public int compareTo(TypeKey other) {
    return toString().compareTo(other.toString());
  }

  @Override
  public String toString() {
    return kind.prefix() + ":" + name;
  }
}
