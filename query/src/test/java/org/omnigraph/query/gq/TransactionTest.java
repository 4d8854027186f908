package org.omnigraph.query.gq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.engine.error.Unsupported;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.pending.Budget;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.engine.pending.statement.Mutation;
import org.omnigraph.engine.pending.statement.Statement;
import org.omnigraph.engine.pending.statement.Value;
import org.omnigraph.engine.write.CommitOptions;
import org.omnigraph.query.PreparedGq;
import org.omnigraph.query.QueryContext;

class TransactionTest {
  @RegisterExtension static final GqFixture GRAPH = GqFixture.people();

  @Test
  void aReadSeesWhatItsTransactionHasWritten() {
    try (MutationStaging staging = GRAPH.graph().begin(BranchName.MAIN, Budget.KEYED)) {
      Mutation.of(
              new Statement.Insert(
                  TypeKey.node("Person"),
                  Map.of("name", new Value.Text("eve"), "age", new Value.Int64(5))),
              new Statement.Insert(
                  TypeKey.edge("Knows"),
                  Map.of("from", new Value.Text("cy"), "to", new Value.Text("eve"))))
          .runOn(staging, GRAPH.graph().schema(), GRAPH.graph().allocator());
      QueryContext inside =
          GRAPH.context().in(new QueryContext.Transaction(staging.base(), Optional.of(staging)));

      assertThat(rows(inside, "match { $p: Person $p.age < 9 } return { $p }"))
          .containsExactly("eve");
      assertThat(
              rows(inside, "match { $a: Person { name: \"ada\" } $a knows{3,3} $b } return { $b }"))
          .containsExactly("eve");
      assertThat(
              rows(
                  inside,
                  "match { $p: Person not { $p <knows>{1,2} $q $q.name = \"ada\" } } return { $p }"
                      + " order { $p.name }"))
          .containsExactly("ada", "dee");
      assertThat(GRAPH.read("match { $p: Person $p.age < 9 } return { $p }")).isEmpty();
      assertThatThrownBy(
              () ->
                  GRAPH
                      .engine()
                      .mutateGq(
                          inside,
                          "query m() { delete Person where name = \"eve\" }",
                          Optional.empty(),
                          Map.of(),
                          CommitOptions.ANONYMOUS))
          .isInstanceOf(Unsupported.class)
          .hasMessageContaining("transaction");
    }
  }

  private static List<String> rows(QueryContext context, String body) {
    try (PreparedGq query =
        GRAPH.engine().prepareGq(context, "query q() { " + body + " }", Optional.empty())) {
      return GqFixture.rows(query, Map.of());
    }
  }
}
