package org.omnigraph.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The program in a process of its own, for what only a process has: signals and an exit code. */
record CommandProcess(Process process, BufferedReader out) implements AutoCloseable {
  static CommandProcess start(String... arguments) throws IOException {
    return start(Map.of(), arguments);
  }

  /** With variables beside those of this process. */
  static CommandProcess start(Map<String, String> environment, String... arguments)
      throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-opens=java.base/java.nio=ALL-UNNAMED",
                "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                "-XX:TieredStopAtLevel=1",
                "-Xmx512m",
                "-cp",
                System.getProperty("java.class.path"),
                Omnigraph.class.getName()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().putAll(environment);
    Process process = builder.start();
    return new CommandProcess(
        process,
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)));
  }

  /** The first line that holds a text; fails when the output ends without one. */
  String lineWith(String text) throws IOException {
    String line = out.readLine();
    while (line != null && !line.contains(text)) {
      line = out.readLine();
    }
    if (line == null) {
      throw new AssertionError("the process ended without saying '" + text + "'");
    }
    return line;
  }

  /** Sends SIGTERM and returns the exit code. */
  int terminate() throws InterruptedException {
    process.destroy();
    return process.waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
