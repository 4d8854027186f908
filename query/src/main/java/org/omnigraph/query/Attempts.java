package org.omnigraph.query;

import java.util.function.Supplier;
import org.omnigraph.engine.error.ReadSetChanged;

/** Statements that commit by themselves and are run again when the branch moves under them. */
final class Attempts {
  private static final int MOST = 10;

  private Attempts() {}

  /** What the first attempt gives that the branch does not move under. */
  static <T> T of(Supplier<T> attempt) {
    for (int made = 1; ; made++) {
      try {
        return attempt.get();
      } catch (ReadSetChanged moved) {
        if (made == MOST) {
          throw moved;
        }
      }
    }
  }
}
