package org.omnigraph.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlWordsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "select 1 | read",
        "'-- a\n/* b */ SELECT 1' | read",
        "(SELECT 1) | ",
        "/**/SELECT 1 | read",
        "SELECTED | ",
        "INSERT INTO t SELECT 1 | ",
        "begin | begin",
        "Begin Work; | begin",
        "START /* now */ TRANSACTION READ ONLY | begin",
        "START | ",
        "BEGINNING | ",
        "-- only a comment | ",
        "commit | end",
        "END; | end",
        "ABORT WORK | end",
        "ROLLBACK | end",
        "ROLLBACK TRANSACTION | end",
        "commit; -- now | end",
        "COMMIT AND CHAIN | ",
        "END x | ",
        "COMMITTED | ",
        "ROLLBACK TO SAVEPOINT a | ",
        "rollback work to a | ",
        "ROLLBACK/* */TO a | ",
        "RELEASE SAVEPOINT a | "
      })
  void theFirstWordsSayWhatAStatementIs(String sql, String what) {
    assertThat(SqlWords.read(sql)).isEqualTo("read".equals(what));
    assertThat(SqlWords.begin(sql)).isEqualTo("begin".equals(what));
    assertThat(SqlWords.end(sql)).isEqualTo("end".equals(what));
  }
}
