package org.omnigraph.query.running;

import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicLong;

/** How far a statement has read the tables it reads. Safe for use by many threads. */
final class Progress {
  private final AtomicLong expected = new AtomicLong();
  private final AtomicLong read = new AtomicLong();

  void expect(long rows) {
    expected.addAndGet(rows);
  }

  void read(long rows) {
    read.addAndGet(rows);
  }

  /** From 0 to 1; empty while it is not known what is to be read. */
  OptionalDouble part() {
    long all = expected.get();
    return all == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(Math.min(1, (double) read.get() / all));
  }
}
