package org.omnigraph.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The Java example of the clients page, with the jar that ships and a real server. */
class ShadedJarExampleTest {
  @RegisterExtension static final GraphServer SERVER = new GraphServer();

  @Test
  void theExamplePrintsWhatThePageSays(@TempDir Path folder) throws Exception {
    Matcher block =
        Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL).matcher(ClientsPage.text());
    assertThat(block.find()).isTrue();
    String source = block.group(1);
    Matcher printed = Pattern.compile("println\\(.*\\); // (.*)").matcher(source);
    assertThat(printed.find()).isTrue();
    assertThat(source).contains("jdbc:omnigraph://localhost:31337/");
    Path program =
        Files.writeString(
            folder.resolve("Flights.java"),
            source.replace("jdbc:omnigraph://localhost:31337", SERVER.url("")));
    Path output = folder.resolve("output");
    Path errors = folder.resolve("errors");

    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("shaded.jar"),
                program.toString())
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile())
            .start();

    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(Files.readAllLines(output))
        .as(Files.readString(errors))
        .containsExactly(printed.group(1));
    assertThat(process.exitValue()).isZero();
  }
}
