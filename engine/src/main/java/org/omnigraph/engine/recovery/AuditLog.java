package org.omnigraph.engine.recovery;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.omnigraph.engine.error.Conflict;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.engine.error.RetryableCommitConflict;
import org.omnigraph.engine.error.StorageUnavailable;
import org.omnigraph.engine.id.IdSource;
import org.omnigraph.engine.id.OperationId;
import org.omnigraph.engine.table.CommitOutcome;
import org.omnigraph.engine.table.FragmentSink;
import org.omnigraph.engine.table.Predicate;
import org.omnigraph.engine.table.ScanRequest;
import org.omnigraph.engine.table.StagedFragments;
import org.omnigraph.engine.table.TableEdit;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.table.TableSnapshot;
import org.omnigraph.engine.table.TableStore;

/**
 * What recoveries did, for good: the dataset {@code _graph_commit_recoveries.lance}, made by the
 * first of them. Not part of the graph's content.
 */
public final class AuditLog {
  static final String PATH = "_graph_commit_recoveries.lance";

  private static final int ATTEMPTS = 6;

  private final TableStore tables;
  private final BufferAllocator allocator;
  private final IdSource ids;

  public AuditLog(TableStore tables, BufferAllocator allocator, IdSource ids) {
    this.tables = tables;
    this.allocator = allocator;
    this.ids = ids;
  }

  /** All entries, in the order in which they were added. */
  public List<AuditEntry> entries() {
    return entries(Predicate.TRUE);
  }

  List<AuditEntry> of(OperationId operation) {
    return entries(
        new Predicate.Compare(
            "operation_id",
            Predicate.Operator.EQUAL,
            new Predicate.Literal.Text(operation.value())));
  }

  /** Adds an entry unless the operation has one of its kind. */
  void record(AuditEntry entry) {
    if (of(entry.operation()).stream().anyMatch(known -> known.kind() == entry.kind())) {
      return;
    }
    String reason = "";
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      CommitOutcome outcome = append(entry);
      if (outcome instanceof CommitOutcome.Committed) {
        return;
      }
      reason = ((CommitOutcome.Lost) outcome).reason();
    }
    throw new RetryableCommitConflict(
        PATH + " was busy in each of " + ATTEMPTS + " attempts to add an entry: " + reason);
  }

  private CommitOutcome append(AuditEntry entry) {
    TableRef base = newest().orElseGet(this::create);
    StagedFragments written;
    try (VectorSchemaRoot batch = AuditRows.encode(entry, allocator);
        FragmentSink sink = tables.sink(base, AuditRows.SCHEMA)) {
      sink.write(batch);
      written = sink.finish();
    }
    CommitOutcome outcome =
        tables
            .stage(base, "omnigraph-" + ids.ulid(), TableEdit.ChangeRows.adding(written))
            .commit();
    if (outcome instanceof CommitOutcome.Lost) {
      tables.abandon(base, written);
    }
    return outcome;
  }

  private TableRef create() {
    try {
      return tables.create(PATH, AuditRows.SCHEMA, null).table();
    } catch (Conflict e) {
      return tables.newest(PATH, Optional.empty());
    }
  }

  private Optional<TableRef> newest() {
    try {
      return Optional.of(tables.newest(PATH, Optional.empty()));
    } catch (NotFound e) {
      return Optional.empty();
    }
  }

  private List<AuditEntry> entries(Predicate filter) {
    List<AuditEntry> entries = new ArrayList<>();
    Optional<TableRef> newest = newest();
    if (newest.isEmpty()) {
      return entries;
    }
    try (TableSnapshot table = tables.open(newest.get());
        ArrowReader reader =
            table.scan(ScanRequest.of(AuditRows.COLUMNS).where(filter), allocator)) {
      while (reader.loadNextBatch()) {
        AuditRows.decode(reader.getVectorSchemaRoot(), entries::add);
      }
      return entries;
    } catch (IOException e) {
      throw new StorageUnavailable("cannot read " + PATH, e);
    }
  }
}
