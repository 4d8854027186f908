package org.omnigraph.query.dml;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.BrokenConstraint;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.StorageUnavailable;
import org.omnigraph.engine.id.EntityKind;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.engine.pending.RowPlaces;
import org.omnigraph.engine.pending.RowSink;
import org.omnigraph.engine.pending.Years;
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

  /**
   * Takes the rows of several runs to the staging: their first column is the number of the run,
   * from 0, and orders them.
   *
   * @return the rows of each run; empty, with nothing done, when two runs of an update write one
   *     row, or there are very many rows of an update or a deletion
   */
  public Optional<List<Long>> applyRuns(int runs) {
    try (Chunks chunks = new Chunks(results.get(0).reader(), allocator)) {
      return switch (change.steps().get(0).effect()) {
        case INSERT, UPSERT -> insertRuns(runs, chunks);
        case UPDATE, DELETE -> changeRuns(runs, chunks);
      };
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /** Each run has one row. */
  private Optional<List<Long>> insertRuns(int runs, Chunks chunks) {
    staging.atomically(
        () -> {
          try {
            long rows = 0;
            while (chunks.next()) {
              insertParts(withoutRun(chunks.rows()), rows);
              rows += chunks.rows().getRowCount();
            }
            return rows;
          } catch (IOException e) {
            throw unreadable(e);
          }
        });
    return Optional.of(Collections.nCopies(runs, 1L));
  }

  /**
   * An upsert that has a key again begins a part, so that it replaces the row of the one before.
   */
  private void insertParts(VectorSchemaRoot rows, long before) {
    Effect effect = change.steps().get(0).effect();
    List<Integer> ends =
        effect == Effect.UPSERT ? endsOfDistinctKeys(rows) : List.of(rows.getRowCount());
    int from = 0;
    for (int end : ends) {
      RowSink sink = staging.rows(change.type(), effect.mode());
      try (VectorSchemaRoot part = rows.slice(from, end - from)) {
        sink.open(part.getSchema(), Years.OF_SQL);
        add(sink, part, before + from);
      }
      from = end;
    }
  }

  private List<Integer> endsOfDistinctKeys(VectorSchemaRoot rows) {
    List<FieldVector> identity =
        (change.key().isEmpty() ? List.of("id") : change.key())
            .stream().map(rows::getVector).filter(Objects::nonNull).toList();
    return identity.isEmpty()
        ? List.of(rows.getRowCount())
        : endsOfDistinctKeys(
            rows.getRowCount(),
            row -> {
              List<@Nullable Object> key = new ArrayList<>();
              identity.forEach(vector -> key.add(vector.getObject(row)));
              return List.of(key);
            });
  }

  /**
   * Where parts end that have no key twice.
   *
   * @param keysOf of one of them, by its number; one with a null counts for nothing
   */
  private static List<Integer> endsOfDistinctKeys(
      int count, IntFunction<List<List<@Nullable Object>>> keysOf) {
    List<Integer> ends = new ArrayList<>();
    Set<List<@Nullable Object>> written = new HashSet<>();
    for (int i = 0; i < count; i++) {
      List<List<@Nullable Object>> keys =
          keysOf.apply(i).stream().filter(key -> !key.contains(null)).toList();
      if (keys.stream().anyMatch(written::contains)) {
        ends.add(i);
        written.clear();
      }
      written.addAll(keys);
    }
    ends.add(count);
    return ends;
  }

  private static VectorSchemaRoot withoutRun(VectorSchemaRoot rows) {
    List<FieldVector> vectors = rows.getFieldVectors();
    return new VectorSchemaRoot(vectors.subList(1, vectors.size()).stream().toList());
  }

  private Optional<List<Long>> changeRuns(int runs, Chunks chunks) throws IOException {
    if (!chunks.areAtMost(Chunks.ROWS)) {
      return Optional.empty();
    }
    return !chunks.next()
        ? Optional.of(Collections.nCopies(runs, 0L))
        : changeRuns(runs, chunks.rows());
  }

  private Optional<List<Long>> changeRuns(int runs, VectorSchemaRoot rows) {
    IntVector runOf = (IntVector) rows.getVector(0);
    long[] affected = new long[runs];
    Set<String> ids = new LinkedHashSet<>();
    for (int row = 0; row < rows.getRowCount(); row++) {
      if (ids.add(String.valueOf(rows.getVector(1).getObject(row)))) {
        affected[runOf.get(row)]++;
      }
    }
    boolean deletes = change.steps().get(0).effect() == Effect.DELETE;
    if (!deletes && ids.size() < rows.getRowCount()) {
      return Optional.empty();
    }
    if (deletes) {
      staging.deleteIds(change.type(), ids);
    } else {
      updateOnce(rows);
    }
    return Optional.of(Arrays.stream(affected).boxed().toList());
  }

  private void updateOnce(VectorSchemaRoot rows) {
    VectorSchemaRoot values = withoutRun(rows);
    RowSink sink = staging.updates(change.type());
    sink.open(values.getSchema(), Years.OF_SQL);
    if (rows.getRowCount() <= AT_ONCE) {
      add(sink, values);
    } else {
      staging.atomically(
          () -> {
            add(sink, values);
            return sink.rows();
          });
    }
  }

  private long applyAll(List<Chunks> all) {
    try {
      long affected = 0;
      for (int i = 0; i < all.size(); i++) {
        affected += apply(change.steps().get(i), all.get(i));
        // The next step's query must not wait for the place of this one in the kernel.
        results.get(i).close();
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
    boolean upserts = change.steps().get(0).effect() == Effect.UPSERT;
    if (upserts && change.key().isEmpty() && !rows.idColumn().isEmpty()) {
      for (Arguments run : runs) {
        Set<String> ids = new HashSet<>();
        rows.values(run, rows.idColumn()).forEach(id -> requireOnce(id.get(0), ids));
      }
    }
    List<List<Arguments>> parts =
        upserts && runs.size() > 1 ? runsOfDistinctKeys(rows, runs) : List.of(runs);
    if (parts.size() == 1 && runs.size() * rows.size() <= AT_ONCE) {
      insertAll(rows, runs);
    } else {
      staging.atomically(
          () -> {
            parts.forEach(part -> insertAll(rows, part));
            return parts.size();
          });
    }
  }

  /** A run that has a key again begins a part, so that it replaces the row of the one before. */
  private List<List<Arguments>> runsOfDistinctKeys(ConstantRows rows, List<Arguments> runs) {
    List<String> identity = change.key().isEmpty() ? rows.idColumn() : change.key();
    if (identity.isEmpty()) {
      return List.of(runs);
    }
    List<List<Arguments>> parts = new ArrayList<>();
    int from = 0;
    for (int end : endsOfDistinctKeys(runs.size(), run -> rows.values(runs.get(run), identity))) {
      parts.add(runs.subList(from, end));
      from = end;
    }
    return parts;
  }

  private void insertAll(ConstantRows rows, List<Arguments> runs) {
    RowSink sink = staging.rows(change.type(), change.steps().get(0).effect().mode());
    int runsAtOnce = Math.max(1, CONSTANT_ROWS / rows.size());
    for (int from = 0; from < runs.size(); from += runsAtOnce) {
      List<Arguments> some = runs.subList(from, Math.min(runs.size(), from + runsAtOnce));
      try (VectorSchemaRoot batch = rows.of(some, allocator)) {
        if (from == 0) {
          sink.open(batch.getSchema(), Years.OF_SQL);
        }
        add(sink, batch);
      }
    }
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
    sink.open(chunks.rows().getSchema(), Years.OF_SQL);
    Set<String> ids = new HashSet<>();
    do {
      requireIdsOnce(effect, chunks.rows(), ids);
      add(sink, chunks.rows());
    } while (chunks.next());
    return sink.rows();
  }

  /** As a key is: the staging sees to the ids of more rows itself. */
  private void requireIdsOnce(Effect effect, VectorSchemaRoot rows, Set<String> ids) {
    FieldVector given = rows.getVector("id");
    boolean few = ids.size() + rows.getRowCount() <= CONSTANT_ROWS;
    if (effect == Effect.UPSERT && change.key().isEmpty() && given != null && few) {
      for (int row = 0; row < rows.getRowCount(); row++) {
        requireOnce(given.getObject(row), ids);
      }
    }
  }

  private void requireOnce(@Nullable Object id, Set<String> ids) {
    if (id != null && !ids.add(id.toString())) {
      throw new BrokenConstraint(
          BrokenConstraint.Kind.UNIQUE,
          change.type() + " gets id '" + id + "' a second time; let one statement write it once");
    }
  }

  private long update(Chunks chunks) throws IOException {
    RowSink sink = staging.updates(change.type());
    if (!chunks.next()) {
      return 0;
    }
    sink.open(chunks.rows().getSchema(), Years.OF_SQL);
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
    add(sink, rows, sink.rows());
  }

  private static void add(RowSink sink, VectorSchemaRoot rows, long before) {
    sink.add(rows, new DictionaryProvider.MapDictionaryProvider(), RowPlaces.numbered("", before));
  }

  @Override
  public void close() {
    results.forEach(RunningResult::close);
  }
}
