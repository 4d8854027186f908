package org.omnigraph.engine.load;

import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.arrow.memory.BufferAllocator;
import org.omnigraph.engine.id.EntityKind;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.engine.pending.RowSink;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.engine.schema.AcceptedSchema;
import org.omnigraph.engine.schema.GraphType;

/** Where a load puts its rows, and who hears of it. */
record LoadTarget(
    AcceptedSchema schema,
    MutationStaging staging,
    WriteMode mode,
    BufferAllocator allocator,
    LoadProgress progress) {

  RowSink rows(TypeKey type) {
    return staging.rows(type, mode);
  }

  /** A type by the name that inputs use: exact for a node, in any case for an edge. */
  static Optional<? extends GraphType> type(AcceptedSchema schema, EntityKind kind, String name) {
    return kind == EntityKind.NODE ? schema.node(name) : schema.edge(name);
  }

  /** The names of the types of a kind, for messages. */
  static String typeNames(AcceptedSchema schema, EntityKind kind) {
    String names =
        schema.types().stream()
            .filter(t -> t.kind() == kind)
            .map(GraphType::name)
            .collect(Collectors.joining(", "));
    String types = kind.prefix() + " types";
    return names.isEmpty() ? "the schema has no " + types : "the " + types + " are " + names;
  }
}
