package org.omnigraph.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class JsonLogTest {
  private static final Logger LOG = LoggerFactory.getLogger("org.omnigraph.Some");

  private final ByteArrayOutputStream logged = new ByteArrayOutputStream();
  private final PrintStream before = System.err;

  @BeforeEach
  void log() {
    System.setErr(JsonLog.over(new PrintStream(logged, true, StandardCharsets.UTF_8)));
  }

  @AfterEach
  void restore() {
    System.setErr(before);
  }

  private List<JsonNode> lines() throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : logged.toString(StandardCharsets.UTF_8).lines().toList()) {
      lines.add(new ObjectMapper().readTree(line));
    }
    return lines;
  }

  @Test
  void aRecordIsOneObject() throws IOException {
    LOG.warn("the \"{}\" file", "ü");
    LOG.error("second");

    assertThat(lines()).hasSize(2);
    JsonNode first = lines().get(0);
    assertThat(first.path("level").asText()).isEqualTo("WARN");
    assertThat(first.path("logger").asText()).endsWith("Some");
    assertThat(first.path("message").asText()).isEqualTo("the \"ü\" file");
    assertThat(first.path("time").asText()).matches("\\d{4}-\\d{2}-\\d{2}T.*Z");
    assertThat(first.has("stack")).isFalse();
  }

  @Test
  void aStackTraceIsPartOfItsRecord() throws IOException {
    LOG.error("it failed", new IllegalStateException("why"));

    assertThat(lines()).hasSize(1);
    assertThat(lines().get(0).path("message").asText()).isEqualTo("it failed");
    assertThat(lines().get(0).path("stack").asText())
        .startsWith("java.lang.IllegalStateException: why")
        .contains("\tat " + JsonLogTest.class.getName());
  }

  @Test
  void aRecordOfALibraryIsOneToo() throws IOException {
    java.util.logging.Logger library = java.util.logging.Logger.getLogger("org.example.Library");
    Runnable asBefore = LibraryLog.begin();
    try {
      library.log(Level.WARNING, "no answer from {0}", "there");
      library.log(Level.SEVERE, "it failed", new IllegalStateException("why"));
      library.fine("a detail");
    } finally {
      asBefore.run();
    }

    assertThat(lines()).hasSize(2);
    assertThat(lines().get(0).path("level").asText()).isEqualTo("WARN");
    assertThat(lines().get(0).path("logger").asText()).endsWith("Library");
    assertThat(lines().get(0).path("message").asText()).isEqualTo("no answer from there");
    assertThat(lines().get(1).path("level").asText()).isEqualTo("ERROR");
    assertThat(lines().get(1).path("stack").asText())
        .startsWith("java.lang.IllegalStateException: why");
  }

  @Test
  void whatOthersPrintIsAMessage() throws IOException {
    System.err.println("a word of the JVM");
    System.err.flush();

    assertThat(lines()).hasSize(1);
    assertThat(lines().get(0).path("message").asText()).isEqualTo("a word of the JVM");
  }
}
