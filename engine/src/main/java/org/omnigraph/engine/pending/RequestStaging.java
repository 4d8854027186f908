package org.omnigraph.engine.pending;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.blob.ExternalBlobs;
import org.omnigraph.engine.error.Cancellation;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.KeyConflict;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.engine.error.ResourceLimitExceeded;
import org.omnigraph.engine.error.StorageUnavailable;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.EntityKind;
import org.omnigraph.engine.id.IdSource;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.pending.ChangeSet.TypeChange;
import org.omnigraph.engine.pending.column.Assignments;
import org.omnigraph.engine.pending.column.Normaliser;
import org.omnigraph.engine.pending.fact.Duplicate;
import org.omnigraph.engine.pending.fact.GroupFacts;
import org.omnigraph.engine.pending.fact.RowFacts;
import org.omnigraph.engine.pending.key.StateMemory;
import org.omnigraph.engine.pending.predicate.Conditions;
import org.omnigraph.engine.pending.statement.Affected;
import org.omnigraph.engine.pending.statement.Value;
import org.omnigraph.engine.pending.statement.ValueRow;
import org.omnigraph.engine.schema.AcceptedSchema;
import org.omnigraph.engine.schema.GraphType;
import org.omnigraph.engine.table.Predicate;
import org.omnigraph.engine.table.TableStore;

/** The staging of one request. */
final class RequestStaging implements MutationStaging {
  private final AcceptedSchema schema;
  private final Snapshot base;
  private final Budget budget;
  private final TableStore tables;
  private final BufferAllocator parent;
  private final BufferAllocator allocator;
  private final IdSource ids;
  private final RowFacts facts;
  private final StateMemory heldState;
  private final BlobReferences references;
  private final Deletions deletions;
  private final TreeMap<TypeKey, TypeStaging> types = new TreeMap<>();
  private final TreeMap<TypeKey, Meter> meters = new TreeMap<>();
  private final TreeMap<TypeKey, RowFacts.InputTuples> inputs = new TreeMap<>();
  private final TreeMap<TypeKey, FrozenState> states = new TreeMap<>();
  private final List<Moment> marks = new ArrayList<>();
  private final Meter request;
  private Cancellation cancellation = new Cancellation();
  private boolean conflictsAtOnce;
  private @Nullable String failure;
  private boolean boundToBase;
  private boolean closed;

  RequestStaging(
      AcceptedSchema schema,
      Snapshot base,
      Budget budget,
      TableStore tables,
      BufferAllocator parent,
      IdSource ids,
      ExternalBlobs external,
      long stateLimit) {
    this.schema = schema;
    this.base = base;
    this.budget = budget;
    this.tables = tables;
    this.parent = parent;
    this.allocator = parent.newChildAllocator("staging", 0, parent.getLimit());
    this.ids = ids;
    this.references = new BlobReferences(external);
    long share = Stagings.stateLimit(parent);
    this.facts = new RowFacts(Math.min(share, stateLimit));
    this.heldState = new StateMemory(share);
    this.deletions = new Deletions(schema, this::current, heldState.part());
    this.request = Meter.ofRequest(budget);
  }

  @Override
  public BranchName branch() {
    return base.branch();
  }

  @Override
  public Snapshot base() {
    return base;
  }

  @Override
  public BufferAllocator memory() {
    return allocator;
  }

  @Override
  public RowSink rows(TypeKey key, WriteMode mode) {
    requireOpen();
    GraphType type = type(key);
    if (!deletions.isEmpty()) {
      throw mixed();
    }
    TypeStaging staging = types.get(key);
    if (staging != null && staging.isEmpty() && staging.mode() != mode) {
      forget(staging);
      staging = null;
    }
    if (staging == null) {
      staging = begin(type, mode);
    } else if (!staging.isUpdated() || mode == WriteMode.REPLACE) {
      mix(staging, mode);
    }
    return new Sink(staging, mode);
  }

  private TypeStaging begin(GraphType type, WriteMode mode) {
    TypeKey key = type.key();
    TypeStaging staging =
        new TypeStaging(
            type,
            mode,
            budget.spill(),
            tables,
            base.table(key).ref(),
            allocator,
            facts,
            references,
            heldState.part());
    types.put(key, staging);
    return staging;
  }

  /** A statement that failed, or that had no rows, has done nothing to a type. */
  private void forget(TypeStaging untouched) {
    types.remove(untouched.type().key());
    untouched.forget();
  }

