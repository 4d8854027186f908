package org.omnigraph.engine.pending;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.KeyConflict;
import org.omnigraph.engine.error.StorageUnavailable;
import org.omnigraph.engine.error.Unsupported;
import org.omnigraph.engine.pending.fact.Duplicate;
import org.omnigraph.engine.pending.fact.RowFacts;
import org.omnigraph.engine.pending.fact.TypeFacts;
import org.omnigraph.engine.pending.key.ByteBuilder;
import org.omnigraph.engine.pending.key.KeyColumn;
import org.omnigraph.engine.pending.key.KeyHasher;
import org.omnigraph.engine.pending.key.StateMemory;
import org.omnigraph.engine.schema.Constraint;
import org.omnigraph.engine.schema.GraphType;
import org.omnigraph.engine.schema.PhysicalSchema;
import org.omnigraph.engine.schema.Scalar;
import org.omnigraph.engine.table.FragmentSink;
import org.omnigraph.engine.table.StagedFragments;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.table.TableStore;

/**
 * The staged rows of one type: held in memory while they are few, written to fragments once they
 * are not. A replacement goes to fragments from its first row on.
 */
final class TypeStaging implements CurrentRows.Pending, AutoCloseable {
  /** What is held in memory before rows become fragments, when they may. */
  private static final long HELD_ROWS = Budget.KEYED.maxRows();

  private static final long HELD_BYTES = Budget.KEYED.maxBytes();

  private final GraphType type;
  private final Set<String> strictIds = new HashSet<>();
  private @Nullable Set<String> insertedIds;
  private WriteMode mode;
  private boolean isUpdated;
  private final boolean spills;
  private final TableStore tables;
  private final TableRef table;
  private final BufferAllocator allocator;
  private final RowFacts facts;
  private final Meter.Blobs blobs;
  private final BlobReferences references;
  private final HeldRows held;
  private final List<StagedFragments> parts = new ArrayList<>();

  /** Parts that others took the place of; marks and results that were begun still read them. */
  private final List<StagedFragments> retired = new ArrayList<>();

  private @Nullable FragmentSink sink;

  /** Whether the rows that are written now replace committed ones, where these go apart. */
  private boolean sinkReplaces;

  private @Nullable TypeFacts streamed;
  private @Nullable TypeFacts observed;
  private @Nullable Duplicate repeated;
  private List<String> repeatedGroup = List.of();
  private long heldBytes;
  private boolean handedOver;

  TypeStaging(
      GraphType type,
      WriteMode mode,
      boolean spills,
      TableStore tables,
      TableRef table,
      BufferAllocator allocator,
      RowFacts facts,
      BlobReferences references,
      StateMemory memory) {
    this.type = type;
    this.mode = mode;
    this.spills = spills || mode == WriteMode.REPLACE;
    this.tables = tables;
    this.table = table;
    this.allocator = allocator;
    this.facts = facts;
    this.references = references;
    this.blobs = new Meter.Blobs(type.key(), references);
    this.held = new HeldRows(mode == WriteMode.UPSERT, memory);
    if (mode == WriteMode.REPLACE) {
      this.streamed = facts.begin(type, this::streamedId);
    }
  }

  GraphType type() {
    return type;
  }

  WriteMode mode() {
    return mode;
  }

  /** Whether rows may become files before they are committed. */
  boolean spills() {
    return spills;
  }

  /** Whether rows have been updated here, so that inserts and upserts go together. */
  boolean isUpdated() {
    return isUpdated;
  }

