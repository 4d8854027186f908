package org.omnigraph.query.kernel;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.omnigraph.query.lance.Execution;
import org.omnigraph.query.lance.LanceTableScan;
import org.omnigraph.query.lance.TableVersion;

/**
 * Which versions of tables statements have read, and so whether a statement reads nothing but
 * tables of the kernel's own: copies of what was read before, and what is small. Safe for use by
 * many threads.
 */
final class KnownVersions {
  /** So many rows are put into a table at once for a statement whose other inputs are tables. */
  static final double FEW_ROWS = 100_000;

  private static final int MOST_VERSIONS = 4_096;

  private enum Known {
    READ,
    NOT_COPIED
  }

  private final long mostBytes;
  private final Cache<TableVersion, Known> versions =
      Caffeine.newBuilder().maximumSize(MOST_VERSIONS).build();

  /**
   * None yet.
   *
   * @param mostBytes what the copies of one DuckDB may take
   */
  KnownVersions(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  /**
   * Whether the inputs of a run are all worth a table, and some are copies; notes that it reads.
   */
  boolean areTables(List<KernelPlan.Scan> scans, Execution execution) {
    boolean tables = wouldBeTables(scans, execution);
    for (KernelPlan.Scan scan : scans) {
      scan.copy()
          .flatMap(copy -> copy.scan().version(execution))
          .ifPresent(version -> versions.asMap().putIfAbsent(version, Known.READ));
    }
    return tables;
  }

  /** As {@link #areTables}, of a run that does not take place. */
  boolean wouldBeTables(List<KernelPlan.Scan> scans, Execution execution) {
    Map<TableVersion, Set<Integer>> copied = new HashMap<>();
    Map<TableVersion, LanceTableScan> tables = new HashMap<>();
    boolean all = true;
    for (KernelPlan.Scan scan : scans) {
      Optional<TableVersion> version = scan.copy().flatMap(copy -> copy.scan().version(execution));
      if (version.isPresent()) {
        KernelPlan.CopyRead copy = scan.copy().orElseThrow();
        tables.put(version.get(), copy.scan());
        copied.computeIfAbsent(version.get(), v -> new TreeSet<>()).addAll(copy.columns());
      } else {
        all &= scan.leaf().expectedRows() <= FEW_ROWS;
      }
    }
    boolean again = false;
    for (TableVersion version : copied.keySet()) {
      all &= isCopied(version);
      again |= versions.getIfPresent(version) == Known.READ;
    }
    long bytes = 0;
    for (Map.Entry<TableVersion, LanceTableScan> table : tables.entrySet()) {
      TableVersion version = table.getKey();
      Set<Integer> columns = copied.getOrDefault(version, Set.of());
      bytes += TableCopies.guess(table.getValue(), columns, version.rows());
    }
    return all && again && bytes <= mostBytes;
  }

  /** Whether the next statement that reads a version finds or makes a copy of it. */
  private boolean isCopied(TableVersion version) {
    Known known = versions.getIfPresent(version);
    return known == Known.READ || (known == null && version.rows() <= FEW_ROWS);
  }

  /** Notes that a version is too large for a copy after all. */
  void refuse(TableVersion version) {
    versions.put(version, Known.NOT_COPIED);
  }
}
