package org.omnigraph.query.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TurnsTest {
  private static final Duration LONG = Duration.ofMinutes(10);

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Turns turns = new Turns(1);
  private final List<String> order = Collections.synchronizedList(new ArrayList<>());

  @AfterEach
  void end() throws Exception {
    threads.shutdown();
    assertThat(threads.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
  }

  private Future<?> waits(String caller, String name) {
    int before = turns.waiting();
    Future<?> work =
        threads.submit(
            () -> {
              assertThat(turns.take(caller, LONG)).isTrue();
              order.add(name);
              turns.give();
              return name;
            });
    while (turns.waiting() == before) {
      Thread.yield();
    }
    return work;
  }

  @Test
  void whoAsksForMuchKeepsNobodyElseWaitingBehindAllOfIt() throws Exception {
    assertThat(turns.tryTake()).isTrue();
    List<Future<?>> all = new ArrayList<>();
    for (int i = 1; i <= 4; i++) {
      all.add(waits("many", "many " + i));
    }
    all.add(waits("few", "few 1"));
    all.add(waits("few", "few 2"));
    all.add(waits("one", "one"));

    turns.give();
    for (Future<?> work : all) {
      work.get();
    }

    assertThat(order)
        .containsExactly("many 1", "few 1", "one", "many 2", "few 2", "many 3", "many 4");
    assertThat(turns.tryTake()).isTrue();
    assertThat(turns.tryTake()).as("each turn was given back once").isFalse();
  }

  @Test
  void whoGivesUpWaitingTakesNoTurn() throws Exception {
    assertThat(turns.tryTake()).isTrue();
    assertThat(turns.take("impatient", Duration.ZERO)).isFalse();
    Future<?> waiting = waits("interrupted", "never");
    Future<?> next = waits("next", "next");
    assertThat(waiting.cancel(true)).isTrue();
    while (turns.waiting() > 1) {
      Thread.yield();
    }

    turns.give();
    next.get();

    assertThat(order).containsExactly("next");
    assertThat(turns.tryTake()).isTrue();
    assertThat(turns.waiting()).isZero();
  }
}
