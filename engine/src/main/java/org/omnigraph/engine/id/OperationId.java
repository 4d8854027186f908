package org.omnigraph.engine.id;

/**
 * The id of one write attempt that may leave effects: a ULID, the stem of its recovery sidecar's
 * file name.
 */
public record OperationId(String value) {
  @Override
  public String toString() {
    return value;
  }
}
