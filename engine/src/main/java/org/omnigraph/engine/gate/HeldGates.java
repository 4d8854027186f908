package org.omnigraph.engine.gate;

import java.util.ArrayDeque;
import java.util.Deque;

/** Gates that are held. Any thread may give them back; giving back twice is harmless. */
public final class HeldGates implements AutoCloseable {
  private final Deque<Runnable> releases = new ArrayDeque<>();

  HeldGates() {}

  void onRelease(Runnable release) {
    releases.push(release);
  }

  @Override
  public synchronized void close() {
    while (!releases.isEmpty()) {
      releases.pop().run();
    }
  }
}
