package org.omnigraph.engine.error;

import org.apache.arrow.memory.BufferAllocator;

/**
 * The request needs more of something than its budget holds; nothing was written and the process
 * lives on.
 */
public final class ResourceLimitExceeded extends GraphException {
  private final String resource;
  private final long limit;
  private final long actual;

  /**
   * @param resource what is limited, for example {@code keyed write rows for node:Person}
   * @param limit the budget, in the resource's own unit (rows or bytes)
   * @param actual what was asked for, at least what was seen when the limit was passed
   * @param remedy which option to use instead
   */
  public ResourceLimitExceeded(String resource, long limit, long actual, String remedy) {
    super(
        ErrorCode.RESOURCE_LIMIT_EXCEEDED,
        "resource limit exceeded for "
            + resource
            + ": limit "
            + limit
            + ", actual "
            + actual
            + "; "
            + remedy,
        null);
    this.resource = resource;
    this.limit = limit;
    this.actual = actual;
  }

  /**
   * Arrow memory that was not to be had.
   *
   * @param allocator whose allocation failed: it, or whoever it takes from, has reached its limit
   * @param remedy which option to use instead
   */
  public static ResourceLimitExceeded ofMemory(BufferAllocator allocator, String remedy) {
    BufferAllocator full = allocator;
    for (BufferAllocator owner = allocator; owner != null; owner = owner.getParentAllocator()) {
      full = headroom(owner) < headroom(full) ? owner : full;
    }
    return new ResourceLimitExceeded(
        "Arrow memory bytes (" + full.getName() + ")",
        full.getLimit(),
        full.getAllocatedMemory(),
        remedy);
  }

  private static long headroom(BufferAllocator allocator) {
    return allocator.getLimit() - allocator.getAllocatedMemory();
  }

  public String resource() {
    return resource;
  }

  public long limit() {
    return limit;
  }

  public long actual() {
    return actual;
  }
}
