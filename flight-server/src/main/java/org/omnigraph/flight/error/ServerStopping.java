package org.omnigraph.flight.error;

import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.Cancelled;

/** Work that the end of the server ends; clients see {@code UNAVAILABLE}. */
public final class ServerStopping extends Cancelled {
  public ServerStopping() {
    this(null);
  }

  public ServerStopping(@Nullable Throwable cause) {
    super(
        "the server is stopping and has ended this call before its end; connect again, and run it"
            + " again as a whole",
        cause);
  }
}
