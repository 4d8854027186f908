package org.omnigraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The table of options in {@code docs/SERVER.md}; written anew with {@code
 * -Dserver.page.write=true}.
 */
class ServerPageTest {
  private static final Path PAGE = Path.of("..", "docs", "SERVER.md");
  private static final String BEGIN = "<!-- options: generated -->\n";
  private static final String END = "<!-- end of options -->";
  private static final List<String> COMMAND_LINE_ONLY = List.of("--config", "--help", "--version");

  @Test
  void everyOptionIsThereWithItsDefault() throws IOException {
    String page = Files.readString(PAGE);
    String head = page.substring(0, page.indexOf(BEGIN) + BEGIN.length());
    String tail = page.substring(page.indexOf(END));
    String wanted = head + table() + tail;
    if (Boolean.getBoolean("server.page.write")) {
      Files.writeString(PAGE, wanted);
    }

    assertThat(Files.readString(PAGE))
        .as("the table of options; write it anew with -Dserver.page.write=true")
        .isEqualTo(wanted);
  }

  private static String table() {
    StringBuilder table =
        new StringBuilder(
            "| flag | in the file | default | meaning |\n| --- | --- | --- | --- |\n");
    new CommandLine(new ServeCommand())
        .getCommandSpec().options().stream()
            .sorted(Comparator.comparing(OptionSpec::longestName))
            .forEach(option -> table.append(row(option)));
    return table.toString();
  }

  private static String row(OptionSpec option) {
    String name = option.longestName();
    boolean flag = option.arity().max() == 0;
    return "| `"
        + name
        + (flag ? "" : " " + option.paramLabel())
        + "` | "
        + (COMMAND_LINE_ONLY.contains(name) ? "" : "`" + ConfigFile.key(name) + "`")
        + " | "
        + (option.defaultValue() == null ? "" : "`" + option.defaultValue() + "`")
        + " | "
        + String.join(" ", option.description())
        + " |\n";
  }
}
