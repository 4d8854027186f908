package org.omnigraph.flight.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.Test;
import org.omnigraph.engine.error.ResourceLimitExceeded;
import org.omnigraph.flight.auth.Principal;
import org.omnigraph.query.running.RunningStatement;
import org.omnigraph.query.running.StatementWatch;

class QuotaTest {
  private static final RunningStatement STATEMENT = RunningStatement.unlisted();

  private final Quotas quotas = new Quotas(new PrincipalLimits(3, 1, 1_500, 100));
  private final Quota ada = quotas.of(Principal.named("ada"));

  @Test
  void statementsAreCountedUntilTheyEnd() {
    ada.admit(false);
    ada.admit(false);
    StatementWatch third = ada.admit(false);

    assertThatThrownBy(() -> ada.admit(false))
        .isInstanceOf(ResourceLimitExceeded.class)
        .hasMessageContainingAll(
            "statements of 'ada' at once", "limit 3", "actual 4", "--principal-statements");
    third.ended(STATEMENT);
    assertThatCode(() -> ada.admit(false)).doesNotThrowAnyException();
  }

  @Test
  void streamsAreCountedForThemselvesAndAsStatements() {
    StatementWatch stream = ada.admit(true);

    assertThatThrownBy(() -> ada.admit(true))
        .hasMessageContainingAll("streams of 'ada'", "--principal-streams");
    ada.admit(false);
    ada.admit(false);
    assertThatThrownBy(() -> ada.admit(false)).hasMessageContaining("--principal-statements");
    stream.ended(STATEMENT);
    assertThatCode(() -> ada.admit(true)).doesNotThrowAnyException();
  }

  @Test
  void nobodyIsInTheWayOfAnother() {
    ada.admit(true);

    assertThatCode(() -> quotas.of(Principal.named("bob")).admit(true)).doesNotThrowAnyException();
    assertThatThrownBy(() -> quotas.of(Principal.named("ada")).admit(true))
        .isInstanceOf(ResourceLimitExceeded.class);
  }

  @Test
  void theMemoryOfAllStatementsCountsUntilTheyEnd() {
    RunningStatement one = RunningStatement.unlisted();
    RunningStatement two = RunningStatement.unlisted();
    StatementWatch first = ada.admit(false);
    StatementWatch second = ada.admit(false);
    try (BufferAllocator memory = new RootAllocator();
        ArrowBuf part = memory.buffer(600)) {
      one.holds(memory);
      assertThatCode(() -> first.progressed(one)).doesNotThrowAnyException();
      two.holds(memory);
      assertThatThrownBy(() -> second.progressed(two))
          .hasMessageContainingAll("bytes of memory of 'ada'", "--principal-memory");
      first.ended(one);
      assertThatCode(() -> second.progressed(two)).doesNotThrowAnyException();
      assertThat(part.capacity()).isGreaterThanOrEqualTo(600);
    }
  }

  @Test
  void theBytesOfAllIngestsUnderWayCount() {
    Quota.Ingest first = ada.ingest();
    first.add(60);
    Quota.Ingest second = ada.ingest();

    assertThatThrownBy(() -> second.add(50))
        .hasMessageContainingAll("bytes of ingests of 'ada'", "--principal-ingest-bytes");
    first.close();
    assertThatCode(() -> second.add(50)).doesNotThrowAnyException();
  }
}
