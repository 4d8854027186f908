package org.omnigraph.engine.table.lance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.engine.error.StorageUnavailable;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.object.Storage;
import org.omnigraph.engine.table.TableBranch;
import org.omnigraph.engine.table.TableRef;

/** What a store remembers of the newest versions is never older than storage. */
class NewestVersionTest {
  private static final BranchName DRAFT = BranchName.of("draft");

  @TempDir Path root;
  private final BufferAllocator allocator = new RootAllocator();
  private TableFixture tables;
  private LanceTableStore other;

  @BeforeEach
  void open() {
    tables = new TableFixture(root);
    other = new LanceTableStore(Storage.at(root.toString(), Map.of()), allocator);
  }

  @AfterEach
  void close() {
    other.close();
    allocator.close();
    tables.close();
  }

  private TableRef newest() {
    return other.newest("t", Optional.empty());
  }

  @Test
  void everyVersionOfAnotherWriterIsSeenAtOnce() {
    TableRef table = tables.create();
    assertThat(newest()).isEqualTo(table);
    for (int i = 0; i < 50; i++) {
      table = tables.insert(table, Map.of("k" + i, 1L));
      assertThat(newest()).isEqualTo(table);
      assertThat(newest()).isEqualTo(table);
    }
  }

  @Test
  void aVersionThatOthersWereMadeAndRemovedAfterIsNotTheNewest() throws Exception {
    TableRef known = tables.insert(tables.create(), Map.of("a", 1L));
    assertThat(newest()).isEqualTo(known);
    TableRef next = tables.insert(known, Map.of("b", 1L));
    TableRef last = tables.insert(tables.insert(next, Map.of("c", 1L)), Map.of("d", 1L));
    Files.delete(Path.of(NewestVersions.file(root.resolve("t").toString(), next.version())));
    assertThat(newest()).isEqualTo(last);
  }

  @Test
  void aVersionWhoseFileWasCutShortIsNotTakenForMade() throws Exception {
    TableRef table = tables.insert(tables.create(), Map.of("a", 1L));
    tables.store.requireWhole(table);
    Path file = Path.of(NewestVersions.file(root.resolve("t").toString(), table.version()));
    Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 100));
    assertThatThrownBy(() -> tables.store.requireWhole(table))
        .isInstanceOf(StorageUnavailable.class)
        .hasMessageContaining("disk full");
  }

  @Test
  void aBranchMadeAgainBeginsAnew() {
    TableRef main = tables.insert(tables.create(), Map.of("a", 1L));
    TableBranch first = tables.store.createBranch(main, DRAFT);
    TableRef cut = other.newest("t", Optional.of(DRAFT));
    TableRef own = tables.insert(cut, Map.of("b", 1L));
    assertThat(other.newest("t", Optional.of(DRAFT))).isEqualTo(own);
    tables.store.deleteBranch("t", first);
    assertThatThrownBy(() -> other.newest("t", Optional.of(DRAFT))).isInstanceOf(NotFound.class);
    tables.store.createBranch(main, DRAFT);
    assertThat(other.newest("t", Optional.of(DRAFT))).isEqualTo(cut);
    TableRef again = tables.insert(cut, Map.of("c", 1L));
    assertThat(again).isEqualTo(own);
    try (var open = other.open(again)) {
      assertThat(open.rowCount()).isEqualTo(2);
    }
  }
}
