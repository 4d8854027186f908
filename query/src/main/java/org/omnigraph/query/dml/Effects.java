package org.omnigraph.query.dml;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.StorageUnavailable;
import org.omnigraph.engine.id.EntityKind;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.engine.pending.RowPlaces;
import org.omnigraph.engine.pending.RowSink;
import org.omnigraph.engine.pending.statement.Affected;
import org.omnigraph.query.dml.Change.Effect;
import org.omnigraph.query.dml.Change.Step;
import org.omnigraph.query.kernel.RunningResult;
import org.omnigraph.query.lance.Arguments;

/**
 * What one run of a statement does: takes the rows of each step's query to the staging. Owns the
 * results that it is given.
 */
public final class Effects implements AutoCloseable {
  /** So many rows come in one chunk, which is added as a whole or not at all. */
  private static final int AT_ONCE = 1_024;

  private static final int CONSTANT_ROWS = 8_192;

  private final Change change;
  private final MutationStaging staging;
  private final BufferAllocator allocator;
  private final List<RunningResult> results = new ArrayList<>();

  public Effects(Change change, MutationStaging staging, BufferAllocator allocator) {
    this.change = change;
    this.staging = staging;
    this.allocator = allocator;
  }

  /** The rows of the next step. */
  public void add(RunningResult rows) {
    results.add(rows);
  }

  /**
   * Takes all rows to the staging.
   *
   * @return rows that were inserted, matched or deleted; those that a deletion takes along do not
   *     count
   */
  public long apply() {
    List<Chunks> all = new ArrayList<>();
    try {
      boolean small = true;
      for (RunningResult result : results) {
        Chunks chunks = new Chunks(result.reader(), allocator);
        all.add(chunks);
        small &= results.size() == 1 && chunks.areAtMost(AT_ONCE);
      }
      return small ? applyAll(all) : staging.atomically(() -> applyAll(all));
    } catch (IOException e) {
      throw unreadable(e);
    } finally {
      all.forEach(Chunks::close);
    }
  }

  private long applyAll(List<Chunks> all) {
    try {
      long affected = 0;
      for (int i = 0; i < all.size(); i++) {
        affected += apply(change.steps().get(i), all.get(i));
      }
      return affected;
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /**
   * Takes rows that need no query to the staging, for several runs of an insert at once.
   *
   * @param runs the arguments of each
   */
  public void insert(ConstantRows rows, List<Arguments> runs) {
    int runsAtOnce = Math.max(1, CONSTANT_ROWS / rows.size());
    if (runs.size() <= runsAtOnce && runs.size() * rows.size() <= AT_ONCE) {
      insertAll(rows, List.of(runs));
    } else {
      List<List<Arguments>> parts = new ArrayList<>();
      for (int from = 0; from < runs.size(); from += runsAtOnce) {
        parts.add(runs.subList(from, Math.min(runs.size(), from + runsAtOnce)));
      }
      staging.atomically(() -> insertAll(rows, parts));
    }
  }

  private long insertAll(ConstantRows rows, List<List<Arguments>> parts) {
    RowSink sink = staging.rows(change.type(), change.steps().get(0).effect().mode());
    boolean opened = false;
    for (List<Arguments> part : parts) {
      try (VectorSchemaRoot batch = rows.of(part, allocator)) {
        if (!opened) {
          sink.open(batch.getSchema());
          opened = true;
        }
        add(sink, batch);
      }
    }
    return sink.rows();
  }

  private static StorageUnavailable unreadable(IOException e) {
    return new StorageUnavailable("reading failed: " + e.getMessage(), e);
  }

  private long apply(Step step, Chunks chunks) throws IOException {
    return switch (step.effect()) {
      case INSERT, UPSERT -> insert(step.effect(), chunks);
      case UPDATE -> update(chunks);
      case DELETE -> delete(chunks);
    };
  }

  private long insert(Effect effect, Chunks chunks) throws IOException {
    if (!chunks.next()) {
      return 0;
    }
    RowSink sink = staging.rows(change.type(), effect.mode());
    sink.open(chunks.rows().getSchema());
    do {
      add(sink, chunks.rows());
    } while (chunks.next());
    return sink.rows();
  }

  private long update(Chunks chunks) throws IOException {
    RowSink sink = staging.updates(change.type());
    if (!chunks.next()) {
      return 0;
    }
    sink.open(chunks.rows().getSchema());
    Set<String> updated = new HashSet<>();
    do {
      requireDistinct(chunks.rows(), updated);
      add(sink, chunks.rows());
    } while (chunks.next());
    return sink.rows();
  }

  private void requireDistinct(VectorSchemaRoot rows, Set<String> updated) {
    for (int row = 0; row < rows.getRowCount(); row++) {
      String id = String.valueOf(rows.getVector(0).getObject(row));
      if (!updated.add(id)) {
        throw new InvalidRequest(
            change.type()
                + " '"
                + id
                + "' matches several rows of the source, which would update it twice; let the"
                + " source have one row for each");
      }
    }
  }

  private long delete(Chunks chunks) throws IOException {
    List<String> ids = new ArrayList<>();
    while (chunks.next()) {
      VectorSchemaRoot rows = chunks.rows();
      for (int row = 0; row < rows.getRowCount(); row++) {
        ids.add(String.valueOf(rows.getVector(0).getObject(row)));
      }
    }
    Affected gone = staging.deleteIds(change.type(), ids);
    return change.type().kind() == EntityKind.NODE ? gone.nodes() : gone.edges();
  }

  private static void add(RowSink sink, VectorSchemaRoot rows) {
    sink.add(
        rows, new DictionaryProvider.MapDictionaryProvider(), RowPlaces.numbered("", sink.rows()));
  }

  @Override
  public void close() {
    results.forEach(RunningResult::close);
  }
}
