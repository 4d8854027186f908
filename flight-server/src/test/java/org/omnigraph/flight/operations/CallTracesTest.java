package org.omnigraph.flight.operations;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class CallTracesTest {
  /** Its answers never come. */
  private static final class Dead implements SpanExporter {
    private final CountDownLatch ended = new CountDownLatch(1);

    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
      return new CompletableResultCode();
    }

    @Override
    public CompletableResultCode flush() {
      return new CompletableResultCode();
    }

    @Override
    public CompletableResultCode shutdown() {
      ended.countDown();
      return new CompletableResultCode();
    }
  }

  @Test
  @Timeout(120)
  void aReceiverThatDoesNotAnswerHoldsNoEndUp() throws Exception {
    Dead receiver = new Dead();

    new CallTraces(receiver).close();

    receiver.ended.await();
    assertThat(CallTraces.PATIENCE).isLessThanOrEqualTo(Duration.ofSeconds(1));
  }
}
