package org.omnigraph.query.plan;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.omnigraph.query.catalog.SchemaRef;

/**
 * A planned statement. Holds no data and no snapshot.
 *
 * @param root what to run; its columns are those of {@code schema} in order
 * @param schema the result on the wire
 * @param parameterTypes the inferred type of each parameter
 * @param guessed the numbers, from 0, of the parameters whose type the statement does not say
 * @param parameters the parameters as nullable fields
 * @param ordered whether the order of the rows means something
 * @param explain what the caller wants to see of the plan instead
 * @param reads the schemas whose snapshots it reads
 * @param logical the plan before it was rewritten
 */
public record Plan(
    RelNode root,
    Schema schema,
    List<RelDataType> parameterTypes,
    Set<Integer> guessed,
    Schema parameters,
    boolean ordered,
    Explain explain,
    List<SchemaRef> reads,
    RelNode logical) {
  public Plan {
    parameterTypes = List.copyOf(parameterTypes);
    guessed = Set.copyOf(guessed);
    reads = List.copyOf(reads);
  }

  /**
   * One plan in the place of many runs of this one, which reads the arguments of all of them: its
   * first column {@code run} counts them from 0 and orders the rows. Empty where only a run of its
   * own answers each.
   *
   * @param changed the columns of its table that the runs change one after the other
   */
  public Optional<Plan> ofAllRuns(Set<String> changed) {
    return AllRuns.ofTable(this, changed);
  }

  /** One that gives the rows of many runs at once, where each run has one row of values. */
  public Optional<Plan> ofAllRunsOfValues() {
    return AllRuns.ofValues(this);
  }
}
