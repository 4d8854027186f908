package org.omnigraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.omnigraph.testkit.People.KNOWS;
import static org.omnigraph.testkit.People.PERSON;
import static org.omnigraph.testkit.People.insert;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.omnigraph.engine.id.BranchName;

/** A writer that is killed at any place shows the old graph or the new one, never a half. */
class KilledProcessTest {
  @RegisterExtension final GraphHarness harness = GraphHarness.onDisk(People.SCHEMA);

  @ParameterizedTest
  @CsvSource({
    "STAGED, 0, old",
    "REVALIDATED, 0, old",
    "ARMED, 0, old",
    "TABLE_COMMITTED, 0, rolled back",
    "TABLE_COMMITTED, 1, rolled back",
    "EFFECTS_MADE, 0, rolled back",
    "CONFIRMED, 0, new",
    "PUBLISHED, 0, new"
  })
  @Tag("process")
  void isSettledByTheNextOpen(String place, int passes, String graph) throws Exception {
    harness.write(insert("ada"));
    kill(place, passes);
    harness.reopen();
    if (graph.equals("new")) {
      assertThat(harness.rows(PERSON)).containsOnlyKeys("ada", "bob", "eve");
      assertThat(harness.rows(KNOWS)).hasSize(1);
    } else {
      assertThat(harness.rows(PERSON)).containsOnlyKeys("ada");
      assertThat(harness.rows(KNOWS)).isEmpty();
    }
    assertThat(harness.graph().commits(BranchName.MAIN)).hasSize(graph.equals("old") ? 2 : 3);
    assertThat(harness.graph().recoveries()).hasSize(graph.equals("old") ? 0 : 1);
    assertThat(harness.sidecars()).isEmpty();
    harness.write(insert("zoe"));
    assertThat(harness.rows(PERSON)).containsKey("zoe");
  }

  private void kill(String place, int passes) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--add-opens") || argument.startsWith("-Darrow"))
        .forEach(command::add);
    command.add("-Xmx512m");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(InterruptedWrite.class.getName());
    command.add(harness.graph().uri());
    command.add(place);
    command.add(Integer.toString(passes));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (BufferedReader said = process.inputReader()) {
      List<String> lines = new ArrayList<>();
      String line = said.readLine();
      while (line != null && !line.equals("REACHED")) {
        lines.add(line);
        line = said.readLine();
      }
      assertThat(line).as("the child reached %s; it said %s", place, lines).isEqualTo("REACHED");
    } finally {
      process.destroyForcibly();
      process.waitFor();
    }
  }
}
