package org.omnigraph.testkit;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.failpoint.Failpoint;

/** A process that writes two types, stops at a place, says so, and waits to be killed. */
final class InterruptedWrite {
  private InterruptedWrite() {}

  /** Arguments: graph, place, how often the place is passed before it counts. */
  public static void main(String[] args) throws InterruptedException {
    Failpoint place = Failpoint.valueOf(args[1]);
    AtomicInteger passes = new AtomicInteger(Integer.parseInt(args[2]));
    CountDownLatch never = new CountDownLatch(1);
    try (Graph graph =
        Graph.open(
            args[0],
            GraphConfig.defaults(),
            point -> {
              if (point == place && passes.getAndDecrement() == 0) {
                System.out.println("REACHED" + ChildProcess.END);
                await(never);
              }
            })) {
      GraphHarness.write(graph, People.insert("bob", "eve"), People.knows("bob", "ada"));
    }
    System.out.println("FINISHED");
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
