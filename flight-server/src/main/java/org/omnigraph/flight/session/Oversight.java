package org.omnigraph.flight.session;

import org.omnigraph.flight.quota.PrincipalLimits;
import org.omnigraph.flight.quota.Quotas;

/**
 * What stands over all calls of a server.
 *
 * @param quotas what callers may hold
 * @param listener hears of each call
 * @param draining whether new work is taken
 */
public record Oversight(Quotas quotas, CallListener listener, Draining draining) {
  /** No limits, and nobody who listens. */
  public static Oversight none() {
    return new Oversight(new Quotas(PrincipalLimits.NONE), (call, outcome) -> {}, new Draining());
  }
}
