package org.omnigraph.engine.error;

import java.time.Duration;

/** Work took longer than somebody had allowed; see {@link Cancelled} for what it leaves. */
public final class TimedOut extends GraphException {
  /**
   * A statement that its time limit ended.
   *
   * @param option what sets the limit, for the message
   */
  public TimedOut(Duration limit, String option) {
    super(
        ErrorCode.TIMED_OUT,
        "the statement took longer than "
            + text(limit)
            + ", which is its limit ("
            + option
            + "); narrow it, or set a higher limit, 0 for none",
        null);
  }

  private static String text(Duration limit) {
    return limit.toMillis() % 1_000 == 0 ? limit.toSeconds() + " s" : limit.toMillis() + " ms";
  }
}
