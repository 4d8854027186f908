package org.omnigraph.query;

import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.pojo.Schema;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.manifest.TableEntry;
import org.omnigraph.query.catalog.SchemaRef;
import org.omnigraph.query.catalog.SqlCatalog;
import org.omnigraph.query.kernel.Explanation;
import org.omnigraph.query.kernel.Program;
import org.omnigraph.query.plan.Plan;

/**
 * A statement, planned and translated, without any snapshot.
 *
 * @param schema of the rows that come: the plan's, or that of an explained plan
 * @param tables the tables it names and how many rows each had
 */
record Compiled(Plan plan, Program program, Schema schema, List<Table> tables) {
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
    Program program = Program.of(plan.root());
    return plan.explain()
        ? new Compiled(
            plan, new Explanation(program.explain(plan.root())), Explanation.SCHEMA, tables)
        : new Compiled(plan, program, plan.schema(), tables);
  }

  boolean ordered() {
    return plan.ordered() || plan.explain();
  }

  /**
   * Whether the plan fits the snapshots of now: the tables exist and are of about the same size.
   */
  boolean fits(SqlCatalog catalog) {
    for (Table table : tables) {
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
