package org.omnigraph.engine.validate;

import java.io.IOException;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorLoader;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.omnigraph.engine.error.ResourceLimitExceeded;
import org.omnigraph.engine.error.StorageUnavailable;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.pending.ChangeSet;
import org.omnigraph.engine.pending.ChangeSet.TypeChange;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.engine.pending.fact.IdSet;
import org.omnigraph.engine.pending.fact.RowFacts;
import org.omnigraph.engine.pending.fact.TypeFacts;
import org.omnigraph.engine.pending.key.KeyColumn;
import org.omnigraph.engine.pending.key.KeyRange;
import org.omnigraph.engine.schema.Constraint;
import org.omnigraph.engine.schema.EdgeType;
import org.omnigraph.engine.schema.GraphType;
import org.omnigraph.engine.schema.PhysicalSchema;
import org.omnigraph.engine.table.Predicate;
import org.omnigraph.engine.table.TableRef;
import org.omnigraph.engine.table.TableStore;

/**
 * The checks of a change whose facts do not fit into memory. The staged rows are read again and
 * again, each time for the keys of one range of hashes; every id, end point and tuple lies in
 * exactly one. What crosses ranges, whether a committed row goes because a staged one has its id,
 * is found before, one bit a committed row.
 */
final class Passes {
  private final Validator validator;
  private final TableStore tables;
  private final BufferAllocator allocator;
  private final ChangeSet changes;
  private final Committed committed;

  Passes(
      Validator validator,
      TableStore tables,
      BufferAllocator allocator,
      ChangeSet changes,
      Committed committed) {
    this.validator = validator;
    this.tables = tables;
    this.allocator = allocator;
    this.changes = changes;
    this.committed = committed;
  }

  /** The first violation over all ranges. */
  Optional<Violation> first() {
    int ranges = changes.facts().likelyRanges();
    while (true) {
      try {
        return first(ranges);
      } catch (ResourceLimitExceeded e) {
        if (ranges >= RowFacts.MOST_RANGES) {
          throw e;
        }
        ranges *= 2;
      }
    }
  }

  private Optional<Violation> first(int ranges) {
    Map<TypeKey, BitSet> lost = lost(ranges);
    Optional<Violation> first = Optional.empty();
    for (int i = 0; i < ranges; i++) {
      RowFacts facts = gather(new KeyRange(ranges, i), changes.changes().keySet());
      ChangeSet seen = new ChangeSet(changes.base(), changes.changes(), facts);
      Optional<Violation> found =
          validator.first(seen, new Image(seen, committed, Optional.of(lost)), committed);
      if (first.isEmpty() || found.map(first.get()::isAfter).orElse(false)) {
        first = found;
      }
    }
    return first;
  }

  /** By type: which of its committed rows, in storage order, have the id of a staged row. */
  private Map<TypeKey, BitSet> lost(int ranges) {
    Map<TypeKey, BitSet> lost = new TreeMap<>();
    for (TypeChange change : changes.changes().values()) {
      if (mayLose(change)) {
        lost.put(change.type().key(), new BitSet());
      }
    }
    for (int i = 0; i < ranges && !lost.isEmpty(); i++) {
      RowFacts facts = gather(new KeyRange(ranges, i), lost.keySet());
      lost.forEach((type, rows) -> facts.type(type).ifPresent(of -> note(of.ids(), type, rows)));
    }
    return lost;
  }

  /** A strictly inserted node has no committed row, or the change is refused for that. */
  private boolean mayLose(TypeChange change) {
    GraphType type = change.type();
    return change.mode() != WriteMode.REPLACE
        && (type instanceof EdgeType || change.mode() == WriteMode.UPSERT)
        && !committed.isEmpty(type.key())
        && changes.facts().type(type.key()).map(TypeFacts::hasGivenIds).orElse(false);
  }

  private void note(IdSet staged, TypeKey type, BitSet rows) {
    Ids ids = new Ids();
    committed.scan(
        type,
        List.of("id"),
        Predicate.TRUE,
        (batch, firstRow) -> {
          KeyColumn column = Ids.column(batch.getVector(0));
          for (int row = 0; row < batch.getRowCount(); row++) {
            if (staged.isStaged(ids.number(staged, column, row))) {
              rows.set(firstRow + row);
            }
          }
        });
  }

  /** The facts of one range; nodes first, so that edges keep no text of ends that are there. */
  private RowFacts gather(KeyRange range, Set<TypeKey> types) {
    RowFacts facts = changes.facts().ofRange(range);
    for (boolean edges : new boolean[] {false, true}) {
      for (TypeChange change : changes.changes().values()) {
        if (types.contains(change.type().key()) && change.type() instanceof EdgeType == edges) {
          changes
              .facts()
              .type(change.type().key())
              .ifPresent(known -> gather(change, known, facts.begin(change.type(), known::idOf)));
        }
      }
    }
    return facts;
  }

  private void gather(TypeChange change, TypeFacts known, TypeFacts into) {
    known.duplicateInInput().ifPresent(twice -> into.keep(known.inputGroup(), twice));
    if (change.rows() instanceof ChangeSet.Rows.InMemory held) {
      try (VectorSchemaRoot root =
          VectorSchemaRoot.create(PhysicalSchema.of(change.type()), allocator)) {
        VectorLoader loader = new VectorLoader(root);
        for (ArrowRecordBatch batch : held.batches()) {
          loader.load(batch);
          observe(root, known, into);
        }
      }
    } else if (change.rows() instanceof ChangeSet.Rows.InFragments written) {
      TableRef home = changes.base().table(change.type().key()).ref();
      List<String> columns = columns(change.type());
      written
          .parts()
          .forEach(part -> read(tables.read(home, part, columns, allocator), known, into));
    }
  }

  private static void read(ArrowReader rows, TypeFacts known, TypeFacts into) {
    try (ArrowReader reader = rows) {
      while (reader.loadNextBatch()) {
        observe(reader.getVectorSchemaRoot(), known, into);
      }
    } catch (IOException e) {
      throw new StorageUnavailable("reading back staged rows of " + known.type().key(), e);
    }
  }

  private static void observe(VectorSchemaRoot batch, TypeFacts known, TypeFacts into) {
    int firstRow = into.places().rows();
    into.observe(batch, row -> known.places().of(firstRow + row), !known.hasGivenIds());
  }

  /** What facts are made of, {@code id} first. */
  private static List<String> columns(GraphType type) {
    Set<String> columns = new LinkedHashSet<>(List.of("id"));
    columns.addAll(type.keyColumns());
    for (Constraint constraint : type.constraints()) {
      if (constraint instanceof Constraint.Unique unique) {
        columns.addAll(unique.columns());
      }
    }
    if (type instanceof EdgeType) {
      columns.addAll(List.of("src", "dst"));
    }
    return List.copyOf(columns);
  }
}
