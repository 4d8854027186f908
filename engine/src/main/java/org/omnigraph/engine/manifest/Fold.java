package org.omnigraph.engine.manifest;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.CorruptState;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.id.TableIdentity;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.table.CommittedVersion;
import org.omnigraph.engine.table.RowLocation;
import org.omnigraph.engine.table.VersionMetadata;

/**
 * The rows of one manifest branch, folded. Rows only ever come: a later row of one key replaces an
 * earlier one, so rows may be added as fragments appear.
 *
 * <p>Used by one thread at a time.
 */
final class Fold {
  /** The order in which the greatest commit is the head of a branch. */
  private static final Comparator<GraphCommit> LINEAGE =
      Comparator.comparingLong(GraphCommit::manifestVersion)
          .thenComparing(GraphCommit::createdAt)
          .thenComparing(GraphCommit::id);

  private record Registration(TypeKey key, String path) {}

  /** The newest version row of a table. */
  record Live(long version, Optional<BranchName> branch, long rowCount, VersionMetadata metadata) {}

  private final Map<TableIdentity, Registration> registrations = new HashMap<>();
  private final Map<TableIdentity, Live> versions = new HashMap<>();
  private final Map<TableIdentity, Long> tombstones = new HashMap<>();
  private final Map<String, CommitId> heads = new HashMap<>();
  private final Map<String, RowLocation> headRows = new HashMap<>();
  private final Map<CommitId, GraphCommit> commits = new HashMap<>();
  private @Nullable GraphCommit newest;

  void add(ManifestRow row, RowLocation location) {
    switch (row.objectType()) {
      case ManifestRow.TABLE -> addRegistration(row);
      case ManifestRow.TABLE_VERSION -> addVersion(row);
      case ManifestRow.TABLE_TOMBSTONE -> addTombstone(row);
      case ManifestRow.GRAPH_COMMIT -> addCommit(row);
      case ManifestRow.GRAPH_HEAD -> addHead(row, location);
      default -> {
        // A kind that a later writer of this strand may add; readers pass over it.
      }
    }
  }

  private void addRegistration(ManifestRow row) {
    TableIdentity identity = row.identity();
    row.requireId(ManifestRow.tableId(identity));
    TypeKey key = key(row);
    String path = key.kind().directory() + "/" + identity.hex("-");
    if (!path.equals(row.location())) {
      throw row.corrupt("its location is '" + row.location() + "', not '" + path + "'");
    }
    registrations.put(identity, new Registration(key, path));
  }

  private void addVersion(ManifestRow row) {
    TableIdentity identity = row.identity();
    row.requireId(ManifestRow.versionId(identity, row.version()));
    Long rowCount = row.rowCount();
    if (rowCount == null) {
      throw row.corrupt("it has no row count");
    }
    Live known = versions.get(identity);
    if (known == null || row.version() > known.version()) {
      versions.put(
          identity,
          new Live(
              row.version(), row.branch().map(BranchName::of), rowCount, RowMetadata.version(row)));
    }
  }

  private void addTombstone(ManifestRow row) {
    row.requireId(ManifestRow.tombstoneId(row.identity(), row.version()));
    tombstones.merge(row.identity(), row.version(), Math::max);
  }

  private void addCommit(ManifestRow row) {
    GraphCommit commit = RowMetadata.commit(row);
    commits.put(commit.id(), commit);
    if (newest == null || LINEAGE.compare(commit, newest) > 0) {
      newest = commit;
    }
  }

  private void addHead(ManifestRow row, RowLocation location) {
    String branch = row.objectId().substring(row.objectId().indexOf(':') + 1);
    row.requireId(ManifestRow.headId(branch));
    heads.put(branch, RowMetadata.head(row));
    headRows.put(branch, location);
  }

  private static TypeKey key(ManifestRow row) {
    try {
      return TypeKey.parse(row.tableKey());
    } catch (IllegalArgumentException e) {
      throw row.corrupt("'" + row.tableKey() + "' is no table key");
    }
  }

  /** The live tables, sorted by key text. */
  Map<TypeKey, TableEntry> tables() {
    Map<TypeKey, TableEntry> tables = new TreeMap<>();
    versions.forEach(
        (identity, live) -> {
          Long tombstone = tombstones.get(identity);
          if (tombstone == null || tombstone < live.version()) {
            put(tables, identity, live);
          }
        });
    return Collections.unmodifiableMap(tables);
  }

  private void put(Map<TypeKey, TableEntry> tables, TableIdentity identity, Live live) {
    Registration registration = registrations.get(identity);
    if (registration == null) {
      throw new CorruptState(
          "__manifest has versions of table " + identity.hex(":") + " but no registration of it");
    }
    TableEntry entry =
        new TableEntry(
            registration.key(),
            identity,
            registration.path(),
            live.version(),
            live.branch(),
            live.rowCount());
    if (tables.put(registration.key(), entry) != null) {
      throw new CorruptState("__manifest has two live tables called " + registration.key());
    }
  }

  /** The newest version of every live table, with everything its row says. */
  Map<TableIdentity, CommittedVersion> committed() {
    Map<TableIdentity, CommittedVersion> committed = new HashMap<>();
    for (TableEntry entry : tables().values()) {
      Live live = versions.get(entry.identity());
      if (live != null) {
        committed.put(
            entry.identity(), new CommittedVersion(entry.ref(), live.rowCount(), live.metadata()));
      }
    }
    return committed;
  }

  /**
   * The version that a publish must expect: the greatest of a live table, the tombstone of a
   * dropped one, 0 for an unknown one.
   */
  long expectableVersion(TableIdentity identity) {
    Live live = versions.get(identity);
    Long tombstone = tombstones.get(identity);
    return Math.max(live == null ? 0 : live.version(), tombstone == null ? 0 : tombstone);
  }

  /** The name a table is registered under. */
  Optional<TypeKey> alias(TableIdentity identity) {
    return Optional.ofNullable(registrations.get(identity)).map(Registration::key);
  }

  Optional<Live> live(TableIdentity identity) {
    return Optional.ofNullable(versions.get(identity));
  }

  /** What the branch's own head row says; a fresh branch has none. */
  Optional<CommitId> ownHead(BranchName branch) {
    return Optional.ofNullable(heads.get(branch.value()));
  }

  Optional<RowLocation> headRow(BranchName branch) {
    return Optional.ofNullable(headRows.get(branch.value()));
  }

  /** The commit that readers of the branch see as its newest. */
  Optional<GraphCommit> effectiveHead() {
    return Optional.ofNullable(newest);
  }

  Optional<GraphCommit> commit(CommitId id) {
    return Optional.ofNullable(commits.get(id));
  }

  /** The newest commit that is not younger than a time. */
  Optional<GraphCommit> commitAt(Instant time) {
    return commits.values().stream()
        .filter(commit -> !commit.createdAt().isAfter(time))
        .max(LINEAGE);
  }

  /** The commit that all others descend from. */
  Optional<GraphCommit> oldest() {
    return commits.values().stream().min(LINEAGE);
  }

  /** All visible commits, newest first. */
  List<GraphCommit> commits() {
    List<GraphCommit> all = new ArrayList<>(commits.values());
    all.sort(LINEAGE.reversed());
    return all;
  }
}
