package org.omnigraph.engine.pending.key;

import org.omnigraph.engine.error.ResourceLimitExceeded;

/**
 * The heap that the validation state of one request takes. Nothing spills: beyond the limit the
 * request is refused before anything durable happens.
 */
public final class StateMemory {
  private final long limit;
  private long used;

  public StateMemory(long limit) {
    this.limit = limit;
  }

  public long used() {
    return used;
  }

  /**
   * Takes more, before it is allocated.
   *
   * @throws ResourceLimitExceeded when the limit does not hold it
   */
  public void charge(long bytes) {
    if (used + bytes > limit) {
      throw new ResourceLimitExceeded(
          "validation state bytes",
          limit,
          used + bytes,
          "split the input, or give the process more heap (-Xmx) and the graph a higher memory limit");
    }
    used += bytes;
  }
}