  /**
   * From here on rows may be updated: the newest row of an id counts. What was inserted before, and
   * what still is, must nevertheless be new.
   */
  void beginUpdates() {
    if (isUpdated) {
      return;
    }
    if (mode == WriteMode.REPLACE || (streamed != null && hasSeveralBlobs())) {
      // Nothing can be read back from a file with several blobs.
      throw new Unsupported(
          "an update of "
              + type.key()
              + ", or inserts and upserts of it together, after the same transaction "
              + (mode == WriteMode.REPLACE
                  ? "replaced it"
                  : "wrote more than " + HELD_ROWS + " rows of it, which have several Blobs")
              + "; commit before the update");
    }
    if (streamed != null) {
      observeFiles()
          .duplicateId()
          .ifPresent(
              twice -> {
                throw new KeyConflict(type.key(), twice.secondId(), " (it is inserted twice)");
              });
    } else {
      held.letNewestWin(type.key());
      if (mode == WriteMode.INSERT) {
        for (int i = 0; i < held.batchCount(); i++) {
          keepStrict(held.batch(i));
        }
      }
    }
    mode = WriteMode.UPSERT;
    isUpdated = true;
  }

  /** What is known of the rows in files, read again. */
  private TypeFacts observeFiles() {
    finishPart();
    observed = null;
    TypeFacts begun = facts.begin(type, this::streamedId);
    streamed = begun;
    parts.forEach(part -> observeAgain(part, begun));
    return begun;
  }

  /** Gives away the ids of the rows in files, some at a time. */
  void forEachId(Consumer<Set<String>> use) {
    finishPart();
    parts.forEach(part -> readIds(part, (batch, first) -> use.accept(idsOf(batch))));
  }

  /** Takes a batch of a file, which is gone after the call. */
  @FunctionalInterface
  private interface BatchOfFile {
    /**
     * Takes it.
     *
     * @param first the place of its first row among the rows of the part
     */
    void take(VectorSchemaRoot batch, int first);
  }

  private void readIds(StagedFragments part, BatchOfFile use) {
    read(part, List.of("id"), use);
  }

  private void read(StagedFragments part, List<String> columns, BatchOfFile use) {
    int first = 0;
    try (ArrowReader reader = tables.read(table, part, columns, allocator)) {
      while (reader.loadNextBatch()) {
        VectorSchemaRoot batch = reader.getVectorSchemaRoot();
        use.take(batch, first);
        first += batch.getRowCount();
      }
    } catch (IOException e) {
      throw new StorageUnavailable("reading back staged rows of " + type.key(), e);
    }
  }

  /**
   * Says that rows in files are about to give way to others: what is left of their files is written
   * again.
   *
   * @throws Unsupported for rows with a Blob: a file gives the places of blobs, not their bytes
   */
  void requireReplaceable() {
    if (hasBlob()) {
      throw new Unsupported(
          "the same transaction has written more than "
              + HELD_ROWS
              + " rows of "
              + type.key()
              + ", and those that have a Blob wait in files where they cannot be changed; commit"
              + " before the update or upsert of the same rows");
    }
  }

  /** Writes rows that take the place of others in files, which {@link #takeOut} removes. */
  void replaceLater(VectorSchemaRoot rows) {
    try (rows) {
      sink().write(rows);
    }
  }

  /**
   * Removes rows from files: what is left of each file is written again.
   *
   * @param gone by the number of the part, the places of the rows
   */
  void takeOut(Map<Integer, BitSet> gone) {
    List<StagedFragments> before = new ArrayList<>();
    gone.forEach(
        (number, rows) -> {
          StagedFragments part = parts.get(number);
          copyLeft(part, rows);
          before.add(part);
        });
    parts.removeAll(before);
    retired.addAll(before);
    observeFiles();
  }

  private void copyLeft(StagedFragments part, BitSet gone) {
    Schema schema = PhysicalSchema.of(type);
    List<String> columns = schema.getFields().stream().map(Field::getName).toList();
    read(
        part,
        columns,
        (batch, first) -> {
          BitSet ofBatch = gone.get(first, first + batch.getRowCount());
          try (VectorSchemaRoot left = HeldRows.without(batch, ofBatch, schema, allocator)) {
            if (left.getRowCount() > 0) {
              sink().write(left);
            }
          }
        });
  }

