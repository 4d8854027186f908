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

/**
 * A statement that changes rows, planned and translated, without any snapshot.
 *
 * @param sources what gives the rows of each step, in their order
 * @param constant the rows of a statement that inserts nothing but values
 * @param allRuns what gives the rows of many runs of an update or a deletion at once, where they do
 *     not see each other
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
    Change.Effect effect = change.steps().get(0).effect();
    boolean changes = effect == Change.Effect.UPDATE || effect == Change.Effect.DELETE;
    if (!changes || change.steps().size() > 1) {
      return Optional.empty();
    }
    Set<String> set =
        source.schema().getFields().stream()
            .map(Field::getName)
            .filter(name -> !name.equals("id"))
            .collect(Collectors.toSet());
    return source
        .plan()
        .ofAllRuns(set)
        .map(plan -> new Compiled(plan, Program.of(plan), plan.schema(), source.tables()));
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
