package org.omnigraph.query;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.query.catalog.SchemaRef;
import org.omnigraph.query.catalog.SqlCatalog;
import org.omnigraph.query.lance.Arguments;
import org.omnigraph.query.lance.Binding;
import org.omnigraph.query.memtable.MemTables;

/**
 * What a statement reads: each schema at its snapshot, and the current one with what the
 * transaction has written so far.
 */
record Reads(
    SqlCatalog catalog, Set<SchemaRef> schemas, Map<SchemaRef, Binding> bindings, MemTables pending)
    implements AutoCloseable {
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
      if (schema.parameter().isEmpty()) {
        bindings.put(schema, binding(catalog, schema, pending));
      }
    }
    return new Reads(catalog, Set.copyOf(schemas), Map.copyOf(bindings), pending);
  }

  private static Binding binding(SqlCatalog catalog, SchemaRef schema, MemTables pending) {
    return new Binding(
        catalog.source(schema.graph()),
        catalog.snapshot(schema),
        schema.equals(catalog.current()) ? pending : MemTables.none());
  }

  /**
   * With the snapshots that arguments choose.
   *
   * @throws InvalidRequest when one is null or no moment
   * @throws org.omnigraph.engine.error.NotFound when one names no snapshot
   */
  Reads with(Arguments arguments) {
    Map<SchemaRef, Binding> all = new HashMap<>(bindings);
    for (SchemaRef schema : schemas) {
      OptionalInt parameter = schema.parameter();
      if (parameter.isPresent()) {
        String text = text(arguments, parameter.getAsInt());
        all.put(schema, binding(catalog, catalog.chosenBy(schema, text), pending));
      }
    }
    return new Reads(catalog, schemas, Map.copyOf(all), pending);
  }

  private static String text(Arguments arguments, int parameter) {
    Object value = arguments.value(parameter);
    if (value == null) {
      throw new InvalidRequest(
          "parameter " + (parameter + 1) + " chooses a snapshot and must not be null");
    }
    return value.toString();
  }

  /**
   * Refuses when something of it may not be read any more.
   *
   * @throws org.omnigraph.engine.error.PolicyDenied naming what is missing
   */
  void requireReadable() {
    bindings.values().forEach(bound -> bound.graph().requireReadable(bound.snapshot()));
  }

  /** Empty for a schema that an argument chooses. */
  Optional<Binding> binding(SchemaRef schema) {
    return Optional.ofNullable(bindings.get(schema));
  }

  @Override
  public void close() {
    pending.close();
  }
}
