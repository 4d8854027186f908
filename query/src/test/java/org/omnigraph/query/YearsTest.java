package org.omnigraph.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.load.LoadMode;
import org.omnigraph.engine.load.LoadProgress;
import org.omnigraph.engine.load.LoadRequest;

/** What SQL writes is of the years 1 to 9999; what was loaded is there all the same. */
class YearsTest {
  private static final String SCHEMA =
      """
      node Event {
          name: String @key
          day: Date?
          at: DateTime?
          days: [Date]?
          times: [DateTime]?
      }

      node Text {
          name: String @key
      }
      """;

  @RegisterExtension final People events = new People(SCHEMA);

  @BeforeEach
  void oneEvent() {
    events.run("INSERT INTO Event (name, day) VALUES ('old', '2024-01-01')");
    events.run("INSERT INTO Text (name) VALUES ('12024-01-01'), ('0000-06-01')");
  }

  private void loaded(Path folder) throws IOException {
    Path file = folder.resolve("rows.jsonl");
    Files.writeString(
        file,
        """
        {"type":"Event","data":{"name":"far","day":"+12024-01-01","at":"+12024-01-01T00:00:00Z","days":["-0044-03-15"]}}
        """);
    events
        .graph()
        .load(
            new LoadRequest(file, LoadMode.APPEND, BranchName.MAIN, Optional.empty()),
            LoadProgress.NONE);
  }

  private void refuses(String sql, String column, Object... arguments) {
    assertThatThrownBy(() -> events.run(sql, arguments))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining(column)
        .hasMessageContaining("years go from 0001 to 9999");
    assertThat(events.rows("SELECT name FROM Event WHERE name <> 'far'")).containsExactly("old");
    assertThat(events.rows("SELECT day FROM Event WHERE name = 'old'")).containsExactly("19723");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "INSERT INTO Event (name, day) VALUES ('a', '0000-06-01'); 'day'",
        "INSERT INTO Event (name, day) VALUES ('a', '+12024-01-01'); 'day'",
        "INSERT INTO Event (name, at) VALUES ('a', '0000-06-01 00:00:00'); 'at'",
        "INSERT INTO Event (name, at) VALUES ('a', '0001-01-01 00:00:00+02:00'); 'at'",
        "UPSERT INTO Event (name, day) VALUES ('old', '0000-06-01'); 'day'",
        "INSERT INTO Event (name, day) VALUES ('a', CAST('12024-01-01' AS DATE)); 'day'",
        "INSERT INTO Event (name, day) SELECT name, '+' || name FROM Text; Event.day",
        "INSERT INTO Event (name, day) SELECT name, name FROM Text WHERE name < '1'; Event.day",
        "INSERT INTO Event (name, at) SELECT name, '+' || name || 'T00:00:00' FROM Text; Event.at",
        "INSERT INTO Event (name, days) VALUES ('a', ARRAY['0000-06-01']); Event.days",
        "INSERT INTO Event (name, times) VALUES ('a', ARRAY['2024-01-01', '0000-06-01']); Event.times",
        "UPDATE Event SET day = '0000-06-01'; 'day'",
        "UPDATE Event SET day = (SELECT MIN(name) FROM Text); Event.day",
        "UPDATE Event SET day = day + INTERVAL '9000' YEAR(4); 'day'",
        "MERGE INTO Event AS e USING Text AS t ON e.name = t.name WHEN NOT MATCHED THEN INSERT (name, day)"
            + " VALUES (t.name, '+' || t.name); Event.day",
        "MERGE INTO Event AS e USING Text AS t ON e.name = 'old' AND t.name > '1' WHEN MATCHED THEN UPDATE"
            + " SET at = '+' || t.name || 'T00:00:00'; Event.at"
      })
  void aStatementThatWritesAnotherYearIsRefused(String sql, String column) {
    refuses(sql, column);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO Event (name, day) VALUES ('a', ?)",
        "INSERT INTO Event (name, day) SELECT name, ? FROM Text",
        "UPSERT INTO Event (name, day) VALUES ('old', ?)",
        "UPDATE Event SET day = ? WHERE name = 'old'",
        "MERGE INTO Event AS e USING Text AS t ON e.name = t.name WHEN NOT MATCHED THEN INSERT (name, day)"
            + " VALUES (t.name, ?)"
      })
  void aBoundValueOfAnotherYearIsRefused(String sql) {
    refuses(sql, "day", LocalDate.of(0, 6, 1));
    refuses(sql, "day", LocalDate.of(12024, 1, 1));
    refuses(sql, "day", LocalDateTime.of(12024, 1, 1, 0, 0));
    refuses(sql, "day", "0000-06-01");
    refuses(sql.replace("day", "at"), "at", LocalDateTime.of(12024, 1, 1, 0, 0));
    refuses(sql.replace("day", "at"), "at", "0000-06-01 00:00:00");
    refuses(sql.replace("day", "days"), "days", List.of(LocalDate.of(0, 6, 1)));
    refuses(sql.replace("day", "times"), "times", List.of(LocalDateTime.of(12024, 1, 1, 0, 0)));
  }

  @Test
  void theEndsOfTheCalendarAreWritten() {
    events.run(
        "INSERT INTO Event (name, day, at, days) VALUES ('first', '0001-01-01', '0001-01-01"
            + " 00:00:00', ARRAY['0001-01-01', '9999-12-31'])");
    events.run(
        "INSERT INTO Event (name, day, at) VALUES ('last', ?, ?)",
        LocalDate.of(9999, 12, 31),
        LocalDateTime.of(9999, 12, 31, 23, 59, 59));

    assertThat(events.rows("SELECT day, at, days FROM Event WHERE name <> 'old' ORDER BY name"))
        .containsExactly(
            "-719162|0001-01-01T00:00|[-719162,2932896]", "2932896|9999-12-31T23:59:59|∅");
  }

  @Test
  void whatWasLoadedIsReadAndItsOtherColumnsAreChanged(@TempDir Path folder) throws IOException {
    loaded(folder);

    assertThat(events.rows("SELECT day, at, days FROM Event WHERE name = 'far'"))
        .containsExactly("3672148|+12024-01-01T00:00|[-735525]");
    assertThat(events.run("UPDATE Event SET times = ARRAY['2024-01-01'] WHERE name = 'far'"))
        .isEqualTo(1);
    assertThat(events.run("UPDATE Event SET at = NULL WHERE name = 'far'")).isEqualTo(1);
    assertThat(events.rows("SELECT day, at FROM Event WHERE name = 'far'"))
        .containsExactly("3672148|∅");
    refuses("INSERT INTO Event (name, day) SELECT name || 'er', day FROM Event", "Event.day");
    assertThat(events.run("DELETE FROM Event WHERE day > DATE '9999-12-31'")).isEqualTo(1);
  }

  @Test
  void aBoundValueOfAnotherYearIsComparedAndNoResult() {
    assertThat(events.rows("SELECT name FROM Event WHERE day < ?", LocalDate.of(12024, 1, 1)))
        .containsExactly("old");
    assertThatThrownBy(() -> events.rows("SELECT CAST(? AS DATE)", LocalDate.of(12024, 1, 1)))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("years go from 0001 to 9999");
  }
}
