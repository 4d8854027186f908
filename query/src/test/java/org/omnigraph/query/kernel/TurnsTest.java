package org.omnigraph.query.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.omnigraph.query.running.Origin;

class TurnsTest {
  private static final Duration LONG = Duration.ofMinutes(10);

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private Turns turns = new Turns(1, 1);
  private final List<String> order = Collections.synchronizedList(new ArrayList<>());

  @AfterEach
  void end() throws Exception {
    threads.shutdown();
    assertThat(threads.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
  }

  private static Origin of(String caller) {
    return new Origin(Optional.of(caller), "session", Optional.empty());
  }

  private static Origin nameless(String session) {
    return new Origin(Optional.empty(), session, Optional.empty());
  }

  private Future<?> waits(Origin caller, String name) {
    int before = turns.waiting();
    Future<?> work =
        threads.submit(
            () -> {
              assertThat(turns.take(caller, LONG, () -> {})).isTrue();
              order.add(name);
              turns.give(caller);
              return name;
            });
    while (turns.waiting() == before) {
      Thread.yield();
    }
    return work;
  }

  @Test
  void whoAsksForMuchKeepsNobodyElseWaitingBehindAllOfIt() throws Exception {
    assertThat(turns.tryTake(of("first"))).isTrue();
    List<Future<?>> all = new ArrayList<>();
    for (int i = 1; i <= 4; i++) {
      all.add(waits(of("many"), "many " + i));
    }
    all.add(waits(of("few"), "few 1"));
    all.add(waits(of("few"), "few 2"));
    all.add(waits(of("one"), "one"));

    turns.give(of("first"));
    for (Future<?> work : all) {
      work.get();
    }

    assertThat(order)
        .containsExactly("many 1", "few 1", "one", "many 2", "few 2", "many 3", "many 4");
    assertThat(turns.tryTake(of("first"))).isTrue();
    assertThat(turns.tryTake(of("first"))).as("each turn was given back once").isFalse();
  }

  @Test
  void whoGivesUpWaitingTakesNoTurn() throws Exception {
    assertThat(turns.tryTake(of("first"))).isTrue();
    assertThat(turns.take(of("impatient"), Duration.ZERO, () -> {})).isFalse();
    Future<?> waiting = waits(of("interrupted"), "never");
    Future<?> next = waits(of("next"), "next");
    assertThat(waiting.cancel(true)).isTrue();
    while (turns.waiting() > 1) {
      Thread.yield();
    }

    turns.give(of("first"));
    next.get();

    assertThat(order).containsExactly("next");
    assertThat(turns.tryTake(of("first"))).isTrue();
    assertThat(turns.waiting()).isZero();
  }

  @Test
  void whoHasAsManyAsOneMayIsPassedOver() throws Exception {
    turns = new Turns(3, 2);
    assertThat(turns.tryTake(of("many"))).isTrue();
    assertThat(turns.tryTake(of("many"))).isTrue();
    assertThat(turns.tryTake(of("many"))).isFalse();
    assertThat(turns.isFull("'many'")).isTrue();
    Future<?> third = waits(of("many"), "many 3");
    Future<?> fourth = waits(of("many"), "many 4");
    assertThat(turns.tryTake(of("few"))).isTrue();
    Future<?> few = waits(of("few"), "few 2");

    turns.give(of("few"));
    few.get();
    assertThat(order).containsExactly("few 2");
    assertThat(turns.tryTake(of("few"))).isTrue();
    turns.give(of("many"));
    third.get();
    fourth.get();

    assertThat(order).containsExactly("few 2", "many 3", "many 4");
    turns.give(of("many"));
    turns.give(of("few"));
    for (int i = 0; i < 2; i++) {
      assertThat(turns.tryTake(of("last"))).isTrue();
    }
    assertThat(turns.tryTake(of("last"))).isFalse();
    assertThat(turns.tryTake(of("other"))).isTrue();
    assertThat(turns.tryTake(of("another"))).as("each turn was given back once").isFalse();
  }

  @Test
  void allWhoHaveNoNameCountAsOneAndTakeTurnsBySession() throws Exception {
    turns = new Turns(3, 1);
    assertThat(turns.tryTake(nameless("a"))).isTrue();
    assertThat(turns.tryTake(nameless("b"))).isFalse();
    Future<?> first = waits(nameless("a"), "a 2");
    Future<?> second = waits(nameless("a"), "a 3");
    Future<?> third = waits(nameless("b"), "b 1");

    turns.give(nameless("a"));
    for (Future<?> work : List.of(first, second, third)) {
      work.get();
    }

    assertThat(order).containsExactly("a 2", "b 1", "a 3");
  }
}
