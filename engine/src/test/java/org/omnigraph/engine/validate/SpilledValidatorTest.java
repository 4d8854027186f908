package org.omnigraph.engine.validate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.omnigraph.engine.pending.Budget;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.engine.pending.WriteMode;

/** The same rules when what is known of the rows does not fit into memory. */
class SpilledValidatorTest extends ValidatorTest {
  @Override
  long stateLimit() {
    return 64;
  }

  @Test
  void oneRowIsMoreThanFits() {
    try (MutationStaging staging = graph.staging(Budget.KEYED)) {
      graph.add(staging, "node:Person", WriteMode.INSERT, graph.batch().text("name", "ada"));
      assertThat(staging.changeSet().facts().isPartial()).isTrue();
    }
  }
}
