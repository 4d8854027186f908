package org.omnigraph.engine.validate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.pending.ChangeSet;
import org.omnigraph.engine.pending.WriteMode;
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
    boolean inPasses = changes.facts().isPartial();
    Committed committed = new Committed(tables, base, allocator, inPasses);
    Optional<Violation> first =
        inPasses
            ? new Passes(this, tables, allocator, changes, committed).first()
            : first(changes, new Image(changes, committed, Optional.empty()), committed);
    if (first.isPresent()) {
      throw first.get().refusal();
    }
  }

  /** The first violation; checks after it are not made. */
  Optional<Violation> first(ChangeSet changes, Image image, Committed committed) {
    int number = 0;
    for (Runnable check : checks(changes, image, committed)) {
      try {
        check.run();
      } catch (Violation e) {
        return Optional.of(e.in(number));
      }
      number++;
    }
    return Optional.empty();
  }

  /** The same number of checks in the same order for every change. */
  private List<Runnable> checks(ChangeSet changes, Image image, Committed committed) {
    UniqueCheck uniques = new UniqueCheck(image, committed);
    StrictInsertCheck inserts = new StrictInsertCheck(image, committed);
    EndPointCheck ends = new EndPointCheck(image, committed);
    CardinalityCheck cardinalities = new CardinalityCheck(image, committed);
    List<Runnable> checks = new ArrayList<>();
    for (GraphType type : schema.byKey().values()) {
      checks.add(() -> requireIdsOnce(changes, type));
    }
    for (GraphType type : schema.byKey().values()) {
      if (type instanceof NodeType) {
        checks.add(() -> checkInserted(changes, type, inserts));
        checks.add(() -> changed(changes, type).ifPresent(uniques::check));
      }
    }
    for (GraphType type : schema.byKey().values()) {
      if (type instanceof EdgeType edge) {
        checks.add(() -> changed(changes, type).ifPresent(uniques::check));
        checks.add(() -> checkEnds(edge, changes, ends));
        checks.add(() -> checkCardinality(edge, changes, cardinalities));
      }
    }
    for (GraphType type : schema.byKey().values()) {
      if (type instanceof EdgeType) {
        checks.add(() -> checkInserted(changes, type, inserts));
      }
    }
    return checks;
  }

  /** In an upsert that is small enough the later row wins; in others that was seen as it came. */
  private static void requireIdsOnce(ChangeSet changes, GraphType type) {
    changes
        .of(type.key())
        .filter(change -> change.mode() == WriteMode.UPSERT)
        .flatMap(change -> changes.facts().type(type.key()))
        .flatMap(TypeFacts::duplicateId)
        .ifPresent(
            twice -> {
              throw Violation.at(0, twice.secondRow(), twice.inUpsert(type.key()));
            });
  }

  private static void checkInserted(ChangeSet changes, GraphType type, StrictInsertCheck inserts) {
    changes
        .of(type.key())
        .filter(change -> change.mode() == WriteMode.INSERT)
        .ifPresent(
            change ->
                changes.facts().type(type.key()).ifPresent(facts -> inserts.check(facts, change)));
  }

  private static Optional<TypeFacts> changed(ChangeSet changes, GraphType type) {
    return changes.of(type.key()).flatMap(change -> changes.facts().type(type.key()));
  }

  private static void checkEnds(EdgeType type, ChangeSet changes, EndPointCheck check) {
    Optional<TypeFacts> facts = changed(changes, type);
    facts.ifPresent(f -> f.edges().ifPresent(e -> check.checkStaged(type, f, e)));
    IdSet from = changes.facts().nodes(type.from());
    check.checkRetained(type, from, changes.facts().nodes(type.to()));
  }

  private static void checkCardinality(EdgeType type, ChangeSet changes, CardinalityCheck check) {
    IdSet from = changes.facts().nodes(type.from());
    changes
        .of(type.key())
        .ifPresent(change -> check.check(type, change, changed(changes, type), from));
  }
}
