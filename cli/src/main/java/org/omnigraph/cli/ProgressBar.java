package org.omnigraph.cli;

import java.io.PrintWriter;
import java.util.Locale;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.load.LoadProgress;

/**
 * One line on a terminal that says how far a load is, drawn over itself at most ten times a second
 * and wiped at the end. Says nothing when nobody watches.
 */
final class ProgressBar implements LoadProgress, AutoCloseable {
  private static final long BETWEEN_DRAWS = 100_000_000L;
  private static final int CELLS = 30;
  private static final String WIPE = "\r\u001b[2K";

  private final PrintWriter terminal;
  private final boolean watched;
  private long lastDraw = Long.MIN_VALUE;

  ProgressBar(PrintWriter terminal, boolean watched) {
    this.terminal = terminal;
    this.watched = watched;
  }

  static ProgressBar on(PrintWriter err) {
    return new ProgressBar(err, Terminal.isWatched());
  }

  @Override
  public void at(TypeKey type, long rows, long bytesRead, long bytesTotal) {
    long now = System.nanoTime();
    if (watched && (lastDraw == Long.MIN_VALUE || now - lastDraw >= BETWEEN_DRAWS)) {
      lastDraw = now;
      terminal.print(WIPE + line(type, rows, bytesRead, bytesTotal));
      terminal.flush();
    }
  }

  static String line(TypeKey type, long rows, long bytesRead, long bytesTotal) {
    String count = String.format(Locale.ROOT, "%,d rows  %s", rows, type);
    if (bytesTotal <= 0) {
      return count;
    }
    double share = Math.min(1.0, (double) bytesRead / bytesTotal);
    int full = (int) Math.round(share * CELLS);
    return String.format(
        Locale.ROOT,
        "[%s%s] %3d%%  %s",
        "#".repeat(full),
        ".".repeat(CELLS - full),
        (int) (share * 100),
        count);
  }

  @Override
  public void close() {
    if (lastDraw != Long.MIN_VALUE) {
      terminal.print(WIPE);
      terminal.flush();
    }
  }
}
