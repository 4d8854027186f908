package org.omnigraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.testkit.People.PERSON;
import static org.omnigraph.testkit.People.insert;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.error.CorruptState;
import org.omnigraph.engine.id.BranchName;

/** A branch whose own files have gone does not hold up what is not about it, and can go. */
class BrokenBranchTest {
  private static final BranchName BROKEN = BranchName.of("broken");
  private static final BranchName WHOLE = BranchName.of("whole");

  @RegisterExtension final GraphHarness harness = GraphHarness.onDisk(People.SCHEMA);

  private Graph graph;

  @BeforeEach
  void breakOne() throws IOException {
    for (BranchName name : new BranchName[] {BROKEN, WHOLE}) {
      harness.graph().createBranch(name, BranchName.MAIN);
      harness.write(name, insert("ada"));
    }
    Path files = harness.directory().resolve("__manifest/tree/broken");
    try (Stream<Path> all = Files.walk(files)) {
      for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
    graph = harness.reopen();
  }

  @Test
  void othersAreReadAndWritten() {
    harness.write(WHOLE, insert("bob"));
    harness.write(insert("eve"));
    assertThat(harness.rows(WHOLE, PERSON)).containsOnlyKeys("ada", "bob");
    assertThat(harness.rows(PERSON)).containsOnlyKeys("eve");
  }

  @Test
  void anotherIsNotDeletedBeforeIt() {
    assertThatThrownBy(() -> graph.deleteBranch(WHOLE))
        .isInstanceOf(CorruptState.class)
        .hasMessageContaining("branch 'broken' cannot be read")
        .hasMessageContaining("delete branch 'broken' first");
    assertThat(graph.branches()).containsExactly(BROKEN, BranchName.MAIN, WHOLE);
  }

  @Test
  void itIsDeletedAndMadeAnew() {
    graph.deleteBranch(BROKEN);
    assertThat(graph.branches()).containsExactly(BranchName.MAIN, WHOLE);
    graph.createBranch(BROKEN, BranchName.MAIN);
    harness.write(BROKEN, insert("kim"));
    assertThat(harness.rows(BROKEN, PERSON)).containsOnlyKeys("kim");
    graph.deleteBranch(WHOLE);
    assertThat(graph.branches()).containsExactly(BROKEN, BranchName.MAIN);
  }
}
