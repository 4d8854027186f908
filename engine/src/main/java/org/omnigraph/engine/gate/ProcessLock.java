package org.omnigraph.engine.gate;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.Cancelled;
import org.omnigraph.engine.error.StorageUnavailable;

/**
 * An operating-system lock on one file, shared by all holders in this process.
 *
 * <p>A process that dies gives it back. The file itself stays and says nothing. Holders of a busy
 * process follow each other without a gap, so after a number of them the process lets go of the
 * lock for a moment in which another one gets it.
 */
final class ProcessLock {
  /** The file at the graph root. */
  static final String NAME = "__writer.lock";

  /** How many holders come before other processes have their turn. */
  private static final int TURN = 16;

  private static final long PAUSE_NANOS = 2_000_000;
  private static final long PATIENCE_MILLIS = 200;

  private final Path file;
  private int holders;
  private int holdersOfTurn;
  private @Nullable FileChannel channel;

  ProcessLock(Path root) {
    this.file = root.resolve(NAME);
  }

  /** Waits until no other process holds it. */
  synchronized void acquire() {
    if (holders > 0 && holdersOfTurn >= TURN) {
      awaitEndOfTurn();
    }
    if (holders == 0) {
      if (holdersOfTurn >= TURN) {
        holdersOfTurn = 0;
        LockSupport.parkNanos(PAUSE_NANOS);
      }
      channel = locked();
    }
    holders++;
    holdersOfTurn++;
  }

  /** Not for ever: a holder that does not come to its end is no reason to stand still. */
  private void awaitEndOfTurn() {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
    try {
      for (long left = PATIENCE_MILLIS; holders > 0 && left > 0; ) {
        wait(left);
        left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Cancelled("the write was interrupted while it waited for its turn");
    }
  }

  private FileChannel locked() {
    FileChannel opened = null;
    try {
      opened = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      // The lock lives as long as the channel is open.
      opened.lock();
      return opened;
    } catch (IOException e) {
      close(opened);
      throw new StorageUnavailable("cannot lock " + file + ": " + e, e);
    }
  }

  synchronized void release() {
    holders--;
    if (holders == 0) {
      close(channel);
      channel = null;
      notifyAll();
    }
  }

  private void close(@Nullable FileChannel open) {
    if (open != null) {
      try {
        open.close();
      } catch (IOException e) {
        throw new StorageUnavailable("cannot unlock " + file + ": " + e, e);
      }
    }
  }
}
