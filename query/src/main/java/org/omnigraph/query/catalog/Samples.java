package org.omnigraph.query.catalog;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Optional;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TableIdentity;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.manifest.TableEntry;

/**
 * The samples that were taken of tables. One serves all versions of a table until the table has
 * grown or shrunk by half or more. Safe for use by many threads.
 */
public final class Samples {
  private static final int MOST_TABLES = 1_000;

  /** Smaller tables are joined fast in any order. */
  private static final long FEWEST_ROWS = 20;

  private final Cache<Object, Cache<Line, TableSample>> graphs =
      Caffeine.newBuilder().weakKeys().build();

  private record Line(TableIdentity table, Optional<BranchName> branch, int magnitude) {}

  TableStatistics of(GraphSource graph, Snapshot snapshot, TypeKey type) {
    TableEntry entry = snapshot.table(type);
    if (entry.rowCount() < FEWEST_ROWS) {
      return TableStatistics.NONE;
    }
    int magnitude = Long.SIZE - Long.numberOfLeadingZeros(entry.rowCount());
    return graphs
        .get(graph.owner(), g -> Caffeine.newBuilder().maximumSize(MOST_TABLES).build())
        .get(new Line(entry.identity(), entry.branch(), magnitude), l -> new TableSample())
        .in(() -> graph.open(snapshot, type));
  }
}
