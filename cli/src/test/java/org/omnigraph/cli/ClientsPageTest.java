package org.omnigraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The shell examples of {@code docs/clients/shell.md}, run by a shell on the quickstart's graph.
 */
class ClientsPageTest {
  private static final Path PAGE = Path.of("..", "docs", "clients", "shell.md");

  @TempDir Path folder;

  @Test
  void everyShellExampleRuns() throws Exception {
    Matcher block =
        Pattern.compile("```sh\\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(PAGE));
    assertThat(block.find()).isTrue();
    CommandRun.good(
        "quickstart", "--no-serve", "--dir", folder.resolve("flights-quickstart").toString());
    standIn();
    Path output = folder.resolve("output");

    Process process =
        new ProcessBuilder("sh", "-e", "-c", block.group(1))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();

    assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    String said = Files.readString(output);
    assertThat(process.exitValue()).as(said).isZero();
    assertThat(said)
        .contains("6099", "{\"name\":\"La Guardia\",\"altitude\":22}", "by quickstart")
        .contains("\"Airport\"", "loaded 1 node");
    assertThat(Files.readString(folder.resolve("carriers.jsonl")))
        .contains("JetBlue Airways", "Zeppelin Reederei");
  }

  /** An {@code omnigraph} that runs the classes under test instead of a build of its own. */
  private void standIn() throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Path script =
        Files.writeString(
            folder.resolve("omnigraph"),
            """
            #!/bin/sh
            exec '%s' --add-opens=java.base/java.nio=ALL-UNNAMED -XX:TieredStopAtLevel=1 \
            '-Djava.io.tmpdir=%s' -cp '%s' org.omnigraph.cli.Omnigraph "$@"
            """
                .formatted(
                    java,
                    System.getProperty("java.io.tmpdir"),
                    System.getProperty("java.class.path")));
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
  }
}
