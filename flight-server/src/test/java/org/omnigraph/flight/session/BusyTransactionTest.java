package org.omnigraph.flight.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.engine.error.TransactionBusy;
import org.omnigraph.flight.ServerLimits;
import org.omnigraph.flight.auth.Access;
import org.omnigraph.flight.auth.Authenticator.Identity;
import org.omnigraph.flight.auth.Principal;
import org.omnigraph.flight.auth.Roles;

/** The end of a transaction in which another call works. */
class BusyTransactionTest {
  private static final Access EVERYTHING = Roles.none().of(Principal.ANONYMOUS);

  @TempDir Path dir;

  private final Sessions sessions =
      new Sessions(ServerLimits.defaults(), Roles.none(), new ManualClock());
  private final Transactions transactions =
      sessions
          .of(
              new Identity(Principal.ANONYMOUS, Optional.empty(), false),
              Optional.empty(),
              new Connection())
          .transactions();
  private final String id = transactions.begin();
  private final Transaction transaction = transactions.open(id);
  private PersonGraph graph;
  private Place place;

  @BeforeEach
  void aGraph() {
    graph = PersonGraph.in(dir, EVERYTHING);
    place = graph.place();
  }

  @AfterEach
  void nothingIsLeft() {
    sessions.close();
    graph.close();
  }

  /** What comes of a step while another call works in the transaction, told not to wait. */
  private @Nullable Throwable whileItIsBusy(Runnable step) {
    AtomicReference<@Nullable Throwable> outcome = new AtomicReference<>();
    Thread elsewhere =
        new Thread(
            () -> {
              Thread.currentThread().interrupt();
              try {
                step.run();
              } catch (RuntimeException e) {
                outcome.set(e);
              }
            });
    assertThatThrownBy(
            () ->
                transaction.read(
                    place,
                    context -> {
                      elsewhere.start();
                      join(elsewhere);
                      throw new InvalidRequest("it planned");
                    }))
        .hasMessage("it planned");
    return outcome.get();
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aCommitIsRefusedAndTheTransactionGoesOn() {
    assertThat(whileItIsBusy(() -> transactions.commit(id, Optional.empty())))
        .isInstanceOf(TransactionBusy.class)
        .hasMessageContaining("one at a time");

    assertThat(transactions.isOpen(id)).isTrue();
    assertThat(transaction.isUnused()).isFalse();
    transactions.commit(id, Optional.empty());
    assertThatThrownBy(() -> transactions.commit(id, Optional.empty()))
        .isInstanceOf(NotFound.class)
        .hasMessageContaining("was committed");
  }

  @Test
  void aRollbackCountsWhenTheOtherCallIsOver() {
    assertThat(whileItIsBusy(() -> transactions.rollback(id))).isNull();

    assertThat(transaction.isUnused()).as("what it held").isTrue();
    assertThat(transactions.isOpen(id)).isFalse();
    transactions.rollback(id);
  }

  @Test
  void aCommitThatIsRefusedAfterItsSessionHasEndedLeavesNothing() {
    assertThat(
            whileItIsBusy(
                () -> {
                  sessions.close();
                  transactions.commit(id, Optional.empty());
                }))
        .isInstanceOf(NotFound.class);

    assertThat(transaction.isUnused()).isTrue();
    assertThat(transactions.size()).isZero();
  }

  /** What comes of steps while another call waits to end the transaction, and then ends it. */
  private void whileItEnds(Runnable end, Runnable steps) {
    Thread elsewhere = new Thread(end);
    assertThatThrownBy(
            () ->
                transaction.read(
                    place,
                    context -> {
                      elsewhere.start();
                      while (transactions.isOpen(id)) {
                        Thread.onSpinWait();
                      }
                      steps.run();
                      throw new InvalidRequest("it planned");
                    }))
        .hasMessage("it planned");
    join(elsewhere);
  }

  private void assertBusy(ThrowingCallable call, String word) {
    assertThatThrownBy(call)
        .isInstanceOf(TransactionBusy.class)
        .hasMessageContaining("is being " + word);
  }

  private void assertOver(String word) {
    assertThatThrownBy(() -> transactions.commit(id, Optional.empty()))
        .isInstanceOf(NotFound.class)
        .hasMessageContaining(word);
    assertThat(transactions.forRead(Optional.empty())).as("the session goes on").isEmpty();
    assertThat(transactions.forWrite(Optional.empty())).isEmpty();
  }

  @Test
  void whileACallCommitsItAnotherOneIsToldAndTheSessionGoesOn() {
    whileItEnds(
        () -> transactions.commit(id, Optional.empty()),
        () -> {
          assertBusy(() -> transactions.commit(id, Optional.empty()), "committed");
          assertBusy(() -> transactions.rollback(id), "committed");
          assertBusy(() -> transactions.rollbackAs(id), "committed");
          assertBusy(() -> transactions.forRead(Optional.of(id)), "committed");
          assertBusy(() -> transactions.goingOn(transaction), "committed");
        });

    assertOver("was committed");
  }

  @Test
  void whileACallRollsItBackAnotherOneIsToldAndTheSessionGoesOn() {
    whileItEnds(
        () -> transactions.rollback(id),
        () -> {
          assertBusy(() -> transactions.commit(id, Optional.empty()), "rolled back");
          assertBusy(() -> transactions.forWrite(Optional.of(id)), "rolled back");
          transactions.rollback(id);
        });

    assertOver("was rolled back");
  }

  /** The one that looks for idle transactions may come in between. */
  @Test
  void aCommitOfWhatHasJustExpiredIsNoSuccess() {
    assertThatThrownBy(
            () ->
                transaction.read(
                    place,
                    context -> {
                      throw new InvalidRequest("it planned");
                    }))
        .hasMessage("it planned");
    assertThat(transaction.expire(Instant.MAX)).isTrue();

    assertThatThrownBy(() -> transactions.commit(id, Optional.empty()))
        .isInstanceOf(NotFound.class)
        .hasMessageContaining("idle");
  }
}
