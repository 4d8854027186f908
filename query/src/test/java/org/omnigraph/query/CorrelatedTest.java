package org.omnigraph.query;

import static org.assertj.core.api.Assertions.assertThat;

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
