package org.omnigraph.engine.pending.fact;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.pending.RowPlaces;
import org.omnigraph.engine.pending.key.KeyColumn;
import org.omnigraph.engine.pending.key.KeyHashes;
import org.omnigraph.engine.pending.key.KeyTuple;
import org.omnigraph.engine.pending.key.StateMemory;
import org.omnigraph.engine.schema.Constraint;
import org.omnigraph.engine.schema.EdgeType;
import org.omnigraph.engine.schema.GraphType;

/** What is known of the staged rows of one type. */
public final class TypeFacts {
  private final GraphType type;
  private final RowFacts facts;
  private final StateMemory memory;
  private final Places places = new Places();
  private final IntFunction<String> earlierIds;
  private IdSet ids;
  private List<GroupFacts> groups;
  private @Nullable EdgeFacts edges;
  private boolean hasGivenIds;
  private @Nullable Duplicate duplicateId;
  private @Nullable Duplicate duplicateInInput;
  private List<String> inputGroup = List.of();

  TypeFacts(GraphType type, RowFacts facts, IntFunction<String> earlierIds) {
    this.type = type;
    this.facts = facts;
    this.memory = facts.memory().part();
    this.earlierIds = earlierIds;
    this.edges = noEdges();
    this.ids = noIds();
    this.groups = noTuples();
  }

  private @Nullable EdgeFacts noEdges() {
    return type instanceof EdgeType edge
        ? new EdgeFacts(
            facts.nodes(edge.from()), facts.nodes(edge.to()), edge.cardinality(), memory)
        : null;
  }

  private IdSet noIds() {
    return type instanceof EdgeType ? new IdSet(facts.range(), memory) : facts.nodes(type.name());
  }

  private List<GroupFacts> noTuples() {
    List<GroupFacts> none = new ArrayList<>();
    for (Constraint constraint : type.constraints()) {
      if (constraint instanceof Constraint.Unique unique) {
        none.add(new GroupFacts(unique.columns(), facts.range(), memory));
      }
    }
    return none;
  }

  public GraphType type() {
    return type;
  }

  public Places places() {
    return places;
  }

  /** The ids of the staged rows, unless they were all made new. */
  public IdSet ids() {
    return ids;
  }

  /** The {@code @unique} groups; the key is known by its ids. */
  public List<GroupFacts> groups() {
    return groups;
  }

  /** What is known of edges; empty for a node type. */
  public Optional<EdgeFacts> edges() {
    return Optional.ofNullable(edges);
  }

  /** The first two staged rows that share an id. */
  public Optional<Duplicate> duplicateId() {
    return Optional.ofNullable(duplicateId);
  }

  /**
   * Two rows of one input that share a tuple, although only one of them is left: an upsert repeats
   * a key.
   */
  public Optional<Duplicate> duplicateInInput() {
    return Optional.ofNullable(duplicateInInput);
  }

  /** The columns of {@link #duplicateInInput()}. */
  public List<String> inputGroup() {
    return inputGroup;
  }

  /** The id of the earlier row of a duplicate, empty when it is no longer at hand. */
  public String firstId(Duplicate duplicate) {
    return duplicate.firstId().isEmpty() && duplicate.firstRow() >= 0
        ? idOf(duplicate.firstRow())
        : duplicate.firstId();
  }

  /** The id of a staged row, when it is still at hand. */
  public String idOf(int row) {
    return earlierIds.apply(row);
  }

  /** Whether some rows came with their ids. */
  public boolean hasGivenIds() {
    return hasGivenIds;
  }

  /** Ends the use of these facts, so that others can take their place. */
  void release() {
    memory.release();
  }

  /** Drops what takes memory by the row; what is left is where each row came from. */
  void forget() {
    memory.release();
    edges = noEdges();
    ids = noIds();
    groups = noTuples();
    duplicateId = null;
  }

  /**
   * Notes a batch in the physical schema.
   *
   * @param idsAreNew whether every id was made for this batch, so that none can be there already
   */
  public void observe(VectorSchemaRoot batch, RowPlaces batchPlaces, boolean idsAreNew) {
    int firstRow = places.rows();
    places.add(batch.getRowCount(), batchPlaces);
    hasGivenIds |= !idsAreNew;
    facts.gather(() -> gather(batch, firstRow, idsAreNew));
  }

  private void gather(VectorSchemaRoot batch, int firstRow, boolean idsAreNew) {
    if (!idsAreNew || edges == null) {
      observeIds(batch, firstRow);
    }
    for (GroupFacts group : groups) {
      group.observe(batch, firstRow, places, earlierIds);
    }
    if (edges != null) {
      edges.observe(batch, firstRow);
    }
  }

  /** Keeps a duplicate of one input that later rows replaced. */
  public void keep(List<String> columns, Duplicate duplicate) {
    if (duplicateInInput == null) {
      duplicateInInput =
          new Duplicate(
              duplicate.shown(),
              duplicate.first(),
              -1,
              duplicate.firstId(),
              duplicate.second(),
              duplicate.secondRow(),
              duplicate.secondId());
      inputGroup = columns;
    }
  }

  private void observeIds(VectorSchemaRoot batch, int firstRow) {
    KeyColumn column = KeyColumn.of(batch.getVector(0));
    List<String> keyColumns = type.keyColumns();
    KeyTuple key =
        keyColumns.isEmpty()
            ? null
            : new KeyTuple(keyColumns.stream().map(batch::getVector).toList());
    KeyHashes hashes = new KeyHashes();
    int rows = batch.getRowCount();
    int count;
    for (int from = 0; from < rows; from += count) {
      count = hashes.fill(column, from, rows);
      for (int i = from; i < from + count; i++) {
        int other = ids.stage(hashes, i - from, firstRow + i);
        if (other >= 0 && duplicateId == null) {
          String text = column.text(i);
          duplicateId =
              new Duplicate(
                  key == null ? "'" + text + "'" : key.shown(i),
                  places.of(other),
                  other,
                  text,
                  places.of(firstRow + i),
                  firstRow + i,
                  text);
        }
      }
    }
  }
}
