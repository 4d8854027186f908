package org.omnigraph.flight.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
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
}
