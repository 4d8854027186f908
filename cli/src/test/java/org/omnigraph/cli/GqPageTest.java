package org.omnigraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of {@code docs/GQ.md}, run in their order on the quickstart's graph. */
class GqPageTest {
  private static final Path PAGE = Path.of("..", "docs", "GQ.md");
  private static final Pattern EXAMPLE =
      Pattern.compile(
          "```gq\\n(?<query>.*?)```\\n(?:```json\\n(?<params>.*?)```\\n)?```(?<kind>csv|text)\\n"
              + "(?<printed>.*?)```",
          Pattern.DOTALL);

  @TempDir Path folder;

  @Test
  void everyExamplePrintsWhatThePageSays() throws IOException {
    String page = Files.readString(PAGE);
    String graph = folder.resolve("flights").toString();
    CommandRun.good("quickstart", "--no-serve", "--dir", graph);
    Matcher examples = EXAMPLE.matcher(page);
    int count = 0;
    while (examples.find()) {
      count++;
      boolean read = examples.group("kind").equals("csv");
      List<String> command = new ArrayList<>(List.of(read ? "query" : "mutate", "--store", graph));
      command.addAll(List.of("-e", examples.group("query")));
      if (examples.group("params") != null) {
        command.addAll(List.of("--params", examples.group("params")));
      }
      if (read) {
        command.addAll(List.of("--format", "csv"));
      }
      String printed = CommandRun.good(command.toArray(String[]::new)).out();
      assertThat(printed.replaceAll(" as commit \\S+", ""))
          .as(examples.group("query"))
          .isEqualTo(examples.group("printed"));
    }
    assertThat(count).isEqualTo(Pattern.compile("```gq\\n").matcher(page).results().count());
  }
}