  /**
   * A replacement is the only statement on its type. Inserts and upserts go together: what is
   * inserted must be new all the same, on this base.
   */
  private void mix(TypeStaging staging, WriteMode mode) {
    WriteMode earlier = staging.mode();
    if (earlier == WriteMode.REPLACE || mode == WriteMode.REPLACE) {
      throw new InvalidRequest(
          staging.type().key()
              + " is written as "
              + earlier
              + " already, and a REPLACE must be the only statement on a type in its transaction;"
              + " commit before the next statement, or send all rows with one REPLACE");
    }
    if (earlier != mode) {
      beginUpdates(staging);
      boundToBase = true;
    }
  }

  /**
   * What was inserted into files is new on this base; from here on nobody remembers which it was.
   */
  private void beginUpdates(TypeStaging staging) {
    if (staging.isStreamed() && !staging.isUpdated() && staging.mode() == WriteMode.INSERT) {
      staging.forEachId(ids -> requireNotCommitted(staging.type().key(), ids));
    }
    try {
      staging.beginUpdates();
    } catch (StorageUnavailable e) {
      spoil(true, e);
      throw e;
    }
  }

  private static InvalidRequest mixed() {
    return new InvalidRequest(
        "the request mixes inserts/updates and deletes; split into separate mutations, and commit"
            + " the first before the second");
  }

  @Override
  public Affected update(TypeKey key, Predicate where, Map<String, Value> set, RowPlaces places) {
    GraphType type = updatable(key);
    Predicate condition = Conditions.on(type, where);
    try (VectorSchemaRoot row = ValueRow.of(set, allocator)) {
      Assignments assignments = Assignments.of(type, row.getSchema(), Years.ALL);
      for (String column : Images.fixed(type)) {
        if (assignments.columns().contains(column)) {
          throw new InvalidRequest(places.place(0) + ": " + Images.cannotChange(type, column));
        }
      }
      Updated updated = new Updated(type);
      try (VectorSchemaRoot values =
          updated.convert(
              assignments, row, new DictionaryProvider.MapDictionaryProvider(), places)) {
        long matched =
            updated.update(
                assignments.columns(),
                condition,
                places,
                (current, update) ->
                    update.take(current, current.rows(), values, new int[current.rows().length]),
                () -> {});
        return type.kind() == EntityKind.NODE ? new Affected(matched, 0) : new Affected(0, matched);
      }
    }
  }

  /** A type while rows of it get new values. */
  private final class Updated implements UpdateSink.Rows {
    private final GraphType type;

    Updated(GraphType type) {
      this.type = type;
    }

    private TypeStaging staging() {
      requireOpen();
      TypeStaging staging = types.get(type.key());
      if (staging == null) {
        staging = begin(type, WriteMode.UPSERT);
      }
      beginUpdates(staging);
      boundToBase = true;
      return staging;
    }

    private Meter meterOf(TypeStaging staging) {
      return meter(staging).orElseThrow(IllegalStateException::new);
    }

    @Override
    public VectorSchemaRoot convert(
        Assignments assignments,
        VectorSchemaRoot batch,
        DictionaryProvider dictionaries,
        RowPlaces places) {
      TypeStaging staging = staging();
      Meter meter = meterOf(staging);
      Meter.Batch charge = meter.batch(staging.blobs());
      VectorSchemaRoot values = assignments.convert(batch, dictionaries, places, charge, allocator);
      meter.takeReferences(charge);
      return values;
    }

    @Override
    public long update(
        List<String> assigned,
        Predicate where,
        RowPlaces places,
        Update.Choice choice,
        Runnable afterReading) {
      TypeStaging staging = staging();
      Images images = new Images(type, assigned);
      try (Update update = new Update(staging, images, meterOf(staging), places, allocator);
          CurrentRows current = current(type, images.query(where))) {
        return run(update, current, choice, afterReading);
      }
    }

    private long run(
        Update update, CurrentRows current, Update.Choice choice, Runnable afterReading) {
      try {
        while (current.next()) {
          choice.take(current, update);
        }
        afterReading.run();
        return update.finish();
      } catch (OutOfMemoryException e) {
        spoil(update.kept() > 0, e);
        throw outOfMemory();
      } catch (RuntimeException | OutOfMemoryError e) {
        spoil(update.kept() > 0, e);
        throw e;
      }
    }
  }

  /** A replacement is bounded only by a budget of the whole request. */
  private Optional<Meter> meter(TypeStaging of) {
    TypeKey key = of.type().key();
    if (budget.spill()) {
      return Optional.of(request);
    }
    return of.mode() == WriteMode.REPLACE
        ? Optional.empty()
        : Optional.of(meters.computeIfAbsent(key, k -> Meter.ofType(budget, k)));
  }

