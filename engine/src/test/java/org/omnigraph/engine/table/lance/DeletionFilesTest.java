package org.omnigraph.engine.table.lance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lance.Dataset;
import org.lance.Fragment;
import org.lance.FragmentMetadata;
import org.lance.Ref;
import org.omnigraph.engine.error.StorageUnavailable;
import org.omnigraph.engine.object.LocalFiles;
import org.omnigraph.engine.table.TableRef;

class DeletionFilesTest {
  private static final int ROWS = 9_000;

  @TempDir Path root;

  private TableRef filled(TableFixture fixture) {
    Map<String, Long> rows = new TreeMap<>();
    for (int i = 0; i < ROWS; i++) {
      rows.put("n" + i, (long) i);
    }
    return fixture.insert(fixture.create(), rows);
  }

  private static FragmentMetadata without(Dataset dataset, int rows) {
    List<Integer> offsets = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      offsets.add(i);
    }
    return new Fragment(dataset, 0).deleteRows(offsets);
  }

  private static void cut(Path dataset, long bytes) throws IOException {
    try (Stream<Path> files = Files.list(dataset.resolve("_deletions"))) {
      for (Path file : files.toList()) {
        try (FileChannel open = FileChannel.open(file, StandardOpenOption.WRITE)) {
          open.truncate(Math.min(bytes, Math.max(0, open.size() - 1)));
        }
      }
    }
  }

  /** A few rows make a list of offsets, many a bitmap. */
  @ParameterizedTest
  @ValueSource(ints = {1, 8_000})
  void anEmptyDeletionFileIsFoundBeforeItIsCommitted(int deleted) throws IOException {
    try (TableFixture fixture = new TableFixture(root)) {
      TableRef table = filled(fixture);
      try (Dataset dataset = Dataset.open(root.resolve(table.path()).toString())) {
        FragmentMetadata left = without(dataset, deleted);
        DeletionFiles.requireWhole(new LocalFiles(), dataset, left);
        cut(root.resolve(table.path()), 0);
        assertThatThrownBy(() -> DeletionFiles.requireWhole(new LocalFiles(), dataset, left))
            .isInstanceOf(StorageUnavailable.class)
            .hasMessageContaining("_deletions")
            .hasMessageContaining("disk full");
      }
    }
  }

  @Test
  void aDeletionFileThatEndsEarlyIsFound() throws IOException {
    try (TableFixture fixture = new TableFixture(root)) {
      TableRef table = filled(fixture);
      try (Dataset dataset = Dataset.open(root.resolve(table.path()).toString())) {
        FragmentMetadata left = without(dataset, 10);
        cut(root.resolve(table.path()), Long.MAX_VALUE);
        assertThatThrownBy(() -> DeletionFiles.requireWhole(new LocalFiles(), dataset, left))
            .isInstanceOf(StorageUnavailable.class);
      }
    }
  }

  @Test
  void thatOfABranchIsLookedForInTheBranch() throws IOException {
    try (TableFixture fixture = new TableFixture(root)) {
      TableRef table = filled(fixture);
      try (Dataset main = Dataset.open(root.resolve(table.path()).toString());
          Dataset branch = main.createBranch("work", Ref.ofMain(table.version()))) {
        FragmentMetadata left = without(branch, 10);
        DeletionFiles.requireWhole(new LocalFiles(), branch, left);
        Path tree = root.resolve(table.path()).resolve("tree/work");
        assertThat(tree.resolve("_deletions")).isDirectory();
        cut(tree, 0);
        assertThatThrownBy(() -> DeletionFiles.requireWhole(new LocalFiles(), branch, left))
            .isInstanceOf(StorageUnavailable.class);
      }
    }
  }
}
