package org.omnigraph.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A Java process with the classes and flags of this one. What it says is heard line by line, to the
 * last whole line, also when it is killed.
 */
final class ChildProcess implements AutoCloseable {
  /** Ends every line, so that half a line is known. */
  static final String END = " .";

  private final Process process;
  private final PrintWriter toChild;
  private final Path complaints;
  private final Thread reader;
  private int heard;
  private boolean ended;

  private ChildProcess(Process process, Path complaints, Consumer<String> lines) {
    this.process = process;
    this.complaints = complaints;
    this.toChild = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
    this.reader = new Thread(() -> read(lines), "lines of a child");
    reader.start();
  }

  /** Starts a process; {@code lines} hears what it says, from another thread, one at a time. */
  static ChildProcess start(Class<?> main, Consumer<String> lines, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--add-opens") || argument.startsWith("-Darrow"))
        .forEach(command::add);
    command.addAll(
        List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    command.addAll(List.of(arguments));
    Path complaints = Files.createTempFile("child", ".err");
    Process process =
        new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.to(complaints.toFile()))
            .start();
    return new ChildProcess(process, complaints, lines);
  }

  private void read(Consumer<String> lines) {
    try (BufferedReader said = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = said.readLine(); line != null; line = said.readLine()) {
        if (line.endsWith(END)) {
          lines.accept(line.substring(0, line.length() - END.length()));
          count();
        }
      }
    } catch (IOException e) {
      // The pipe of a killed process may break; what came before counts.
    } finally {
      end();
    }
  }

  private synchronized void count() {
    heard++;
    notifyAll();
  }

  private synchronized void end() {
    ended = true;
    notifyAll();
  }

  /** Sends a line. */
  void say(String line) {
    toChild.println(line);
  }

  synchronized int heard() {
    return heard;
  }

  /** Returns when the process has said so many lines in all. */
  synchronized void awaitLines(int lines) throws InterruptedException {
    while (heard < lines && !ended) {
      wait();
    }
    if (heard < lines) {
      throw new AssertionError("the process ended after " + heard + " lines: " + complaints());
    }
  }

  /** Kills it, whatever it does, and hears what it had said. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor();
    reader.join();
  }

  /** Waits for its end, which is a good one. */
  void awaitGoodEnd() throws InterruptedException {
    int code = process.waitFor();
    reader.join();
    if (code != 0) {
      throw new AssertionError("the process ended with " + code + ": " + complaints());
    }
  }

  String complaints() {
    try {
      return Files.readString(complaints);
    } catch (IOException e) {
      return e.toString();
    }
  }

  @Override
  public void close() throws IOException, InterruptedException {
    kill();
    Files.deleteIfExists(complaints);
  }
}
