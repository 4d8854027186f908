package org.omnigraph.natives;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Another JVM with this one's class path. */
record ChildJvm(Process process, BufferedReader output) implements AutoCloseable {
  static ChildJvm start(Class<?> main, Path home, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Duser.home=" + home);
    command.add("-Djava.io.tmpdir=" + home);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add("--add-opens=java.base/java.nio=ALL-UNNAMED");
    command.add(main.getName());
    command.addAll(Arrays.asList(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().remove("XDG_CACHE_HOME");
    Process process = builder.start();
    return new ChildJvm(
        process,
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)));
  }

  /** All output up to the end of the process, which must be a good one. */
  String finish() throws IOException, InterruptedException {
    String text = output.lines().collect(Collectors.joining("\n"));
    int exit = process.waitFor();
    if (exit != 0) {
      throw new AssertionError("exit " + exit + ": " + text);
    }
    return text;
  }

  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
