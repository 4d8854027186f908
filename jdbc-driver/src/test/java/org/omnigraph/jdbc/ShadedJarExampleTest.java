package org.omnigraph.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The Java examples of the page of JDBC, with the jar that ships and a real server or graph. */
class ShadedJarExampleTest {
  private static final Pattern POOL_AND_SPRING = Pattern.compile("HikariCP|spring-|slf4j-api");

  @RegisterExtension static final GraphServer SERVER = new GraphServer();

  static Stream<String> examples() throws Exception {
    List<String> sources =
        Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL)
            .matcher(ClientsPage.text())
            .results()
            .map(block -> block.group(1))
            .toList();
    assertThat(sources).hasSize(3);
    return sources.stream();
  }

  /** The jar alone, unless the example needs the engine, or a library. */
  private static String classPath(String source) {
    String jar = System.getProperty("shaded.jar");
    if (source.contains("omnigraph:file:")) {
      return jar + File.pathSeparator + libraries(entry -> true);
    }
    return source.contains("import org.spring")
        ? jar + File.pathSeparator + libraries(POOL_AND_SPRING.asPredicate())
        : jar;
  }

  /** What of the class path is asked for, without the classes that the jar is made from. */
  static String libraries(Predicate<String> wanted) {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> !entry.contains("flight-sql-jdbc-core"))
        .filter(entry -> !Path.of(entry).startsWith(Path.of("target", "classes").toAbsolutePath()))
        .filter(wanted)
        .collect(Collectors.joining(File.pathSeparator));
  }

  @ParameterizedTest
  @MethodSource("examples")
  void anExamplePrintsWhatThePageSays(String source, @TempDir Path folder) throws Exception {
    Matcher printed = Pattern.compile("println\\(.*\\); // (.*)").matcher(source);
    List<String> expected = printed.results().map((MatchResult line) -> line.group(1)).toList();
    assertThat(expected).isNotEmpty();
    String here =
        source
            .replace("jdbc:omnigraph://localhost:31337", SERVER.url(""))
            .replace("file:./flights-quickstart", "file:" + SERVER.directory());
    assertThat(here).isNotEqualTo(source);
    Path program = Files.writeString(folder.resolve("Example.java"), here);
    Path output = folder.resolve("output");
    Path errors = folder.resolve("errors");

    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                classPath(source),
                program.toString())
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile())
            .start();

    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(Files.readAllLines(output))
        .as(Files.readString(errors))
        .containsExactlyElementsOf(expected);
    assertThat(process.exitValue()).isZero();
  }
}
