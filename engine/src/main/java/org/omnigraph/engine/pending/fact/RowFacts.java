package org.omnigraph.engine.pending.fact;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.omnigraph.engine.error.ResourceLimitExceeded;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.pending.RowPlaces;
import org.omnigraph.engine.pending.key.KeyRange;
import org.omnigraph.engine.pending.key.StateMemory;
import org.omnigraph.engine.schema.Constraint;
import org.omnigraph.engine.schema.GraphType;

/**
 * What is known of all staged rows of a request. It holds no Arrow memory. Facts grow with their
 * staging: a change set made earlier sees rows added later, so one is validated before more is
 * added.
 */
public final class RowFacts {
  /** More ranges than this are not tried. */
  public static final int MOST_RANGES = 1024;

  /** What a row may take at most, near enough. */
  private static final long ROW_BYTES = 64;

  /** Below this the first pieces of empty tables would be all there is room for. */
  private static final long LEAST_OF_A_RANGE = 4L << 20;

  private final StateMemory memory;
  private final KeyRange range;
  private boolean isPartial;
  private final Map<String, IdSet> nodes = new TreeMap<>();
  private final Map<TypeKey, TypeFacts> types = new TreeMap<>();

  /** Facts of no row, which may take so many bytes of heap. */
  public RowFacts(long memoryLimit) {
    this(KeyRange.ALL, memoryLimit);
  }

  private RowFacts(KeyRange range, long memoryLimit) {
    this.range = range;
    this.memory = new StateMemory(memoryLimit);
  }

  /**
   * Whether the rows took more than the memory limit holds: then all that is known of them is how
   * many they are and where they came from, and the rest is gathered from them range by range.
   */
  public boolean isPartial() {
    return isPartial;
  }

  /**
   * For who needs to know ids before the rows are validated.
   *
   * @throws ResourceLimitExceeded when they took more than the limit holds
   */
  public void requireWhole() {
    if (isPartial) {
      throw new ResourceLimitExceeded(
          "validation state bytes",
          memory.limit(),
          memory.asked(),
          "commit before statements that read what the transaction wrote, or give the process more"
              + " heap (-Xmx) and the graph a higher memory limit");
    }
  }

  /** So many ranges of keys, a power of two, that one of them likely fits into memory. */
  public int likelyRanges() {
    long rows = types.values().stream().mapToLong(type -> type.places().rows()).sum();
    long count = rows * ROW_BYTES / Math.max(1, memory.limit());
    return (int) Math.min(MOST_RANGES, 2 * Long.highestOneBit(Math.max(1, count)));
  }

  /**
   * Facts of no row yet that take note of the keys in a range only, in as much memory.
   *
   * @throws org.omnigraph.engine.error.ResourceLimitExceeded later, when a range is still too much
   */
  public RowFacts ofRange(KeyRange keys) {
    return new RowFacts(keys, Math.max(memory.limit(), LEAST_OF_A_RANGE));
  }

  KeyRange range() {
    return range;
  }

  /** Takes note of rows, unless there have been too many. */
  void gather(Runnable observation) {
    if (isPartial) {
      return;
    }
    try {
      observation.run();
    } catch (ResourceLimitExceeded e) {
      if (memory.asked() == 0 || !range.equals(KeyRange.ALL)) {
        throw e;
      }
      isPartial = true;
      nodes.clear();
      types.values().forEach(TypeFacts::forget);
      memory.release();
    }
  }

  StateMemory memory() {
    return memory;
  }

  /** Bytes of heap taken, near enough. */
  public long stateBytes() {
    return memory.used();
  }

  /** The ids of a node type that are staged or referred to. */
  public IdSet nodes(String nodeType) {
    return nodes.computeIfAbsent(nodeType, name -> new IdSet(range, memory));
  }

  /** What is known of a type's rows, if it has any. */
  public Optional<TypeFacts> type(TypeKey key) {
    return Optional.ofNullable(types.get(key));
  }

  /**
   * Begins the facts of a type anew.
   *
   * @param idOf the id of a staged row, by row number, or empty text when it is no longer at hand
   */
  public TypeFacts begin(GraphType type, IntFunction<String> idOf) {
    TypeFacts begun = new TypeFacts(type, this, idOf);
    begun.ids().unstageAll();
    TypeFacts replaced = types.put(type.key(), begun);
    if (replaced != null) {
      replaced.release();
    }
    return begun;
  }

  /** Finds tuples that one input repeats, before later rows replace earlier ones. */
  public static final class InputTuples {
    private final Places places = new Places();
    private final List<GroupFacts> groups;
    private final StateMemory memory;

    /** No tuples of a type's rows. */
    public InputTuples(GraphType type, StateMemory memory) {
      this.memory = memory;
      this.groups =
          Stream.concat(
                  Stream.of(type.keyColumns()).filter(key -> !key.isEmpty()),
                  type.constraints().stream()
                      .filter(Constraint.Unique.class::isInstance)
                      .map(c -> ((Constraint.Unique) c).columns()))
              .map(columns -> new GroupFacts(columns, KeyRange.ALL, memory))
              .toList();
    }

    /** Ends the use of these tuples. */
    public void release() {
      memory.release();
    }

    /**
     * Compares later rows with those so far and keeps none of them: they replace no row, so the
     * facts of their type see all of them.
     */
    public void freeze() {
      groups.forEach(GroupFacts::freeze);
    }

    /** Notes a batch; answers the group that it repeats a tuple of, if it does. */
    public Optional<GroupFacts> observe(VectorSchemaRoot batch, RowPlaces batchPlaces) {
      int firstRow = places.rows();
      places.add(batch.getRowCount(), batchPlaces);
      for (GroupFacts group : groups) {
        group.observe(batch, firstRow, places, row -> "");
      }
      return groups.stream().filter(group -> group.duplicate().isPresent()).findFirst();
    }
  }
}