  private FragmentSink sink() {
    FragmentSink open = sink;
    if (open == null) {
      open = tables.sink(table, PhysicalSchema.of(type));
      sink = open;
    }
    return open;
  }

  private void keepStrict(VectorSchemaRoot batch) {
    for (int row = 0; row < batch.getRowCount(); row++) {
      strictIds.add(String.valueOf(batch.getVector(0).getObject(row)));
    }
  }

  /**
   * Says that the rows of a batch, which is not added yet, are to be new.
   *
   * @throws KeyConflict when a pending row has one of the ids
   */
  void requireNew(VectorSchemaRoot batch, RowPlaces places) {
    KeyColumn ids = KeyColumn.of(batch.getVector(0));
    KeyHasher hasher = new KeyHasher();
    ByteBuilder id = new ByteBuilder();
    Set<String> own = new HashSet<>();
    for (int row = 0; row < batch.getRowCount(); row++) {
      ids.appendIdentity(row, id.clear());
      if (isPending(hasher.hash(id)) || !own.add(ids.text(row))) {
        throw writtenBefore(ids.text(row), places.place(row));
      }
    }
    if (streamed == null) {
      strictIds.addAll(own);
    }
  }

  /**
   * Says that the rows of a batch, which is not added yet, have no id of a row that is held; looks
   * no further when rows are streamed.
   *
   * @throws KeyConflict otherwise
   */
  void requireNotHeld(VectorSchemaRoot batch, RowPlaces places) {
    if (streamed != null || held.rows() + batch.getRowCount() > HELD_ROWS) {
      insertedIds = null;
      return;
    }
    Set<String> known = insertedIds;
    if (known == null) {
      known = new HashSet<>();
      for (int i = 0; i < held.batchCount(); i++) {
        known.addAll(idsOf(held.batch(i)));
      }
      insertedIds = known;
    }
    Set<String> own = new HashSet<>();
    for (int row = 0; row < batch.getRowCount(); row++) {
      String id = String.valueOf(batch.getVector(0).getObject(row));
      if (known.contains(id) || !own.add(id)) {
        throw writtenBefore(id, places.place(row));
      }
    }
    known.addAll(own);
  }

  private KeyConflict writtenBefore(String id, String place) {
    return new KeyConflict(type.key(), id, " (" + place + "; the same transaction has written it)");
  }

  /** The ids of a batch. */
  Set<String> idsOf(VectorSchemaRoot batch) {
    Set<String> ids = new HashSet<>();
    for (int row = 0; row < batch.getRowCount(); row++) {
      ids.add(String.valueOf(batch.getVector(0).getObject(row)));
    }
    return ids;
  }

  /** Ids that no committed row may have, beside those of a staging that only inserts. */
  Set<String> strictIds() {
    return strictIds;
  }

  private boolean isPending(KeyHasher id) {
    TypeFacts current = streamed;
    if (current != null) {
      facts.requireWhole();
      return current.ids().isStaged(current.ids().find(id));
    }
    return mode == WriteMode.UPSERT && held.has(id);
  }

  @Override
  public int heldBatches() {
    return held.batchCount();
  }

  @Override
  public VectorSchemaRoot held(int number) {
    return held.batch(number);
  }

  @Override
  public IntPredicate isLive(int number) {
    return row -> held.isLive(number, row);
  }

  @Override
  public int parts() {
    finishPart();
    return parts.size();
  }

  @Override
  public ArrowReader part(int number, List<String> columns, BufferAllocator target) {
    return tables.read(table, parts.get(number), columns, target);
  }

  @Override
  public boolean hidesAll() {
    return mode == WriteMode.REPLACE;
  }

  @Override
  public IntPredicate hides(VectorSchemaRoot committed) {
    if (mode != WriteMode.UPSERT) {
      return row -> false;
    }
    KeyColumn ids = KeyColumn.of(committed.getVector(0));
    KeyHasher hasher = new KeyHasher();
    ByteBuilder id = new ByteBuilder();
    return row -> {
      ids.appendIdentity(row, id.clear());
      return isPending(hasher.hash(id));
    };
  }

