package org.omnigraph.flight.producer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.omnigraph.engine.error.Unsupported;

class TransactionTextTest {
  @ParameterizedTest
  @CsvSource({
    "BEGIN, BEGIN",
    "begin transaction;, BEGIN",
    "/* hi */ START   TRANSACTION -- now, BEGIN",
    "Commit, COMMIT",
    "COMMIT WORK ;, COMMIT",
    "rollback, ROLLBACK",
    "ROLLBACK TRANSACTION, ROLLBACK"
  })
  void theStatementsAreKnownInEverySpelling(String sql, TransactionText expected) {
    assertThat(TransactionText.parse(sql)).contains(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"SELECT 1", "SELECT 'COMMIT'", "COMMITS", "", "BEGIN SELECT 1"})
  void otherTextIsNot(String sql) {
    assertThat(TransactionText.parse(sql)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"SAVEPOINT a", "ROLLBACK TO a", "RELEASE SAVEPOINT a"})
  void savepointsAreRefusedByName(String sql) {
    assertThatThrownBy(() -> TransactionText.parse(sql))
        .isInstanceOf(Unsupported.class)
        .hasMessageContaining("savepoints");
  }

  @Test
  void aLongTextIsNotLookedAt() {
    assertThat(TransactionText.parse("COMMIT" + " ".repeat(1_000_000))).isEmpty();
  }
}
