package org.omnigraph.query;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GroupingSetsTest {
  @RegisterExtension static final SqlFixture GRAPH = SqlFixture.allTypes();

  /** The rows over one row are the grouping sets: of the columns that are not null. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "ROLLUP(a, b) # -- a- ab",
        "ROLLUP(a, b, a) # -- a- ab ab",
        "ROLLUP(b, a, t.a) # -- -b ab ab",
        "ROLLUP((a, b), b) # -- ab ab",
        "CUBE(a, a, b) # -- -b a- a- a- ab ab ab",
        "CUBE(a, b) # -- -b a- ab",
        "GROUPING SETS ((a, b), (a, b), (a), (a)) # a- a- ab ab",
        "GROUPING SETS (ROLLUP(a, a), (b)) # -- -b a- a-",
        "b, ROLLUP(a, a) # -b ab ab",
        "ROLLUP(a, b), ROLLUP(a) # -- a- a- a- ab ab"
      })
  void equalGroupingSetsAllCount(String groups, String sets) {
    assertThat(
            GRAPH.rows(
                "SELECT STRING_AGG(s, ' ' ORDER BY s) FROM (SELECT COALESCE(a, '-') || COALESCE(b,"
                    + " '-') FROM (SELECT MAX(x) AS a, MAX(y) AS b FROM (SELECT CASE WHEN"
                    + " GROUPING(a) = 0 THEN 'a' END, CASE WHEN GROUPING(b) = 0 THEN 'b' END,"
                    + " ROW_NUMBER() OVER () FROM (VALUES (1, 2)) AS t(a, b) GROUP BY "
                    + groups
                    + ") AS g(x, y, n) GROUP BY n) AS h) AS r(s)"))
        .containsExactly(sets);
  }
}
