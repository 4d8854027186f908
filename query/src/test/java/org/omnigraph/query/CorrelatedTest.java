package org.omnigraph.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sub-queries about the rows of a projection, whose columns have other places than below it. */
class CorrelatedTest {
  private static final String COUNT = "(SELECT COUNT(*) FROM Route r WHERE r.src = q.i)";
  private static final String AIRPORTS =
      "(SELECT altitude + 1 AS a, name, id AS i FROM Airport WHERE faa IN ('LGA', 'JFK', 'ATL'))";

  @RegisterExtension static final SqlFixture GRAPH = SqlFixture.flights();
  @RegisterExtension final People people = new People();

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "SELECT o.g FROM {v} GROUP BY o.g ORDER BY o.g IN (7, 20), 1 DESC; 30, 10, 20",
        "SELECT o.g FROM {v} GROUP BY o.g ORDER BY o.g NOT IN (7, 20), 1 DESC; 20, 30, 10",
        "SELECT o.g FROM {v} GROUP BY o.g ORDER BY CASE WHEN EXISTS (SELECT 1 FROM (VALUES (20))"
            + " AS z(w) WHERE z.w = o.g) THEN CASE WHEN 2 IN (7, 2) THEN 0 END ELSE o.g END;"
            + " 20, 10, 30",
        "SELECT COUNT(*) FROM {v} GROUP BY o.g HAVING o.g IN (10, 20) ORDER BY o.g IN (20)"
            + " DESC; 1, 1",
      })
  void groupsAreOrderedByWhetherAListHoldsThem(String sql, String rows) {
    assertThat(GRAPH.rows(sql.replace("{v}", "(VALUES (1, 10), (2, 20), (3, 30)) AS o(a, g)")))
        .containsExactly(rows.split(", "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "SELECT q.a, {count} FROM {airports} q; 1027|0, 14|66, 23|68",
        "SELECT q.name FROM {airports} q ORDER BY {count} DESC, 1;"
            + " La Guardia, John F Kennedy Intl, Hartsfield Jackson Atlanta Intl",
        "SELECT a FROM {airports} q ORDER BY CASE WHEN {count} = 66 THEN 0 ELSE a END;"
            + " 14, 23, 1027",
        "SELECT i, CASE WHEN EXISTS (SELECT 1 FROM Route r WHERE r.src = q.i) THEN a END"
            + " FROM {airports} q; ATL|∅, JFK|14, LGA|23",
        "WITH w AS {airports} SELECT q.a, q.i IN (SELECT src FROM Route r WHERE r.src = q.i)"
            + " FROM w q; 1027|false, 14|true, 23|true",
        "WITH w AS {airports} SELECT q.a, (SELECT MAX(w.a) FROM w WHERE w.i < q.i) FROM w q;"
            + " 1027|∅, 14|1027, 23|1027",
        "SELECT q.i, {count} FROM (SELECT name, i FROM {airports} p) q GROUP BY q.i;"
            + " ATL|0, JFK|66, LGA|68",
        "SELECT {count} AS n, COUNT(*) FROM {airports} q GROUP BY {count}; 0|1, 66|1, 68|1",
        "SELECT SUM({count}) FROM {airports} q; 134",
        "SELECT i, ROW_NUMBER() OVER (ORDER BY {count} DESC) FROM {airports} q;"
            + " LGA|1, JFK|2, ATL|3",
        "SELECT i, {count} + (SELECT MAX(b.a) FROM {airports} b WHERE b.i = q.i) FROM {airports} q;"
            + " ATL|1027, JFK|80, LGA|91",
        "SELECT o.n FROM (SELECT i, {count} AS n FROM {airports} q) o WHERE o.n > 0; 66, 68"
      })
  void aSubQueryFindsTheRowThatItIsAbout(String sql, String rows) {
    assertThat(GRAPH.rows(sql.replace("{count}", COUNT).replace("{airports}", AIRPORTS)))
        .containsExactlyInAnyOrder(rows.split(", "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "SELECT o.g, o.a, (SELECT o.g - o.a) FROM {v} GROUP BY o.g, o.a; 10|1|9, 20|2|18",
        "SELECT o.g, o.a, (SELECT COUNT(*) FROM (VALUES (5),(15),(25)) AS z(v) WHERE z.v > o.a AND"
            + " z.v < o.g) FROM {v} GROUP BY o.g, o.a; 10|1|1, 20|2|2",
        "SELECT o.g, o.a, (SELECT o.g), (SELECT o.a) FROM {v} GROUP BY o.g, o.a;"
            + " 10|1|10|1, 20|2|20|2",
        "SELECT (SELECT o.h * 2 + o.g) AS s, SUM(o.a) FROM {v} GROUP BY o.h, o.g; 210|1, 420|2",
        "SELECT o.a, o.g, (SELECT o.g + o.a) FROM {v} GROUP BY ROLLUP(o.g, o.a);"
            + " 1|10|11, ∅|10|∅, 2|20|22, ∅|20|∅, ∅|∅|∅",
        "SELECT o.a, o.g, (SELECT COALESCE(o.g, -1) - COALESCE(o.a, -2)) FROM {v}"
            + " GROUP BY ROLLUP(o.g, o.a); 1|10|9, ∅|10|12, 2|20|18, ∅|20|22, ∅|∅|1",
        "SELECT o.g, (SELECT COUNT(*) FROM (VALUES (1)) AS z(v) WHERE o.g IS NULL) FROM {v}"
            + " GROUP BY ROLLUP(o.g); 10|0, 20|0, ∅|1",
        "SELECT o.g, (SELECT MAX(z.v) FROM (VALUES (1),(2)) AS z(v) WHERE z.v = o.g - 9 * (SELECT"
            + " o.a + 0 * z.v) OR (SELECT o.h) = 200) FROM {v} GROUP BY o.h, o.a, o.g; 10|1, 20|2",
        "SELECT o.g, COUNT(*) FROM {v} GROUP BY o.g HAVING EXISTS (SELECT 1 FROM (VALUES (1),(10))"
            + " AS z(v) WHERE z.v = o.g AND EXISTS (SELECT 1 FROM (VALUES (10)) AS y(w) WHERE"
            + " y.w = z.v AND y.w = o.g)); 10|1",
        "SELECT o.a, o.h FROM {v} GROUP BY o.a, o.h HAVING (SELECT o.a + o.h) = 101; 1|100",
        "SELECT o.g, o.a FROM {v} GROUP BY o.g, o.a HAVING (SELECT o.g = 10 * o.a AND o.a = 2);"
            + " 20|2",
        "SELECT COUNT(*) FROM {v} HAVING (VALUES (TRUE)); 2",
        "SELECT o.g FROM {v} GROUP BY o.g, o.a HAVING (SELECT o.g) > 15 AND (SELECT o.a) = 2; 20",
        "SELECT o.g, o.a FROM {v} GROUP BY o.g, o.a HAVING (SELECT o.g) > 15 AND (SELECT o.a) = 2;"
            + " 20|2",
        "SELECT o.g, o.a FROM {v} GROUP BY o.g, o.a HAVING (SELECT 1) = 1 AND (SELECT o.a) = 2"
            + " AND (SELECT o.g) = 20; 20|2",
        "SELECT o.g, (SELECT o.g + o.a) FROM {v} GROUP BY o.g, o.a HAVING (SELECT o.g - o.a) > 9"
            + " AND EXISTS (SELECT 1 FROM (VALUES (1)) AS z(v) WHERE o.a = 2 AND o.g = 20); 20|22",
        "SELECT o.a FROM {v} GROUP BY o.g, o.a ORDER BY (SELECT o.a - o.g) LIMIT 1; 2",
        "SELECT o.a FROM {v} GROUP BY o.h, o.g, o.a ORDER BY (SELECT MIN(z.v) FROM"
            + " (VALUES (9),(18)) AS z(v) WHERE z.v = (SELECT o.g - o.a)) DESC LIMIT 1; 2",
        "SELECT o.g FROM {v} GROUP BY o.g, o.a HAVING o.g IN (SELECT z.v FROM (VALUES (10),(20))"
            + " AS z(v) WHERE z.v > o.a + 9) AND o.a NOT IN (SELECT o.g / 10 - 1); 20",
        "SELECT p.h, (SELECT COUNT(*) FROM {v} WHERE EXISTS (SELECT 1 FROM (VALUES (1)) AS z(v)"
            + " GROUP BY z.v, z.v + 1 HAVING (SELECT z.v + o.g - p.g) > 0 AND (SELECT z.v - p.a) = 0)) FROM"
            + " (VALUES (1,10,100),(2,20,200)) AS p(a,g,h) GROUP BY p.h, p.g, p.a; 100|2, 200|0",
        "SELECT o.g, q.x FROM {v} JOIN (VALUES (1, 5), (2, 6)) AS q(a, x) ON q.a = o.a"
            + " GROUP BY q.x, o.g HAVING (SELECT q.x + o.g) = 26; 20|6",
        "SELECT o.g, (SELECT o.g + o.a FROM (VALUES (1)) AS z(v) WHERE o.a < 2), SUM(o.h) AS n FROM {v}"
            + " GROUP BY GROUPING SETS ((o.g, o.a), (o.a)); 10|11|100, 20|∅|200, ∅|∅|100, ∅|∅|200",
        "SELECT o.g, o.a FROM {v} GROUP BY o.g, o.a HAVING (SELECT o.g) > 1 AND 1 = 0; ",
        "SELECT (SELECT SUM(u.x) FROM UNNEST(ARRAY[o.g, o.a]) AS u(x)) FROM {v} GROUP BY o.g, o.a;"
            + " 11, 22",
        "SELECT ARRAY(SELECT o.g - z.v * o.a FROM (VALUES (1),(2)) AS z(v) ORDER BY 1) FROM {v}"
            + " GROUP BY o.g, o.a; [8,9], [16,18]",
        "SELECT o.g >= ALL (SELECT z.v * o.a FROM (VALUES (1),(9)) AS z(v) WHERE z.v < o.g) FROM"
            + " {v} GROUP BY o.h, o.g, o.a; true, true",
        "SELECT o.g, RANK() OVER (ORDER BY (SELECT o.a - o.g)) FROM {v} GROUP BY o.h, o.g, o.a;"
            + " 10|2, 20|1",
        "SELECT o.a FROM {v} GROUP BY o.g, o.a HAVING (SELECT o.g) > 1 QUALIFY ROW_NUMBER() OVER"
            + " (ORDER BY (SELECT o.g + o.a) DESC) = 1; 2",
        "SELECT o.a, (SELECT SUM(z.v + o.g - o.a) FROM (VALUES (1),(2)) AS z(v)) FROM {v}"
            + " GROUP BY o.g, o.a; 1|21, 2|39",
        "SELECT o.g, x.n FROM {v}, LATERAL (SELECT COUNT(*) AS n FROM (VALUES (3,1),(4,1)) AS z(v,"
            + " w) GROUP BY z.v, z.w HAVING (SELECT z.w + z.v - o.a) = 3) AS x; 10|1, 20|1"
      })
  void aSubQueryFindsTheGroupThatItIsAbout(String sql, String rows) {
    String values = "(VALUES (1,10,100),(2,20,200)) AS o(a,g,h)";
    List<String> found = GRAPH.rows(sql.replace("{v}", values));
    List<String> expected = rows == null ? List.of() : List.of(rows.split(", "));
    assertThat(found).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void whatItFindsIsWritten() {
    people.run("INSERT INTO Person (name, age) VALUES ('ada', 36), ('bob', 7), ('eve', NULL)");
    String older =
        "SELECT q.name, (SELECT COUNT(*) FROM Person p WHERE p.age > q.age) AS n"
            + " FROM (SELECT age, name FROM Person) AS q";
    people.run("INSERT INTO Note (text, stars) " + older);
    assertThat(people.rows("SELECT text, stars FROM Note ORDER BY text"))
        .containsExactly("ada|0", "bob|1", "eve|0");

    people.run(
        "MERGE INTO Person AS p USING ("
            + older
            + ") AS s ON p.name = s.name WHEN MATCHED THEN UPDATE SET age = s.n");
    assertThat(people.rows("SELECT name, age FROM Person ORDER BY name"))
        .containsExactly("ada|0", "bob|1", "eve|0");
  }
}
