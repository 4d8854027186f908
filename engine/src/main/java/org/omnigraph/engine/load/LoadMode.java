package org.omnigraph.engine.load;

/** How a load treats what is there. */
public enum LoadMode {
  /** Replaces each touched type completely; other types stay. */
  OVERWRITE,
  /** Strict insert. */
  APPEND,
  /** Upsert by id. */
  MERGE
}
