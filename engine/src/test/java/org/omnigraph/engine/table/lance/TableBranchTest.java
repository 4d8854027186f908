package org.omnigraph.engine.table.lance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lance.Dataset;
import org.omnigraph.engine.error.Conflict;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.engine.error.ReadSetChanged;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.table.ScanRequest;
import org.omnigraph.engine.table.TableBranch;
import org.omnigraph.engine.table.TableBranch.Cut;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.table.TableSnapshot;

/** Branches of one table: what Lance makes of them, and what the store removes. */
class TableBranchTest {
  private static final BranchName DRAFT = BranchName.of("draft");
  private static final BranchName BELOW = BranchName.of("draft/below");

  @TempDir Path root;
  private TableFixture tables;

  @BeforeEach
  void open() {
    tables = new TableFixture(root);
  }

  @AfterEach
  void close() {
    tables.close();
  }

  @ParameterizedTest
  @CsvSource({"work, work", "feature/x, feature%2Fx", "ü-1.b_c/d, %C3%BC-1.b_c%2Fd", "2024, 2024"})
  void aBranchStartsAtExactlyTheVersionItIsCutFromAndCountsOn(String text, String file) {
    BranchName name = BranchName.of(text);
    TableRef two = tables.insert(tables.create(), Map.of("a", 1L));
    TableRef three = tables.insert(two, Map.of("b", 2L));
    TableBranch branch = tables.store.createBranch(two, name);
    assertThat(branch.parent()).isEmpty();
    assertThat(branch.parentVersion()).isEqualTo(2);
    assertThat(branch.identifier().cuts()).extracting(Cut::version).containsExactly(2L);
    assertThat(branch.identifier().cuts().get(0).uuid()).matches("[0-9a-f]{32}");
    assertThat(tables.store.branch("t", name)).contains(branch);
    assertThat(tables.store.branches("t")).containsExactly(branch);
    TableRef cut = tables.store.newest("t", Optional.of(name));
    assertThat(cut).isEqualTo(new TableRef("t", Optional.of(name), 2));
    TableRef own = tables.insert(cut, Map.of("c", 3L));
    assertThat(own.version()).isEqualTo(3);
    assertThat(tables.rows(own, "value")).containsOnlyKeys("a", "c");
    assertThat(tables.rows(three, "value")).containsOnlyKeys("a", "b");
    assertThat(root.resolve("t/_refs/branches/" + file + ".json")).exists();
    assertThat(root.resolve("t/tree/" + text + "/data")).isNotEmptyDirectory();
    assertThat(tables.store.metadata(own).manifestPath())
        .isEqualTo(root + "/t/tree/" + text + "/_versions/18446744073709551612.manifest");
  }

  @Test
  void whatIsReadOfARefIsWhatLanceLists() {
    TableRef one = tables.create();
    tables.store.createBranch(one, BranchName.of("feature/x"));
    TableRef onIt = tables.store.newest("t", Optional.of(BranchName.of("feature/x")));
    TableRef moved = tables.insert(onIt, Map.of("a", 1L));
    tables.store.createBranch(moved, BranchName.of("child"));
    Map<String, List<Object>> listed = new TreeMap<>();
    try (Dataset dataset = Dataset.open().allocator(tables.allocator).uri(root + "/t").build()) {
      dataset
          .branches()
          .list()
          .forEach(
              branch ->
                  listed.put(
                      branch.getName(),
                      List.of(
                          branch.getParentBranch(),
                          branch.getParentVersion(),
                          branch.getBranchIdentifier().stream()
                              .map(cut -> new Cut(cut.getVersion(), cut.getUuid()))
                              .toList())));
    }
    Map<String, List<Object>> read = new TreeMap<>();
    for (TableBranch branch : tables.store.branches("t")) {
      read.put(
          branch.name().value(),
          List.of(
              branch.parent().map(BranchName::value),
              branch.parentVersion(),
              branch.identifier().cuts()));
    }
    assertThat(read).isEqualTo(listed).containsOnlyKeys("child", "feature/x");
    assertThat(tables.store.branch("t", BranchName.of("child")).orElseThrow().identifier().cuts())
        .hasSize(2);
  }

  @Test
  void aNameIsTakenOnce() {
    TableRef one = tables.create();
    tables.store.createBranch(one, DRAFT);
    assertThatThrownBy(() -> tables.store.createBranch(one, DRAFT)).isInstanceOf(Conflict.class);
  }

  @Test
  void whatWasMadeAgainHasAnotherIdentifierAndNoneOfTheOldRows() {
    TableRef one = tables.create();
    TableBranch first = tables.store.createBranch(one, DRAFT);
    TableRef old = tables.insert(new TableRef("t", Optional.of(DRAFT), 1), Map.of("old", 1L));
    assertThat(tables.rows(old, "value")).containsOnlyKeys("old");
    tables.store.deleteBranch("t", first);
    assertThat(tables.store.branch("t", DRAFT)).isEmpty();
    assertThatThrownBy(() -> tables.store.open(old)).isInstanceOf(NotFound.class);
    assertThatThrownBy(() -> tables.store.newest("t", Optional.of(DRAFT)))
        .isInstanceOf(NotFound.class);

    TableBranch second = tables.store.createBranch(one, DRAFT);
    assertThat(second.identifier()).isNotEqualTo(first.identifier());
    TableRef same = tables.insert(new TableRef("t", Optional.of(DRAFT), 1), Map.of("new", 2L));
    assertThat(same).isEqualTo(old);
    assertThat(tables.rows(same, "value")).containsOnlyKeys("new");
  }