  /** Rows of an input that were kept cannot be taken back, so the whole request is spoilt. */
  private void spoil(boolean kept, Throwable e) {
    if (kept && failure == null) {
      failure = String.valueOf(e.getMessage());
    }
  }

  private ResourceLimitExceeded outOfMemory() {
    return ResourceLimitExceeded.ofMemory(
        allocator,
        "send smaller batches, end transactions that have written much, or raise the limit"
            + " (--memory of serve)");
  }

  private GraphType updatable(TypeKey key) {
    requireOpen();
    GraphType type = type(key);
    if (!deletions.isEmpty()) {
      throw mixed();
    }
    return type;
  }

  @Override
  public RowSink updates(TypeKey key) {
    GraphType type = updatable(key);
    return new UpdateSink(type, new Updated(type));
  }

  @Override
  public ArrowReader scan(
      TypeKey key, List<String> columns, Predicate where, BufferAllocator target) {
    requireOpen();
    GraphType type = type(key);
    return CurrentReader.of(
        type, columns, Conditions.on(type, where), 0, q -> current(type, q), target);
  }

  @Override
  public Optional<FrozenRows> freeze(TypeKey key) {
    requireOpen();
    GraphType type = type(key);
    if (!touches(key)) {
      return Optional.empty();
    }
    TypeStaging staging = types.get(key);
    long committedRows = base.table(key).rowCount();
    FrozenState before = states.get(key);
    FrozenState state = staging == null ? deletedFrom(key, before) : staging.state(before);
    states.put(key, state);
    return Optional.of(
        staging == null
            ? new Frozen(
                type,
                tables,
                base.table(key).ref(),
                committedRows,
                List.of(),
                state,
                false,
                true,
                parent)
            : staging.freeze(committedRows, state, parent));
  }

  private FrozenState deletedFrom(TypeKey key, @Nullable FrozenState before) {
    List<Object> contents = List.of(deletions.changes());
    return before != null && before.contents().equals(contents)
        ? before
        : new FrozenState(contents, FrozenIds.of(deletions.ids().getOrDefault(key, Set.of())));
  }

  /** What a request was at one moment. */
  private final class Moment implements Mark {
    private final Map<TypeKey, TypeStaging.Saved> saved = new TreeMap<>();
    private final Map<TypeKey, Set<String>> deleted = deletions.copy();
    private final Map<TypeKey, Meter.Reading> metered = new TreeMap<>();
    private final Meter.Reading whole = request.read();
    private final BlobReferences.Reading referred = references.read();
    private final @Nullable String failed = failure;

    @Override
    public void close() {
      saved.values().forEach(TypeStaging.Saved::close);
      saved.clear();
      marks.remove(this);
    }
  }

  @Override
  public Mark mark() {
    requireOpen();
    Moment moment = new Moment();
    marks.add(moment);
    try {
      types.forEach((key, staging) -> moment.saved.put(key, staging.save()));
      meters.forEach((key, meter) -> moment.metered.put(key, meter.read()));
      return moment;
    } catch (RuntimeException e) {
      moment.close();
      throw e;
    }
  }

  @Override
  public void rollbackTo(Mark mark) {
    requireOpen();
    if (!(mark instanceof Moment moment) || !marks.contains(moment)) {
      throw new IllegalArgumentException("not a mark of this staging, or a closed one");
    }
    failure = "going back to an earlier moment failed";
    for (Map.Entry<TypeKey, TypeStaging> type : List.copyOf(types.entrySet())) {
      TypeStaging.Saved saved = moment.saved.get(type.getKey());
      if (saved == null) {
        types.remove(type.getKey());
        type.getValue().forget();
      } else {
        type.getValue().restore(saved);
      }
    }
    deletions.restore(moment.deleted);
    meters.keySet().retainAll(moment.metered.keySet());
    meters.forEach(
        (key, meter) -> Optional.ofNullable(moment.metered.get(key)).ifPresent(meter::reset));
    request.reset(moment.whole);
    references.reset(moment.referred);
    inputs.values().forEach(RowFacts.InputTuples::release);
    inputs.clear();
    failure = moment.failed;
  }

  @Override
  public void conflictAtOnce() {
    requireOpen();
    conflictsAtOnce = true;
  }

  @Override
  public void heed(Cancellation wish) {
    cancellation = wish;
  }

  @Override
  public void requireRunning() {
    cancellation.requireRunning();
  }

  @Override
  public void bind() {
    requireOpen();
    boundToBase = true;
  }

  @Override
  public boolean touches(TypeKey key) {
    TypeStaging staging = types.get(key);
    return deletions.ids().containsKey(key) || (staging != null && !staging.isEmpty());
  }

