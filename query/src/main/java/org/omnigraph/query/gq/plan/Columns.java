package org.omnigraph.query.gq.plan;

import java.util.Optional;
import org.apache.calcite.rex.RexNode;
import org.omnigraph.query.gq.check.Variable;

/** Where the properties of variables are in the rows of a plan. */
interface Columns {
  /** The column of a variable's table, when the variable is bound here. */
  Optional<RexNode> find(Variable variable, String column);

  /** As {@link #find}, for a variable that is bound. */
  default RexNode get(Variable variable, String column) {
    return find(variable, column)
        .orElseThrow(() -> new IllegalStateException("$" + variable.name() + " is not bound"));
  }

  /** These columns, then those of {@code outer}. */
  default Columns within(Columns outer) {
    return (variable, column) -> find(variable, column).or(() -> outer.find(variable, column));
  }

  /** No columns. */
  static Columns none() {
    return (variable, column) -> Optional.empty();
  }
}
