package org.omnigraph.query.catalog;

import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names one SQL schema of one graph, with their case.
 *
 * @param schema a branch name, {@code branch@moment} as {@link Moment} reads it, a system schema,
 *     or one that a parameter chooses when the statement runs: {@code branch@?1}
 */
public record SchemaRef(String graph, String schema) {
  private static final String MOMENT = "@?";
  private static final String STATE = "@state ?";
  private static final Pattern PARAMETER = Pattern.compile("@(?:state )?\\?(\\d{1,9})\\z");

  /** The branch, or the system schema. */
  public String branch() {
    return isPast() ? schema.substring(0, schema.indexOf('@')) : schema;
  }

  /** Whether it is a branch at a moment, which nobody can write. */
  public boolean isPast() {
    return schema.indexOf('@') >= 0;
  }

  /** The same branch at a moment. */
  public SchemaRef at(Moment moment) {
    return new SchemaRef(graph, branch() + "@" + moment);
  }

  /** The same branch at the moment that a parameter says. */
  public SchemaRef atParameter(int index) {
    return new SchemaRef(graph, branch() + MOMENT + (index + 1));
  }

  /** The state of the graph that a parameter says, as {@link SqlCatalog#state} reads it. */
  public SchemaRef stateOfParameter(int index) {
    return new SchemaRef(graph, branch() + STATE + (index + 1));
  }

  /** The number, from 0, of the parameter that chooses the snapshot. */
  public OptionalInt parameter() {
    Matcher chosen = PARAMETER.matcher(schema);
    return chosen.find()
        ? OptionalInt.of(Integer.parseInt(chosen.group(1)) - 1)
        : OptionalInt.empty();
  }

  /** Whether a parameter chooses it, and may choose any branch. */
  public boolean isState() {
    return schema.contains(STATE) && parameter().isPresent();
  }

  /** The moment of a schema that is past. */
  Moment moment() {
    return Moment.parse(schema.substring(schema.indexOf('@') + 1));
  }
}
