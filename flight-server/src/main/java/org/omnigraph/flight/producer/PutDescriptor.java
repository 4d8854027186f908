package org.omnigraph.flight.producer;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightStream;
import org.omnigraph.engine.error.Cancelled;
import org.omnigraph.engine.error.InvalidRequest;

/**
 * The descriptor of a stream whose first message has arrived. It is known by then or never, and
 * Flight's stream has no question that does not wait, so the waiting is done by a thread that can
 * be interrupted.
 */
record PutDescriptor(ExecutorService workers) {
  private static final long SECONDS = 5;

  /**
   * The descriptor.
   *
   * @throws InvalidRequest when the first message had none
   */
  FlightDescriptor of(FlightStream stream) {
    Future<FlightDescriptor> descriptor = workers.submit(stream::getDescriptor);
    try {
      return descriptor.get(SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new InvalidRequest(
          "the first message of a DoPut carries a descriptor, and this one has none; send the Flight"
              + " SQL command with the schema",
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Cancelled("the server is shutting down", e);
    } catch (ExecutionException e) {
      throw new Cancelled("the client went away before it sent a descriptor", e);
    } finally {
      descriptor.cancel(true);
    }
  }
}
