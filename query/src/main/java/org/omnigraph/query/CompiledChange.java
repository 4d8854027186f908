package org.omnigraph.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.omnigraph.query.catalog.SqlCatalog;
import org.omnigraph.query.dml.Change;
import org.omnigraph.query.dml.ConstantRows;

/**
 * A statement that changes rows, planned and translated, without any snapshot.
 *
 * @param sources what gives the rows of each step, in their order
 * @param constant the rows of a statement that inserts nothing but values
 */
record CompiledChange(Change change, List<Compiled> sources, Optional<ConstantRows> constant) {
  CompiledChange {
    sources = List.copyOf(sources);
  }

  static CompiledChange of(Change change, SqlCatalog catalog) {
    List<Compiled> sources = new ArrayList<>();
    for (Change.Step step : change.steps()) {
      sources.add(Compiled.of(step.source(), catalog));
    }
    return new CompiledChange(change, sources, constantRows(change));
  }

  private static Optional<ConstantRows> constantRows(Change change) {
    Change.Step first = change.steps().get(0);
    boolean inserts =
        first.effect() == Change.Effect.INSERT || first.effect() == Change.Effect.UPSERT;
    return inserts && change.steps().size() == 1
        ? ConstantRows.of(first.source())
        : Optional.empty();
  }

  /** As {@link Compiled#fits}. */
  boolean fits(SqlCatalog catalog) {
    return sources.stream().allMatch(source -> source.fits(catalog));
  }
}
