package org.omnigraph.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.engine.id.BranchName;

/** The examples of the page about SQL that read the past and the catalog. */
class SqlPageTest {
  private static final String COMMIT = "01J9Z3TB4QW5D6E7F8G9H0JKMN";
  private static final Pattern EXAMPLES = Pattern.compile("```sql\\n(.*?)```", Pattern.DOTALL);

  private final MovedClock clock = new MovedClock("2024-01-01T00:00:00Z");

  @RegisterExtension final People people = new People(clock.config());

  private static List<String> examples(String section) throws IOException {
    String page = Files.readString(Path.of("..", "docs", "SQL.md"));
    int from = page.indexOf("\n## " + section + "\n");
    assertThat(from).as(section).isPositive();
    int next = page.indexOf("\n## ", from + 1);
    Matcher blocks = EXAMPLES.matcher(page.substring(from, next < 0 ? page.length() : next));
    List<String> statements = new ArrayList<>();
    while (blocks.find()) {
      statements.addAll(List.of(blocks.group(1).strip().split(";\\s*")));
    }
    return statements;
  }

  /** Ada since 2024; Bob since two days ago. */
  private String history() {
    people.run("INSERT INTO Person (name, age) VALUES ('Ada', 36)");
    String first = people.graph().snapshot(BranchName.MAIN).commit().orElseThrow().value();
    clock.forward(Duration.between(clock.instant(), Instant.now()).minusDays(2));
    people.run("INSERT INTO Person (name, age) VALUES ('Bob', 5)");
    clock.forward(Duration.ofDays(3));
    return first;
  }

  @Test
  void thePastIsReadAsThePageSays() throws IOException {
    String first = history();
    List<List<String>> answers = new ArrayList<>();
    for (String statement : examples("Snapshots and differences")) {
      answers.add(people.rows(statement.replace(COMMIT, first)));
    }
    assertThat(answers)
        .containsExactly(
            List.of("Ada|36"), List.of("Bob"), List.of("2"), List.of("1"), List.of("insert|Bob|5"));
  }

  @Test
  void theCatalogAnswersAsThePageSays() throws IOException {
    history();
    List<List<String>> answers = new ArrayList<>();
    for (String statement : examples("Catalog")) {
      answers.add(people.rows(statement));
    }
    assertThat(answers).extracting(List::size).containsExactly(1, 3, 3);
    assertThat(answers.get(2))
        .containsExactlyInAnyOrder(
            "Person_age_range|@range(age, 0..200)",
            "Person_key|@key(name)",
            "Person_mood_enum|enum(busy, calm)");
  }

  @Test
  void everyTableOfTheCatalogIsOnThePageWithItsColumns() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "SQL.md"));
    for (String table :
        people.rows(
            "SELECT table_name FROM information_schema.tables WHERE table_schema ="
                + " 'omnigraph_catalog'")) {
      String line =
          page.lines().filter(l -> l.startsWith("| `" + table + "` |")).findFirst().orElse("");
      List<String> columns =
          people.rows(
              "SELECT column_name FROM information_schema.columns WHERE table_schema ="
                  + " 'omnigraph_catalog' AND table_name = '"
                  + table
                  + "' ORDER BY ordinal_position");
      int at = -1;
      for (String column : columns) {
        int found = line.indexOf("`" + column + "`", at + 1);
        assertThat(found).as("column %s of %s on the page", column, table).isGreaterThan(at);
        at = found;
      }
    }
  }
}
