package org.omnigraph.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.omnigraph.engine.error.GraphException;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.pending.MutationStaging;

/** Statements about statements and about what there is. */
class ExplainTest {
  @RegisterExtension final People people = new People();

  private String explained(String sql) {
    return String.join("\n", people.rows(sql));
  }

  @Test
  void bothPlansAndEachScanAreShown() {
    String sql =
        "SELECT p.name FROM Person p JOIN Knows k ON k.src = p.id WHERE p.age > 17 AND k.since < 2000";
    for (String explain : new String[] {"EXPLAIN ", "EXPLAIN PLAN FOR ", "explain plan for "}) {
      assertThat(explained(explain + sql))
          .startsWith("Logical plan\n  LogicalProject")
          .contains("\nPhysical plan\n  Logical")
          .contains("\nScans\n  people.main.")
          .contains("people.main.Person: columns [id, name], filter [>(age, 17)]; about")
          .contains("people.main.Knows: columns [src], filter [<(since, 2000)]; about");
    }
    assertThat(explained("EXPLAIN PLAN WITHOUT IMPLEMENTATION FOR " + sql))
        .contains("LogicalTableScan")
        .doesNotContain("LanceTableScan");
    assertThat(explained("EXPLAIN PLAN WITH IMPLEMENTATION FOR " + sql))
        .contains("LanceTableScan")
        .doesNotContain("LogicalTableScan");
  }

  @Test
  void whatIsPushedIsNamed() {
    assertThat(explained("EXPLAIN SELECT COUNT(*) FROM Person WHERE name = 'a$1 ''b'"))
        .contains("people.main.Person: count of rows, filter [=(name, 'a$1 ''b')]; about 1 rows");
    assertThat(explained("EXPLAIN SELECT age FROM Person WHERE age = ? LIMIT 3 OFFSET 2"))
        .contains("people.main.Person: columns [age], filter [=(age, ?0)], limit 3, offset 2");
    assertThat(explained("EXPLAIN SELECT * FROM table_changes('Person', 'main', 'main@now')"))
        .contains("people.main.Person: columns [id, name, age")
        .contains("of the rows that are not in main@now");
    assertThat(explained("EXPLAIN VALUES 1")).contains("Scans\n  none");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "INSERT INTO Person (name) VALUES ('Ada') | 1. INSERT node:Person with the rows of",
        "INSERT INTO Note (text) SELECT name FROM Person | people.main.Person: columns [name]",
        "UPDATE Person SET age = 1 WHERE age > 3 | filter [>(age, 3)]",
        "DELETE FROM Person WHERE age > 3 | 1. DELETE node:Person with the rows of",
        "MERGE INTO Person p USING Note n ON p.name = n.text WHEN MATCHED THEN UPDATE SET age = 1"
            + " WHEN NOT MATCHED THEN INSERT (name) VALUES (n.text) | 2. INSERT node:Person"
      })
  void statementsThatChangeRowsAreExplainedAndNotRun(String sql, String words) {
    assertThat(explained("EXPLAIN PLAN FOR " + sql)).contains(words).contains("Physical plan");
    assertThat(people.graph().commits(people.context().branch())).hasSize(1);
  }

  @Test
  void anExplanationIsPossibleInsideATransaction() {
    try (MutationStaging open = people.begin()) {
      people.run(open, "INSERT INTO Person (name) VALUES ('Ada')");
      assertThat(String.join("\n", people.rows(open, "EXPLAIN SELECT name FROM Person")))
          .contains("people.main.Person: columns [name]");
      assertThat(String.join("\n", people.rows(open, "EXPLAIN DELETE FROM Person")))
          .contains("DELETE node:Person");
    }
  }

  @Test
  void whatIsDescribedMustExist() {
    assertThat(people.rows("DESCRIBE knows"))
        .containsExactly("id|VARCHAR|NO", "src|VARCHAR|NO", "dst|VARCHAR|NO", "since|BIGINT|YES");
    assertThat(people.rows("SHOW TABLES")).hasSize(3);
    assertThat(people.rows("SHOW TABLES FROM omnigraph_catalog")).hasSizeGreaterThan(7);
    assertThat(people.rows("SHOW TABLES IN people.main")).hasSize(3);
    assertThat(people.rows("SHOW COLUMNS FROM omnigraph_catalog.branches")).hasSize(3);
    assertThatThrownBy(() -> people.rows("DESCRIBE Persona"))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("nearest names are Person");
    assertThatThrownBy(() -> people.rows("SHOW TABLES FROM nowhere"))
        .isInstanceOf(GraphException.class)
        .hasMessageContaining("there are [information_schema, main, omnigraph_catalog]");
  }

  @Test
  void withoutASessionItsStatementsNameTheOptions() {
    for (String sql : new String[] {"USE dev", "SET snapshot = 'x'", "RESET ALL"}) {
      assertThatThrownBy(() -> people.rows(sql)).hasMessageContaining("--snapshot");
    }
  }
}
