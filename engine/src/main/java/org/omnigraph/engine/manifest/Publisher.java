package org.omnigraph.engine.manifest;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.omnigraph.engine.error.Conflict;
import org.omnigraph.engine.error.CorruptState;
import org.omnigraph.engine.error.ReadSetChanged;
import org.omnigraph.engine.error.VersionMismatch;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.IdSource;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.manifest.Publication.ExactHead;
import org.omnigraph.engine.table.CommitOutcome;
import org.omnigraph.engine.table.FragmentSink;
import org.omnigraph.engine.table.RowLocation;
import org.omnigraph.engine.table.StagedFragments;
import org.omnigraph.engine.table.TableEdit;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.table.TableStore;

/**
 * Writes one publication as one manifest version.
 *
 * <p>The compare-and-swap is the branch's head row: every publish deletes the old one and adds a
 * new one in a single transaction, so of two publishers on one version the second is refused. The
 * first own head row of a branch has none to replace; it is merged in by its key instead.
 */
final class Publisher {
  private final TableStore tables;
  private final BufferAllocator allocator;
  private final IdSource ids;

  Publisher(TableStore tables, BufferAllocator allocator, IdSource ids) {
    this.tables = tables;
    this.allocator = allocator;
    this.ids = ids;
  }

  /**
   * One attempt on the folded version, which moves on when it succeeds; {@link CommitOutcome.Lost}
   * is worth another one.
   */
  CommitOutcome attempt(BranchFold fold, Publication publication) {
    publication
        .condition()
        .ifPresent(condition -> requireUnmoved(fold, publication.branch(), condition));
    publication.updates().forEach(update -> requireExpected(fold.fold(), update));
    List<ManifestRow> rows = rows(fold, publication);
    requireConsistent(fold, publication);
    Optional<RowLocation> oldHead = fold.headRow();
    return oldHead.isPresent()
        ? replaceHead(fold, oldHead.get(), rows)
        : mergeFirstHead(fold, rows);
  }

  private static void requireUnmoved(BranchFold fold, BranchName branch, ExactHead condition) {
    if (!fold.identifier().equals(condition.identifier())) {
      throw new ReadSetChanged(
          "branch_identifier:" + branch,
          condition.identifier().toString(),
          fold.identifier().toString());
    }
    Optional<String> actual = fold.fold().ownHead(branch).map(Object::toString);
    Optional<String> expected = condition.ownHead().map(Object::toString);
    if (!actual.equals(expected)) {
      throw new ReadSetChanged("graph_head:" + branch, expected.orElse(null), actual.orElse(null));
    }
  }

  private static void requireExpected(Fold fold, TableUpdate update) {
    Optional<TypeKey> alias = fold.alias(update.identity());
    if (!alias.equals(Optional.of(update.key()))) {
      throw new ReadSetChanged(
          "dataset_binding:" + update.identity().hex(":"),
          update.key().toString(),
          alias.map(TypeKey::toString).orElse(null));
    }
    long actual = fold.expectableVersion(update.identity());
    if (actual != update.expectedVersion()) {
      throw new VersionMismatch(update.key().toString(), update.expectedVersion(), actual);
    }
  }

  /** A pointer only moves up, and no two moves are of one table. */
  private static void requireConsistent(BranchFold fold, Publication publication) {
    long distinct = publication.updates().stream().map(TableUpdate::identity).distinct().count();
    if (distinct != publication.updates().size()) {
      throw new Conflict("a publish names one table twice: " + publication.updates());
    }
    for (TableUpdate update : publication.updates()) {
      if (update.to().table().version() <= update.expectedVersion()) {
        throw new Conflict(
            update.key()
                + " would move from version "
                + update.expectedVersion()
                + " to "
                + update.to().table().version());
      }
    }
    if (fold.fold().commit(publication.commit()).isPresent()) {
      throw new Conflict("commit " + publication.commit() + " is published already");
    }
  }

  private static List<ManifestRow> rows(BranchFold fold, Publication publication) {
    List<ManifestRow> rows = new ArrayList<>();
    publication.updates().forEach(update -> rows.add(versionRow(update)));
    GraphCommit commit =
        new GraphCommit(
            publication.commit(),
            publication.branch(),
            fold.at().version() + 1,
            fold.fold().effectiveHead().map(GraphCommit::id),
            Optional.empty(),
            publication.actor(),
            publication.createdAt());
    rows.add(Rows.commit(commit));
    rows.add(Rows.head(commit));
    return rows;
  }

  private static ManifestRow versionRow(TableUpdate update) {
    return Rows.version(update.key(), update.identity(), update.to());
  }

  private CommitOutcome replaceHead(BranchFold fold, RowLocation head, List<ManifestRow> rows) {
    TableRef base = fold.at();
    StagedFragments written;
    try (VectorSchemaRoot batch = ManifestRows.encode(rows, allocator);
        FragmentSink sink = tables.sink(base, ManifestRows.SCHEMA)) {
      sink.write(batch);
      written = sink.finish();
    }
    TableEdit edit =
        new TableEdit.ChangeRows(List.of(head), List.of(), List.of(), List.of(written));
    CommitOutcome outcome = tables.stage(base, "omnigraph-" + ids.ulid(), edit).commit();
    if (outcome instanceof CommitOutcome.Committed committed) {
      fold.advanceByOwn(committed.version().table(), rows, written);
    } else {
      tables.abandon(base, written);
    }
    return outcome;
  }

  private CommitOutcome mergeFirstHead(BranchFold fold, List<ManifestRow> rows) {
    TableRef base = fold.at();
    try (VectorSchemaRoot batch = ManifestRows.encode(rows, allocator)) {
      CommitOutcome outcome = tables.mergeByKey(base, "object_id", batch);
      if (outcome instanceof CommitOutcome.Committed committed) {
        // A merge orders its rows as it likes, so they are read back for their places.
        fold.advance(committed.version().table());
      }
      return outcome;
    } catch (CorruptState e) {
      throw new CorruptState(
          "the first commit of branch '"
              + base.branch().map(Object::toString).orElse("main")
              + "' is recorded under a wrong manifest version",
          e);
    }
  }
}
