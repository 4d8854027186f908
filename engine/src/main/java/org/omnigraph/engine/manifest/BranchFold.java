package org.omnigraph.engine.manifest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.CorruptState;
import org.omnigraph.engine.error.StorageUnavailable;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TableIdentity;
import org.omnigraph.engine.table.CommittedVersion;
import org.omnigraph.engine.table.RowLocation;
import org.omnigraph.engine.table.ScanRequest;
import org.omnigraph.engine.table.TableBranch.BranchIdentifier;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.table.TableSnapshot;
import org.omnigraph.engine.table.TableStore;

/**
 * The fold of one manifest branch at one version, which moves forward by reading the fragments that
 * appeared since.
 *
 * <p>Rows are only added or replaced under their key, and both arrive in new fragments. A fragment
 * that was read and is gone was rewritten by a compaction, so the fold starts over.
 *
 * <p>Used under its own monitor.
 */
final class BranchFold {
  private static final ScanRequest ROWS = ScanRequest.of(ManifestRows.COLUMNS).withRowAddress();

  private final TableStore tables;
  private final BufferAllocator allocator;
  private final BranchName branch;
  private final BranchIdentifier identifier;
  private Fold fold = new Fold();
  private Set<Integer> read = new HashSet<>();
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
      if (!new HashSet<>(now).containsAll(read)) {
        readAll(to);
        return;
      }
      List<Integer> added = new ArrayList<>(now);
      added.removeAll(read);
      scan(table, added);
      read.addAll(added);
      at = to;
    }
  }

  /**
   * Moves to the version that a publish from this one made, without reading back what it wrote. The
   * new rows are the one fragment that appeared; anything else is read.
   */
  void advanceByOwn(TableRef to, List<ManifestRow> rows) {
    try (TableSnapshot table = tables.open(to)) {
      List<Integer> added = new ArrayList<>(table.fragments());
      int before = added.size();
      added.removeAll(read);
      if (added.size() != 1 || before != read.size() + 1) {
        advance(to);
        return;
      }
      long fragment = added.get(0);
      for (int row = 0; row < rows.size(); row++) {
        fold.add(rows.get(row), new RowLocation(fragment << 32 | row, 0));
      }
      read.addAll(added);
      at = to;
    }
  }

  private void readAll(TableRef version) {
    try (TableSnapshot table = tables.open(version)) {
      fold = new Fold();
      List<Integer> all = table.fragments();
      scan(table, all);
      read = new HashSet<>(all);
      at = version;
    }
  }

  private void scan(TableSnapshot table, List<Integer> fragments) {
    if (fragments.isEmpty()) {
      return;
    }
    Fold target = fold;
    try (ArrowReader reader = table.scanFragments(fragments, ROWS, allocator)) {
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
