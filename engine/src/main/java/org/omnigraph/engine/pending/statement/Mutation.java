package org.omnigraph.engine.pending.statement;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.id.EntityKind;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.engine.pending.RowPlaces;
import org.omnigraph.engine.pending.RowSink;
import org.omnigraph.engine.pending.WriteMode;
import org.omnigraph.engine.schema.AcceptedSchema;

/**
 * Statements that become one graph commit together, or none.
 *
 * <p>A mutation either inserts and updates, or deletes: what a read between the two would see is
 * then never in doubt.
 */
public record Mutation(List<Statement> statements) {
  /**
   * Checks what can be told from the statements alone.
   *
   * @throws InvalidRequest for deletes beside other statements, for an update of edges, and for an
   *     update that sets nothing
   */
  public Mutation {
    statements = List.copyOf(statements);
    if (statements.stream().map(Statement::isDestructive).distinct().count() > 1) {
      throw new InvalidRequest(
          "the mutation mixes inserts/updates and deletes; split into separate mutations");
    }
    statements.forEach(Mutation::requireWellFormed);
  }

  /** A mutation of the statements in their order. */
  public static Mutation of(Statement... statements) {
    return new Mutation(List.of(statements));
  }

  private static void requireWellFormed(Statement statement) {
    if (statement instanceof Statement.Update update) {
      if (update.type().kind() == EntityKind.EDGE) {
        throw new InvalidRequest(
            "edge type '"
                + update.type().name()
                + "' cannot be updated by a mutation; delete the edges and insert them again");
      }
      if (update.set().isEmpty()) {
        throw new InvalidRequest(update.name() + " sets nothing; assign a property");
      }
    }
    if (statement instanceof Statement.Insert insert && insert.values().containsKey("id")) {
      throw new InvalidRequest(
          insert.name() + ": an id cannot be chosen; it is made from the key, or new");
    }
  }

  /** This mutation with its time filled in. */
  public Mutation at(Instant now) {
    return new Mutation(statements.stream().map(statement -> statement.at(now)).toList());
  }

  /**
   * Runs the statements in their order.
   *
   * @param allocator lends memory for single rows
   * @return what each of them affected
   */
  public List<Affected> runOn(
      MutationStaging staging, AcceptedSchema schema, BufferAllocator allocator) {
    List<Affected> affected = new ArrayList<>();
    for (Statement statement : statements) {
      String place = "statement " + (affected.size() + 1) + " (" + statement.name() + ")";
      affected.add(run(statement, staging, schema, allocator, row -> place));
    }
    return affected;
  }

  private static Affected run(
      Statement statement,
      MutationStaging staging,
      AcceptedSchema schema,
      BufferAllocator allocator,
      RowPlaces places) {
    if (statement instanceof Statement.Delete delete) {
      return staging.delete(delete.type(), delete.where());
    }
    if (statement instanceof Statement.Update update) {
      return staging.update(update.type(), update.where(), update.set(), places);
    }
    Statement.Insert insert = (Statement.Insert) statement;
    insert(insert, staging, schema, allocator, places);
    return insert.type().kind() == EntityKind.NODE ? new Affected(1, 0) : new Affected(0, 1);
  }

  private static void insert(
      Statement.Insert insert,
      MutationStaging staging,
      AcceptedSchema schema,
      BufferAllocator allocator,
      RowPlaces places) {
    RowSink sink = staging.rows(insert.type(), mode(schema, insert.type()));
    try (VectorSchemaRoot row = ValueRow.of(insert.values(), allocator)) {
      sink.open(row.getSchema());
      sink.add(row, new DictionaryProvider.MapDictionaryProvider(), places);
    }
  }

  private static WriteMode mode(AcceptedSchema schema, TypeKey type) {
    boolean keyed = schema.type(type).map(t -> !t.keyColumns().isEmpty()).orElse(false);
    return keyed ? WriteMode.UPSERT : WriteMode.INSERT;
  }
}