  @Test
  void anotherBranchOfTheNameIsNotDeleted() {
    TableRef one = tables.create();
    TableBranch first = tables.store.createBranch(one, DRAFT);
    tables.store.deleteBranch("t", first);
    TableBranch second = tables.store.createBranch(one, DRAFT);
    assertThatThrownBy(() -> tables.store.deleteBranch("t", first))
        .isInstanceOf(ReadSetChanged.class);
    assertThat(tables.store.branch("t", DRAFT)).contains(second);
    tables.store.deleteBranch("t", second);
    tables.store.deleteBranch("t", second);
    assertThat(root.resolve("t/tree/draft")).doesNotExist();
  }

  @Test
  void aBranchThatAnotherWasMadeFromIsNotDeleted() {
    TableRef one = tables.create();
    TableBranch parent = tables.store.createBranch(one, DRAFT);
    tables.store.createBranch(new TableRef("t", Optional.of(DRAFT), 1), BranchName.of("child"));
    assertThatThrownBy(() -> tables.store.deleteBranch("t", parent))
        .isInstanceOf(Conflict.class)
        .hasMessageContaining("'child'");
    assertThat(tables.store.branch("t", DRAFT)).isPresent();
  }

  @Test
  void aTableThatIsOpenIsReadToItsEndAfterItsBranchWasDeleted() throws IOException {
    TableRef one = tables.create();
    TableBranch branch = tables.store.createBranch(one, DRAFT);
    TableRef first =
        tables.insert(new TableRef("t", Optional.of(DRAFT), 1), Map.of("a", 1L, "b", 2L));
    TableRef second =
        TableFixture.committed(tables.commit(first, tables.delete(first, List.of("a")))).table();
    try (TableSnapshot open = tables.store.open(second)) {
      tables.store.deleteBranch("t", branch);
      TableBranch again = tables.store.createBranch(one, DRAFT);
      tables.insert(new TableRef("t", Optional.of(DRAFT), 1), Map.of("new", 9L));
      assertThat(open.rowCount()).isEqualTo(1);
      try (ArrowReader rows = open.scan(ScanRequest.of(List.of("id")), tables.allocator)) {
        assertThat(rows.loadNextBatch()).isTrue();
        assertThat(rows.getVectorSchemaRoot().getVector(0).getObject(0)).hasToString("b");
      }
      assertThat(tables.store.branch("t", DRAFT)).contains(again);
    }
    assertThat(root.resolve("t/tree/draft/data")).isDirectoryContaining("glob:**.lance");
    try (var files = Files.list(root.resolve("t/tree/draft/data"))) {
      assertThat(files).hasSize(1);
    }
  }

  @Test
  void filesWithoutARefAreReclaimed() throws IOException {
    TableRef one = tables.create();
    tables.store.createBranch(one, DRAFT);
    Files.delete(root.resolve("t/_refs/branches/draft.json"));
    assertThatThrownBy(() -> tables.store.newest("t", Optional.of(DRAFT)))
        .isInstanceOf(NotFound.class);
    assertThatThrownBy(() -> tables.store.createBranch(one, DRAFT)).isInstanceOf(Conflict.class);
    tables.store.reclaimBranch("t", DRAFT);
    tables.store.reclaimBranch("t", DRAFT);
    assertThat(root.resolve("t/tree/draft")).doesNotExist();
    tables.store.createBranch(one, DRAFT);
  }

  @Test
  void filesOfALivingBranchOrBesideItsPathAreNotReclaimed() throws IOException {
    TableRef one = tables.create();
    tables.store.createBranch(one, BELOW);
    assertThatThrownBy(() -> tables.store.reclaimBranch("t", BELOW)).isInstanceOf(Conflict.class);
    tables.store.reclaimBranch("t", DRAFT);
    tables.store.reclaimBranch("t", BranchName.of("draft/below/it"));
    tables.store.createBranch(one, DRAFT);
    Files.delete(root.resolve("t/_refs/branches/draft.json"));
    assertThatThrownBy(() -> tables.store.reclaimBranch("t", DRAFT)).isInstanceOf(Conflict.class);
    assertThat(tables.store.newest("t", Optional.of(BELOW)).version()).isEqualTo(1);
    assertThat(root.resolve("t/tree/draft/_versions")).exists();
  }

  @Test
  void deletingABranchLeavesTheOneBelowItsPath() {
    TableRef one = tables.create();
    TableBranch above = tables.store.createBranch(one, DRAFT);
    TableBranch below = tables.store.createBranch(one, BELOW);
    TableRef row = tables.insert(new TableRef("t", Optional.of(BELOW), 1), Map.of("a", 1L));
    tables.store.deleteBranch("t", above);
    assertThat(tables.rows(row, "value")).containsOnlyKeys("a");
    tables.store.deleteBranch("t", below);
    assertThat(root.resolve("t/tree/draft/below")).doesNotExist();
  }
}
