package org.omnigraph.query;

import java.util.ArrayList;
import java.util.List;
import org.omnigraph.query.catalog.SqlCatalog;
import org.omnigraph.query.dml.Change;

/**
 * A statement that changes rows, planned and translated, without any snapshot.
 *
 * @param sources what gives the rows of each step, in their order
 */
record CompiledChange(Change change, List<Compiled> sources) {
  CompiledChange {
    sources = List.copyOf(sources);
  }

  static CompiledChange of(Change change, SqlCatalog catalog) {
    List<Compiled> sources = new ArrayList<>();
    for (Change.Step step : change.steps()) {
      sources.add(Compiled.of(step.source(), catalog));
    }
    return new CompiledChange(change, sources);
  }

  /** As {@link Compiled#fits}. */
  boolean fits(SqlCatalog catalog) {
    return sources.stream().allMatch(source -> source.fits(catalog));
  }
}
