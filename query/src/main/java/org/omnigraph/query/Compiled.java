package org.omnigraph.query;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.calcite.rel.type.RelDataType;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.manifest.TableEntry;
import org.omnigraph.query.catalog.SchemaRef;
import org.omnigraph.query.catalog.SqlCatalog;
import org.omnigraph.query.dml.Change;
import org.omnigraph.query.kernel.Explanation;
import org.omnigraph.query.kernel.Program;
import org.omnigraph.query.plan.Explain;
import org.omnigraph.query.plan.Plan;

/**
 * A statement, planned and translated, without any snapshot.
 *
 * @param schema of the rows that come: the plan's, or that of an explained plan
 * @param tables the tables it names and how many rows each had
 */
record Compiled(Plan plan, Program program, Schema schema, List<Table> tables)
    implements PlanCache.Fitting {
  Compiled {
    tables = List.copyOf(tables);
  }

  /** A table and how many rows it had when the statement was planned. */
  record Table(SchemaRef schema, TypeKey type, long rows) {
    /** Whether the table is still of about the same size, so that the plan is still good. */
    boolean isLike(TableEntry now) {
      return Math.abs(magnitude(rows) - magnitude(now.rowCount())) <= 1;
    }

    private static int magnitude(long rows) {
      return Long.SIZE - Long.numberOfLeadingZeros(rows);
    }
  }

  static Compiled of(Plan plan, SqlCatalog catalog) {
    List<Table> tables =
        catalog.named().stream()
            .map(t -> new Table(t.schema(), t.type().key(), t.rows()))
            .distinct()
            .toList();
    Program program = Program.of(plan);
    return plan.explain() == Explain.NOTHING
        ? new Compiled(plan, program, plan.schema(), tables)
        : new Compiled(
            plan, Explanation.of(plan, program, plan.explain()), Explanation.SCHEMA, tables);
  }

  /** The explanation of a statement that changes rows: what gives the rows of each step. */
  static Compiled explaining(CompiledChange change, Explain explain) {
    List<Explanation.Titled> steps = new ArrayList<>();
    Set<SchemaRef> reads = new LinkedHashSet<>();
    List<Table> tables = new ArrayList<>();
    for (int i = 0; i < change.sources().size(); i++) {
      Compiled source = change.sources().get(i);
      Change.Effect effect = change.change().steps().get(i).effect();
      steps.add(
          new Explanation.Titled(
              (i + 1) + ". " + effect + " " + change.change().type() + " with the rows of",
              source.plan(),
              source.program()));
      reads.addAll(source.plan().reads());
      tables.addAll(source.tables());
    }
    Plan first = change.sources().get(0).plan();
    Plan shown =
        new Plan(
            first.root(),
            Explanation.SCHEMA,
            List.of(),
            Set.of(),
            new Schema(List.of()),
            true,
            explain,
            List.copyOf(reads),
            first.logical());
    return new Compiled(shown, Explanation.of(steps, explain), Explanation.SCHEMA, tables);
  }

  @Override
  public boolean isGuessed() {
    return !plan.guessed().isEmpty();
  }

  @Override
  public List<RelDataType> parameterTypes() {
    return plan.parameterTypes();
  }

  boolean ordered() {
    return plan.ordered() || plan.explain() != Explain.NOTHING;
  }

  @Override
  public boolean fits(SqlCatalog catalog) {
    for (Table table : tables) {
      if (!catalog.has(table.schema())) {
        return false;
      }
      Snapshot snapshot = catalog.snapshot(table.schema());
      Map<TypeKey, TableEntry> entries = snapshot.tables();
      TableEntry entry = entries.get(table.type());
      if (entry == null || !table.isLike(entry)) {
        return false;
      }
    }
    return true;
  }
}
