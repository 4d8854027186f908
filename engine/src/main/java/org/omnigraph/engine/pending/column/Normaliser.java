package org.omnigraph.engine.pending.column;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.omnigraph.engine.error.BrokenConstraint;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.id.EntityKind;
import org.omnigraph.engine.id.IdSource;
import org.omnigraph.engine.pending.RowPlaces;
import org.omnigraph.engine.pending.Years;
import org.omnigraph.engine.schema.GraphType;
import org.omnigraph.engine.schema.PhysicalSchema;
import org.omnigraph.engine.schema.Property;
import org.omnigraph.engine.schema.Scalar;

/**
 * Converts batches of one input schema to the physical schema of one type, and checks what a row
 * alone can break: types, required values, list items, enums, ranges, patterns, given ids.
 *
 * <p>Used by one thread at a time.
 */
public final class Normaliser {
  /** The input has no such column. */
  static final int ABSENT = -1;

  private static final int ID = 0;

  private final GraphType type;
  private final Schema physical;
  private final IdColumn ids;
  private final List<Target> targets;
  private final List<Field> input;

  /** A column of the table, and the column of the input that it is made of. */
  record Target(Field field, Owner owner, Conversion conversion, int source, List<Rule> rules) {}

  private Normaliser(
      GraphType type, Schema physical, IdSource ids, List<Target> targets, List<Field> input) {
    this.type = type;
    this.physical = physical;
    this.ids = new IdColumn(type, ids);
    this.targets = targets;
    this.input = input;
  }

  /**
   * A normaliser for a stream of batches.
   *
   * @param years dates and timestamps of other ones are refused
   * @throws InvalidRequest naming every unknown, ambiguous, doubled, missing and unconvertible
   *     column
   */
  public static Normaliser of(GraphType type, Schema input, IdSource ids, Years years) {
    ColumnNames names = new ColumnNames(type);
    Map<String, Integer> indexes = names.resolve(input);
    List<String> complaints = names.complaints();
    int missing = 0;
    Schema physical = PhysicalSchema.of(type);
    List<Target> targets = new ArrayList<>();
    for (Field field : physical.getFields()) {
      Target target = target(type, field, indexes.getOrDefault(field.getName(), ABSENT), years);
      targets.add(target);
      if (target.source() == ABSENT) {
        if (target.owner().required()) {
          missing++;
          complaints.add(
              "required column '"
                  + field.getName()
                  + "' ("
                  + target.owner().typeName()
                  + ") is missing");
        }
        continue;
      }
      Field given = input.getFields().get(target.source());
      if (!target.conversion().accepts(given)) {
        complaints.add(unconvertible(target, given));
      }
    }
    if (!complaints.isEmpty()) {
      String text =
          type.kind().prefix()
              + " type '"
              + type.name()
              + "' cannot take these columns: "
              + String.join("; ", complaints)
              + ". Its columns are: "
              + names.expected();
      throw missing == complaints.size()
          ? new BrokenConstraint(BrokenConstraint.Kind.NOT_NULL, text)
          : new InvalidRequest(text);
    }
    return new Normaliser(type, physical, ids, targets, input.getFields());
  }

  static Target target(GraphType type, Field field, int source, Years years) {
    String name = field.getName();
    Property property = type.property(name).orElse(null);
    if (property == null) {
      String owner = (type.kind() == EntityKind.EDGE ? "edge " : "") + type.name() + "." + name;
      boolean required = !name.equals("id");
      return new Target(
          field, new Owner(owner, "String", required), new TextConversion(), source, List.of());
    }
    String owner = type.name() + "." + name;
    List<Rule> rules = new ArrayList<>();
    Rule.membership(owner, property).ifPresent(rules::add);
    if (years == Years.OF_SQL) {
      Rule.years(owner, property).ifPresent(rules::add);
    }
    rules.addAll(Rule.constraints(type, property));
    return new Target(
        field,
        new Owner(owner, property.type().displayName(), !property.type().nullable()),
        conversion(property),
        source,
        rules);
  }

  private static Conversion conversion(Property property) {
    Scalar scalar = property.type().scalar();
    Conversion plain =
        switch (scalar) {
          case STRING -> new TextConversion();
          case VECTOR -> new VectorConversion(property.type().dimension());
          case BLOB -> new BlobConversion();
          default -> FixedConversion.of(scalar);
        };
    return property.type().list() ? new ListConversion(plain) : plain;
  }

