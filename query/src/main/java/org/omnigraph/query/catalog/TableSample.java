package org.omnigraph.query.catalog;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.omnigraph.engine.error.StorageUnavailable;
import org.omnigraph.engine.pending.predicate.Conditions;
import org.omnigraph.engine.pending.predicate.RowFilter;
import org.omnigraph.engine.table.Predicate;
import org.omnigraph.engine.table.TableSnapshot;

/**
 * What a few hundred rows, in runs spread over a table, say about all of it. Each question reads
 * them once; only the answers are kept.
 *
 * <p>The number of different values is estimated as Haas and Stokes do (the estimator that {@code
 * ANALYZE} of PostgreSQL uses): of n rows among N with d values, f of them seen once, it is {@code
 * n d / (n - f + f n / N)}.
 */
final class TableSample {
  private static final int RUNS = 8;
  private static final int RUN = 64;
  private static final int MOST_ANSWERS = 500;

  private final Cache<String, Double> distinct =
      Caffeine.newBuilder().maximumSize(MOST_ANSWERS).build();
  private final Cache<Predicate, Double> shares =
      Caffeine.newBuilder().maximumSize(MOST_ANSWERS).build();

  /** The answers for a version, which is opened when one is not known yet. */
  TableStatistics in(Supplier<TableSnapshot> version) {
    return new TableStatistics() {
      @Override
      public OptionalDouble distinct(String column) {
        return OptionalDouble.of(distinct.get(column, c -> countDistinct(version, c)));
      }

      @Override
      public OptionalDouble share(Predicate predicate) {
        return OptionalDouble.of(shares.get(predicate, p -> countMatches(version, p)));
      }
    };
  }

  private static double countDistinct(Supplier<TableSnapshot> version, String column) {
    Map<Object, Integer> seen = new HashMap<>();
    Size size =
        read(
            version,
            List.of(column),
            batch -> {
              FieldVector values = batch.getVector(column);
              for (int row = 0; row < batch.getRowCount(); row++) {
                if (!values.isNull(row)) {
                  seen.merge(values.getObject(row), 1, Integer::sum);
                }
              }
            });
    double rows = seen.values().stream().mapToInt(Integer::intValue).sum();
    if (rows == 0) {
      return 1;
    }
    double once = seen.values().stream().filter(count -> count == 1).count();
    double all = size.table() * rows / size.sample();
    return rows * seen.size() / (rows - once + once * rows / all);
  }

  private static double countMatches(Supplier<TableSnapshot> version, Predicate predicate) {
    int[] matches = {0};
    Size size =
        read(
            version,
            List.copyOf(Conditions.columns(predicate)),
            batch -> {
              RowFilter filter = RowFilter.over(batch, predicate);
              for (int row = 0; row < batch.getRowCount(); row++) {
                matches[0] += filter.matches(row) ? 1 : 0;
              }
            });
    return Math.max(0.5, matches[0]) / size.sample();
  }

  /** Rows of the table, and how many of them were looked at; at least one. */
  private record Size(double table, double sample) {}

  private static Size read(
      Supplier<TableSnapshot> version, List<String> columns, Consumer<VectorSchemaRoot> use) {
    try (TableSnapshot table = version.get()) {
      List<Long> places = places(table.rowCount());
      try (ArrowReader rows = table.rowsAt(columns, places)) {
        while (rows.loadNextBatch()) {
          use.accept(rows.getVectorSchemaRoot());
        }
      }
      return new Size(Math.max(1, table.rowCount()), Math.max(1, places.size()));
    } catch (IOException e) {
      throw new StorageUnavailable("a table cannot be read: " + e.getMessage(), e);
    }
  }

  private static List<Long> places(long rows) {
    List<Long> places = new ArrayList<>();
    long distance = Math.max(RUN, rows / RUNS);
    for (long start = 0; start < rows && places.size() < RUNS * RUN; start += distance) {
      for (long place = start; place < Math.min(rows, start + RUN); place++) {
        places.add(place);
      }
    }
    return places;
  }
}
