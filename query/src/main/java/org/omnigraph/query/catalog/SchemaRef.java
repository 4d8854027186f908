package org.omnigraph.query.catalog;

/**
 * Names one SQL schema of one graph, with their case.
 *
 * @param schema a branch name, {@code branch@moment} as {@link Moment} reads it, or a system schema
 */
public record SchemaRef(String graph, String schema) {
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

  /** The moment of a schema that is past. */
  Moment moment() {
    return Moment.parse(schema.substring(schema.indexOf('@') + 1));
  }
}
