package org.omnigraph.engine.pending.fact;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.pending.RowPlaces;
import org.omnigraph.engine.pending.key.StateMemory;
import org.omnigraph.engine.schema.Constraint;
import org.omnigraph.engine.schema.GraphType;

/**
 * What is known of all staged rows of a request. It holds no Arrow memory. Facts grow with their
 * staging: a change set made earlier sees rows added later, so one is validated before more is
 * added.
 */
public final class RowFacts {
  private final StateMemory memory;
  private final Map<String, IdSet> nodes = new TreeMap<>();
  private final Map<TypeKey, TypeFacts> types = new TreeMap<>();

  /** Facts of no row, which may take so many bytes of heap. */
  public RowFacts(long memoryLimit) {
    this.memory = new StateMemory(memoryLimit);
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
    return nodes.computeIfAbsent(nodeType, name -> new IdSet(memory));
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
    TypeFacts begun = TypeFacts.of(type, this, idOf);
    begun.ids().unstageAll();
    TypeFacts replaced = types.put(type.key(), begun);
    if (replaced != null) {
      replaced.release();
    }
    return begun;
  }

  /** Finds tuples that one input repeats, before later rows replace earlier ones. */
  public InputTuples inputTuples(GraphType type) {
    return new InputTuples(type, memory.part());
  }

  /** The tuples of one input. */
  public static final class InputTuples {
    private final Places places = new Places();
    private final List<GroupFacts> groups;
    private final StateMemory memory;

    InputTuples(GraphType type, StateMemory memory) {
      this.memory = memory;
      this.groups =
          Stream.concat(
                  Stream.of(type.keyColumns()).filter(key -> !key.isEmpty()),
                  type.constraints().stream()
                      .filter(Constraint.Unique.class::isInstance)
                      .map(c -> ((Constraint.Unique) c).columns()))
              .map(columns -> new GroupFacts(columns, memory))
              .toList();
    }

    /** Ends the use of these tuples. */
    public void release() {
      memory.release();
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
