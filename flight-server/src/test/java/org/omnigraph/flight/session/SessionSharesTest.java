package org.omnigraph.flight.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.flight.FlightRuntimeException;
import org.junit.jupiter.api.Test;
import org.omnigraph.engine.error.TooManyRequests;
import org.omnigraph.flight.ServerLimits;
import org.omnigraph.flight.auth.Authenticator.Identity;
import org.omnigraph.flight.auth.Principal;
import org.omnigraph.flight.auth.Roles;

/** Sessions that nobody uses are in nobody's way. */
class SessionSharesTest {
  private static final Identity ANONYMOUS =
      new Identity(Principal.ANONYMOUS, Optional.empty(), false);
  private static final Identity ADA = new Identity(Principal.named("ada"), Optional.empty(), false);
  private static final Identity BOB = new Identity(Principal.named("bob"), Optional.empty(), false);
  private static final Optional<String> NO_COOKIE = Optional.empty();
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ManualClock clock = new ManualClock();

  private Sessions places(int most) {
    ServerLimits limits = ServerLimits.defaults();
    return new Sessions(
        limits.withSessions(most, limits.sessionIdle(), limits.transactionIdle()),
        Roles.none(),
        clock);
  }

  /** Connections, each with a session of the caller's that is a second younger than the last. */
  private List<Connection> begin(Sessions sessions, Identity caller, int count) {
    List<Connection> connections = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      connections.add(new Connection());
      sessions.of(caller, NO_COOKIE, connections.get(i));
      clock.advance(SECOND);
    }
    return connections;
  }

  private void pause() {
    clock.advance(Sessions.PAUSE.plus(SECOND));
  }

  private static boolean has(Sessions sessions, Identity caller, Connection connection) {
    return sessions.find(caller, NO_COOKIE, connection).isPresent();
  }

  @Test
  void theOneUnusedForLongestGivesWayAndBeginsAnewWithoutAWord() {
    Sessions sessions = places(3);
    List<Connection> three = begin(sessions, ANONYMOUS, 3);
    sessions.of(ANONYMOUS, NO_COOKIE, three.get(0));
    pause();
    begin(sessions, ANONYMOUS, 1);

    assertThat(three)
        .filteredOn(connection -> has(sessions, ANONYMOUS, connection))
        .containsExactly(three.get(0), three.get(2));
    assertThat(sessions.size()).isEqualTo(3);
    pause();
    sessions.of(ANONYMOUS, NO_COOKIE, three.get(1));
    assertThat(sessions.size()).isEqualTo(3);
  }

  @Test
  void whoHadChosenSomethingInItHearsThatItHasEnded() {
    Sessions sessions = places(1);
    Connection connection = new Connection();
    sessions.of(ANONYMOUS, NO_COOKIE, connection).transactions().begin();
    pause();
    begin(sessions, ANONYMOUS, 1);
    pause();

    assertThatThrownBy(() -> sessions.of(ANONYMOUS, NO_COOKIE, connection))
        .isInstanceOf(FlightRuntimeException.class)
        .hasMessageContaining("connect again");
  }

  @Test
  void oneThatACallUsesStays() {
    Sessions sessions = places(2);
    Session busy = sessions.of(ANONYMOUS, NO_COOKIE, new Connection());
    busy.enter();
    pause();
    List<Connection> idle = begin(sessions, ANONYMOUS, 1);
    pause();
    begin(sessions, ANONYMOUS, 1);

    assertThat(sessions.size()).isEqualTo(2);
    assertThat(has(sessions, ANONYMOUS, idle.get(0))).isFalse();
    busy.leave();
  }

  /** It may have a result that its client is about to read. */
  @Test
  void oneThatWasUsedJustNowStays() {
    Sessions sessions = places(2);
    begin(sessions, ANONYMOUS, 2);

    assertThatThrownBy(() -> sessions.of(ANONYMOUS, NO_COOKIE, new Connection()))
        .isInstanceOf(TooManyRequests.class)
        .hasMessageContainingAll("2 sessions", "--sessions");
    assertThat(sessions.size()).isEqualTo(2);
  }

  @Test
  void aCallerWithANameHasThreeQuartersAndThenItsOwnGiveWay() {
    Sessions sessions = places(8);
    List<Connection> adas = begin(sessions, ADA, 6);
    assertThatThrownBy(() -> sessions.of(ADA, NO_COOKIE, new Connection()))
        .isInstanceOf(TooManyRequests.class)
        .hasMessageContainingAll("'ada'", "6 sessions");
    List<Connection> bobs = begin(sessions, BOB, 2);
    pause();
    begin(sessions, ADA, 1);

    assertThat(has(sessions, ADA, adas.get(0))).isFalse();
    assertThat(bobs).allMatch(connection -> has(sessions, BOB, connection));
    assertThat(sessions.size()).isEqualTo(8);
  }

  @Test
  void whoIsRefusedByAFullServerIsNotSaidToHaveItsSessions() {
    Sessions sessions = places(8);
    begin(sessions, ADA, 6);
    begin(sessions, BOB, 2);

    assertThatThrownBy(() -> sessions.of(BOB, NO_COOKIE, new Connection()))
        .isInstanceOf(TooManyRequests.class)
        .hasMessageStartingWith("this server has 8 sessions");
  }

  @Test
  void thoseOfWhoHasMostGiveWayToOthersAndNotTheOtherWayRound() {
    Sessions sessions = places(8);
    List<Connection> bobs = begin(sessions, BOB, 2);
    List<Connection> adas = begin(sessions, ADA, 6);
    pause();
    bobs.addAll(begin(sessions, BOB, 2));
    pause();
    begin(sessions, ADA, 2);

    assertThat(bobs).as("older, and fewer").allMatch(c -> has(sessions, BOB, c));
    assertThat(adas)
        .filteredOn(connection -> has(sessions, ADA, connection))
        .isEqualTo(adas.subList(4, 6));
  }

  @Test
  void manyThatBeginAtOnceAreNeverTooMany() throws InterruptedException {
    Sessions sessions = places(4);
    begin(sessions, ANONYMOUS, 4);
    pause();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      threads.add(new Thread(() -> sessions.of(ANONYMOUS, NO_COOKIE, new Connection())));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(sessions.size()).isEqualTo(4);
  }
}
