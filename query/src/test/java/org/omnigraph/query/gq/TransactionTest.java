package org.omnigraph.query.gq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.pending.Budget;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.engine.pending.statement.Affected;
import org.omnigraph.engine.pending.statement.Mutation;
import org.omnigraph.engine.pending.statement.Statement;
import org.omnigraph.engine.pending.statement.Value;
import org.omnigraph.engine.write.CommitOptions;
import org.omnigraph.query.PreparedGq;
import org.omnigraph.query.PreparedUpdate;
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
          .isInstanceOf(InvalidRequest.class)
          .hasMessageContaining("transaction");
    }
  }

  @Test
  void mutationsAndStatementsShareOneStaging() {
    try (MutationStaging staging = GRAPH.graph().begin(BranchName.MAIN, Budget.KEYED)) {
      QueryContext inside =
          GRAPH.context().in(new QueryContext.Transaction(staging.base(), Optional.of(staging)));
      String add =
          "query add($n: String, $a: I32?) { insert Person { name: $n, age: $a }"
              + " insert Knows { from: $n, to: \"ada\" } }";
      PreparedUpdate prepared = GRAPH.engine().prepareUpdate(inside, add);

      assertThat(
              prepared.execute(
                  List.of(Arrays.asList("fay", 7), Arrays.asList("gil", null)), staging))
          .containsExactly(2L, 2L);
      assertThat(
              GRAPH
                  .engine()
                  .mutateGq(inside, add, Optional.empty(), Map.of("n", "hal", "a", 7), staging))
          .isEqualTo(new Affected(1, 1));
      assertThat(
              GRAPH
                  .engine()
                  .prepareUpdate(inside, "UPDATE Person SET age = age + 1 WHERE age = 7")
                  .execute(List.of(List.of()), staging))
          .containsExactly(2L);
      assertThat(
              GRAPH
                  .engine()
                  .prepareUpdate(inside, "query m() { update Person set { age: 9 } where age = 8 }")
                  .execute(List.of(List.of()), staging))
          .containsExactly(2L);

      assertThat(
              rows(
                  inside,
                  "match { $p: Person { age: 9 } $p knows{2,2} $q } return { $p, $q } order { $p.name }"))
          .containsExactly("fay|bob", "hal|bob");
      assertThat(GRAPH.read("match { $p: Person { age: 9 } } return { $p }")).isEmpty();
    }
  }

  @Test
  void aMutationThatFailsLeavesTheTransactionAsItWas() {
    try (MutationStaging staging = GRAPH.graph().begin(BranchName.MAIN, Budget.KEYED)) {
      QueryContext inside =
          GRAPH.context().in(new QueryContext.Transaction(staging.base(), Optional.of(staging)));
      PreparedUpdate add =
          GRAPH
              .engine()
              .prepareUpdate(
                  inside,
                  "query add($n: String, $s: U32) { insert Person { name: $n } insert Person { name:"
                      + " \"x\", small: $s } }");

      assertThatThrownBy(() -> add.execute(List.of(List.of("a1", 1), List.of("a2", -1)), staging))
          .isInstanceOf(InvalidRequest.class)
          .hasMessageContaining("param 's'");
      assertThatThrownBy(
              () ->
                  GRAPH
                      .engine()
                      .mutateGq(
                          inside,
                          "query m($f: F64) { insert Person { name: \"a1\" } insert Person { name:"
                              + " \"a2\", height: $f } }",
                          Optional.empty(),
                          Map.of("f", 1e300),
                          staging))
          .isInstanceOf(InvalidRequest.class);
      assertThat(rows(inside, "match { $p: Person $p.name starts_with \"a\" } return { $p }"))
          .containsExactly("ada");
    }
  }

  private static List<String> rows(QueryContext context, String body) {
    try (PreparedGq query =
        GRAPH.engine().prepareGq(context, "query q() { " + body + " }", Optional.empty())) {
      return GqFixture.rows(query, Map.of());
    }
  }
}
