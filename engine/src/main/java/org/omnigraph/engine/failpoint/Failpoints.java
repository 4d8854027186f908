package org.omnigraph.engine.failpoint;

/**
 * Hears that a write passes a place. A test's one may throw an {@link Error}, which no tidy-up
 * catches, or end the process.
 */
@FunctionalInterface
public interface Failpoints {
  Failpoints NONE = point -> {};

  void reached(Failpoint point);
}
