package org.omnigraph.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;

/** The jar that ships, beside the engine in a fresh JVM. */
class ShadedJarEmbeddedTest {
  @Test
  void aFreshJvmWithoutAnyFlagOpensTheGraphAndEnds(@TempDir Path folder) throws Exception {
    Path directory = folder.resolve("notes");
    String schema = "node Note {\n  name: String @key\n}\n";
    Graph.init(directory.toString(), schema, GraphConfig.defaults()).close();
    Path output = folder.resolve("output");
    Path errors = folder.resolve("errors");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("shaded.jar")
                    + File.pathSeparator
                    + ShadedJarExampleTest.libraries(entry -> true),
                JarProbe.class.getName(),
                "jdbc:omnigraph:file:" + directory,
                "SELECT COUNT(*), 'notes' FROM Note",
                "leave one open")
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile())
            .start();
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(Files.readAllLines(output))
        .as(Files.readString(errors))
        .containsSubsequence("driver org.omnigraph.jdbc.OmniGraphDriver", "row 0 notes");
    assertThat(process.exitValue()).isZero();
  }
}