  /**
   * The rows as they are now; the memory that they share gets another owner too.
   *
   * @param committedRows rows of the table
   * @param state what {@link #state} says now
   */
  FrozenRows freeze(long committedRows, FrozenState state, BufferAllocator owner) {
    boolean hides = committedRows == 0 || hidesAll();
    Frozen frozen =
        new Frozen(type, tables, table, committedRows, parts, state, hides, false, owner);
    try {
      for (int i = 0; i < held.batchCount(); i++) {
        frozen.share(held.batch(i), held.replaced(i));
      }
      return frozen;
    } catch (RuntimeException e) {
      frozen.close();
      throw e;
    }
  }

  /** What the rows are made of now: {@code before} where that is still so. */
  FrozenState state(@Nullable FrozenState before) {
    finishPart();
    List<Object> contents = new ArrayList<>(List.of(mode, List.copyOf(parts)));
    for (int i = 0; i < held.batchCount(); i++) {
      contents.add(held.batch(i));
      contents.add(held.replaced(i).cardinality());
    }
    return before != null && before.contents().equals(contents)
        ? before
        : new FrozenState(contents, mode == WriteMode.UPSERT ? pendingIds() : FrozenIds.NONE);
  }

  /** The ids of all pending rows, those in files read back. */
  private FrozenIds pendingIds() {
    long rows = held.rows() + parts.stream().mapToLong(StagedFragments::rows).sum();
    FrozenIds ids = FrozenIds.withRoomFor(Math.toIntExact(rows));
    for (int i = 0; i < held.batchCount(); i++) {
      ids.addAll(held.batch(i).getVector(0));
    }
    parts.forEach(part -> readIds(part, (batch, first) -> ids.addAll(batch.getVector(0))));
    return ids;
  }

  /** What a type was at one moment. */
  record Saved(
      WriteMode mode,
      boolean isUpdated,
      Set<String> strictIds,
      boolean isStreamed,
      List<StagedFragments> parts,
      HeldRows.Saved held,
      long heldBytes,
      long decodedBytes,
      Optional<Duplicate> repeated,
      List<String> repeatedGroup)
      implements AutoCloseable {
    @Override
    public void close() {
      held.close();
    }
  }

  /** Notes what this is; the caller closes the answer. */
  Saved save() {
    finishPart();
    return new Saved(
        mode,
        isUpdated,
        Set.copyOf(strictIds),
        streamed != null,
        List.copyOf(parts),
        held.save(),
        heldBytes,
        blobs.used(),
        Optional.ofNullable(repeated),
        repeatedGroup);
  }

  /** Is again what was saved: what came since is gone, its files too. */
  void restore(Saved saved) {
    mode = saved.mode();
    isUpdated = saved.isUpdated();
    strictIds.clear();
    strictIds.addAll(saved.strictIds());
    heldBytes = saved.heldBytes();
    blobs.reset(saved.decodedBytes());
    repeated = saved.repeated().orElse(null);
    repeatedGroup = saved.repeatedGroup();
    insertedIds = null;
    held.restore(saved.held(), allocator);
    dropSink();
    for (StagedFragments part : parts) {
      if (!saved.parts().contains(part)) {
        tables.abandon(table, part);
      }
    }
    parts.clear();
    parts.addAll(saved.parts());
    retired.removeAll(saved.parts());
    observed = null;
    TypeFacts begun = facts.begin(type, saved.isStreamed() ? this::streamedId : held::idOf);
    streamed = saved.isStreamed() ? begun : null;
    if (saved.isStreamed()) {
      parts.forEach(part -> observeAgain(part, begun));
    }
  }

  /** Forgets all rows of a type that will not be used any more. */
  void forget() {
    facts.begin(type, row -> "");
    close();
  }

  private void observeAgain(StagedFragments part, TypeFacts into) {
    read(
        part,
        factColumns(),
        (batch, first) -> into.observe(batch, RowPlaces.numbered("", 0), false));
  }

