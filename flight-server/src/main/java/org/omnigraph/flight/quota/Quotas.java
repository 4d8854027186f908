package org.omnigraph.flight.quota;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.omnigraph.flight.auth.Principal;

/** The quotas of all callers. Safe for use by many threads. */
public final class Quotas {
  private final PrincipalLimits limits;
  private final Map<Principal, Quota> byPrincipal = new ConcurrentHashMap<>();

  public Quotas(PrincipalLimits limits) {
    this.limits = limits;
  }

  /** The same for each call of a caller. */
  public Quota of(Principal caller) {
    return byPrincipal.computeIfAbsent(caller, who -> new Quota(who, limits));
  }
}
