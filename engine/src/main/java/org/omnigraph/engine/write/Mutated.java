package org.omnigraph.engine.write;

import java.util.List;
import org.omnigraph.engine.pending.statement.Affected;

/**
 * What a mutation did.
 *
 * @param statements what each statement affected, in their order
 * @param receipt the commit, if anything changed
 */
public record Mutated(List<Affected> statements, Receipt receipt) {
  public Mutated {
    statements = List.copyOf(statements);
  }

  /** All statements together. */
  public Affected affected() {
    return statements.stream().reduce(Affected.NOTHING, Affected::plus);
  }
}
