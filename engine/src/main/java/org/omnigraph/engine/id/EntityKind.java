package org.omnigraph.engine.id;

/** Whether a type describes nodes or edges. */
public enum EntityKind {
  NODE("node", "nodes"),
  EDGE("edge", "edges");

  private final String prefix;
  private final String directory;

  EntityKind(String prefix, String directory) {
    this.prefix = prefix;
    this.directory = directory;
  }

  /** {@code node} or {@code edge}: the part of a type key before the colon. */
  public String prefix() {
    return prefix;
  }

  /** {@code nodes} or {@code edges}: the directory of the tables below the graph root. */
  public String directory() {
    return directory;
  }
}