  /** What facts are made of, {@code id} first and then the ends. */
  private List<String> factColumns() {
    Set<String> columns = new LinkedHashSet<>(Images.fixed(type));
    for (Constraint constraint : type.constraints()) {
      if (constraint instanceof Constraint.Unique unique) {
        columns.addAll(unique.columns());
      }
    }
    return List.copyOf(columns);
  }

  private void dropSink() {
    FragmentSink open = sink;
    if (open != null) {
      sink = null;
      open.close();
    }
  }

  Meter.Blobs blobs() {
    return blobs;
  }

  /** Whether rows go to files as they come, so that none replaces another. */
  boolean isStreamed() {
    return streamed != null;
  }

  /** Whether this changes nothing. */
  boolean isEmpty() {
    return mode != WriteMode.REPLACE && streamed == null && held.rows() == 0;
  }

  /**
   * Says that the rows of an upsert's batch, which is not added yet, have each its own id, unless
   * it is held, where the later row wins; and that the rows which they replace can give way.
   *
   * @throws InvalidRequest when two share one
   * @throws Unsupported when one replaces a row with a Blob in a file
   */
  void requireOnce(VectorSchemaRoot batch, RowPlaces places) {
    TypeFacts current = streamed;
    if (current == null) {
      return;
    }
    requireDistinct(batch, places);
    if (hasBlob() && !inFiles(current, batch).isEmpty()) {
      requireReplaceable();
    }
  }

  private void requireDistinct(VectorSchemaRoot batch, RowPlaces places) {
    Map<String, Integer> rows = new HashMap<>();
    for (int row = 0; row < batch.getRowCount(); row++) {
      String id = String.valueOf(batch.getVector(0).getObject(row));
      Integer first = rows.putIfAbsent(id, row);
      if (first != null) {
        throw new Duplicate(id, places.place(first), first, id, places.place(row), row, id)
            .inUpsert(type.key());
      }
    }
  }

  /** As {@link #add}; rows in files that have the same ids give way, as those that are held do. */
  void put(VectorSchemaRoot batch, RowPlaces places, boolean idsAreNew, long bytes) {
    TypeFacts current = streamed;
    boolean isTooMuch = current == null && !isHeld(batch, bytes);
    try {
      if (isTooMuch) {
        requireDistinct(batch, places);
      } else if (current != null) {
        makeRoom(current, batch);
      }
    } catch (RuntimeException e) {
      batch.close();
      throw e;
    }
    if (isTooMuch) {
      // Held rows give way while that costs nothing.
      hold(batch, places, idsAreNew, bytes);
      streaming();
    } else {
      add(batch, places, idsAreNew, bytes);
    }
  }

  private void makeRoom(TypeFacts current, VectorSchemaRoot batch) {
    Set<String> again = inFiles(current, batch);
    if (!again.isEmpty()) {
      requireReplaceable();
      takeOut(places(again));
    }
  }

  /** The ids of a batch that rows in files have. */
  private Set<String> inFiles(TypeFacts current, VectorSchemaRoot batch) {
    Set<String> again = new HashSet<>();
    if (facts.isPartial()) {
      // The checks at the end read all rows again, and refuse what is there twice.
      return again;
    }
    KeyColumn ids = KeyColumn.of(batch.getVector(0));
    KeyHasher hasher = new KeyHasher();
    ByteBuilder id = new ByteBuilder();
    for (int row = 0; row < batch.getRowCount(); row++) {
      ids.appendIdentity(row, id.clear());
      if (current.ids().isStaged(current.ids().find(hasher.hash(id)))) {
        again.add(ids.text(row));
      }
    }
    return again;
  }

