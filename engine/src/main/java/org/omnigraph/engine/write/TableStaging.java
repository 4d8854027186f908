package org.omnigraph.engine.write;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.arrow.memory.BufferAllocator;
import org.omnigraph.engine.error.Unsupported;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.IdSource;
import org.omnigraph.engine.manifest.TableEntry;
import org.omnigraph.engine.pending.ChangeSet.Rows;
import org.omnigraph.engine.pending.ChangeSet.TypeChange;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.engine.schema.PhysicalSchema;
import org.omnigraph.engine.table.RowLocation;
import org.omnigraph.engine.table.StagedFragments;
import org.omnigraph.engine.table.TableEdit;
import org.omnigraph.engine.table.TableStore;

/** Turns the change of one type into one staged transaction on the table's published version. */
final class TableStaging {
  private final TableStore tables;
  private final BufferAllocator allocator;
  private final IdSource ids;

  TableStaging(TableStore tables, BufferAllocator allocator, IdSource ids) {
    this.tables = tables;
    this.allocator = allocator;
    this.ids = ids;
  }

  /** The staged transaction; empty when the change leaves the table as it is. */
  Optional<PreparedTable> stage(TypeChange change, TableEntry entry, BranchName branch) {
    requireOwnTable(entry, branch);
    try (OutgoingRows rows = new OutgoingRows(tables, allocator, change, entry.ref())) {
      if (change.mode() == WriteMode.REPLACE) {
        return Optional.of(replace(change, entry, rows));
      }
      return changeRows(change, entry, rows);
    }
  }

  /** A table that a branch has inherited must be forked first. */
  private static void requireOwnTable(TableEntry entry, BranchName branch) {
    Optional<BranchName> own = branch.isMain() ? Optional.empty() : Optional.of(branch);
    if (!entry.branch().equals(own)) {
      throw new Unsupported(
          "the first write to "
              + entry.key()
              + " on branch '"
              + branch
              + "' is not supported yet; write to a type that the branch has written before");
    }
  }

  private PreparedTable replace(TypeChange change, TableEntry entry, OutgoingRows rows) {
    List<StagedFragments> all = rows.all();
    TableEdit edit = new TableEdit.ReplaceAll(PhysicalSchema.of(change.type()), all);
    return prepared(change, entry, rows, edit, 0);
  }

  private Optional<PreparedTable> changeRows(
      TypeChange change, TableEntry entry, OutgoingRows rows) {
    Set<String> wanted = new HashSet<>(change.deletedIds());
    if (change.mode() == WriteMode.UPSERT) {
      wanted.addAll(rows.ids());
    }
    Map<String, RowLocation> located = tables.locate(entry.ref(), wanted);
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
    return Optional.of(prepared(change, entry, rows, edit, deleted.size()));
  }

  private PreparedTable prepared(
      TypeChange change, TableEntry entry, OutgoingRows rows, TableEdit edit, long deleted) {
    List<StagedFragments> files = rows.written();
    try {
      return new PreparedTable(
          entry,
          change.mode(),
          tables.stage(entry.ref(), "omnigraph-" + ids.ulid(), edit),
          files,
          rowCount(change.rows()),
          deleted);
    } catch (RuntimeException e) {
      files.forEach(part -> tables.abandon(entry.ref(), part));
      throw e;
    }
  }

  private static long rowCount(Rows rows) {
    return rows.count();
  }
}
