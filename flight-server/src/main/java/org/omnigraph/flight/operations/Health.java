package org.omnigraph.flight.operations;

import io.grpc.BindableService;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.protobuf.services.HealthStatusManager;

/**
 * The standard health service of gRPC, which anybody who reaches the server may ask: the server as
 * a whole under the empty name, and Flight under its own.
 */
public final class Health {
  public static final String FLIGHT = "arrow.flight.protocol.FlightService";

  private final HealthStatusManager manager = new HealthStatusManager();

  /** Not serving yet. */
  public Health() {
    set(ServingStatus.NOT_SERVING);
  }

  public BindableService service() {
    return manager.getHealthService();
  }

  public void serving() {
    set(ServingStatus.SERVING);
  }

  /** For good. */
  public void ending() {
    manager.enterTerminalState();
  }

  private void set(ServingStatus status) {
    manager.setStatus(HealthStatusManager.SERVICE_NAME_ALL_SERVICES, status);
    manager.setStatus(FLIGHT, status);
  }
}
