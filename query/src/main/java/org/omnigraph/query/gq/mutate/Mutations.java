package org.omnigraph.query.gq.mutate;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.pending.statement.Mutation;
import org.omnigraph.engine.pending.statement.Statement;
import org.omnigraph.engine.pending.statement.Value;
import org.omnigraph.query.gq.check.Checked;
import org.omnigraph.query.gq.parameter.ParameterValues;

/** Makes requests of the engine. */
public final class Mutations {
  private Mutations() {}

  /**
   * The request of a mutation.
   *
   * @param parameters as {@link ParameterValues#of} takes them
   * @param now the instant of the mutation, one for all of it
   * @throws org.omnigraph.engine.error.InvalidRequest naming a parameter that is missing or does
   *     not fit, or a number that a property cannot hold exactly
   */
  public static Mutation request(
      Checked.Mutation mutation, Map<String, ? extends @Nullable Object> parameters, Instant now) {
    Terms terms = new Terms(ParameterValues.of(mutation.parameters(), parameters), now);
    List<Statement> statements = new ArrayList<>();
    mutation.changes().forEach(change -> statements.add(statement(change, terms)));
    return new Mutation(statements);
  }

  private static Statement statement(Checked.Change change, Terms terms) {
    if (change instanceof Checked.Change.Insert insert) {
      return new Statement.Insert(insert.type().key(), assigned(insert.assignments(), terms));
    }
    if (change instanceof Checked.Change.Update update) {
      return new Statement.Update(
          update.type().key(),
          Conditions.predicate(update.where(), terms.literal(update.where().value())),
          assigned(update.assignments(), terms));
    }
    Checked.Change.Delete delete = (Checked.Change.Delete) change;
    return new Statement.Delete(
        delete.type().key(),
        Conditions.predicate(delete.where(), terms.literal(delete.where().value())));
  }

  private static Map<String, Value> assigned(List<Checked.Assignment> assignments, Terms terms) {
    Map<String, Value> assigned = new LinkedHashMap<>();
    for (Checked.Assignment assignment : assignments) {
      assigned.put(
          assignment.property(),
          new PropertyValue(assignment.property(), assignment.type())
              .of(terms.literal(assignment.value())));
    }
    return assigned;
  }
}
