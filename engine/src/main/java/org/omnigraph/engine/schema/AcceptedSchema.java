package org.omnigraph.engine.schema;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.omnigraph.engine.id.TypeKey;

/**
 * The schema that a graph has accepted: its source text, its identities and hashes, and its types.
 */
public final class AcceptedSchema {
  private final String source;
  private final String identityDomain;
  private final String irHash;
  private final String shapeHash;
  private final Map<TypeKey, GraphType> types;

  /**
   * @param source the schema text, byte for byte as given
   * @param identityDomain the ULID minted at init
   * @param irHash {@code sha256:} and 64 hexadecimal digits
   * @param shapeHash likewise
   * @param types the node and edge types in the order of the schema text
   */
  public AcceptedSchema(
      String source,
      String identityDomain,
      String irHash,
      String shapeHash,
      List<GraphType> types) {
    this.source = source;
    this.identityDomain = identityDomain;
    this.irHash = irHash;
    this.shapeHash = shapeHash;
    this.types = new LinkedHashMap<>();
    for (GraphType type : types) {
      this.types.put(type.key(), type);
    }
  }

  public String source() {
    return source;
  }

  public String identityDomain() {
    return identityDomain;
  }

  public String irHash() {
    return irHash;
  }

  public String shapeHash() {
    return shapeHash;
  }

  /** All types in the order of the schema text. */
  public List<GraphType> types() {
    return List.copyOf(types.values());
  }

  /** All types, sorted by type key. */
  public Map<TypeKey, GraphType> byKey() {
    return new TreeMap<>(types);
  }

  public Optional<GraphType> type(TypeKey key) {
    return Optional.ofNullable(types.get(key));
  }

  public Optional<NodeType> node(String name) {
    return type(TypeKey.node(name)).map(NodeType.class::cast);
  }

  /** The edge type of that name: an exact match, else one that differs only in case. */
  public Optional<EdgeType> edge(String name) {
    GraphType exact = types.get(TypeKey.edge(name));
    if (exact != null) {
      return Optional.of((EdgeType) exact);
    }
    String folded = name.toLowerCase(Locale.ROOT);
    return types.values().stream()
        .filter(EdgeType.class::isInstance)
        .map(EdgeType.class::cast)
        .filter(e -> e.name().toLowerCase(Locale.ROOT).equals(folded))
        .findFirst();
  }
}
