package org.omnigraph.engine.error;

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
