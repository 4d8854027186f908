package org.omnigraph.engine.pending.column;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.pending.RowPlaces;
import org.omnigraph.engine.pending.Years;
import org.omnigraph.engine.schema.GraphType;
import org.omnigraph.engine.schema.PhysicalSchema;

/**
 * Converts new values for some columns of a type, and checks them as {@link Normaliser} checks
 * whole rows.
 *
 * <p>Used by one thread at a time.
 */
public final class Assignments {
  private final GraphType type;
  private final List<Normaliser.Target> targets;
  private final List<Field> input;

  private Assignments(GraphType type, List<Normaliser.Target> targets, List<Field> input) {
    this.type = type;
    this.targets = targets;
    this.input = input;
  }

  /**
   * For a stream of batches.
   *
   * @param years dates and timestamps of other ones are refused
   * @throws InvalidRequest naming every unknown, ambiguous, doubled and unconvertible column
   */
  public static Assignments of(GraphType type, Schema input, Years years) {
    ColumnNames names = new ColumnNames(type);
    Map<String, Integer> indexes = names.resolve(input);
    List<String> complaints = names.complaints();
    List<Normaliser.Target> targets = new ArrayList<>();
    for (Field field : PhysicalSchema.of(type).getFields()) {
      Integer index = indexes.get(field.getName());
      if (index == null) {
        continue;
      }
      Normaliser.Target target = Normaliser.target(type, field, index, years);
      targets.add(target);
      Field given = input.getFields().get(index);
      if (!target.conversion().accepts(given)) {
        complaints.add(Normaliser.unconvertible(target, given));
      }
    }
    if (!complaints.isEmpty()) {
      throw new InvalidRequest(
          type.kind().prefix()
              + " type '"
              + type.name()
              + "' cannot take these columns: "
              + String.join("; ", complaints)
              + ". Its columns are: "
              + names.expected());
    }
    return new Assignments(type, targets, input.getFields());
  }

  /** The physical columns that get values, in their order. */
  public List<String> columns() {
    return targets.stream().map(target -> target.field().getName()).toList();
  }

  /**
   * The values of one batch in the physical types; the caller owns them.
   *
   * @param batch keeps its owner
   * @throws InvalidRequest at the first bad row
   * @throws org.omnigraph.engine.error.ResourceLimitExceeded when {@code charge} refuses
   */
  public VectorSchemaRoot convert(
      VectorSchemaRoot batch,
      DictionaryProvider dictionaries,
      RowPlaces places,
      Charge charge,
      BufferAllocator allocator) {
    int rows = batch.getRowCount();
    Normaliser.requireSame(type, input, batch, rows);
    Schema schema = new Schema(targets.stream().map(Normaliser.Target::field).toList());
    VectorSchemaRoot out = VectorSchemaRoot.create(schema, allocator);
    try {
      Problems problems = new Problems(places);
      Conversion.Batch common = new Conversion.Batch(problems, charge);
      for (int i = 0; i < targets.size(); i++) {
        Normaliser.convert(targets.get(i), batch, dictionaries, rows, out.getVector(i), common);
      }
      Normaliser.requireRules(targets, out, rows, problems);
      out.setRowCount(rows);
      return out;
    } catch (RuntimeException e) {
      out.close();
      throw e;
    }
  }
}
