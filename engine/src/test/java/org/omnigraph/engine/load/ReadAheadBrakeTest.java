package org.omnigraph.engine.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Reading ahead stops while the consumer is busy, and never while it waits. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
class ReadAheadBrakeTest {
  private final ReadAheadBrake brake = new ReadAheadBrake(100);

  @Test
  void nothingIsHeldBackWhileTheConsumerWaits() {
    brake.asking();

    brake.reserve(90);
    brake.reserve(90);

    assertThat(brake.reserved()).isEqualTo(180);
  }

  @Test
  void aReaderBeyondTheLimitWaitsForTheConsumerToAsk() throws InterruptedException {
    brake.busy();
    brake.reserve(90);
    Thread reader = reader();

    assertThat(brake.reserved()).isEqualTo(90);
    brake.asking();
    reader.join();

    assertThat(brake.reserved()).isEqualTo(180);
  }

  @Test
  void aReaderBeyondTheLimitWaitsForMemoryGivenBack() throws InterruptedException {
    brake.busy();
    brake.reserve(90);
    Thread reader = reader();

    brake.unreserve(80);
    reader.join();

    assertThat(brake.reserved()).isEqualTo(100);
  }

  @Test
  void theEndWaitsForAllMemory() throws InterruptedException {
    brake.reserve(50);
    assertThat(brake.awaitEmpty(Duration.ofMillis(1))).isFalse();
    Thread release = new Thread(() -> brake.unreserve(50));
    release.start();

    assertThat(brake.awaitEmpty(Duration.ofSeconds(20))).isTrue();
    release.join();
  }

  /** A thread that waits for 90 more. */
  private Thread reader() {
    Thread reader = new Thread(() -> brake.reserve(90));
    reader.start();
    while (reader.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    return reader;
  }
}
