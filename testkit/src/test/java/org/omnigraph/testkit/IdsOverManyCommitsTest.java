package org.omnigraph.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.omnigraph.testkit.People.PERSON;
import static org.omnigraph.testkit.People.insert;
import static org.omnigraph.testkit.People.knows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.KeyConflict;
import org.omnigraph.engine.id.BranchName;

/** What a handle knows of ids stays right over commits of its own, of others and on branches. */
class IdsOverManyCommitsTest {
  private static final BranchName DRAFT = BranchName.of("draft");

  @RegisterExtension final GraphHarness harness = GraphHarness.onDisk(People.SCHEMA);

  @Test
  void anIdIsRefusedWhoeverCommittedIt() {
    for (int i = 0; i < 4; i++) {
      harness.write(insert("own" + i));
    }
    try (Graph other = Graph.open(harness.graph().uri(), GraphConfig.defaults())) {
      for (int i = 0; i < 3; i++) {
        GraphHarness.write(other, insert("other" + i));
        assertThatThrownBy(() -> harness.write(insert("own2"))).isInstanceOf(KeyConflict.class);
        GraphHarness.write(other, insert("more" + i));
      }
    }
    for (String there : new String[] {"own0", "own3", "other0", "other2", "more1", "more2"}) {
      assertThatThrownBy(() -> harness.write(insert(there)))
          .as(there)
          .isInstanceOf(KeyConflict.class)
          .hasMessageContaining(there);
    }
    harness.write(insert("new"));
    assertThat(harness.rows(PERSON)).hasSize(11);
  }

  @Test
  void anEndPointIsFoundInWhateverCommitItCame() {
    for (String name : new String[] {"ada", "bob", "cyd"}) {
      harness.write(insert(name));
    }
    harness.write(knows("ada", "bob"));
    harness.write(knows("cyd", "ada"));
    assertThatThrownBy(() -> harness.write(knows("ada", "nobody")))
        .isInstanceOf(InvalidRequest.class)
        .hasMessageContaining("nobody");
    harness.write(insert("nobody"));
    harness.write(knows("ada", "nobody"));
  }

  @Test
  void aBranchKnowsWhatItInheritedAndNothingOfTheOneBeforeIt() {
    harness.write(insert("ada"));
    for (int round = 0; round < 2; round++) {
      harness.graph().createBranch(DRAFT, BranchName.MAIN);
      for (String name : new String[] {"bob", "cyd", "dan"}) {
        harness.write(DRAFT, insert(name));
      }
      assertThatThrownBy(() -> harness.write(DRAFT, insert("ada"))).isInstanceOf(KeyConflict.class);
      assertThatThrownBy(() -> harness.write(DRAFT, insert("cyd"))).isInstanceOf(KeyConflict.class);
      harness.graph().deleteBranch(DRAFT);
    }
    harness.write(insert("cyd"));
    assertThatThrownBy(() -> harness.write(insert("cyd"))).isInstanceOf(KeyConflict.class);
  }
}
