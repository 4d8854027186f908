package org.omnigraph.engine.manifest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.CorruptState;
import org.omnigraph.engine.error.StorageUnavailable;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TableIdentity;
import org.omnigraph.engine.table.CommittedVersion;
import org.omnigraph.engine.table.Predicate;
import org.omnigraph.engine.table.RowLocation;
import org.omnigraph.engine.table.ScanRequest;
import org.omnigraph.engine.table.StagedFragments;
import org.omnigraph.engine.table.TableBranch.BranchIdentifier;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.table.TableSnapshot;
import org.omnigraph.engine.table.TableStore;
import org.omnigraph.engine.table.TableTransaction;

/**
 * The fold of one manifest branch at one version, which moves forward by reading the fragments that
 * appeared since.
 *
 * <p>Rows are only added or replaced under their key, and both arrive in new fragments. A fragment
 * that was read and is gone was rewritten. When nothing else has happened since, the rows are the
 * same and only the heads are looked for in their new places; otherwise the fold starts over.
 *
 * <p>Used under its own monitor.
 */
final class BranchFold {
  private static final ScanRequest ROWS = ScanRequest.of(ManifestRows.COLUMNS).withRowAddress();

  private static final ScanRequest HEADS =
      ROWS.where(
          new Predicate.Compare(
              "object_type",
              Predicate.Operator.EQUAL,
              new Predicate.Literal.Text(ManifestRow.GRAPH_HEAD)));

  /** A compaction is one version or two. */
  private static final int MOST_LAYOUTS = 4;

  private final TableStore tables;
  private final BufferAllocator allocator;
  private final BranchName branch;
  private final BranchIdentifier identifier;
  private Fold fold = new Fold();
  private NavigableSet<Integer> read = new TreeSet<>();
  private TableRef at;

  BranchFold(
      TableStore tables,
      BufferAllocator allocator,
      BranchName branch,
      BranchIdentifier identifier,
      TableRef at) {
    this.tables = tables;
    this.allocator = allocator;
    this.branch = branch;
    this.identifier = identifier;
    this.at = at;
    readAll(at);
  }

  BranchIdentifier identifier() {
    return identifier;
  }

  Fold fold() {
    return fold;
  }

  /** How many fragments the folded version has. */
  int fragments() {
    return read.size();
  }

  /** The manifest version that is folded. */
  TableRef at() {
    return at;
  }

  /** Moves to a version at or above this one. */
  void advance(TableRef to) {
    if (to.version() == at.version()) {
      return;
    }
    if (to.version() < at.version()) {
      readAll(to);
      return;
    }
    try (TableSnapshot table = tables.open(to)) {
      List<Integer> now = table.fragments();
      if (new HashSet<>(now).containsAll(read)) {
        List<Integer> added = new ArrayList<>(now);
        added.removeAll(read);
        scan(table, added, ROWS);
      } else if (isLaidOutAnew(to)) {
        scan(table, now, HEADS);
      } else {
        readAll(to);
        return;
      }
      read = new TreeSet<>(now);
      at = to;
    }
  }

  private boolean isLaidOutAnew(TableRef to) {
    if (to.version() - at.version() > MOST_LAYOUTS) {
      return false;
    }
    for (long version = at.version() + 1; version <= to.version(); version++) {
      TableRef step = new TableRef(to.path(), to.branch(), version);
      if (!tables.readableTransactionOf(step).map(TableTransaction::keepsRows).orElse(false)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Moves to the version that a publish from this one made, without reading back what it wrote.
   *
   * @param rows in the order in which they stand in {@code written}
   */
  void advanceByOwn(TableRef to, List<ManifestRow> rows, StagedFragments written) {
    int fragment = read.isEmpty() ? 0 : read.last() + 1;
    try (TableSnapshot table = tables.open(to)) {
      if (!table.holds(fragment, written)) {
        advance(to);
        return;
      }
    }
    for (int row = 0; row < rows.size(); row++) {
      fold.add(rows.get(row), new RowLocation((long) fragment << 32 | row, 0));
    }
    read.add(fragment);
    at = to;
  }

  private void readAll(TableRef version) {
    try (TableSnapshot table = tables.open(version)) {
      fold = new Fold();
      List<Integer> all = table.fragments();
      scan(table, all, ROWS);
      read = new TreeSet<>(all);
      at = version;
    }
  }

  private void scan(TableSnapshot table, List<Integer> fragments, ScanRequest request) {
    if (fragments.isEmpty()) {
      return;
    }
    Fold target = fold;
    try (ArrowReader reader = table.scanFragments(fragments, request, allocator)) {
      while (reader.loadNextBatch()) {
        ManifestRows.decode(reader.getVectorSchemaRoot(), target::add);
      }
    } catch (IOException e) {
      throw new StorageUnavailable("cannot read __manifest", e);
    }
  }

  /**
   * Refuses another storage strand. Old versions are not asked: the stamp of a graph may have been
   * set after its genesis.
   */
  static void requireStamp(TableStore tables, TableRef at) {
    @Nullable String stamp;
    try (TableSnapshot table = tables.open(at)) {
      stamp = table.schema().getCustomMetadata().get(ManifestRows.STAMP_KEY);
    }
    if (!ManifestRows.STAMP.equals(stamp)) {
      throw new CorruptState(
          "the graph is of storage strand "
              + (stamp == null ? "(none)" : stamp)
              + "; this program reads and writes strand "
              + ManifestRows.STAMP
              + " only; "
              + (isNewer(stamp)
                  ? "use a newer version of this program"
                  : "export it with the program that wrote it, make a new graph with its schema and"
                      + " load the export in mode overwrite"));
    }
  }

  private static boolean isNewer(@Nullable String stamp) {
    try {
      return stamp != null && Long.parseLong(stamp) > Long.parseLong(ManifestRows.STAMP);
    } catch (NumberFormatException e) {
      return true;
    }
  }

  ManifestState state() {
    return new ManifestState(branch, identifier, fold.ownHead(branch), snapshot());
  }

  /** The newest version of every live table. */
  Map<TableIdentity, CommittedVersion> versions() {
    return fold.committed();
  }

  Snapshot snapshot() {
    return new Snapshot(
        branch, identifier, at.version(), fold.effectiveHead().map(GraphCommit::id), fold.tables());
  }

  Optional<RowLocation> headRow() {
    return fold.headRow(branch);
  }
}
