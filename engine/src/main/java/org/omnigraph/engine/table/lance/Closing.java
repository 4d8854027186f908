package org.omnigraph.engine.table.lance;

import org.jspecify.annotations.Nullable;

/** Closes several things, each whatever the others do. */
final class Closing {
  private Closing() {}

  static void all(String doing, AutoCloseable first, AutoCloseable... rest) {
    Throwable failure = quietly(first, null);
    for (AutoCloseable next : rest) {
      failure = quietly(next, failure);
    }
    if (failure != null) {
      throw LanceErrors.classify(doing, failure);
    }
  }

  private static @Nullable Throwable quietly(AutoCloseable closeable, @Nullable Throwable earlier) {
    try {
      closeable.close();
      return earlier;
    } catch (Exception e) {
      if (earlier == null) {
        return e;
      }
      earlier.addSuppressed(e);
      return earlier;
    }
  }
}
