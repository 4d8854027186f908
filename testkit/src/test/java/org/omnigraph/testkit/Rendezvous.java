package org.omnigraph.testkit;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.omnigraph.engine.failpoint.Failpoint;
import org.omnigraph.engine.failpoint.Failpoints;

/** Parks the first thread that comes to a place until it is released. */
final class Rendezvous implements Failpoints {
  private static final long PATIENCE_SECONDS = 60;

  private final Failpoint place;
  private final CountDownLatch arrived = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);

  Rendezvous(Failpoint place) {
    this.place = place;
  }

  @Override
  public void reached(Failpoint point) {
    if (point == place && arrived.getCount() > 0) {
      arrived.countDown();
      await(released);
    }
  }

  void awaitArrival() {
    await(arrived);
  }

  void release() {
    released.countDown();
  }

  private static void await(CountDownLatch latch) {
    try {
      if (!latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("nobody came");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
