package org.omnigraph.cli;

import java.io.PrintWriter;

/** Says on the error stream what is about to be written where. */
final class WriteTarget {
  private WriteTarget() {}

  /** {@code omnigraph load → ./graph (direct, local)}. */
  static void echo(PrintWriter err, String command, String uri) {
    String place = GraphAddress.isLocal(uri) ? "local" : "remote";
    err.println("omnigraph " + command + " → " + uri + " (direct, " + place + ")");
    err.flush();
  }
}
