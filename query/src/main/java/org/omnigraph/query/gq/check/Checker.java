package org.omnigraph.query.gq.check;

import org.omnigraph.engine.schema.AcceptedSchema;
import org.omnigraph.query.gq.parse.Query;

/** Checks queries against one schema. */
public final class Checker {
  private final AcceptedSchema schema;

  public Checker(AcceptedSchema schema) {
    this.schema = schema;
  }

  /**
   * What a query means.
   *
   * @throws org.omnigraph.engine.error.InvalidRequest for the first thing that means nothing:
   *     {@code type error: }, its code, line, column, the thing and the remedy
   */
  public Checked check(Query query) {
    Parameters parameters = Parameters.of(query.parameters());
    String name = query.name().text();
    return query.body() instanceof Query.Read read
        ? ReadChecker.check(schema, name, read, parameters)
        : MutationChecker.check(schema, name, (Query.Mutation) query.body(), parameters);
  }
}