  static String unconvertible(Target target, Field given) {
    return "column '"
        + given.getName()
        + "' has the Arrow type "
        + given.getType()
        + ", but "
        + target.owner().name()
        + " is "
        + target.owner().typeName()
        + remedy(target, given);
  }

  /** Integers with nulls become floating point in pandas. */
  private static String remedy(Target target, Field given) {
    boolean floats = given.getType() instanceof ArrowType.FloatingPoint;
    boolean integers = target.field().getType() instanceof ArrowType.Int;
    return floats && integers
        ? " (send integers; in pandas, astype('Int64') or convert_dtypes() keeps them beside nulls)"
        : "";
  }

  /** The physical schema of the batches that come out. */
  public Schema schema() {
    return physical;
  }

  /** Whether ids come from the key or may come from the input; otherwise all are new. */
  public boolean hasGivenIds() {
    return !type.keyColumns().isEmpty() || targets.get(ID).source() != ABSENT;
  }

  /**
   * One batch in the physical schema; the caller owns it.
   *
   * @param batch keeps its owner
   * @throws InvalidRequest at the first bad row
   * @throws org.omnigraph.engine.error.ResourceLimitExceeded when {@code charge} refuses
   */
  public VectorSchemaRoot normalise(
      VectorSchemaRoot batch,
      DictionaryProvider dictionaries,
      RowPlaces places,
      Charge charge,
      BufferAllocator allocator) {
    int rows = batch.getRowCount();
    requireSame(type, input, batch, rows);
    VectorSchemaRoot out = VectorSchemaRoot.create(physical, allocator);
    try {
      Problems problems = new Problems(places);
      Conversion.Batch common = new Conversion.Batch(problems, charge);
      for (int i = ID + 1; i < targets.size(); i++) {
        convert(targets.get(i), batch, dictionaries, rows, out.getVector(i), common);
      }
      fillIds(batch, dictionaries, rows, out, common);
      requireRules(targets, out, rows, problems);
      out.setRowCount(rows);
      return out;
    } catch (RuntimeException e) {
      out.close();
      throw e;
    }
  }

  /** Throws the first problem of converted columns, those that break their rules included. */
  static void requireRules(
      List<Target> targets, VectorSchemaRoot converted, int rows, Problems problems) {
    for (int i = 0; i < targets.size(); i++) {
      for (Rule rule : targets.get(i).rules()) {
        rule.check(converted.getVector(i), rows, problems);
      }
    }
    problems.throwFirst();
  }

  /** A batch has the columns that its stream began with. */
  static void requireSame(GraphType type, List<Field> input, VectorSchemaRoot batch, int rows) {
    boolean same = batch.getFieldVectors().size() == input.size();
    for (int i = 0; same && i < input.size(); i++) {
      FieldVector vector = batch.getVector(i);
      same = vector.getName().equals(input.get(i).getName()) && vector.getValueCount() >= rows;
    }
    if (!same) {
      throw new InvalidRequest(
          "a batch for "
              + type.key()
              + " does not have the columns that its stream began with: "
              + batch.getSchema());
    }
  }

  static void convert(
      Target target,
      VectorSchemaRoot batch,
      DictionaryProvider dictionaries,
      int rows,
      FieldVector out,
      Conversion.Batch common) {
    if (target.source() == ABSENT) {
      try (NullVector nulls = new NullVector(target.field().getName(), rows)) {
        target.conversion().convert(target.owner(), Positions.absent(nulls), rows, out, common);
      }
      return;
    }
    FieldVector source = batch.getVector(target.source());
    Positions.Column column = Positions.resolve(source, dictionaries);
    if (!target.conversion().accepts(column.values().getField())) {
      throw new InvalidRequest(unconvertible(target, column.values().getField()));
    }
    target.conversion().convert(target.owner(), column, rows, out, common);
  }

  private void fillIds(
      VectorSchemaRoot batch,
      DictionaryProvider dictionaries,
      int rows,
      VectorSchemaRoot out,
      Conversion.Batch common) {
    Target id = targets.get(ID);
    if (id.source() == ABSENT) {
      ids.fill(out, null, rows, common);
      return;
    }
    try (VarCharVector given =
        new VarCharVector(
            Field.nullable("id", id.field().getType()), out.getVector(ID).getAllocator())) {
      convert(
          id,
          batch,
          dictionaries,
          rows,
          given,
          new Conversion.Batch(common.problems(), Charge.NONE));
      ids.fill(out, given, rows, common);
    }
  }
}
