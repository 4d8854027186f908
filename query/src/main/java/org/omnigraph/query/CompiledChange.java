package org.omnigraph.query;

import com.google.common.base.Suppliers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.calcite.rel.type.RelDataType;
import org.omnigraph.query.catalog.SqlCatalog;
import org.omnigraph.query.dml.Change;
import org.omnigraph.query.dml.ConstantRows;
import org.omnigraph.query.kernel.Program;
import org.omnigraph.query.plan.Plan;

/**
 * A statement that changes rows, planned and translated, without any snapshot.
 *
 * @param sources what gives the rows of each step, in their order
 * @param constant the rows of a statement that inserts nothing but values
 * @param allRuns what gives the rows of many runs at once, where they do not see each other
 */
record CompiledChange(
    Change change,
    List<Compiled> sources,
    Optional<ConstantRows> constant,
    Supplier<Optional<Compiled>> allRuns)
    implements PlanCache.Fitting {
  CompiledChange {
    sources = List.copyOf(sources);
  }

  static CompiledChange of(Change change, SqlCatalog catalog) {
    List<Compiled> sources = new ArrayList<>();
    for (Change.Step step : change.steps()) {
      sources.add(Compiled.of(step.source(), catalog));
    }
    return new CompiledChange(
        change,
        sources,
        constantRows(change),
        Suppliers.memoize(() -> allRuns(change, sources.get(0))));
  }

  private static Optional<Compiled> allRuns(Change change, Compiled source) {
    if (change.steps().size() > 1) {
      return Optional.empty();
    }
    Optional<Plan> plan =
        switch (change.steps().get(0).effect()) {
          case INSERT, UPSERT -> source.plan().ofAllRunsOfValues();
          case UPDATE, DELETE -> source.plan().ofAllRuns(set(source));
        };
    return plan.map(all -> new Compiled(all, Program.of(all), all.schema(), source.tables()));
  }

  /** The columns that an update sets. */
  private static Set<String> set(Compiled source) {
    return source.schema().getFields().stream()
        .map(Field::getName)
        .filter(name -> !name.equals("id"))
        .collect(Collectors.toSet());
  }

  private static Optional<ConstantRows> constantRows(Change change) {
    Change.Step first = change.steps().get(0);
    boolean inserts =
        first.effect() == Change.Effect.INSERT || first.effect() == Change.Effect.UPSERT;
    return inserts && change.steps().size() == 1
        ? ConstantRows.of(first.source())
        : Optional.empty();
  }

  @Override
  public boolean fits(SqlCatalog catalog) {
    return catalog.has(change.schema())
        && sources.stream().allMatch(source -> source.fits(catalog));
  }

  @Override
  public List<RelDataType> parameterTypes() {
    return change.parameterTypes();
  }

  @Override
  public boolean isGuessed() {
    return sources.stream().anyMatch(Compiled::isGuessed);
  }
}
