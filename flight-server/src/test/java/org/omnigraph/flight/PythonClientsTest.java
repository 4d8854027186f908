package org.omnigraph.flight;

import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;

/** ADBC, pandas and pyarrow against the flights of a week: {@code src/test/python/clients.py}. */
class PythonClientsTest {
  @RegisterExtension static final WeekServer SERVER = new WeekServer();

  @TestFactory
  Stream<DynamicTest> everyCasePasses() throws Exception {
    return PythonEnvironment.require()
        .cases(SERVER.folder(), cases(), "clients.py", SERVER.uri(), WeekServer.DATA.toString());
  }

  private static List<String> cases() throws Exception {
    String script = Files.readString(PythonEnvironment.sources().resolve("clients.py"));
    return Pattern.compile("@case\\ndef (\\w+)")
        .matcher(script)
        .results()
        .map(found -> found.group(1))
        .toList();
  }
}