  /** Where rows with these ids are, by the number of the part. */
  private Map<Integer, BitSet> places(Set<String> chosen) {
    finishPart();
    Map<Integer, BitSet> places = new TreeMap<>();
    for (int number = 0; number < parts.size(); number++) {
      BitSet rows = new BitSet();
      readIds(
          parts.get(number),
          (batch, first) -> {
            for (int row = 0; row < batch.getRowCount(); row++) {
              rows.set(
                  first + row, chosen.contains(String.valueOf(batch.getVector(0).getObject(row))));
            }
          });
      if (!rows.isEmpty()) {
        places.put(number, rows);
      }
    }
    return places;
  }

  /** Takes a normalised batch over. */
  void add(VectorSchemaRoot batch, RowPlaces places, boolean idsAreNew, long bytes) {
    if (isHeld(batch, bytes)) {
      hold(batch, places, idsAreNew, bytes);
      return;
    }
    observed = null;
    try (batch) {
      stream(streaming(), batch, places, idsAreNew);
    }
  }

  private void hold(VectorSchemaRoot batch, RowPlaces places, boolean idsAreNew, long bytes) {
    observed = null;
    held.add(batch, places, idsAreNew);
    heldBytes += bytes;
  }

  /** Whether a batch that comes is held, as all rows before it are. */
  private boolean isHeld(VectorSchemaRoot batch, long bytes) {
    boolean few = held.rows() + batch.getRowCount() <= HELD_ROWS && heldBytes + bytes <= HELD_BYTES;
    return streamed == null && (few || !spills);
  }

  /** What is known of the rows in files, where all go from here on. */
  private TypeFacts streaming() {
    TypeFacts known = streamed;
    if (known != null) {
      return known;
    }
    if (mode == WriteMode.UPSERT && hasSeveralBlobs()) {
      // Their ids could not be read back.
      throw new Unsupported(
          "more than "
              + HELD_ROWS
              + " rows of "
              + type.key()
              + ", which has several Blob properties, cannot be updated or upserted at once;"
              + " commit fewer at a time");
    }
    TypeFacts begun = facts.begin(type, this::streamedId);
    streamed = begun;
    held.drainTo((batch, places, idsAreNew) -> stream(begun, batch, places, idsAreNew), allocator);
    return begun;
  }

  private void stream(
      TypeFacts current, VectorSchemaRoot batch, RowPlaces places, boolean idsAreNew) {
    if (mode == WriteMode.UPSERT && hasBlob()) {
      streamApart(current, batch, places, idsAreNew);
    } else {
      streamAll(current, batch, places, idsAreNew);
    }
  }

  /**
   * Rows that replace committed ones and rows that do not in files of their own: a whole file keeps
   * identities or gets new ones, and no row with a Blob can be moved to another file.
   */
  private void streamApart(
      TypeFacts current, VectorSchemaRoot batch, RowPlaces places, boolean idsAreNew) {
    BitSet replacing = idsAreNew ? new BitSet() : committed(batch);
    BitSet adding = (BitSet) replacing.clone();
    adding.flip(0, batch.getRowCount());
    // The kind of the open file first, which goes on.
    streamOfKind(sinkReplaces ? replacing : adding, current, batch, places, idsAreNew);
    boolean other = !sinkReplaces;
    BitSet rest = other ? replacing : adding;
    if (!rest.isEmpty()) {
      finishPart();
      sinkReplaces = other;
      streamOfKind(rest, current, batch, places, idsAreNew);
    }
  }

  private void streamOfKind(
      BitSet chosen,
      TypeFacts current,
      VectorSchemaRoot batch,
      RowPlaces places,
      boolean idsAreNew) {
    int[] rows = chosen.stream().toArray();
    if (rows.length == batch.getRowCount()) {
      streamAll(current, batch, places, idsAreNew);
    } else if (rows.length > 0) {
      try (VectorSchemaRoot some = HeldRows.copy(batch, rows, batch.getSchema(), allocator)) {
        streamAll(current, some, row -> places.place(rows[row]), idsAreNew);
      }
    }
  }

