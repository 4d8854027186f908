package org.omnigraph.engine.validate;

import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.pending.ChangeSet;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.engine.pending.fact.EdgeFacts;
import org.omnigraph.engine.pending.fact.IdSet;
import org.omnigraph.engine.pending.fact.TypeFacts;
import org.omnigraph.engine.schema.AcceptedSchema;
import org.omnigraph.engine.schema.EdgeType;
import org.omnigraph.engine.schema.GraphType;
import org.omnigraph.engine.schema.NodeType;
import org.omnigraph.engine.table.TableStore;

/**
 * Checks a change set against a snapshot. May be called again for the same change set with a newer
 * snapshot; keeps nothing between calls.
 *
 * <p>What a row alone can break was refused when it was added. Here come, in this order: of each
 * node type the ids of its strict inserts, its key and unique groups; of each edge type its unique
 * groups, the end points of staged edges and of edges left behind, and cardinality; at last the ids
 * of strictly inserted edges. So what is there already is named before what follows from it.
 * Committed columns are streamed at most once a check, and only where the change can touch them.
 */
public final class Validator {
  private final AcceptedSchema schema;
  private final TableStore tables;
  private final BufferAllocator allocator;

  /**
   * Makes a validator of one graph.
   *
   * @param allocator lends memory for the scans of committed columns
   */
  public Validator(AcceptedSchema schema, TableStore tables, BufferAllocator allocator) {
    this.schema = schema;
    this.tables = tables;
    this.allocator = allocator;
  }

  /**
   * Returns when {@code changes} may become the next image after {@code base}.
   *
   * @throws org.omnigraph.engine.error.InvalidRequest at the first violation: a duplicate, a broken
   *     unique tuple, a missing end point, a broken cardinality
   * @throws org.omnigraph.engine.error.KeyConflict when a strict insert meets a committed id
   */
  public void validate(ChangeSet changes, Snapshot base) {
    Committed committed = new Committed(tables, base, allocator);
    Image image = new Image(changes, committed);
    UniqueCheck uniques = new UniqueCheck(image, committed);
    StrictInsertCheck inserts = new StrictInsertCheck(image, committed);
    for (GraphType type : schema.byKey().values()) {
      if (type instanceof NodeType) {
        inserted(changes, type).ifPresent(inserts::check);
        changed(changes, type).ifPresent(uniques::check);
      }
    }
    for (GraphType type : schema.byKey().values()) {
      if (type instanceof EdgeType edge) {
        validateEdges(edge, changes, image, committed, uniques);
      }
    }
    for (GraphType type : schema.byKey().values()) {
      if (type instanceof EdgeType) {
        inserted(changes, type).ifPresent(inserts::check);
      }
    }
  }

  private static Optional<TypeFacts> inserted(ChangeSet changes, GraphType type) {
    return changes
        .of(type.key())
        .filter(change -> change.mode() == WriteMode.INSERT)
        .flatMap(change -> changes.facts().type(type.key()));
  }

  private static Optional<TypeFacts> changed(ChangeSet changes, GraphType type) {
    return changes.of(type.key()).flatMap(change -> changes.facts().type(type.key()));
  }

  private static void validateEdges(
      EdgeType type, ChangeSet changes, Image image, Committed committed, UniqueCheck uniques) {
    Optional<TypeFacts> facts = changed(changes, type);
    Optional<EdgeFacts> edges = facts.flatMap(TypeFacts::edges);
    IdSet from = changes.facts().nodes(type.from());
    IdSet to = changes.facts().nodes(type.to());
    EndPointCheck endPoints = new EndPointCheck(image, committed);
    facts.ifPresent(uniques::check);
    facts.ifPresent(f -> edges.ifPresent(e -> endPoints.checkStaged(type, f, e)));
    endPoints.checkRetained(type, from, to);
    changes
        .of(type.key())
        .ifPresent(
            change -> new CardinalityCheck(image, committed).check(type, change, facts, from));
  }
}
