package org.omnigraph.natives;

import java.util.Locale;

/**
 * The system that runs, in the words that jars use for their folders.
 *
 * @param os {@code linux}, {@code darwin} or {@code win32}; any other system by its own name
 * @param architecture {@code x86-64} or {@code aarch64}; any other by its own name
 */
public record Platform(String os, String architecture) {
  public static final Platform CURRENT =
      of(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));

  /** Reads the spellings of the system properties {@code os.name} and {@code os.arch}. */
  static Platform of(String osName, String osArch) {
    return new Platform(
        os(osName.toLowerCase(Locale.ROOT)), architecture(osArch.toLowerCase(Locale.ROOT)));
  }

  /** {@code linux-x86-64}. */
  public String dashed() {
    return os + "-" + architecture;
  }

  private static String os(String name) {
    if (name.startsWith("mac") || name.startsWith("darwin")) {
      return "darwin";
    }
    return name.startsWith("windows") ? "win32" : name.replace(' ', '_');
  }

  private static String architecture(String name) {
    return switch (name) {
      case "amd64", "x86_64", "x64" -> "x86-64";
      case "arm64" -> "aarch64";
      default -> name;
    };
  }
}
