package org.omnigraph.flight.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.omnigraph.engine.error.InvalidRequest;

class LineFileTest {
  private final ByteArrayOutputStream console = new ByteArrayOutputStream();

  @TempDir Path folder;

  private LineFile open(Optional<Path> file, long bytes, int kept) {
    return new LineFile(
        new AuditTarget(file, bytes, kept), new PrintStream(console, true, StandardCharsets.UTF_8));
  }

  @Test
  void aFullFileIsPutAsideAndTheOldestGoes() throws IOException {
    Path file = folder.resolve("log");
    try (LineFile lines = open(Optional.of(file), 10, 2)) {
      for (String line :
          new String[] {"one", "two", "three", "four", "a line of its own", "five"}) {
        lines.add(line);
      }
    }

    assertThat(file).hasContent("five");
    assertThat(folder.resolve("log.1")).hasContent("a line of its own");
    assertThat(folder.resolve("log.2")).hasContent("four");
    assertThat(folder.resolve("log.3")).doesNotExist();
  }

  @Test
  void whatAFileHasStays() throws IOException {
    Path file = Files.writeString(folder.resolve("log"), "before\n");
    try (LineFile lines = open(Optional.of(file), 1_000, 1)) {
      lines.add("after");
    }

    assertThat(file).hasContent("before\nafter\n");
  }

  @Test
  void withoutAFileLinesGoToTheConsole() throws IOException {
    try (LineFile lines = open(Optional.empty(), 10, 1)) {
      lines.add("a line that is longer than ten");
    }

    assertThat(console.toString(StandardCharsets.UTF_8)).contains("a line that is longer than ten");
  }

  @Test
  void aFileThatCannotBeWrittenIsRefusedAtOnce() {
    assertThatThrownBy(() -> open(Optional.of(folder.resolve("no/such/folder")), 10, 1))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("no/such/folder");
  }
}
