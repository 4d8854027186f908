package org.omnigraph.flight.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.flight.FlightRuntimeException;
import org.junit.jupiter.api.Test;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.engine.error.TooManyRequests;
import org.omnigraph.flight.ServerLimits;
import org.omnigraph.flight.auth.Authenticator.Identity;
import org.omnigraph.flight.auth.Principal;
import org.omnigraph.flight.auth.Roles;

class SessionLifeTest {
  private static final Identity ANONYMOUS =
      new Identity(Principal.ANONYMOUS, Optional.empty(), false);
  private static final Identity ADA =
      new Identity(Principal.named("ada"), Optional.of("token"), false);
  private static final Optional<String> NO_COOKIE = Optional.empty();

  private final ManualClock clock = new ManualClock();
  private final ServerLimits limits = ServerLimits.defaults();
  private final Sessions sessions = new Sessions(limits, Roles.none(), clock);
  private final Connection connection = new Connection();

  @Test
  void oneConnectionIsOneSession() {
    Session first = sessions.of(ANONYMOUS, NO_COOKIE, connection);

    assertThat(sessions.of(ANONYMOUS, NO_COOKIE, connection)).isSameAs(first);
    assertThat(sessions.of(ANONYMOUS, NO_COOKIE, new Connection())).isNotSameAs(first);
  }

  @Test
  void aSessionEndsWithItsConnection() {
    Session session = sessions.of(ANONYMOUS, NO_COOKIE, connection);
    session.transactions().begin();
    sessions.disconnected(connection);

    assertThat(sessions.size()).isZero();
    assertThat(session.transactions().size()).isZero();
  }

  @Test
  void aSessionThatACookieCarriesOutlivesItsConnection() {
    Session session = sessions.of(ANONYMOUS, NO_COOKIE, connection);
    sessions.of(ANONYMOUS, Optional.of(session.id()), connection);
    sessions.disconnected(connection);

    assertThat(sessions.of(ANONYMOUS, Optional.of(session.id()), new Connection()))
        .isSameAs(session);
  }

  @Test
  void aTokenNamesTheSessionWhateverTheConnectionOrCookie() {
    Session session = sessions.of(ADA, NO_COOKIE, connection);
    sessions.disconnected(connection);

    assertThat(sessions.of(ADA, Optional.of("other"), new Connection())).isSameAs(session);
  }

  @Test
  void aCookieOfSomebodyElseIsRefused() {
    Session session = sessions.of(ADA, NO_COOKIE, connection);

    assertThatThrownBy(() -> sessions.of(ANONYMOUS, Optional.of(session.id()), connection))
        .isInstanceOf(FlightRuntimeException.class);
  }

  @Test
  void anIdleSessionEndsUnlessACallRuns() {
    Session busy = sessions.of(ANONYMOUS, NO_COOKIE, connection);
    busy.enter();
    sessions.of(ANONYMOUS, NO_COOKIE, new Connection());
    clock.advance(limits.sessionIdle().plusSeconds(1));
    sessions.expire();
    assertThat(sessions.size()).isEqualTo(1);

    busy.leave();
    clock.advance(limits.sessionIdle().plusSeconds(1));
    sessions.expire();
    assertThat(sessions.size()).isZero();
  }

  /** Nobody has looked for idle sessions. */
  @Test
  void anIdleSessionHasEndedAtItsNextCall() {
    Session session = sessions.of(ANONYMOUS, NO_COOKIE, connection);
    Session carried = sessions.of(ANONYMOUS, NO_COOKIE, new Connection());
    sessions.of(ANONYMOUS, Optional.of(carried.cookie()), connection);
    carried.transactions().begin();
    String cookie = carried.cookie();
    clock.advance(limits.sessionIdle().plusSeconds(1));

    assertThat(sessions.of(ANONYMOUS, NO_COOKIE, connection)).isNotSameAs(session);
    assertThatThrownBy(() -> sessions.of(ANONYMOUS, Optional.of(cookie), connection))
        .isInstanceOf(FlightRuntimeException.class);
    assertThat(sessions.size()).isEqualTo(1);
  }

  @Test
  void anIdleSessionThatIsMissedIsRefusedOnEachConnectionThatItCameOver() {
    Connection second = new Connection();
    Session session = sessions.of(ADA, NO_COOKIE, connection);
    session.transactions().begin();
    sessions.of(ADA, NO_COOKIE, second);
    clock.advance(limits.sessionIdle().plusSeconds(1));

    for (Connection old : List.of(connection, second, connection)) {
      assertThatThrownBy(() -> sessions.of(ADA, NO_COOKIE, old))
          .isInstanceOf(FlightRuntimeException.class)
          .hasMessageContaining("connect again");
    }
    sessions.of(ADA, NO_COOKIE, new Connection());
    Identity anew = new Identity(ADA.principal(), Optional.of("another"), true);
    assertThat(sessions.of(anew, NO_COOKIE, connection)).as("a login").isNotNull();
  }

  @Test
  void whatIsIdleIsLookedForAsOftenAsItsLimitNeeds() {
    assertThat(limits.sweepSeconds()).isEqualTo(5);
    assertThat(
            limits.withSessions(1, Duration.ofSeconds(3), limits.transactionIdle()).sweepSeconds())
        .isEqualTo(1);
    assertThat(limits.withSessions(1, limits.sessionIdle(), Duration.ofSeconds(6)).sweepSeconds())
        .isEqualTo(3);
  }

  @Test
  void aTransactionThatDidNothingDoesNotExpire() {
    Session session = sessions.of(ANONYMOUS, NO_COOKIE, connection);
    String id = session.transactions().begin();
    clock.advance(limits.transactionIdle().plus(Duration.ofMinutes(1)));
    sessions.expire();

    session.transactions().commit(id, Optional.empty());
    assertThatThrownBy(() -> session.transactions().rollback(id)).isInstanceOf(NotFound.class);
  }

  @Test
  void moreSessionsThanAllowedAreRefused() {
    Sessions two =
        new Sessions(
            limits.withSessions(2, limits.sessionIdle(), limits.transactionIdle()),
            Roles.none(),
            clock);
    two.of(ANONYMOUS, NO_COOKIE, new Connection());
    two.of(ANONYMOUS, NO_COOKIE, new Connection());

    assertThatThrownBy(() -> two.of(ANONYMOUS, NO_COOKIE, new Connection()))
        .isInstanceOf(TooManyRequests.class);
  }

  @Test
  void beginInATextIsTheTransactionThatIsOpenAlready() {
    Transactions transactions = sessions.of(ANONYMOUS, NO_COOKIE, connection).transactions();
    String id = transactions.begin();
    transactions.beginByText(false);
    assertThat(transactions.size()).isEqualTo(1);

    transactions.commitByText(Optional.empty());
    assertThat(transactions.isOpen(id)).as("the client still holds it").isTrue();
  }

  @Test
  void aTextEndsTheTransactionThatATextBegan() {
    Transactions transactions = sessions.of(ANONYMOUS, NO_COOKIE, connection).transactions();
    transactions.beginByText(false);
    transactions.rollbackByText();

    assertThat(transactions.size()).isZero();
    assertThatThrownBy(transactions::rollbackByText).hasMessageContaining("no transaction");
  }
}
