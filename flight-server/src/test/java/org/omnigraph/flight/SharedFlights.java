package org.omnigraph.flight;

import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * One {@link FlightsServer} for all tests of a class.
 *
 * @param server made before the first, ended after the last
 */
record SharedFlights(FlightsServer server) implements BeforeAllCallback, AfterAllCallback {
  @Override
  public void beforeAll(ExtensionContext context) throws Exception {
    server.beforeEach(context);
  }

  @Override
  public void afterAll(ExtensionContext context) throws Exception {
    server.afterEach(context);
  }
}
