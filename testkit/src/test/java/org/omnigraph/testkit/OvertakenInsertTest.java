package org.omnigraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.testkit.People.PERSON;
import static org.omnigraph.testkit.People.insert;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.error.KeyConflict;
import org.omnigraph.engine.failpoint.Failpoint;
import org.omnigraph.engine.id.BranchName;

/** An insert whose branch moves after its rows are in files. */
class OvertakenInsertTest {
  @RegisterExtension final GraphHarness harness = GraphHarness.onDisk(People.SCHEMA);

  /** The data files each time that everything was staged. */
  private final List<Set<String>> staged = new ArrayList<>();

  private Set<String> files() {
    String table = harness.graph().snapshot(BranchName.MAIN).table(PERSON).path();
    Path data = harness.directory().resolve(table).resolve("data");
    if (!Files.exists(data)) {
      return Set.of();
    }
    try (Stream<Path> files = Files.list(data)) {
      return files.map(file -> String.valueOf(file.getFileName())).collect(Collectors.toSet());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Inserts {@code late} while another handle inserts {@code early}, as often as it is staged. */
  private void insertLate(String late, String... early) {
    try (Graph rival = Graph.open(harness.directory().toString(), GraphConfig.defaults())) {
      Graph graph =
          harness.reopen(
              point -> {
                if (point == Failpoint.STAGED) {
                  staged.add(files());
                  if (staged.size() == 1) {
                    GraphHarness.write(rival, BranchName.MAIN, insert(early));
                  }
                }
              });
      GraphHarness.write(graph, BranchName.MAIN, insert(late));
    }
  }

  @Test
  void landsWithTheFileThatItHadWritten() {
    insertLate("late", "early");
    assertThat(harness.rows(PERSON)).containsOnlyKeys("early", "late");
    assertThat(staged).hasSize(2);
    assertThat(staged.get(0)).hasSize(1);
    assertThat(staged.get(1)).hasSize(2).containsAll(staged.get(0));
    assertThat(files()).isEqualTo(staged.get(1));
  }

  @Test
  void leavesNoFileWhenItIsRefused() {
    assertThatThrownBy(() -> insertLate("ada", "ada")).isInstanceOf(KeyConflict.class);
    assertThat(harness.rows(PERSON)).containsOnlyKeys("ada");
    assertThat(staged).hasSize(1);
    assertThat(files()).hasSize(1).doesNotContainAnyElementsOf(staged.get(0));
  }
}
