package org.omnigraph.flight.producer;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.Unsupported;
import org.omnigraph.engine.id.EntityKind;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.schema.AcceptedSchema;
import org.omnigraph.engine.schema.GraphType;

/** Which type an ingest means, and what to write in the schema when there is none. */
record IngestTarget(AcceptedSchema schema) {
  private static final Set<String> FROM = Set.of("src", "from");
  private static final Set<String> TO = Set.of("dst", "to");

  /**
   * The type of that SQL name: an exact match, else the only one that differs in case. An edge that
   * shares a node's name is {@code edge:Name}.
   *
   * @throws InvalidRequest when several types match equally well
   */
  Optional<TypeKey> find(String name) {
    List<TypeKey> exact = matching(name, true);
    List<TypeKey> found = exact.isEmpty() ? matching(name, false) : exact;
    if (found.size() > 1) {
      throw new InvalidRequest("'" + name + "' may mean any of " + found + "; spell it exactly");
    }
    return found.stream().findFirst();
  }

  private List<TypeKey> matching(String name, boolean exactly) {
    return schema.types().stream()
        .map(GraphType::key)
        .filter(key -> exactly ? sqlName(key).equals(name) : sqlName(key).equalsIgnoreCase(name))
        .toList();
  }

  private String sqlName(TypeKey key) {
    boolean hidden = key.kind() == EntityKind.EDGE && schema.node(key.name()).isPresent();
    return hidden ? key.toString() : key.name();
  }

  List<String> names() {
    return schema.types().stream().map(type -> sqlName(type.key())).sorted().toList();
  }

  /** Types are made by the schema, not by rows; says what to write there. */
  Unsupported cannotCreate(String name, Schema columns) {
    return new Unsupported(
        "the graph has no type '"
            + name
            + "' (it has "
            + names()
            + "), and an ingest does not create one: types belong to the graph's schema. Add this to"
            + " the .pg file, mark the identifying property with @key, then ingest with mode"
            + " append:\n"
            + declaration(name, columns));
  }

  /** A declaration in the schema language that takes rows of these columns. */
  static String declaration(String name, Schema columns) {
    boolean edge =
        columns.getFields().stream().anyMatch(field -> FROM.contains(field.getName()))
            && columns.getFields().stream().anyMatch(field -> TO.contains(field.getName()));
    String head = edge ? "edge " + name + ": FromType -> ToType" : "node " + name;
    return columns.getFields().stream()
        .filter(field -> !field.getName().equals("id"))
        .filter(field -> !edge || !(FROM.contains(field.getName()) || TO.contains(field.getName())))
        .map(
            field ->
                "    " + field.getName() + ": " + typeOf(field) + (field.isNullable() ? "?" : ""))
        .collect(Collectors.joining("\n", head + " {\n", "\n}"));
  }

  private static String typeOf(Field field) {
    ArrowType type = field.getType();
    if (type instanceof ArrowType.FixedSizeList list && isFloat(field.getChildren().get(0))) {
      return "Vector(" + list.getListSize() + ")";
    }
    if (type instanceof ArrowType.List
        || type instanceof ArrowType.LargeList
        || type instanceof ArrowType.FixedSizeList
        || type instanceof ArrowType.ListView
        || type instanceof ArrowType.LargeListView) {
      return "[" + typeOf(field.getChildren().get(0)) + "]";
    }
    if (type instanceof ArrowType.Int number) {
      boolean wide = number.getBitWidth() > 32;
      return (number.getIsSigned() ? "I" : "U") + (wide ? "64" : "32");
    }
    if (type instanceof ArrowType.FloatingPoint number) {
      return switch (number.getPrecision()) {
        case HALF, SINGLE -> "F32";
        case DOUBLE -> "F64";
      };
    }
    return flat(type);
  }

  private static String flat(ArrowType type) {
    if (type instanceof ArrowType.Bool) {
      return "Bool";
    }
    if (type instanceof ArrowType.Date) {
      return "Date";
    }
    if (type instanceof ArrowType.Timestamp) {
      return "DateTime";
    }
    if (type instanceof ArrowType.Decimal) {
      return "F64";
    }
    if (type instanceof ArrowType.Binary
        || type instanceof ArrowType.LargeBinary
        || type instanceof ArrowType.FixedSizeBinary
        || type instanceof ArrowType.BinaryView) {
      return "Blob";
    }
    return "String";
  }

  private static boolean isFloat(Field field) {
    return field.getType() instanceof ArrowType.FloatingPoint;
  }
}
