package org.omnigraph.cli;

import java.util.ArrayList;
import java.util.List;

/** What the open of a graph needs, set up on other threads while the command line is read. */
final class Preparation {
  /** For a program that is warm already, or opens no graph. */
  static final Preparation NONE = new Preparation(List.of());

  private final List<Thread> threads;

  private Preparation(List<Thread> threads) {
    this.threads = threads;
  }

  static Preparation start(List<Runnable> parts) {
    List<Thread> threads = new ArrayList<>();
    for (Runnable part : parts) {
      Thread thread = new Thread(part, "preparation");
      thread.setDaemon(true);
      thread.start();
      threads.add(thread);
    }
    return new Preparation(threads);
  }

  /** Waits until everything is set up. */
  void await() {
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
