package org.omnigraph.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CallTest {
  private static WeakReference<Call> closed() {
    Call call = Call.within(Duration.ofDays(1), new Peer("nowhere"));
    call.close();
    return new WeakReference<>(call);
  }

  @Test
  void aCallThatHasEndedIsNotKeptUntilItsLimit() {
    WeakReference<Call> call = closed();
    for (int i = 0; i < 100 && call.get() != null; i++) {
      System.gc();
    }
    assertThat(call.get()).isNull();
  }
}
