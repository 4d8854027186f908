package org.omnigraph.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
        "RELEASE SAVEPOINT a | ",
        "'-- a\n/* b */ use main' | choice",
        "Reset ALL | choice",
        "SETTLE | "
      })
  void theFirstWordsSayWhatAStatementIs(String sql, String what) {
    assertThat(SqlWords.read(sql)).isEqualTo("read".equals(what));
    assertThat(SqlWords.choice(sql)).isEqualTo("choice".equals(what));
    assertThat(SqlWords.begin(sql)).isEqualTo("begin".equals(what));
    assertThat(SqlWords.end(sql)).isEqualTo("end".equals(what));
  }

  @ParameterizedTest
  @ValueSource(strings = {" ", "\n", "-- c\n", "/* c */", "/**/ -- c\n"})
  void whatStandsBeforeThemMayBeLong(String gap) {
    String before = gap.repeat(100_000);
    assertThat(SqlWords.read(before + "SELECT 1")).isTrue();
    assertThat(SqlWords.choice(before + "USE dev")).isTrue();
    assertThat(SqlWords.begin(before + "START" + before + "TRANSACTION")).isTrue();
    assertThat(SqlWords.end(before + "COMMIT" + before)).isTrue();
    assertThat(SqlWords.choice(before + "INSERT")).isFalse();
  }
}
