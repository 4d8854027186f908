package org.omnigraph.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EscapesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "SELECT * FROM {oj a LEFT OUTER JOIN b ON x = y} WHERE z;"
            + "SELECT * FROM     a LEFT OUTER JOIN b ON x = y  WHERE z",
        "FROM { OJ a JOIN {oj b JOIN c ON {fn ABS(x)} = {d '2013-01-01'}} ON TRUE};"
            + "FROM      a JOIN     b JOIN c ON {fn ABS(x)} = {d '2013-01-01'}  ON TRUE ",
        "SELECT '{oj x}', \"{oj y}\" /* {oj */ -- };SELECT '{oj x}', \"{oj y}\" /* {oj */ -- }",
        "SELECT {fn ABS(1)}, '}';SELECT {fn ABS(1)}, '}'",
        "FROM {ojx};FROM {ojx}",
        "FROM {oj a;FROM {oj a",
        "a LIKE ? {escape '\\\\'} AND b LIKE ? { ESCAPE '}'};"
            + "a LIKE ?  escape '\\\\'  AND b LIKE ?   ESCAPE '}' ",
        "insert T { escape: 'x' };insert T { escape: 'x' }",
        "insert T { oj: 'x' };insert T { oj: 'x' }",
      })
  void theEscapeIsTakenAway(String sql, String plain) {
    assertThat(Escapes.plain(sql)).isEqualTo(plain);
  }
}
