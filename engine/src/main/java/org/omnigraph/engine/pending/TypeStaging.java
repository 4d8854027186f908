package org.omnigraph.engine.pending;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.StorageUnavailable;
import org.omnigraph.engine.error.Unsupported;
import org.omnigraph.engine.pending.fact.Duplicate;
import org.omnigraph.engine.pending.fact.RowFacts;
import org.omnigraph.engine.pending.fact.TypeFacts;
import org.omnigraph.engine.pending.key.StateMemory;
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
final class TypeStaging implements AutoCloseable {
  /** What is held in memory before rows become fragments, when they may. */
  private static final long HELD_ROWS = Budget.KEYED.maxRows();

  private static final long HELD_BYTES = Budget.KEYED.maxBytes();

  private final GraphType type;
  private final WriteMode mode;
  private final boolean spills;
  private final TableStore tables;
  private final TableRef table;
  private final BufferAllocator allocator;
  private final RowFacts facts;
  private final Meter.Blobs blobs;
  private final BlobReferences references;
  private final HeldRows held;
  private final List<StagedFragments> parts = new ArrayList<>();
  private @Nullable FragmentSink sink;
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

  Meter.Blobs blobs() {
    return blobs;
  }

  /** Whether this changes nothing. */
  boolean isEmpty() {
    return mode != WriteMode.REPLACE && streamed == null && held.rows() == 0;
  }

  /** Takes a normalised batch over. */
  void add(VectorSchemaRoot batch, RowPlaces places, boolean idsAreNew, long bytes) {
    observed = null;
    if (streamed == null && !mustSpill(batch, bytes)) {
      held.add(batch, places, idsAreNew);
      heldBytes += bytes;
      return;
    }
    try (batch) {
      if (streamed == null) {
        spill();
      }
      stream(batch, places, idsAreNew);
    }
  }

  private boolean mustSpill(VectorSchemaRoot batch, long bytes) {
    return spills
        && (held.rows() + batch.getRowCount() > HELD_ROWS || heldBytes + bytes > HELD_BYTES);
  }

  private void spill() {
    if (mode == WriteMode.UPSERT && hasBlob()) {
      // Rows that replace others are read back from their files, which blobs cannot be yet.
      throw new Unsupported(
          "an upsert of more than "
              + HELD_ROWS
              + " rows into "
              + type.key()
              + ", which has a Blob property; split the input");
    }
    streamed = facts.begin(type, this::streamedId);
    held.drainTo(this::stream, allocator);
  }

  private void stream(VectorSchemaRoot batch, RowPlaces places, boolean idsAreNew) {
    TypeFacts current = streamed;
    if (current == null) {
      throw new IllegalStateException("nothing is streamed");
    }
    current.observe(batch, places, idsAreNew);
    if (mode == WriteMode.UPSERT) {
      current.duplicateId().ifPresent(this::refuseRepeatedId);
    }
    FragmentSink open = sink;
    if (open == null) {
      open = tables.sink(table, PhysicalSchema.of(type));
      sink = open;
    }
    write(batch, open);
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

  private void refuseRepeatedId(Duplicate duplicate) {
    throw new InvalidRequest(
        duplicate.second()
            + ": "
            + type.key()
            + " gets id "
            + duplicate.shown()
            + " a second time (first at "
            + duplicate.first()
            + "); an upsert of more than "
            + HELD_ROWS
            + " rows takes each id once");
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
    try (ArrowReader reader = tables.read(table, part, List.of("id"), allocator)) {
      long first = row;
      while (reader.loadNextBatch()) {
        int rows = reader.getVectorSchemaRoot().getRowCount();
        if (first < rows) {
          VarCharVector ids = (VarCharVector) reader.getVectorSchemaRoot().getVector(0);
          return String.valueOf(ids.getObject((int) first));
        }
        first -= rows;
      }
      return "";
    } catch (IOException e) {
      throw new StorageUnavailable("reading back staged rows of " + type.key(), e);
    }
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
    FragmentSink open = sink;
    if (open != null) {
      sink = null;
      open.close();
    }
    if (!handedOver) {
      parts.forEach(part -> tables.abandon(table, part));
    }
  }
}
