package org.omnigraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.omnigraph.testkit.People.KNOWS;
import static org.omnigraph.testkit.People.PERSON;
import static org.omnigraph.testkit.People.insert;

import java.io.IOException;
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
    try (ChildProcess process =
        ChildProcess.start(
            InterruptedWrite.class,
            line -> assertThat(line).isEqualTo("REACHED"),
            harness.graph().uri(),
            place,
            Integer.toString(passes))) {
      process.awaitLines(1);
    }
  }
}