  @Override
  public Affected delete(TypeKey key, Predicate where) {
    GraphType type = deletable(key);
    return deletions.delete(type, Conditions.on(type, where));
  }

  @Override
  public Affected deleteIds(TypeKey key, Collection<String> chosen) {
    return deletions.delete(deletable(key), chosen);
  }

  private GraphType deletable(TypeKey key) {
    requireOpen();
    GraphType type = type(key);
    if (!types.values().stream().allMatch(TypeStaging::isEmpty)) {
      throw mixed();
    }
    List.copyOf(types.values()).forEach(this::forget);
    boundToBase = true;
    return type;
  }

  /** The rows of a type as they are now. */
  private CurrentRows current(GraphType type, CurrentRows.Query query) {
    TypeKey key = type.key();
    TypeStaging staging = types.get(key);
    CurrentRows.Pending pending =
        staging == null ? new Without(deletions.ids().getOrDefault(key, Set.of())) : staging;
    return new CurrentRows(query, pending, tables, base.table(key).ref(), allocator, cancellation);
  }

  /** Deleted rows are not to be seen. */
  private record Without(Set<String> ids) implements CurrentRows.Pending {
    @Override
    public IntPredicate hides(VectorSchemaRoot committed) {
      return row ->
          !ids.isEmpty() && ids.contains(String.valueOf(committed.getVector(0).getObject(row)));
    }
  }

  private GraphType type(TypeKey key) {
    return schema.type(key).orElseThrow(() -> noSuchType(key));
  }

  private NotFound noSuchType(TypeKey key) {
    return new NotFound(
        "the schema has no "
            + key.kind().prefix()
            + " type '"
            + key.name()
            + "'; it has "
            + schema.byKey().keySet());
  }

  @Override
  public boolean isEmpty() {
    return deletions.isEmpty() && types.values().stream().allMatch(TypeStaging::isEmpty);
  }

  @Override
  public ChangeSet changeSet() {
    requireOpen();
    if (failure != null) {
      throw new InvalidRequest(
          "an earlier input of this transaction failed half-way, so nothing of it can be committed;"
              + " roll it back. The failure was: "
              + failure);
    }
    types.values().forEach(this::requireStrictIdsAbsent);
    TreeMap<TypeKey, TypeChange> changes = new TreeMap<>();
    types.forEach(
        (key, staging) -> {
          if (!staging.isEmpty()) {
            changes.put(key, staging.change());
          }
        });
    deletions.ids().forEach((key, gone) -> changes.put(key, TypeChange.deleting(type(key), gone)));
    return new ChangeSet(base, changes, facts, boundToBase);
  }

  /**
   * What was inserted beside updates is new: here, because the validator sees one kind of row a
   * type, and this request fits no other base.
   */
  private void requireStrictIdsAbsent(TypeStaging staging) {
    requireNotCommitted(staging.type().key(), staging.strictIds());
  }

  private void requireNotCommitted(TypeKey key, Set<String> ids) {
    Set<String> committed = tables.locate(base.table(key).ref(), ids).keySet();
    committed.stream()
        .sorted()
        .findFirst()
        .ifPresent(
            id -> {
              throw new KeyConflict(key, id, "");
            });
  }

  @Override
  public void copyExternalBlobs() {
    references.probeKept();
    List<String> uris = new ArrayList<>();
    types.values().forEach(staging -> uris.addAll(staging.heldReferences()));
    if (!uris.isEmpty()) {
      Map<String, byte[]> contents = references.copy(uris);
      types.values().forEach(staging -> staging.takeContents(contents));
    }
  }

