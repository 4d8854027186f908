package org.omnigraph.flight.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.flight.ServerLimits;
import org.omnigraph.flight.auth.Access;
import org.omnigraph.flight.auth.Principal;
import org.omnigraph.flight.auth.Roles;
import org.omnigraph.flight.quota.PrincipalLimits;
import org.omnigraph.flight.quota.Quota;
import org.omnigraph.flight.quota.Quotas;
import org.omnigraph.query.running.RunningStatement;

class TransactionExpiryTest {
  private static final Access EVERYTHING = Roles.none().of(Principal.ANONYMOUS);

  @TempDir Path dir;

  private final ManualClock clock = new ManualClock();
  private final ServerLimits limits = ServerLimits.defaults();
  private final Transactions transactions = new Transactions(clock, EVERYTHING, () -> {});
  private final Quota quota = new Quotas(PrincipalLimits.NONE).of(Principal.ANONYMOUS);
  private PersonGraph graph;
  private Place place;

  @BeforeEach
  void aGraph() {
    graph = PersonGraph.in(dir, EVERYTHING);
    place = graph.place();
  }

  @AfterEach
  void nothingIsLeft() {
    transactions.abandonAll();
    graph.close();
  }

  private void write(String id) {
    transactions
        .forWrite(Optional.of(id))
        .orElseThrow()
        .write(
            place,
            RunningStatement.unlisted(),
            quota,
            staging -> {
              staging.rows(TypeKey.node("Person"), WriteMode.INSERT);
              return 0;
            });
  }

  @Test
  void aTransactionThatDidSomethingIsRolledBackWhenItIsIdleForLong() {
    String id = transactions.begin();
    write(id);
    clock.advance(limits.transactionIdle().plusSeconds(1));
    transactions.expire(limits.transactionIdle());

    assertThat(transactions.size()).isZero();
    assertThatThrownBy(() -> transactions.commit(id, Optional.empty()))
        .isInstanceOf(NotFound.class)
        .hasMessageContaining("idle");
  }

  @Test
  void aTransactionInUseStays() {
    String id = transactions.begin();
    write(id);
    clock.advance(limits.transactionIdle().minusSeconds(1));
    write(id);
    clock.advance(limits.transactionIdle().minusSeconds(1));
    transactions.expire(limits.transactionIdle());

    assertThat(transactions.isOpen(id)).isTrue();
  }

  @Test
  void aTransactionWhoseResultIsReadIsInUse() {
    String id = transactions.begin();
    write(id);
    Runnable end = transactions.reading(Optional.of(id));
    clock.advance(limits.transactionIdle().plusSeconds(1));
    transactions.expire(limits.transactionIdle());
    assertThat(transactions.isOpen(id)).as("while it is read").isTrue();

    end.run();
    transactions.expire(limits.transactionIdle());
    assertThat(transactions.isOpen(id)).as("just after it").isTrue();

    clock.advance(limits.transactionIdle().plusSeconds(1));
    transactions.expire(limits.transactionIdle());
    assertThat(transactions.isOpen(id)).isFalse();
  }

  @Test
  void aWriteThatFailsBeforeItTouchesAnythingLeavesTheTransactionUsable() {
    String id = transactions.begin();
    Transaction transaction = transactions.forWrite(Optional.of(id)).orElseThrow();
    assertThatThrownBy(
            () ->
                transaction.write(
                    place,
                    RunningStatement.unlisted(),
                    quota,
                    staging -> {
                      throw new InvalidRequest("no");
                    }))
        .isInstanceOf(InvalidRequest.class);

    transactions.commit(id, Optional.empty());
  }

  @Test
  void abandoningATransactionInUseRollsItBackWhenTheCallIsOver() {
    String id = transactions.begin();
    Transaction transaction = transactions.forWrite(Optional.of(id)).orElseThrow();
    transaction.write(
        place,
        RunningStatement.unlisted(),
        quota,
        staging -> {
          Thread elsewhere = new Thread(transactions::abandonAll);
          elsewhere.start();
          join(elsewhere);
          assertThat(transaction.isUnused()).as("still at work").isFalse();
          return 0;
        });

    assertThat(transaction.isUnused()).isTrue();
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void anotherBranchInTheSameTransactionIsRefused() {
    String id = transactions.begin();
    write(id);
    Place elsewhere = place.on(BranchName.of("dev"));

    assertThatThrownBy(
            () ->
                transactions
                    .forRead(Optional.of(id))
                    .orElseThrow()
                    .read(
                        elsewhere,
                        context -> {
                          throw new AssertionError("it was planned");
                        }))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("dev");
  }
}
