package org.omnigraph.engine.schema;

import java.util.OptionalLong;

/** How many edges of a type leave one source node. */
public record Cardinality(long min, OptionalLong max) {
  public static final Cardinality UNBOUNDED = new Cardinality(0, OptionalLong.empty());

  public boolean isUnbounded() {
    return min == 0 && max.isEmpty();
  }
}
