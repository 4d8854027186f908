package org.omnigraph.query.dml;

import java.util.List;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.calcite.rel.type.RelDataType;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.query.catalog.SchemaRef;
import org.omnigraph.query.plan.Plan;

/**
 * A planned statement that changes rows of one table. Holds no data and no snapshot.
 *
 * @param schema the branch that it changes
 * @param type the type whose rows it changes
 * @param key the properties that make a row's id; none where it is given or made
 * @param steps what is done, in order; all their queries see the rows as they are before the first
 * @param parameterTypes the inferred type of each parameter
 * @param parameters the parameters as nullable fields
 */
public record Change(
    SchemaRef schema,
    TypeKey type,
    List<String> key,
    List<Step> steps,
    List<RelDataType> parameterTypes,
    Schema parameters) {
  public Change {
    key = List.copyOf(key);
    steps = List.copyOf(steps);
    parameterTypes = List.copyOf(parameterTypes);
  }

  /**
   * Rows, and what is done with them.
   *
   * @param source answers columns of the type, under their names
   */
  public record Step(Effect effect, Plan source) {}

  /** What is done with rows. */
  public enum Effect {
    /** They are new; an id that is there is a conflict. */
    INSERT,
    /** They are new, or take the place of the row that has their id. */
    UPSERT,
    /** They are new values for rows that are there, named by {@code id}. */
    UPDATE,
    /** They are ids of rows that go. */
    DELETE;

    /** How rows that come are written. */
    public WriteMode mode() {
      return this == INSERT ? WriteMode.INSERT : WriteMode.UPSERT;
    }
  }

  /** Whether a step reads tables of the branch that the statement changes, or may. */
  public boolean readsItsBranch() {
    return steps.stream()
        .flatMap(step -> step.source().reads().stream())
        .anyMatch(read -> read.equals(schema) || read.isState());
  }
}
