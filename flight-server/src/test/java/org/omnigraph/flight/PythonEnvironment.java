package org.omnigraph.flight;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/**
 * A virtual environment under {@code target/} with the pinned client libraries; made once and kept
 * until the pins change.
 */
final class PythonEnvironment {
  private static final String NEEDED =
      "The client tests need Python 3.11 or newer with venv and pip, and a package index to install"
          + " src/test/python/requirements.txt from. Debian, Ubuntu: apt install python3"
          + " python3-venv; macOS: brew install python. Another interpreter: PYTHON=/path/to/python.";
  private static final long INSTALL_MINUTES = 20;
  private static final long SCRIPT_MINUTES = 10;

  private final Path python;

  private PythonEnvironment(Path python) {
    this.python = python;
  }

  static Path sources() {
    return Path.of("src/test/python").toAbsolutePath();
  }

  /** Fails with what to install when the environment cannot be made. */
  static PythonEnvironment require() throws IOException, InterruptedException {
    return require("python-clients", "requirements.txt");
  }

  /** As {@link #require()}, with SQLAlchemy as Superset wants it. */
  static PythonEnvironment requireSqlAlchemy14() throws IOException, InterruptedException {
    return require("python-sqlalchemy-1.4", "requirements-sqlalchemy-1.4.txt");
  }

  /** Apache Superset with our package. */
  static PythonEnvironment requireSuperset() throws IOException, InterruptedException {
    return require("python-superset", "requirements-superset.txt");
  }

  private static PythonEnvironment require(String name, String requirements)
      throws IOException, InterruptedException {
    Path folder = Path.of("target", name).toAbsolutePath();
    Path wanted = sources().resolve(requirements);
    Path installed = folder.resolve("installed.txt");
    Path python = folder.resolve("bin/python");
    if (!Files.exists(installed) || Files.mismatch(installed, wanted) >= 0) {
      String base = System.getenv().getOrDefault("PYTHON", "python3");
      run("making a virtual environment", base, "-m", "venv", "--clear", folder.toString());
      run(
          "installing the client libraries of " + wanted.getFileName(),
          python.toString(),
          "-m",
          "pip",
          "install",
          "--quiet",
          "--disable-pip-version-check",
          "-r",
          wanted.toString());
      Files.copy(wanted, installed);
    }
    return new PythonEnvironment(python);
  }

  /** A script of {@link #sources()} with its arguments, not yet started. */
  ProcessBuilder script(String name, String... arguments) {
    List<String> command =
        new ArrayList<>(List.of(python.toString(), "-u", sources().resolve(name).toString()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command);
  }

  /** As {@link #cases(Path, List, String, String...)} for every function marked as a case. */
  Stream<DynamicTest> cases(Path folder, String script, String... arguments)
      throws IOException, InterruptedException {
    List<String> names =
        Pattern.compile("@case\\ndef (\\w+)")
            .matcher(Files.readString(sources().resolve(script)))
            .results()
            .map(found -> found.group(1))
            .toList();
    return cases(folder, names, script, arguments);
  }

  /**
   * Runs a script that prints one JSON line a case: its name and its error or null.
   *
   * @param folder where the output goes
   * @param names the cases that must have run
   */
  Stream<DynamicTest> cases(Path folder, List<String> names, String script, String... arguments)
      throws IOException, InterruptedException {
    Path output = folder.resolve("output");
    Path errors = folder.resolve("errors");
    Process process =
        script(script, arguments)
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile())
            .start();
    boolean ended = process.waitFor(SCRIPT_MINUTES, TimeUnit.MINUTES);
    if (!ended) {
      process.destroyForcibly();
    }
    Map<String, Optional<String>> results = new LinkedHashMap<>();
    for (String line : Files.readAllLines(output)) {
      JsonNode result = new ObjectMapper().readTree(line);
      results.put(
          result.get("case").asText(), Optional.ofNullable(result.get("error").textValue()));
    }
    assertThat(ended).as("the script ended; it got to %s", results.keySet()).isTrue();
    assertThat(results.keySet()).as(Files.readString(errors)).containsExactlyElementsOf(names);
    return results.entrySet().stream()
        .map(
            result ->
                DynamicTest.dynamicTest(
                    result.getKey(), () -> assertThat(result.getValue().orElse("")).isEmpty()));
  }

  private static void run(String what, String... command) throws InterruptedException {
    Path output = null;
    try {
      output = Files.createTempFile("python", ".log");
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      if (!process.waitFor(INSTALL_MINUTES, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        throw new AssertionError(what + " takes over " + INSTALL_MINUTES + " minutes. " + NEEDED);
      }
      if (process.exitValue() != 0) {
        throw new AssertionError(what + " failed. " + NEEDED + "\n" + Files.readString(output));
      }
    } catch (IOException e) {
      throw new AssertionError(what + " failed: " + e.getMessage() + ". " + NEEDED, e);
    } finally {
      if (output != null) {
        output.toFile().delete();
      }
    }
  }
}
