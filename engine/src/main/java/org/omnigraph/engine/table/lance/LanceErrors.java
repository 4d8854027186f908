package org.omnigraph.engine.table.lance;

import java.util.Locale;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.omnigraph.engine.error.CorruptState;
import org.omnigraph.engine.error.GraphException;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.engine.error.ResourceLimitExceeded;
import org.omnigraph.engine.error.StorageUnavailable;

/**
 * Turns what Lance throws, which is told apart by its text alone, into the typed errors.
 *
 * <p>Trap: Lance's native methods throw {@link java.io.IOException} without declaring it, so calls
 * of them catch {@link Exception}.
 */
final class LanceErrors {
  private LanceErrors() {}

  /**
   * The typed error for a failure.
   *
   * @param doing what was tried, to what: {@code "scanning nodes/…"}
   */
  static GraphException classify(String doing, Throwable failure) {
    if (failure instanceof GraphException typed) {
      return typed;
    }
    String text = firstLine(failure);
    String folded = text.toLowerCase(Locale.ROOT);
    String message = "failed " + doing + ": " + text;
    if (isMissing(folded)) {
      return new NotFound(message, failure);
    }
    if (folded.contains("invalid user input") || folded.contains("does not exist in the schema")) {
      return new InvalidRequest(message, failure);
    }
    if (folded.contains("corrupt") || folded.contains("unexpected eof")) {
      return new CorruptState(message, failure);
    }
    return new StorageUnavailable(message, failure);
  }

  /** A table that did not find the memory for its rows. */
  static ResourceLimitExceeded outOfMemory(BufferAllocator allocator, OutOfMemoryException e) {
    ResourceLimitExceeded exceeded =
        ResourceLimitExceeded.ofMemory(
            allocator, "read fewer columns or rows at once, or raise the limit");
    exceeded.addSuppressed(e);
    return exceeded;
  }

  /** Whether the failure says that another writer was first and nothing of ours exists. */
  static boolean isLostRace(Throwable failure) {
    String folded = firstLine(failure).toLowerCase(Locale.ROOT);
    return folded.contains("commit conflict")
        || folded.contains("too many concurrent writers")
        || folded.contains("incompatible transaction")
        || folded.contains("preempted by concurrent transaction");
  }

  private static boolean isMissing(String folded) {
    return folded.contains("not found") || folded.contains("no such file");
  }

  private static String firstLine(Throwable failure) {
    String message = failure.getMessage();
    if (message == null) {
      return failure.getClass().getSimpleName();
    }
    int end = message.indexOf('\n');
    return end < 0 ? message : message.substring(0, end);
  }
}
