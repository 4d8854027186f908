package org.omnigraph.flight;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The Python examples of {@code docs/CLIENTS.md}, run in their order by {@code page.py}. */
class ClientsPageTest {
  private static final Path PAGE = FlightsServer.data().resolve("../../docs/CLIENTS.md");

  @RegisterExtension static final WeekServer SERVER = new WeekServer();

  @TestFactory
  Stream<DynamicTest> everyPythonExamplePrintsWhatThePageSays() throws Exception {
    long examples = Files.readString(PAGE).lines().filter("```python"::equals).count();
    assertThat(examples).isPositive();
    List<String> names =
        IntStream.rangeClosed(1, (int) examples).mapToObj(n -> "example " + n).toList();
    return PythonEnvironment.require()
        .cases(SERVER.folder(), names, "page.py", SERVER.uri(), PAGE.toString());
  }
}
