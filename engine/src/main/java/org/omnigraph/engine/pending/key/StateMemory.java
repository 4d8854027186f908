package org.omnigraph.engine.pending.key;

import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.ResourceLimitExceeded;

/** The heap that the validation state of one request takes, and its limit. */
public final class StateMemory {
  private final long limit;
  private final @Nullable StateMemory parent;
  private long used;
  private long asked;

  public StateMemory(long limit) {
    this(limit, null);
  }

  private StateMemory(long limit, @Nullable StateMemory parent) {
    this.limit = limit;
    this.parent = parent;
  }

  /** A part of this memory that can be given back as a whole. */
  public StateMemory part() {
    return new StateMemory(limit, this);
  }

  /** Gives everything that this part took back; what it paid for is garbage. */
  public void release() {
    if (parent != null) {
      parent.used -= used;
    }
    used = 0;
  }

  public long used() {
    return used;
  }

  public long limit() {
    return limit;
  }

  /** How much there would be with what the limit did not hold; 0 when it held everything. */
  public long asked() {
    return asked;
  }

  /**
   * Takes more, before it is allocated.
   *
   * @throws ResourceLimitExceeded when the limit does not hold it
   */
  public void charge(long bytes) {
    if (parent != null) {
      parent.charge(bytes);
    } else if (used + bytes > limit) {
      asked = used + bytes;
      throw new ResourceLimitExceeded(
          "validation state bytes",
          limit,
          used + bytes,
          "split the input, or give the process more heap (-Xmx) and the graph a higher memory limit");
    }
    used += bytes;
  }
}
