package org.omnigraph.engine.pending.fact;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.pending.key.IntTable;
import org.omnigraph.engine.pending.key.KeyHasher;
import org.omnigraph.engine.pending.key.KeyHashes;
import org.omnigraph.engine.pending.key.KeyIndex;
import org.omnigraph.engine.pending.key.KeyRange;
import org.omnigraph.engine.pending.key.KeyTuple;
import org.omnigraph.engine.pending.key.StateMemory;
import org.omnigraph.engine.table.Predicate;

/** The tuples of one {@code @key} or {@code @unique} group in the staged rows. */
public final class GroupFacts {
  private final List<String> columns;
  private final KeyRange range;
  private final KeyIndex index;
  private final IntTable rows;
  private final Set<Predicate.Literal> firstParts = new LinkedHashSet<>();
  private boolean hasAllFirstParts = true;
  private boolean isFrozen;
  private @Nullable Duplicate duplicate;

  GroupFacts(List<String> columns, KeyRange range, StateMemory memory) {
    this.columns = columns;
    this.range = range;
    this.index = new KeyIndex(memory);
    this.rows = new IntTable(memory);
  }

  public List<String> columns() {
    return columns;
  }

  /** Distinct tuples without a null. */
  public int size() {
    return index.size();
  }

  /** The first two staged rows that share a tuple. */
  public Optional<Duplicate> duplicate() {
    return Optional.ofNullable(duplicate);
  }

  /** From now on rows are compared with what is there, and not kept. */
  void freeze() {
    isFrozen = true;
  }

  /** The first staged row that has the tuple, or -1. */
  public int rowOf(KeyHasher tuple) {
    int number = index.find(tuple);
    return number == KeyIndex.ABSENT ? -1 : rows.get(number);
  }

  /**
   * Notes the tuples of a batch.
   *
   * @param firstRow the number of the batch's first row
   * @param firstIds the ids of earlier rows, as far as they are at hand
   */
  void observe(VectorSchemaRoot batch, int firstRow, Places places, IntFunction<String> firstIds) {
    KeyTuple tuple = new KeyTuple(columns.stream().map(batch::getVector).toList());
    KeyHashes hashes = new KeyHashes();
    int rowCount = batch.getRowCount();
    int count;
    for (int from = 0; from < rowCount; from += count) {
      count = hashes.fill(tuple, from, rowCount);
      for (int i = from; i < from + count; i++) {
        if (tuple.hasNull(i) || !range.holds(hashes.high(i - from))) {
          continue;
        }
        int there = find(hashes, i - from);
        if (there == KeyIndex.ABSENT) {
          keep(tuple, i, firstRow + i);
        } else if (duplicate == null) {
          int first = rows.get(there);
          duplicate =
              new Duplicate(
                  tuple.shown(i),
                  places.of(first),
                  first,
                  first >= firstRow
                      ? String.valueOf(batch.getVector(0).getObject(first - firstRow))
                      : firstIds.apply(first),
                  places.of(firstRow + i),
                  firstRow + i,
                  String.valueOf(batch.getVector(0).getObject(i)));
        }
      }
    }
  }

  private int find(KeyHashes hashes, int i) {
    return isFrozen
        ? index.find(hashes.high(i), hashes.low(i))
        : index.add(hashes.high(i), hashes.low(i));
  }

  private void keep(KeyTuple tuple, int inBatch, int row) {
    if (!isFrozen) {
      rows.set(index.size() - 1, row);
      keepFirstPart(tuple, inBatch);
    }
  }

  private void keepFirstPart(KeyTuple tuple, int row) {
    if (hasAllFirstParts) {
      Optional<Predicate.Literal> part = tuple.firstPart(row);
      part.ifPresent(firstParts::add);
      hasAllFirstParts = part.isPresent() && firstParts.size() <= IdSet.FEW;
    }
  }

  /** Which committed rows can hold one of the tuples: all, unless a few values name them. */
  public Predicate holders() {
    return hasAllFirstParts
        ? new Predicate.In(columns.get(0), List.copyOf(firstParts))
        : Predicate.TRUE;
  }
}
