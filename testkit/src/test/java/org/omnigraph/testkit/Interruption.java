package org.omnigraph.testkit;

import org.omnigraph.engine.failpoint.Failpoint;
import org.omnigraph.engine.failpoint.Failpoints;

/** Ends the thread of a write at a place, as the death of the process would: no tidy-up runs. */
record Interruption(Failpoint place) implements Failpoints {
  @Override
  public void reached(Failpoint point) {
    if (point == place) {
      throw new Stop();
    }
  }

  /** Not an exception, so that nobody handles it. */
  static final class Stop extends Error {
    private static final long serialVersionUID = 1;
  }
}
