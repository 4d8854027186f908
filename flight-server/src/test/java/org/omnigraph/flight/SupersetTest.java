package org.omnigraph.flight;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Apache Superset from its package, up to charts in a real browser; needs Chromium and its driver.
 */
@Tag("superset")
class SupersetTest {
  @RegisterExtension static final WeekServer SERVER = new WeekServer();

  @TestFactory
  Stream<DynamicTest> supersetShowsCharts() throws Exception {
    Path folder = Path.of("target", "superset").toAbsolutePath();
    return PythonEnvironment.requireSuperset()
        .cases(SERVER.folder(), "dashboards.py", SERVER.uri(), folder.toString());
  }
}
