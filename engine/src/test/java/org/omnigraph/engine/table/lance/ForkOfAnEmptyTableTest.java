package org.omnigraph.engine.table.lance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.omnigraph.engine.table.lance.TableFixture.committed;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.table.RowLocation;
import org.omnigraph.engine.table.TableEdit;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.table.TableSnapshot;

/**
 * Lance forgets that rows have stable identities when it makes a branch of a table without rows.
 */
@Tag("K-017")
class ForkOfAnEmptyTableTest {
  private static final BranchName BRANCH = new BranchName("draft");

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

  private TableRef fork(TableRef from) {
    tables.store.createBranch(from, BRANCH);
    return tables.store.newest("t", Optional.of(BRANCH));
  }

  private TableRef upsert(TableRef base, Map<String, Long> rows) {
    return committed(tables.commit(base, tables.upsert(base, rows))).table();
  }

  private void requireDistinct(Map<String, RowLocation> located) {
    Set<Long> stable = new HashSet<>();
    located.values().forEach(location -> stable.add(location.stableId()));
    assertThat(stable).hasSameSizeAs(located.keySet());
  }

  @Test
  void rowsOfItKeepTheirIdentities() {
    TableRef first = upsert(fork(tables.create()), Map.of("a", 1L));
    TableRef second = upsert(first, Map.of("b", 2L, "c", 3L));
    try (DatasetCache.Lease lease = tables.store.lease(first)) {
      assertThat(lease.version().hasStableRowIds()).isTrue();
    }
    Map<String, RowLocation> before = tables.store.locate(second, List.of("a", "b", "c"));
    requireDistinct(before);
    TableRef third = upsert(second, Map.of("b", 20L, "d", 4L));
    assertThat(tables.rows(third, "value", "_row_created_at_version"))
        .isEqualTo(
            Map.of(
                "a", List.of(1L, first.version()),
                "b", List.of(20L, second.version()),
                "c", List.of(3L, second.version()),
                "d", List.of(4L, third.version())));
    Map<String, RowLocation> after = tables.store.locate(third, List.of("a", "b", "c", "d"));
    requireDistinct(after);
    before.forEach(
        (id, location) -> assertThat(after.get(id).stableId()).isEqualTo(location.stableId()));
  }

  @Test
  void itsSchemaStays() {
    TableRef empty = tables.create();
    TableRef first = upsert(fork(empty), Map.of("a", 1L));
    assertThat(schema(first)).isEqualTo(schema(empty));
  }

  private Schema schema(TableRef table) {
    try (TableSnapshot open = tables.store.open(table)) {
      return open.schema();
    }
  }

  @Test
  void aTableThatWasEmptiedIsNoDifferent() {
    TableRef full = tables.insert(tables.create(), Map.of("a", 1L, "b", 2L));
    TableRef emptied =
        committed(tables.commit(full, tables.delete(full, List.of("a", "b")))).table();
    TableRef second = upsert(upsert(fork(emptied), Map.of("b", 1L)), Map.of("c", 1L));
    TableRef third = upsert(second, Map.of("b", 2L, "d", 1L));
    requireDistinct(tables.store.locate(third, List.of("b", "c", "d")));
  }

  @Test
  void rowsWithoutStableIdentitiesCanBeReplacedToo() {
    TableRef fork = fork(tables.create());
    try (DatasetCache.Lease lease = tables.store.lease(fork)) {
      assertThat(lease.version().hasStableRowIds()).isFalse();
      LanceTransaction append =
          new LanceTransaction(
              tables.store,
              fork,
              "by another program",
              new PlannedChange(
                  org.lance.operation.Append.builder()
                      .fragments(
                          LanceFragments.of(tables.write(fork, Map.of("a", 1L, "b", 2L)))
                              .fragments())
                      .build(),
                  OptionalLong.of(2),
                  true),
              Map.of());
      assertThat(append.commit()).isNotNull();
    }
    TableRef first = tables.store.newest("t", Optional.of(BRANCH));
    TableRef second = upsert(first, Map.of("b", 20L, "c", 3L));
    assertThat(tables.rows(second, "value"))
        .isEqualTo(Map.of("a", List.of(1L), "b", List.of(20L), "c", List.of(3L)));
    TableEdit all =
        new TableEdit.ReplaceAll(
            TableFixture.SCHEMA, List.of(tables.write(second, Map.of("a", 5L, "z", 6L))));
    TableRef third = committed(tables.commit(second, all)).table();
    TableRef fourth = upsert(third, Map.of("a", 7L, "b", 8L));
    assertThat(tables.rows(fourth, "value"))
        .isEqualTo(Map.of("a", List.of(7L), "b", List.of(8L), "z", List.of(6L)));
    requireDistinct(tables.store.locate(fourth, List.of("a", "b", "z")));
  }
}
