package org.omnigraph.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.flight.auth.Access;
import org.omnigraph.flight.auth.Authenticator;
import org.omnigraph.flight.auth.Principal;
import org.omnigraph.flight.auth.Role;
import org.omnigraph.flight.auth.Roles;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The examples of {@code docs/SERVER.md}. */
class ServerPageExamplesTest {
  private static String page = "";

  @TempDir Path folder;

  @BeforeAll
  static void read() throws IOException {
    page = Files.readString(Path.of("..", "docs", "SERVER.md"));
  }

  /** The blocks of a language that hold a text. */
  private static List<String> blocks(String language, String text) {
    List<String> blocks = new ArrayList<>();
    Matcher block =
        Pattern.compile("^```(\\w*)\\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE)
            .matcher(page);
    while (block.find()) {
      if (block.group(1).equals(language) && block.group(2).contains(text)) {
        blocks.add(block.group(2));
      }
    }
    assertThat(blocks).as("%s blocks with %s", language, text).isNotEmpty();
    return blocks;
  }

  private CommandLine.ParseResult parsed(String line) {
    CommandLine parser = new CommandLine(CommandSpec.create());
    parser.addSubcommand("serve", new ServeCommand());
    String[] words =
        line.replace("server.yaml", folder.resolve("server.yaml").toString()).split(" ");
    return parser.parseArgs(ConfigFile.expanded(parser, words).arguments()).subcommand();
  }

  @Test
  void theCommandLinesAndTheConfigurationAreUnderstood() throws IOException {
    Files.writeString(folder.resolve("server.yaml"), blocks("yaml", "graph:").get(0));
    for (String block : blocks("", "./omnigraph serve")) {
      block
          .lines()
          .filter(line -> line.startsWith("./omnigraph serve"))
          .forEach(line -> parsed(line.replace("./omnigraph ", "")));
    }

    CommandLine.ParseResult both = parsed("serve --config server.yaml --port 31338");
    assertThat(both.<Integer>matchedOptionValue("--port", 0)).isEqualTo(31_338);
    assertThat(both.matchedOptionValue("--graph", List.<String>of()))
        .containsExactly("flights=./flights-quickstart", "people=./people");
    assertThat(both.<Duration>matchedOptionValue("--statement-timeout", Duration.ZERO))
        .isEqualTo(Duration.ofMinutes(5));
  }

  @Test
  void theRoleFileIsOne() throws IOException {
    Path file = Files.writeString(folder.resolve("roles"), blocks("", "PRINCIPAL ROLE").get(0));
    Roles roles = Roles.of(Optional.of(file));
    Access ada = roles.of(Principal.named("ada"));

    assertThat(ada.has(Role.WRITE, "flights", BranchName.of("feature/a"))).isTrue();
    assertThat(ada.has(Role.READ, "flights", BranchName.MAIN)).isFalse();
    assertThat(roles.of(Principal.named("Grace H.")).has(Role.READ, "flights", BranchName.MAIN))
        .isTrue();
    assertThat(roles.of(Principal.ANONYMOUS).has(Role.READ, "public", BranchName.MAIN)).isTrue();
    assertThat(roles.of(Principal.named("root")).isAdminOfAll()).isTrue();
  }

  @Test
  void theCommandsForATokenMakeOne() throws Exception {
    ProcessBuilder shell =
        new ProcessBuilder("sh", "-e", "-c", blocks("", "chmod 600 tokens").get(0))
            .directory(folder.toFile())
            .inheritIO();
    shell.environment().put("SECRET", "her secret");
    assertThat(shell.start().waitFor()).isZero();

    Authenticator authenticator =
        Authenticator.of(Optional.of(folder.resolve("tokens")), Duration.ofHours(1));
    assertThat(authenticator.identify("Bearer her secret", Optional.empty()).principal().name())
        .contains("ada");
  }

  @Test
  void theLineOfTheAuditLogIsJson() {
    assertThatCode(() -> new ObjectMapper().readTree(blocks("json", "\"event\"").get(0)))
        .doesNotThrowAnyException();
  }
}
