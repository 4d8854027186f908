package org.omnigraph.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Driver;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar that ships: what is in it, and that it works alone. */
class ShadedJarTest extends ScriptedTest {
  private static final Path JAR = Path.of(System.getProperty("shaded.jar"));

  @Test
  void everythingForeignIsRelocated() throws IOException {
    TreeSet<String> strangers = new TreeSet<>();
    try (JarFile jar = new JarFile(JAR.toFile())) {
      jar.stream()
          .map(entry -> entry.getName())
          .filter(name -> !name.endsWith("/"))
          .filter(name -> !name.startsWith("org/omnigraph/jdbc/"))
          .filter(name -> !name.startsWith("META-INF/services/org.omnigraph.jdbc.shaded."))
          .forEach(strangers::add);
    }
    assertThat(strangers)
        .containsExactly(
            "META-INF/LICENSE",
            "META-INF/MANIFEST.MF",
            "META-INF/NOTICE",
            "META-INF/services/java.sql.Driver");
  }

  @Test
  void servicesNameClassesOfTheJar() throws IOException {
    List<String> missing = new ArrayList<>();
    try (JarFile jar = new JarFile(JAR.toFile())) {
      for (var entry :
          jar.stream().filter(e -> e.getName().matches("META-INF/services/.+")).toList()) {
        try (InputStream in = jar.getInputStream(entry)) {
          new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8)
              .lines()
              .map(line -> line.replaceFirst("#.*", "").trim())
              .filter(line -> !line.isEmpty())
              .filter(line -> jar.getEntry(line.replace('.', '/') + ".class") == null)
              .forEach(missing::add);
        }
      }
    }
    assertThat(missing).isEmpty();
  }

  @Test
  void itLoadsInAClassLoaderThatSeesNothingElse() throws Exception {
    URL[] jar = {JAR.toUri().toURL()};
    try (URLClassLoader alone = new URLClassLoader(jar, ClassLoader.getPlatformClassLoader())) {
      List<Driver> drivers = new ArrayList<>();
      ServiceLoader.load(Driver.class, alone).forEach(drivers::add);
      assertThat(drivers)
          .filteredOn(d -> d.getClass().getClassLoader() == alone)
          .singleElement()
          .satisfies(
              d -> {
                assertThat(d.getClass().getName()).isEqualTo(OmniGraphDriver.class.getName());
                assertThat(d.getPropertyInfo(server.url("/g"), new Properties())).isNotEmpty();
                try (var connection = d.connect(server.url("/g"), new Properties())) {
                  assertThat(connection.isValid(10)).isTrue();
                }
              });
    }
  }

  @Test
  void aFreshJvmWithoutAnyFlagConnectsAndSaysNothingElse(@TempDir Path folder) throws Exception {
    Path output = folder.resolve("output");
    Path errors = folder.resolve("errors");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                JAR + System.getProperty("path.separator") + onlyTheProbe(folder),
                JarProbe.class.getName(),
                server.url("/g"),
                "SELECT 6")
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile())
            .start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(Files.readAllLines(output))
        .containsExactly(
            "driver org.omnigraph.jdbc.OmniGraphDriver",
            "server Scripted",
            "row 0 row 0",
            "row 1 row 1",
            "row 2 row 2",
            "row 3 row 3",
            "row 4 null",
            "row 5 row 5");
    assertThat(Files.readAllLines(errors)).filteredOn(line -> !isWarningOfTheJvm(line)).isEmpty();
    assertThat(process.exitValue()).isZero();
  }

  /**
   * From 24 on the JVM itself warns of native libraries and of Unsafe, and no class on the class
   * path can tell it not to.
   */
  private static boolean isWarningOfTheJvm(String line) {
    return Runtime.version().feature() >= 24
        && line.matches(
            "WARNING: (A restricted method in java\\.lang\\.System has been called"
                + "|A terminally deprecated method in sun\\.misc\\.Unsafe has been called"
                + "|java\\.lang\\.System::load\\w* has been called by .*"
                + "|sun\\.misc\\.Unsafe::\\w+ (has been called by .*|will be removed in a future release)"
                + "|Please consider reporting this to the maintainers of .*"
                + "|Use --enable-native-access=ALL-UNNAMED to avoid a warning for callers in this module"
                + "|Restricted methods will be blocked in a future release unless native access is enabled)");
  }

  private static Path onlyTheProbe(Path folder) throws IOException {
    String name = "org/omnigraph/jdbc/JarProbe.class";
    Path copy = folder.resolve("classes").resolve(name);
    Files.createDirectories(copy.getParent());
    Files.copy(Path.of(System.getProperty("test.classes")).resolve(name), copy);
    return folder.resolve("classes");
  }
}
