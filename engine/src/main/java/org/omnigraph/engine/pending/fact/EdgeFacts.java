package org.omnigraph.engine.pending.fact;

import java.util.BitSet;
import java.util.Optional;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.pending.key.IntTable;
import org.omnigraph.engine.pending.key.KeyColumn;
import org.omnigraph.engine.pending.key.KeyHashes;
import org.omnigraph.engine.pending.key.StateMemory;
import org.omnigraph.engine.schema.Cardinality;

/** The end points of staged edges, and how many leave each source. */
public final class EdgeFacts {
  private final Side sources;
  private final Side targets;
  private final Cardinality cardinality;
  private final boolean isCounted;
  private final long max;
  private final IntTable counts;
  private final IntTable firstRows;
  private @Nullable Overflow overflow;

  /**
   * The first source that staged edges alone take over the maximum.
   *
   * @param number its number among the ids of the node type
   * @param id its id
   * @param row the edge that is one too many
   */
  public record Overflow(int number, String id, int row) {}

  /** End points on one side that had no staged node when they came; in the order of rows. */
  public static final class Side {
    private final IdSet nodes;
    private final IntTable numbers;
    private final IntTable rows;
    private final BitSet seen = new BitSet();

    Side(IdSet nodes, StateMemory memory) {
      this.nodes = nodes;
      this.numbers = new IntTable(memory);
      this.rows = new IntTable(memory);
    }

    /** The ids of the node type. */
    public IdSet nodes() {
      return nodes;
    }

    /** How many there are. */
    public int size() {
      return rows.size();
    }

    /** The number of the i-th among the ids of the node type. */
    public int number(int i) {
      return numbers.get(i);
    }

    /** The first row that refers to the i-th. */
    public int row(int i) {
      return rows.get(i);
    }

    private int observe(KeyHashes ids, int i, int row, boolean keepText) {
      int number = nodes.refer(ids, i, keepText);
      if (number >= 0 && !nodes.isStaged(number) && !seen.get(number)) {
        seen.set(number);
        numbers.add(number);
        rows.add(row);
      }
      return number;
    }
  }

  EdgeFacts(IdSet from, IdSet to, Cardinality cardinality, StateMemory memory) {
    this.sources = new Side(from, memory);
    this.targets = new Side(to, memory);
    this.cardinality = cardinality;
    this.isCounted = !cardinality.isUnbounded();
    this.max = cardinality.max().orElse(Long.MAX_VALUE);
    this.counts = new IntTable(memory);
    this.firstRows = new IntTable(memory);
  }

  public Side sources() {
    return sources;
  }

  public Side targets() {
    return targets;
  }

  /** Staged edges that leave a source; counted only when the cardinality is bounded. */
  public int count(int sourceNumber) {
    return counts.get(sourceNumber);
  }

  /** The first staged edge that leaves a source which was counted. */
  public int firstRow(int sourceNumber) {
    return firstRows.get(sourceNumber);
  }

  /** One more than the greatest number of a source that was counted. */
  public int countedSources() {
    return counts.size();
  }

  public Optional<Overflow> overflow() {
    return Optional.ofNullable(overflow);
  }

  void observe(VectorSchemaRoot batch, int firstRow) {
    KeyColumn src = KeyColumn.of(batch.getVector("src"));
    KeyColumn dst = KeyColumn.of(batch.getVector("dst"));
    KeyHashes ids = new KeyHashes();
    int rows = batch.getRowCount();
    int count;
    for (int from = 0; from < rows; from += count) {
      count = ids.fill(src, from, rows);
      for (int i = 0; i < count; i++) {
        observeSource(ids, i, src, from + i, firstRow + from + i);
      }
      ids.fill(dst, from, rows);
      for (int i = 0; i < count; i++) {
        targets.observe(ids, i, firstRow + from + i, false);
      }
    }
  }

  private void observeSource(KeyHashes ids, int i, KeyColumn column, int inBatch, int row) {
    // Below a minimum of two the text of a source is needed when its rows are gone.
    int source = sources.observe(ids, i, row, cardinality.min() > 1);
    if (!isCounted || source < 0) {
      return;
    }
    int count = counts.increment(source);
    if (count == 1) {
      firstRows.set(source, row);
    }
    if (count > max && overflow == null) {
      overflow = new Overflow(source, column.text(inBatch), row);
    }
  }
}
