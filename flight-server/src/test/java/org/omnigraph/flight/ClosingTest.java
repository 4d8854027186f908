package org.omnigraph.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import org.junit.jupiter.api.Test;

class ClosingTest {
  private final Closing closing = new Closing(Duration.ofMillis(50));

  @Test
  void closesInReverseAndReportsWhatFails() {
    List<String> closed = new ArrayList<>();
    closing.add(() -> closed.add("first"));
    closing.add(
        () -> {
          throw new IllegalStateException("leaks");
        });
    closing.add(() -> closed.add("last"));

    assertThatThrownBy(closing::close)
        .satisfies(e -> assertThat(e.getSuppressed()[0]).hasMessage("leaks"));
    assertThat(closed).containsExactly("last", "first");
    assertThatCode(closing::close).doesNotThrowAnyException();
  }

  @Test
  void aCallThatDoesNotEndIsNamedAndFailsNobody() throws InterruptedException {
    CountDownLatch working = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    closing.add(
        () -> {
          throw new IllegalStateException("still used");
        });
    ExecutorService pool = closing.pool("call");
    pool.execute(
        () -> {
          working.countDown();
          while (release.getCount() > 0) {
            Thread.onSpinWait();
          }
        });
    working.await();

    assertThatCode(closing::close).doesNotThrowAnyException();
    assertThat(closing.unfinished()).containsExactly("call-1");
    release.countDown();
  }

  @Test
  void aThreadThatHeedsItsInterruptIsNotLeftBehind() throws InterruptedException {
    CountDownLatch working = new CountDownLatch(1);
    Closing patient = new Closing(Duration.ofMinutes(1));
    patient
        .pool("call")
        .execute(
            () -> {
              working.countDown();
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    working.await();
    patient.close();

    assertThat(patient.unfinished()).isEmpty();
  }
}
