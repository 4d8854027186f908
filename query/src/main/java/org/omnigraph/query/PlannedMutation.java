package org.omnigraph.query;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.engine.pending.statement.Affected;
import org.omnigraph.engine.pending.statement.Mutation;
import org.omnigraph.engine.pending.statement.Statement;
import org.omnigraph.engine.write.CommitOptions;
import org.omnigraph.engine.write.Mutated;
import org.omnigraph.query.gq.check.Checked;
import org.omnigraph.query.gq.mutate.Mutations;
import org.omnigraph.query.gq.parameter.ParameterValues;
import org.omnigraph.query.running.RunningStatement;

/** A mutation of the query language. Nodes and edges count together. */
final class PlannedMutation implements PreparedUpdate {
  private final Checked.Mutation mutation;
  private final Graph graph;
  private final String graphName;
  private final BranchName branch;

  PlannedMutation(Checked.Mutation mutation, QueryContext context) {
    this.mutation = mutation;
    this.graph = context.current();
    this.graphName = context.graph();
    this.branch = context.branch();
  }

  @Override
  public Schema parameters() {
    return ParameterValues.schema(mutation.parameters());
  }

  @Override
  public String graph() {
    return graphName;
  }

  @Override
  public BranchName branch() {
    return branch;
  }

  @Override
  public TypeKey type() {
    return mutation.changes().get(0).type().key();
  }

  @Override
  public List<Long> execute(
      List<List<@Nullable Object>> arguments, MutationStaging staging, RunningStatement statement) {
    statement.enter(RunningStatement.State.RUNNING);
    Mutation all = request(arguments);
    return counts(
        all.statements().size() == 1
            ? all.runOn(staging, graph.schema(), graph.allocator())
            : staging.atomically(() -> all.runOn(staging, graph.schema(), graph.allocator())));
  }

  @Override
  public Committed commit(
      List<List<@Nullable Object>> arguments, Optional<String> actor, RunningStatement statement) {
    statement.enter(RunningStatement.State.RUNNING);
    Mutation all = request(arguments);
    Mutated done =
        Attempts.of(
            () ->
                graph.mutate(
                    branch,
                    all,
                    new CommitOptions(actor, Optional.empty()),
                    statement.cancellation()));
    return new Committed(counts(done.statements()), done.receipt());
  }

  /** The statements of all runs, at one instant. */
  private Mutation request(List<List<@Nullable Object>> arguments) {
    Instant now = Instant.now();
    List<Statement> statements = new ArrayList<>();
    for (List<@Nullable Object> row : arguments) {
      statements.addAll(
          Mutations.request(mutation, ParameterValues.byPlace(mutation.parameters(), row), now)
              .statements());
    }
    return new Mutation(statements);
  }

  private List<Long> counts(List<Affected> statements) {
    int each = mutation.changes().size();
    List<Long> counts = new ArrayList<>();
    for (int first = 0; first < statements.size(); first += each) {
      Affected run =
          statements.subList(first, first + each).stream().reduce(Affected.NOTHING, Affected::plus);
      counts.add(run.nodes() + run.edges());
    }
    return counts;
  }
}
