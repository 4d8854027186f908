package org.omnigraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.testkit.People.insert;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.GraphLog;
import org.omnigraph.engine.error.CorruptState;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.table.FragmentCount;

class GraphLogTest {
  private static final BranchName DRAFT = BranchName.of("draft");

  @RegisterExtension
  final GraphHarness harness = GraphHarness.onDisk("node Person { name: String @key age: I32? }\n");

  @TempDir Path folder;

  private String uri() {
    return harness.directory().toString();
  }

  @Test
  void saysWhatTheGraphSays() {
    Graph graph = harness.graph();
    harness.write(insert("ada"));
    graph.createBranch(DRAFT, BranchName.MAIN);
    harness.write(DRAFT, insert("bob"));
    try (GraphLog log = GraphLog.open(uri(), GraphConfig.defaults())) {
      assertThat(log.branches()).isEqualTo(graph.branches()).hasSize(2);
      for (BranchName branch : log.branches()) {
        assertThat(log.commits(branch)).isEqualTo(graph.commits(branch));
        assertThat(log.snapshot(branch)).isEqualTo(graph.snapshot(branch));
      }
    }
  }

  @Test
  void seesCommitsThatCameSince() {
    try (GraphLog log = GraphLog.open(uri(), GraphConfig.defaults())) {
      assertThat(log.commits(BranchName.MAIN)).hasSize(1);
      harness.write(insert("ada"));
      assertThat(log.commits(BranchName.MAIN)).hasSize(2);
    }
  }

  @Test
  void countsTheFragmentsThatSingleWritesMade() {
    String[] many = IntStream.range(0, 8_192).mapToObj(i -> "p" + i).toArray(String[]::new);
    harness.write(insert(many));
    harness.write(insert("ada"));
    harness.write(insert("bob"));
    try (GraphLog log = GraphLog.open(uri(), GraphConfig.defaults())) {
      assertThat(log.fragments(log.snapshot(BranchName.MAIN).table(People.PERSON)))
          .isEqualTo(new FragmentCount(3, 2));
    }
  }

  @Test
  void needsNoSchemaFiles() throws IOException {
    harness.write(insert("ada"));
    Files.delete(harness.directory().resolve("_schema.pg"));
    assertThatThrownBy(() -> Graph.open(uri(), GraphConfig.defaults()))
        .isInstanceOf(CorruptState.class);
    try (GraphLog log = GraphLog.open(uri(), GraphConfig.defaults())) {
      assertThat(log.commits(BranchName.MAIN)).hasSize(2);
    }
  }

  @Test
  void aFolderWithoutGraphHasNone() {
    assertThatThrownBy(() -> GraphLog.open(folder.toString(), GraphConfig.defaults()))
        .isInstanceOf(NotFound.class)
        .hasMessageContaining(folder.toString())
        .hasMessageContaining("init");
  }
}
