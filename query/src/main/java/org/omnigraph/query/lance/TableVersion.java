package org.omnigraph.query.lance;

import java.lang.ref.WeakReference;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.manifest.TableEntry;
import org.omnigraph.engine.pending.FrozenRows;
import org.omnigraph.engine.table.TableBranch.BranchIdentifier;
import org.omnigraph.query.catalog.GraphSource;
import org.omnigraph.query.memtable.MemTable;

/**
 * Tells one immutable state of one table from every other. A committed one: which open graph, which
 * incarnation of the table, and which line of versions, since a branch that was made anew counts
 * from the start. One with a transaction's own rows: by them. Keeps neither graph nor transaction
 * alive.
 */
public final class TableVersion {
  private final WeakReference<Object> owner;
  private final int ownerHash;
  private final TableEntry table;
  private final BranchIdentifier line;
  private final long rows;

  private TableVersion(Object owner, TableEntry table, BranchIdentifier line, long rows) {
    this.owner = new WeakReference<>(owner);
    this.ownerHash = System.identityHashCode(owner);
    this.table = table;
    this.line = line;
    this.rows = rows;
  }

  static TableVersion of(GraphSource graph, Snapshot snapshot, TableEntry table) {
    return new TableVersion(graph.owner(), table, line(snapshot, table), table.rowCount());
  }

  /** The version {@code table} together with a transaction's own rows. */
  static TableVersion of(MemTable pending, Snapshot snapshot, TableEntry table) {
    FrozenRows rows = pending.rows();
    return new TableVersion(rows.state(), table, line(snapshot, table), rows.mostRows());
  }

  private static BranchIdentifier line(Snapshot snapshot, TableEntry table) {
    return table.branch().isPresent() ? snapshot.identifier() : BranchIdentifier.MAIN;
  }

  /** Rows of the version, at most. */
  public long rows() {
    return rows;
  }

  /** Whether nobody can ask for it any more, because its graph or its transaction is gone. */
  public boolean isGone() {
    return owner.get() == null;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof TableVersion version
        && ownerHash == version.ownerHash
        && table.equals(version.table)
        && line.equals(version.line)
        && isOfSameOwner(version);
  }

  private boolean isOfSameOwner(TableVersion version) {
    Object mine = owner.get();
    return owner.equals(version.owner) || (mine != null && mine == version.owner.get());
  }

  @Override
  public int hashCode() {
    return Objects.hash(ownerHash, table, line);
  }
}
