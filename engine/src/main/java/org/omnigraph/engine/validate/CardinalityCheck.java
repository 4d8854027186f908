package org.omnigraph.engine.validate;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.omnigraph.engine.error.BrokenConstraint;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.pending.ChangeSet;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.engine.pending.fact.EdgeFacts;
import org.omnigraph.engine.pending.fact.IdSet;
import org.omnigraph.engine.pending.fact.TypeFacts;
import org.omnigraph.engine.pending.key.KeyColumn;
import org.omnigraph.engine.pending.key.KeyHasher;
import org.omnigraph.engine.schema.Cardinality;
import org.omnigraph.engine.schema.EdgeType;
import org.omnigraph.engine.table.Predicate;

/**
 * How many edges leave each source that the change touches: the sources of staged edges, and those
 * of committed edges that go. A source without either is not looked at, and neither is one that
 * goes itself.
 */
final class CardinalityCheck {
  private final Image image;
  private final Committed committed;

  CardinalityCheck(Image image, Committed committed) {
    this.image = image;
    this.committed = committed;
  }

  void check(EdgeType type, ChangeSet.TypeChange change, Optional<TypeFacts> facts, IdSet sources) {
    Optional<EdgeFacts> edges = facts.flatMap(TypeFacts::edges);
    Cardinality bounds = type.cardinality();
    if (bounds.isUnbounded()) {
      return;
    }
    edges
        .flatMap(EdgeFacts::overflow)
        .ifPresent(
            over -> {
              int count = edges.map(e -> e.count(over.number())).orElse(0);
              String place = facts.map(f -> f.places().of(over.row()) + ": ").orElse("");
              throw Violation.at(
                  0,
                  over.row(),
                  new BrokenConstraint(
                      BrokenConstraint.Kind.CARDINALITY, place + tooMany(type, over.id(), count)));
            });
    Counts counts = new Counts(type, facts, sources);
    if (mayConcernCommitted(type, change, counts)) {
      Predicate which = image.losesRows(type.key()) ? Predicate.TRUE : counts.ofStagedSources();
      committed.scan(type.key(), List.of("id", "src"), which, counts::countCommitted);
    }
    counts.requireMinimum();
  }

  /**
   * New nodes have no committed edges, so a load of new nodes with their edges reads nothing;
   * unless it takes edges away from others.
   */
  private boolean mayConcernCommitted(EdgeType type, ChangeSet.TypeChange change, Counts counts) {
    if (change.mode() == WriteMode.REPLACE) {
      return type.cardinality().min() > 0;
    }
    boolean newNodes = image.insertsOnly(TypeKey.node(type.from()));
    return !(newNodes && !image.losesRows(type.key()) && counts.allSourcesStaged());
  }

  private static String tooMany(EdgeType type, String source, long count) {
    return violation(type, source, count)
        + " (max "
        + type.cardinality().max().orElse(Long.MAX_VALUE)
        + ")";
  }

  private static String tooFew(EdgeType type, String source, long count) {
    return violation(type, source, count) + " (min " + type.cardinality().min() + ")";
  }

  private static String violation(EdgeType type, String source, long count) {
    return "@card violation on edge "
        + type.name()
        + ": source '"
        + source
        + "' has "
        + count
        + (count == 1 ? " edge" : " edges");
  }

  /** Edges by source: those that stay committed, and those that are staged. */
  private final class Counts {
    private final EdgeType type;
    private final Optional<TypeFacts> facts;
    private final Optional<EdgeFacts> edges;
    private final IdSet sources;
    private final Ids ids = new Ids();
    private final Map<Integer, Long> staying = new HashMap<>();

    /** Sources that no staged edge leaves and that lose an edge: how many edges stay. */
    private final Map<String, Long> losing = new HashMap<>();

    private final Map<String, Long> others = new HashMap<>();

    Counts(EdgeType type, Optional<TypeFacts> facts, IdSet sources) {
      this.type = type;
      this.facts = facts;
      this.edges = facts.flatMap(TypeFacts::edges);
      this.sources = sources;
    }

    boolean allSourcesStaged() {
      return edges.map(e -> e.sources().size() == 0).orElse(false);
    }

    private int staged(int number) {
      return number < 0 ? 0 : edges.map(e -> e.count(number)).orElse(0);
    }

    /** Edges of the sources of staged edges, by value when they are few. */
    Predicate ofStagedSources() {
      return Wanted.byValue(
          "src",
          sources,
          from -> {
            int number = from;
            int end = edges.map(EdgeFacts::countedSources).orElse(0);
            while (number < end && staged(number) == 0) {
              number++;
            }
            return number < end ? number : -1;
          });
    }

    void countCommitted(VectorSchemaRoot batch, int firstRow) {
      KeyColumn id = Ids.column(batch.getVector(0));
      KeyColumn src = Ids.column(batch.getVector(1));
      for (int row = 0; row < batch.getRowCount(); row++) {
        KeyHasher hash = ids.hash(src, row);
        if (!sources.covers(hash)) {
          continue;
        }
        int number = sources.find(hash);
        boolean goes = image.loses(type.key(), ids, id, row, firstRow + row);
        int staged = staged(number);
        if (staged > 0) {
          if (!goes) {
            countStaying(number, staged, src, row, firstRow + row);
          }
        } else if (type.cardinality().min() > 0 && image.keepsNode(type.from(), number, src, row)) {
          (goes ? losing : others).merge(src.text(row), 1L, Long::sum);
        }
      }
    }

    private void countStaying(int number, int staged, KeyColumn src, int row, int edge) {
      long all = staged + staying.merge(number, 1L, Long::sum);
      if (all > type.cardinality().max().orElse(Long.MAX_VALUE)) {
        throw Violation.at(
            1,
            edge,
            new BrokenConstraint(
                BrokenConstraint.Kind.CARDINALITY,
                place(number) + tooMany(type, src.text(row), all)));
      }
    }

    /** The first staged edge of a source that has one. */
    private int firstRow(int number) {
      return edges.map(e -> e.firstRow(number)).orElse(0);
    }

    private String place(int number) {
      return facts.map(f -> f.places().of(firstRow(number)) + ": ").orElse("");
    }

    void requireMinimum() {
      long min = type.cardinality().min();
      int counted = edges.map(EdgeFacts::countedSources).orElse(0);
      int first = -1;
      for (int number = 0; min > 1 && number < counted; number++) {
        boolean isFirst = first < 0 || firstRow(number) < firstRow(first);
        if (staged(number) > 0 && all(number) < min && isFirst) {
          first = number;
        }
      }
      if (first >= 0) {
        String text = tooFew(type, sources.text(first).orElse(""), all(first));
        throw Violation.at(
            2,
            firstRow(first),
            new BrokenConstraint(BrokenConstraint.Kind.CARDINALITY, place(first) + text));
      }
      requireMinimumOfLosing(min);
    }

    private long all(int number) {
      return staged(number) + staying.getOrDefault(number, 0L);
    }

    private void requireMinimumOfLosing(long min) {
      losing.keySet().stream()
          .sorted()
          .filter(source -> others.getOrDefault(source, 0L) < min)
          .findFirst()
          .ifPresent(
              source -> {
                long left = others.getOrDefault(source, 0L);
                throw Violation.of(
                    3,
                    source,
                    new BrokenConstraint(
                        BrokenConstraint.Kind.CARDINALITY, tooFew(type, source, left)));
              });
    }
  }
}
