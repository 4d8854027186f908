package org.omnigraph.engine.table.lance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.omnigraph.engine.table.lance.TableFixture.committed;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.omnigraph.engine.table.Predicate;
import org.omnigraph.engine.table.Predicate.Literal;
import org.omnigraph.engine.table.Predicate.Operator;
import org.omnigraph.engine.table.RowLocation;
import org.omnigraph.engine.table.ScanRequest;
import org.omnigraph.engine.table.TableEdit;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.table.TableSnapshot;

/**
 * Random upserts, deletes, replacements and compactions of few keys, every version compared with a
 * plain map. Guards kept row identities, which lance-core has lost or doubled under index upkeep.
 */
@Tag("fast")
class RandomTableModelTest {
  private static final int KEYS = 60;
  private static final int STEPS = 25;

  @TempDir Path root;

  private record Row(long value, long createdAt) {}

  @ParameterizedTest
  @ValueSource(longs = {1, 7, 8, 9, 12, 42})
  void everyVersionReadsLikeTheModel(long seed) {
    Random random = new Random(seed);
    Map<String, Row> model = new TreeMap<>();
    Map<String, Long> identities = new HashMap<>();
    try (TableFixture tables = new TableFixture(root)) {
      TableRef table = tables.create();
      for (int step = 0; step < STEPS; step++) {
        table = step(tables, table, random, model, identities);
        compare(tables, table, random, model, identities, "seed " + seed + " step " + step);
      }
    }
  }

  private static TableRef step(
      TableFixture tables,
      TableRef table,
      Random random,
      Map<String, Row> model,
      Map<String, Long> identities) {
    int kind = random.nextInt(10);
    if (kind < 6) {
      Map<String, Long> rows = new TreeMap<>();
      for (int i = 1 + random.nextInt(12); i > 0; i--) {
        rows.put("k" + random.nextInt(KEYS), (long) random.nextInt(100));
      }
      TableRef next = committed(tables.commit(table, tables.upsert(table, rows))).table();
      rows.forEach(
          (id, value) ->
              model.merge(
                  id,
                  new Row(value, next.version()),
                  (old, now) -> new Row(now.value(), old.createdAt())));
      return next;
    }
    if (kind < 8 && !model.isEmpty()) {
      List<String> ids = new ArrayList<>(model.keySet());
      List<String> gone = ids.subList(0, 1 + random.nextInt(Math.min(8, ids.size())));
      TableRef next = committed(tables.commit(table, tables.delete(table, gone))).table();
      List.copyOf(gone)
          .forEach(
              id -> {
                model.remove(id);
                identities.remove(id);
              });
      return next;
    }
    if (kind == 8) {
      tables.store.compact("t", Optional.empty());
      return tables.store.newest("t", Optional.empty());
    }
    Map<String, Long> rows = Map.of("k1", 1L, "k2", (long) random.nextInt(100));
    TableEdit replace =
        new TableEdit.ReplaceAll(TableFixture.SCHEMA, List.of(tables.write(table, rows)));
    TableRef next = committed(tables.commit(table, replace)).table();
    model.clear();
    identities.clear();
    rows.forEach((id, value) -> model.put(id, new Row(value, next.version())));
    return next;
  }

  private static void compare(
      TableFixture tables,
      TableRef table,
      Random random,
      Map<String, Row> model,
      Map<String, Long> identities,
      String where) {
    Map<String, List<Object>> expected = new TreeMap<>();
    model.forEach((id, row) -> expected.put(id, List.of(row.value(), row.createdAt())));
    assertThat(tables.rows(table, "value", "_row_created_at_version"))
        .as(where)
        .isEqualTo(expected);

    Map<String, RowLocation> located = tables.store.locate(table, model.keySet());
    assertThat(located).as(where).hasSize(model.size());
    assertThat(located.values().stream().map(RowLocation::stableId))
        .as(where)
        .doesNotHaveDuplicates();
    located.forEach(
        (id, location) -> {
          Long before = identities.put(id, location.stableId());
          if (before != null) {
            assertThat(location.stableId()).as("%s: identity of %s", where, id).isEqualTo(before);
          }
        });

    long bound = random.nextInt(100);
    Predicate below = new Predicate.Compare("value", Operator.LESS, new Literal.Int64(bound));
    String point = "k" + random.nextInt(KEYS);
    Predicate exactly = new Predicate.Compare("id", Operator.EQUAL, new Literal.Text(point));
    assertThat(tables.rows(table, ScanRequest.of(List.of("id")).where(below)).keySet())
        .as(where)
        .containsExactlyInAnyOrderElementsOf(
            model.entrySet().stream()
                .filter(row -> row.getValue().value() < bound)
                .map(Map.Entry::getKey)
                .toList());
    try (TableSnapshot open = tables.store.open(table)) {
      assertThat(open.rowCount()).as(where).isEqualTo(model.size());
      assertThat(open.count(exactly)).as(where).isEqualTo(model.containsKey(point) ? 1 : 0);
    }
  }
}
