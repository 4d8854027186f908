package org.omnigraph.engine.pending;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.omnigraph.engine.id.EntityKind;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.pending.key.StateMemory;
import org.omnigraph.engine.pending.statement.Affected;
import org.omnigraph.engine.schema.AcceptedSchema;
import org.omnigraph.engine.schema.EdgeType;
import org.omnigraph.engine.schema.GraphType;
import org.omnigraph.engine.table.Predicate;

/**
 * The committed rows that a request deletes, by id. A row counts for the first statement that
 * deletes it. With a node goes every edge that has it at an end; an edge type without one is not
 * touched.
 */
final class Deletions {
  /** Up to so many ids are given to the table as a filter; else its columns are read through. */
  private static final int FILTERED_IDS = 128;

  private static final long BYTES_AN_ID = 96;

  private final AcceptedSchema schema;
  private final Rows rows;
  private final StateMemory memory;
  private final Map<TypeKey, Set<String>> ids = new TreeMap<>();
  private long changes;

  /** Reads rows of a type that have not been deleted so far. */
  @FunctionalInterface
  interface Rows {
    CurrentRows of(GraphType type, CurrentRows.Query query);
  }

  Deletions(AcceptedSchema schema, Rows rows, StateMemory memory) {
    this.schema = schema;
    this.rows = rows;
    this.memory = memory;
  }

  boolean isEmpty() {
    return ids.isEmpty();
  }

  /** By type; a type of which nothing goes is absent. */
  Map<TypeKey, Set<String>> ids() {
    return ids;
  }

  /** Another number whenever something else goes. */
  long changes() {
    return changes;
  }

  /** What goes so far, apart from what is deleted later. */
  Map<TypeKey, Set<String>> copy() {
    Map<TypeKey, Set<String>> copied = new TreeMap<>();
    ids.forEach((type, gone) -> copied.put(type, Set.copyOf(gone)));
    return copied;
  }

  /** Forgets what was deleted since. */
  void restore(Map<TypeKey, Set<String>> copied) {
    changes++;
    ids.clear();
    memory.release();
    copied.forEach(
        (type, gone) -> {
          gone.forEach(this::charge);
          ids.put(type, new HashSet<>(gone));
        });
  }

  /** Deletes what matches. */
  Affected delete(GraphType type, Predicate where) {
    return take(type, matching(type, List.of("id"), where, batch -> row -> true));
  }

  /** Deletes rows by their ids; one that is not there is left out. */
  Affected delete(GraphType type, Collection<String> chosen) {
    if (chosen.isEmpty()) {
      return Affected.NOTHING;
    }
    Set<String> wanted = new HashSet<>(chosen);
    return take(
        type,
        matching(
            type,
            List.of("id"),
            among("id", wanted),
            batch -> row -> wanted.contains(text(batch.getVector(0), row))));
  }

  private Affected take(GraphType type, Set<String> found) {
    if (found.isEmpty()) {
      return Affected.NOTHING;
    }
    if (type.kind() == EntityKind.EDGE) {
      return new Affected(0, keep(type.key(), found));
    }
    Map<TypeKey, Set<String>> edges = new TreeMap<>();
    for (GraphType other : schema.types()) {
      if (other instanceof EdgeType edge) {
        Set<String> incident = incident(edge, type.name(), found);
        if (!incident.isEmpty()) {
          edges.put(edge.key(), incident);
        }
      }
    }
    long gone = 0;
    for (Map.Entry<TypeKey, Set<String>> of : edges.entrySet()) {
      gone += keep(of.getKey(), of.getValue());
    }
    return new Affected(keep(type.key(), found), gone);
  }

  private long keep(TypeKey type, Set<String> found) {
    changes++;
    ids.computeIfAbsent(type, t -> new HashSet<>()).addAll(found);
    return found.size();
  }

  /** The edges of a type that have one of the nodes at an end. */
  private Set<String> incident(EdgeType edge, String nodeType, Set<String> nodes) {
    List<Predicate> ends = new ArrayList<>();
    List<String> columns = new ArrayList<>(List.of("id"));
    if (edge.from().equals(nodeType)) {
      ends.add(among("src", nodes));
      columns.add("src");
    }
    if (edge.to().equals(nodeType)) {
      ends.add(among("dst", nodes));
      columns.add("dst");
    }
    if (ends.isEmpty()) {
      return Set.of();
    }
    List<String> ofEnds = columns.subList(1, columns.size());
    return matching(
        edge,
        columns,
        ends.contains(Predicate.TRUE) ? Predicate.TRUE : new Predicate.Or(ends),
        batch -> {
          List<FieldVector> vectors = ofEnds.stream().map(batch::getVector).toList();
          return row -> vectors.stream().anyMatch(end -> nodes.contains(text(end, row)));
        });
  }

  private static Predicate among(String column, Set<String> values) {
    if (values.size() > FILTERED_IDS) {
      return Predicate.TRUE;
    }
    List<Predicate.Literal> literals = new ArrayList<>();
    values.forEach(value -> literals.add(new Predicate.Literal.Text(value)));
    return new Predicate.In(column, literals);
  }

  @FunctionalInterface
  private interface Picks {
    IntPredicate of(VectorSchemaRoot batch);
  }

  private Set<String> matching(GraphType type, List<String> columns, Predicate where, Picks picks) {
    Set<String> found = new HashSet<>();
    try (CurrentRows current = rows.of(type, new CurrentRows.Query(columns, where, false))) {
      while (current.next()) {
        IntPredicate picked = picks.of(current.batch());
        FieldVector own = current.batch().getVector("id");
        for (int row : current.rows()) {
          if (picked.test(row)) {
            String id = text(own, row);
            charge(id);
            found.add(id);
          }
        }
      }
    }
    return found;
  }

  private void charge(String id) {
    memory.charge(BYTES_AN_ID + 2L * id.length());
  }

  private static String text(FieldVector texts, int row) {
    return String.valueOf(texts.getObject(row));
  }
}
