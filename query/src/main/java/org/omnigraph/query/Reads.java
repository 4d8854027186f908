package org.omnigraph.query;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.query.catalog.SchemaRef;
import org.omnigraph.query.catalog.SqlCatalog;
import org.omnigraph.query.lance.Binding;
import org.omnigraph.query.memtable.MemTables;

/**
 * What a statement reads: each schema at its snapshot, and the current one with what the
 * transaction has written so far.
 */
record Reads(Map<SchemaRef, Binding> bindings, MemTables pending) implements AutoCloseable {
  /**
   * Binds a statement now. The caller closes the answer when all its results are closed.
   *
   * @param tables what it names
   */
  static Reads of(
      Set<SchemaRef> schemas,
      Collection<Compiled.Table> tables,
      SqlCatalog catalog,
      Optional<MutationStaging> staging) {
    SchemaRef current = catalog.current();
    MemTables pending =
        staging
            .map(
                s ->
                    MemTables.of(
                        s,
                        tables.stream()
                            .filter(t -> t.schema().equals(current))
                            .map(Compiled.Table::type)
                            .toList()))
            .orElseGet(MemTables::none);
    Map<SchemaRef, Binding> bindings = new HashMap<>();
    for (SchemaRef schema : schemas) {
      bindings.put(
          schema,
          new Binding(
              catalog.source(schema.graph()),
              catalog.snapshot(schema),
              schema.equals(current) ? pending : MemTables.none()));
    }
    return new Reads(Map.copyOf(bindings), pending);
  }

  /**
   * Refuses when something of it may not be read any more.
   *
   * @throws org.omnigraph.engine.error.PolicyDenied naming what is missing
   */
  void requireReadable() {
    bindings.values().forEach(bound -> bound.graph().requireReadable(bound.snapshot()));
  }

  Binding binding(SchemaRef schema) {
    return Objects.requireNonNull(bindings.get(schema));
  }

  @Override
  public void close() {
    pending.close();
  }
}