  @Override
  public void handOver() {
    types.values().forEach(TypeStaging::handOver);
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the staging is closed");
    }
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      List.copyOf(marks).forEach(Moment::close);
      states.clear();
      RuntimeException first = null;
      for (TypeStaging staging : types.values()) {
        try {
          staging.close();
        } catch (RuntimeException e) {
          first = first == null ? e : first;
        }
      }
      allocator.close();
      if (first != null) {
        throw first;
      }
    }
  }

  /** One input of one type. */
  private final class Sink implements RowSink {
    private final TypeStaging staging;
    private final boolean isStrict;
    private final boolean strictBesideUpdates;

    /** Whether rows of earlier inputs are there, whose place later ones may take. */
    private final boolean besideEarlier;

    private final TypeKey key;
    private final Optional<Meter> meter;
    private final RowFacts.@Nullable InputTuples tuples;
    private @Nullable Normaliser normaliser;
    private boolean kept;
    private long rows;

    Sink(TypeStaging staging, WriteMode mode) {
      this.staging = staging;
      this.isStrict = mode == WriteMode.INSERT;
      this.strictBesideUpdates = staging.isUpdated() && isStrict;
      this.besideEarlier = !isStrict && staging.mode() == WriteMode.UPSERT && !staging.isEmpty();
      this.key = staging.type().key();
      this.meter = meter(staging);
      RowFacts.InputTuples earlier = inputs.remove(key);
      if (earlier != null) {
        earlier.release();
      }
      if (staging.mode() == WriteMode.UPSERT) {
        this.tuples = new RowFacts.InputTuples(staging.type(), heldState.part());
        inputs.put(key, tuples);
      } else {
        this.tuples = null;
      }
    }

    @Override
    public void open(Schema input, Years years) {
      if (normaliser != null) {
        throw new IllegalStateException("the input is open already");
      }
      normaliser = Normaliser.of(staging.type(), input, ids, years);
    }

    @Override
    public void add(VectorSchemaRoot batch, DictionaryProvider dictionaries, RowPlaces places) {
      requireOpen();
      Normaliser opened = normaliser;
      if (opened == null) {
        throw new IllegalStateException("open the input first");
      }
      if (batch.getRowCount() == 0) {
        return;
      }
      if (types.get(key) != staging) {
        throw new IllegalStateException("another statement began before this input had rows");
      }
      try {
        cancellation.requireRunning();
        meter.ifPresent(m -> m.requireRows(batch.getRowCount()));
        take(opened, batch, dictionaries, places);
      } catch (OutOfMemoryException e) {
        fail(e);
        throw outOfMemory();
      } catch (RuntimeException | OutOfMemoryError e) {
        fail(e);
        throw e;
      }
    }

    private void take(
        Normaliser opened,
        VectorSchemaRoot batch,
        DictionaryProvider dictionaries,
        RowPlaces places) {
      int count = batch.getRowCount();
      Meter of = meter.orElseGet(() -> Meter.ofType(Budget.STREAM, key));
      Meter.Batch charge = of.batch(staging.blobs());
      VectorSchemaRoot normal = opened.normalise(batch, dictionaries, places, charge, allocator);
      boolean idsAreNew = !opened.hasGivenIds();
      if (tuples != null) {
        if (staging.isStreamed() && !besideEarlier) {
          tuples.freeze();
        }
        notice(normal, places);
      }
      if (!idsAreNew) {
        requireNew(normal, places);
      }
      of.take(count, charge);
      kept = true;
      if (besideEarlier) {
        staging.put(normal, places, idsAreNew, charge.bytes());
      } else {
        staging.add(normal, places, idsAreNew, charge.bytes());
      }
      rows += count;
    }

    private void notice(VectorSchemaRoot normal, RowPlaces places) {
      try {
        Optional<GroupFacts> group =
            tuples == null ? Optional.empty() : tuples.observe(normal, places);
        group.ifPresent(g -> g.duplicate().ifPresent(twice -> repeats(g.columns(), twice)));
      } catch (RuntimeException e) {
        normal.close();
        throw e;
      }
    }

    private void repeats(List<String> columns, Duplicate twice) {
      if (conflictsAtOnce && !isStrict) {
        throw twice.inInput(key, columns);
      }
      staging.repeats(columns, twice);
    }

    private void requireNew(VectorSchemaRoot normal, RowPlaces places) {
      try {
        if (conflictsAtOnce && isStrict && !staging.isStreamed()) {
          requireNotCommitted(normal, places);
        }
        if (besideEarlier) {
          staging.requireOnce(normal, places);
        }
        if (strictBesideUpdates) {
          if (staging.isStreamed()) {
            requireNotCommitted(normal, places);
          }
          staging.requireNew(normal, places);
        } else if (conflictsAtOnce && staging.mode() == WriteMode.INSERT) {
          staging.requireNotHeld(normal, places);
        }
      } catch (RuntimeException e) {
        normal.close();
        throw e;
      }
    }

    private void requireNotCommitted(VectorSchemaRoot normal, RowPlaces places) {
      Set<String> committed = tables.locate(base.table(key).ref(), staging.idsOf(normal)).keySet();
      for (int row = 0; row < normal.getRowCount() && !committed.isEmpty(); row++) {
        String id = String.valueOf(normal.getVector(0).getObject(row));
        if (committed.contains(id)) {
          throw new KeyConflict(key, id, " (" + places.place(row) + ")");
        }
      }
    }

    private void fail(Throwable e) {
      spoil(kept, e);
    }

    @Override
    public long rows() {
      return rows;
    }
  }
}
