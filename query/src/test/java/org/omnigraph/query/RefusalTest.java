package org.omnigraph.query;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.Unsupported;

class RefusalTest {
  @RegisterExtension static final SqlFixture GRAPH = SqlFixture.flights();

  @Test
  void aSyntaxErrorHasItsPlace() {
    assertThatThrownBy(() -> GRAPH.prepare("SELECT name\nFROM Carrier WHERE"))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("line 2")
        .hasMessageContaining("syntax error");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "SELECT nme FROM Carrier; column 8; nme; name",
        "SELECT * FROM Flights; column 15; Flights; Flight",
        "SELECT UPPPER(name) FROM Carrier; column 8; UPPPER; UPPER",
        "SELECT c.nme FROM Carrier c; column 10; nme; name"
      })
  void anUnknownNameHasItsPlaceAndCandidates(
      String sql, String place, String name, String candidate) {
    assertThatThrownBy(() -> GRAPH.prepare(sql))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("line 1, " + place)
        .hasMessageContaining(name)
        .hasMessageMatching(".*nearest names are .*\\b" + candidate + "\\b.*");
  }

  @ParameterizedTest
  @CsvSource({
    "CREATE TABLE t (x INTEGER),.pg schema",
    "DROP TABLE Carrier,.pg schema",
    "BEGIN,BEGIN",
    "SET x = 1,SET",
    "COPY Carrier TO 'x',COPY",
    "SELECT name FROM Carrier WHERE name SIMILAR TO 'A%',SIMILAR TO"
  })
  void whatIsNotDoneIsNamed(String sql, String name) {
    assertThatThrownBy(() -> GRAPH.prepare(sql))
        .isInstanceOf(Unsupported.class)
        .hasMessageContaining(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 2147483647 + 1",
        "SELECT 9223372036854775807 * 2",
        "SELECT SUM(flight * 9223372036854775) FROM Flight",
        "SELECT 1 / 0",
        "SELECT 1.0 / 0",
        "SELECT CAST('abc' AS INTEGER)",
        "SELECT CAST(300000000000 AS INTEGER)",
        "SELECT (SELECT name FROM Carrier)"
      })
  void aValueThatDoesNotFitIsAnErrorAndLeavesNothing(String sql) {
    assertThatThrownBy(() -> GRAPH.rows(sql))
        .isInstanceOf(InvalidRequest.class)
        .message()
        .isNotBlank()
        .doesNotContain("Invalid result set");
  }

  @Test
  void oneStatementAtATime() {
    assertThatThrownBy(() -> GRAPH.prepare("SELECT 1; SELECT 2"))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("one statement");
    assertThatThrownBy(() -> GRAPH.prepare("  -- nothing\n ;"))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("empty");
  }

  @Test
  void noFileCanBeRead() {
    assertThatThrownBy(() -> GRAPH.prepare("SELECT * FROM read_csv('/etc/passwd')"))
        .isInstanceOf(InvalidRequest.class);
    assertThatThrownBy(() -> GRAPH.prepare("SELECT * FROM '/etc/passwd'"))
        .isInstanceOf(InvalidRequest.class);
  }
}