  /** The rows of a batch whose id is that of a committed row. */
  private BitSet committed(VectorSchemaRoot batch) {
    Set<String> known = tables.locate(table, idsOf(batch)).keySet();
    BitSet rows = new BitSet();
    for (int row = 0; row < batch.getRowCount(); row++) {
      rows.set(row, known.contains(String.valueOf(batch.getVector(0).getObject(row))));
    }
    return rows;
  }

  private void streamAll(
      TypeFacts current, VectorSchemaRoot batch, RowPlaces places, boolean idsAreNew) {
    current.observe(batch, places, idsAreNew);
    if (mode == WriteMode.UPSERT) {
      current
          .duplicateId()
          .ifPresent(
              twice -> {
                throw twice.inUpsert(type.key());
              });
    }
    write(batch, sink());
  }

  /** A replacement keeps what it refers to; other rows are written with its content. */
  private void write(VectorSchemaRoot batch, FragmentSink to) {
    List<String> uris = BlobCells.references(batch);
    if (mode == WriteMode.REPLACE || uris.isEmpty()) {
      uris.forEach(references::keep);
      to.write(batch);
      return;
    }
    try (VectorSchemaRoot whole = BlobCells.withContents(batch, references.copy(uris), allocator)) {
      to.write(whole);
    }
  }

  /** What the rows that are held refer to, one entry a cell. */
  List<String> heldReferences() {
    return held.batches().stream().flatMap(batch -> BlobCells.references(batch).stream()).toList();
  }

  /** Puts contents in the place of the references of rows that are held. */
  void takeContents(Map<String, byte[]> contents) {
    held.exchange(
        batch ->
            BlobCells.references(batch).isEmpty()
                ? batch
                : BlobCells.withContents(batch, contents, allocator));
  }

  private boolean hasBlob() {
    return type.properties().stream().anyMatch(p -> p.type().scalar() == Scalar.BLOB);
  }

  private boolean hasSeveralBlobs() {
    return PhysicalSchema.hasSeveralBlobs(PhysicalSchema.of(type));
  }

  /** Notes that one input repeats a tuple; what comes later cannot heal that. */
  void repeats(List<String> columns, Duplicate duplicate) {
    if (repeated == null) {
      repeated = duplicate;
      repeatedGroup = columns;
    }
  }

  /** The id of a row that was streamed, read back. */
  private String streamedId(int row) {
    if (parts.isEmpty()) {
      // Still being written; the place says which row it is.
      return "";
    }
    long first = row;
    for (StagedFragments part : parts) {
      if (first < part.rows()) {
        return readId(part, first);
      }
      first -= part.rows();
    }
    return "";
  }

  private String readId(StagedFragments part, long row) {
    StringBuilder id = new StringBuilder();
    readIds(
        part,
        (batch, first) -> {
          if (first <= row && row < (long) first + batch.getRowCount()) {
            id.append(batch.getVector(0).getObject((int) row - first));
          }
        });
    return id.toString();
  }

  /** What has been staged; facts are up to date afterwards. */
  ChangeSet.TypeChange change() {
    if (streamed == null) {
      if (observed == null) {
        observed = facts.begin(type, held::idOf);
        held.observe(observed, allocator);
        if (repeated != null) {
          observed.keep(repeatedGroup, repeated);
        }
      }
      return new ChangeSet.TypeChange(type, mode, held.share(), Set.of());
    }
    if (repeated != null) {
      streamed.keep(repeatedGroup, repeated);
    }
    finishPart();
    return new ChangeSet.TypeChange(type, mode, new ChangeSet.Rows.InFragments(parts), Set.of());
  }

  private void finishPart() {
    FragmentSink open = sink;
    if (open != null) {
      sink = null;
      try (open) {
        parts.add(open.finish());
      }
    }
  }

  /** The parts have another owner now. */
  void handOver() {
    handedOver = true;
  }

  @Override
  public void close() {
    held.close();
    dropSink();
    retired.forEach(part -> tables.abandon(table, part));
    if (!handedOver) {
      parts.forEach(part -> tables.abandon(table, part));
    }
  }
}
