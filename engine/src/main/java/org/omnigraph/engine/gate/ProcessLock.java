package org.omnigraph.engine.gate;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.StorageUnavailable;

/**
 * An operating-system lock on one file, shared by all holders in this process.
 *
 * <p>A process that dies gives it back. The file itself stays and says nothing.
 */
final class ProcessLock {
  /** The file at the graph root. */
  static final String NAME = "__writer.lock";

  private final Path file;
  private int holders;
  private @Nullable FileChannel channel;

  ProcessLock(Path root) {
    this.file = root.resolve(NAME);
  }

  /** Waits until no other process holds it. */
  synchronized void acquire() {
    if (holders == 0) {
      channel = locked();
    }
    holders++;
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
