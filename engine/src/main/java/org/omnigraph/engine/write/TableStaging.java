package org.omnigraph.engine.write;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.arrow.memory.BufferAllocator;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.IdSource;
import org.omnigraph.engine.manifest.TableEntry;
import org.omnigraph.engine.pending.ChangeSet;
import org.omnigraph.engine.pending.ChangeSet.TypeChange;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.engine.schema.PhysicalSchema;
import org.omnigraph.engine.table.RowLocation;
import org.omnigraph.engine.table.StagedFragments;
import org.omnigraph.engine.table.TableEdit;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.table.TableStore;
import org.omnigraph.engine.table.TransactionId;
import org.omnigraph.engine.write.PreparedTable.FirstTouch;
import org.omnigraph.engine.write.PreparedTable.Staged;

/** Turns the change of one type into one transaction on the table's published version. */
final class TableStaging {
  private final TableStore tables;
  private final BufferAllocator allocator;
  private final IdSource ids;
  private final KeptFiles kept;

  /**
   * Stages for one write.
   *
   * @param kept what its earlier attempts have written
   */
  TableStaging(TableStore tables, BufferAllocator allocator, IdSource ids, KeptFiles kept) {
    this.tables = tables;
    this.allocator = allocator;
    this.ids = ids;
    this.kept = kept;
  }

  /**
   * The prepared table; empty when the change leaves it as it is.
   *
   * @param home where rows lie that are in files already
   */
  Optional<PreparedTable> prepare(
      TypeChange change, TableRef home, TableEntry entry, BranchName branch) {
    String uuid = "omnigraph-" + ids.ulid();
    Optional<BranchName> own = branch.isMain() ? Optional.empty() : Optional.of(branch);
    if (entry.branch().equals(own)) {
      return stage(change, home, entry, entry.ref(), uuid).map(staged -> staged);
    }
    return firstTouch(change, home, entry, new TableRef(entry.path(), own, entry.version()), uuid);
  }

  private Optional<PreparedTable> firstTouch(
      TypeChange change, TableRef home, TableEntry entry, TableRef base, String uuid) {
    long deleted = tables.locate(entry.ref(), change.deletedIds()).size();
    if (deleted == 0 && change.rows().count() == 0 && change.mode() != WriteMode.REPLACE) {
      return Optional.empty();
    }
    TransactionId id = new TransactionId(base.version(), uuid);
    return Optional.of(new FirstTouch(entry, change, home, base, id, deleted));
  }

  /** Writes what was put off; the table has its branch now, at the version it was inherited in. */
  Staged stage(FirstTouch table) {
    return stage(table.change(), table.home(), table.entry(), table.base(), table.id().uuid())
        .orElseThrow(() -> new IllegalStateException("nothing to write to " + table.base()));
  }

  private Optional<Staged> stage(
      TypeChange change, TableRef home, TableEntry entry, TableRef base, String uuid) {
    try (OutgoingRows rows = new OutgoingRows(tables, allocator, change, home, base, kept)) {
      Optional<Edit> edit = edit(change, base, rows);
      return edit.map(found -> staged(change, entry, base, uuid, rows, found));
    }
  }

  private record Edit(TableEdit edit, long deleted) {}

  private Optional<Edit> edit(TypeChange change, TableRef base, OutgoingRows rows) {
    if (change.mode() == WriteMode.REPLACE) {
      List<StagedFragments> all = rows.all();
      return Optional.of(
          new Edit(new TableEdit.ReplaceAll(PhysicalSchema.of(change.type()), all), 0));
    }
    Set<String> wanted = new HashSet<>(change.deletedIds());
    if (change.mode() == WriteMode.UPSERT) {
      wanted.addAll(rows.ids());
    }
    Map<String, RowLocation> located = tables.locate(base, wanted);
    List<RowLocation> deleted = new ArrayList<>();
    for (String id : change.deletedIds()) {
      Optional.ofNullable(located.remove(id)).ifPresent(deleted::add);
    }
    if (deleted.isEmpty() && change.rows().count() == 0) {
      return Optional.empty();
    }
    OutgoingRows.Split split = rows.split(located);
    List<RowLocation> removed = new ArrayList<>(deleted);
    removed.addAll(split.replaced());
    TableEdit edit =
        new TableEdit.ChangeRows(removed, split.replacing(), split.replaced(), split.added());
    return Optional.of(new Edit(edit, deleted.size()));
  }

  private Map<String, String> notes(
      TypeChange change, TableRef base, String uuid, OutgoingRows rows, TableEdit edit) {
    if (change.mode() != WriteMode.INSERT
        || !addsOnly(edit, change.rows().count())
        || !canReadIds(change)) {
      return Map.of();
    }
    InsertProof proof =
        new InsertProof(base.version(), uuid, change.rows().count(), rows.idDigest());
    return Map.of(InsertProof.PROPERTY, proof.text());
  }

  private static boolean canReadIds(TypeChange change) {
    return change.rows() instanceof ChangeSet.Rows.InMemory
        || !PhysicalSchema.hasSeveralBlobs(PhysicalSchema.of(change.type()));
  }

  private static boolean addsOnly(TableEdit edit, long rows) {
    return edit instanceof TableEdit.ChangeRows change
        && change.removed().isEmpty()
        && change.replacing().isEmpty()
        && rows > 0
        && change.added().stream().mapToLong(StagedFragments::rows).sum() == rows;
  }

  private Staged staged(
      TypeChange change,
      TableEntry entry,
      TableRef base,
      String uuid,
      OutgoingRows rows,
      Edit edit) {
    List<StagedFragments> files = rows.written();
    try {
      return new Staged(
          entry,
          tables.stage(base, uuid, edit.edit(), notes(change, base, uuid, rows, edit.edit())),
          files,
          change.rows().count(),
          edit.deleted());
    } catch (RuntimeException e) {
      kept.abandon(base, files);
      throw e;
    }
  }
}
