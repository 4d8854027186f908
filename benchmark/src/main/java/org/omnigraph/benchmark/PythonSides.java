package org.omnigraph.benchmark;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A Python process that does what it is told, a word a line, in a virtual environment of its own
 * with the pinned client libraries.
 */
final class PythonSides implements AutoCloseable {
  private final Process process;
  private final PrintWriter words;
  private final BufferedReader answers;

  private PythonSides(Process process) {
    this.process = process;
    this.words = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
    this.answers = process.inputReader(StandardCharsets.UTF_8);
  }

  /**
   * Makes the environment below {@code work} and starts {@code clients.py} with these arguments.
   *
   * @param sources the folder of the script and of its {@code requirements.txt}
   */
  static PythonSides start(Path sources, Path work, List<String> arguments)
      throws IOException, InterruptedException {
    Path environment = work.resolve("python");
    Path python = environment.resolve("bin/python");
    run(List.of("python3", "-m", "venv", environment.toString()));
    run(
        List.of(
            python.toString(),
            "-m",
            "pip",
            "install",
            "--quiet",
            "-r",
            sources.resolve("requirements.txt").toString()));
    List<String> command =
        new ArrayList<>(List.of(python.toString(), sources.resolve("clients.py").toString()));
    command.addAll(arguments);
    PythonSides sides =
        new PythonSides(
            new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    sides.expect("ready");
    return sides;
  }

  private static void run(List<String> command) throws IOException, InterruptedException {
    Path log = Files.createTempFile("python", ".log");
    int exit =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start()
            .waitFor();
    if (exit != 0) {
      throw new IllegalStateException(command + " failed: " + Files.readString(log));
    }
    Files.delete(log);
  }

  /** Does one thing and returns how many rows it moved. */
  long run(String word) throws IOException {
    words.println(word);
    String answer = answers.readLine();
    if (answer == null) {
      throw new IllegalStateException("the Python side ended at " + word);
    }
    return Long.parseLong(answer);
  }

  private void expect(String line) throws IOException {
    String said = answers.readLine();
    if (!line.equals(said)) {
      throw new IllegalStateException("the Python side said " + said);
    }
  }

  @Override
  public void close() {
    words.close();
    process.destroy();
  }
}
