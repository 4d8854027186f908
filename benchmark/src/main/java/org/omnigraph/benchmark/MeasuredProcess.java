package org.omnigraph.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The omnigraph command run as a process of its own, with its peak resident memory as the kernel
 * counts it.
 *
 * @param seconds from start to exit
 * @param peakResidentBytes the kernel's high-water mark ({@code VmHWM}), as last seen before the
 *     exit
 */
record MeasuredProcess(double seconds, long peakResidentBytes) {
  /** From here on the JVM warns of what Lance and Arrow do unless it is told that they may. */
  private static final int WARNING_JDK = 24;

  /** Runs {@code org.omnigraph.cli.Omnigraph} with this process's own class path. */
  static MeasuredProcess omnigraph(Path log, List<String> jvmArguments, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--add-opens=java.base/java.nio=ALL-UNNAMED");
    if (Runtime.version().feature() >= WARNING_JDK) {
      command.add("--enable-native-access=ALL-UNNAMED");
      command.add("--sun-misc-unsafe-memory-access=allow");
    }
    command.add("-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"));
    command.addAll(jvmArguments);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add("org.omnigraph.cli.Omnigraph");
    command.addAll(arguments);
    long start = System.nanoTime();
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    long peak = 0;
    while (!process.waitFor(20, TimeUnit.MILLISECONDS)) {
      peak = Math.max(peak, highWaterMark(process.pid()));
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    if (process.exitValue() != 0) {
      throw new IOException(
          "omnigraph "
              + arguments
              + " ended with "
              + process.exitValue()
              + ": "
              + Files.readString(log));
    }
    return new MeasuredProcess(seconds, peak);
  }

  private static long highWaterMark(long pid) throws IOException {
    Path status = Path.of("/proc", Long.toString(pid), "status");
    if (!Files.exists(status)) {
      return 0;
    }
    try {
      for (String line : Files.readAllLines(status)) {
        if (line.startsWith("VmHWM:")) {
          return Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024;
        }
      }
    } catch (IOException gone) {
      // The process ended between the check and the read; the mark seen before stands.
      return 0;
    }
    return 0;
  }
}
