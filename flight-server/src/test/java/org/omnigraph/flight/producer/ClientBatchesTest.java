package org.omnigraph.flight.producer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightServer;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.NoOpFlightProducer;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.Test;
import org.omnigraph.engine.error.Cancelled;

class ClientBatchesTest {
  /** Flight takes the mark of a stream's end out of its queue before it notices an interrupt. */
  @Test
  void whoeverIsInterruptedWaitsForNoFurtherBatch() throws Exception {
    CountDownLatch done = new CountDownLatch(1);
    NoOpFlightProducer silent =
        new NoOpFlightProducer() {
          @Override
          public void getStream(CallContext context, Ticket ticket, ServerStreamListener listener) {
            try {
              done.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
            listener.error(new IllegalStateException("nothing comes"));
          }
        };
    try (BufferAllocator memory = new RootAllocator();
        FlightServer server =
            FlightServer.builder(memory, Location.forGrpcInsecure("localhost", 0), silent)
                .build()
                .start();
        FlightClient client = FlightClient.builder(memory, server.getLocation()).build()) {
      FlightStream stream = client.getStream(new Ticket(new byte[] {1}));
      ClientBatches batches = new ClientBatches(stream);
      Thread.currentThread().interrupt();

      assertThatThrownBy(batches::next).isInstanceOf(Cancelled.class);
      assertThatThrownBy(batches::next).isInstanceOf(Cancelled.class);

      assertThat(Thread.interrupted()).isTrue();
      done.countDown();
    }
  }
}
