package org.omnigraph.flight.producer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.omnigraph.flight.producer.TransactionText.Kind;

class TransactionTextTest {
  @ParameterizedTest
  @CsvSource({
    "BEGIN, BEGIN",
    "begin transaction;, BEGIN",
    "/* hi */ START   TRANSACTION -- now, BEGIN",
    "Commit, COMMIT",
    "COMMIT WORK ;, COMMIT",
    "rollback, ROLLBACK",
    "ROLLBACK TRANSACTION, ROLLBACK",
    "START TRANSACTION READ ONLY, BEGIN_READ_ONLY",
    "BEGIN READ ONLY, BEGIN_READ_ONLY",
    "'start transaction isolation level read committed, read only', BEGIN_READ_ONLY",
    "'START TRANSACTION READ WRITE, ISOLATION LEVEL SERIALIZABLE', BEGIN",
    "'BEGIN ISOLATION LEVEL REPEATABLE READ', BEGIN"
  })
  void theStatementsAreKnownInEverySpelling(String sql, Kind expected) {
    assertThat(SessionText.parse(sql)).contains(new TransactionText(expected, ""));
  }

  @ParameterizedTest
  @CsvSource({
    "SAVEPOINT a, SAVEPOINT, a",
    "savepoint \"A b\";, SAVEPOINT, A b",
    "ROLLBACK TO a_1, ROLLBACK_TO, a_1",
    "ROLLBACK TRANSACTION TO SAVEPOINT Größe, ROLLBACK_TO, Größe",
    "release Savepoint a, RELEASE, a",
    "RELEASE a, RELEASE, a"
  })
  void savepointsAreNamed(String sql, Kind expected, String name) {
    assertThat(SessionText.parse(sql)).contains(new TransactionText(expected, name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"SELECT 1", "SELECT 'COMMIT'", "COMMITS", "", "BEGIN SELECT 1"})
  void otherTextIsNot(String sql) {
    assertThat(SessionText.parse(sql)).isEmpty();
  }

  @Test
  void aLongTextIsNotLookedAtButForWhatSurroundsIt() {
    String blanks = " ".repeat(1_000_000);

    assertThat(SessionText.parse("BEGIN" + blanks + "READ ONLY")).isEmpty();
    assertThat(SessionText.parse(blanks + "COMMIT" + blanks))
        .contains(new TransactionText(Kind.COMMIT, ""));
  }
}
