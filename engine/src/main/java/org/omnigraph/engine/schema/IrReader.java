package org.omnigraph.engine.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.schema.Shape.CheckShape;
import org.omnigraph.engine.schema.Shape.ColumnsShape;
import org.omnigraph.engine.schema.Shape.ConstraintShape;
import org.omnigraph.engine.schema.Shape.EdgeShape;
import org.omnigraph.engine.schema.Shape.EmbedShape;
import org.omnigraph.engine.schema.Shape.InterfaceShape;
import org.omnigraph.engine.schema.Shape.NodeShape;
import org.omnigraph.engine.schema.Shape.PropertySlot;
import org.omnigraph.engine.schema.Shape.RangeShape;
import org.omnigraph.engine.schema.Shape.TypeSlot;

/**
 * Reads a stored {@link Ir} and proves it: every id in use once and below the counter, every name
 * in its place, and every reference exactly what the names and ids of the same file make of it.
 */
final class IrReader {
  private static final Pattern ULID = Pattern.compile("[0-7][0-9A-HJKMNP-TV-Z]{25}");

  private final Map<TypeSlot, Long> types = new HashMap<>();
  private final Map<PropertySlot, Long> properties = new HashMap<>();
  private final Map<TypeSlot, Long> incarnations = new HashMap<>();
  private final Set<Long> taken = new HashSet<>();
  private final long next;

  private IrReader(long next) {
    this.next = next;
  }

  static boolean isUlid(String text) {
    return ULID.matcher(text).matches();
  }

  /**
   * Reads the tree of a file.
   *
   * @throws org.omnigraph.engine.error.CorruptState naming the first place that is wrong
   */
  static Ir read(StoredJson tree) {
    long version = tree.at("ir_version").u32();
    if (version != IrJson.VERSION) {
      throw tree.at("ir_version").corrupt("is " + version + ", known is " + IrJson.VERSION);
    }
    StoredJson domain = tree.at("schema_identity_domain");
    if (!isUlid(domain.text())) {
      throw domain.corrupt("'" + domain.text() + "' is not a ULID in upper case");
    }
    return new IrReader(tree.at("next_identity_id").u64()).schema(tree, domain.text());
  }

  private Ir schema(StoredJson tree, String domain) {
    Shape shape =
        new Shape(
            tree.at("interfaces").each(this::interfaceShape),
            tree.at("nodes").each(this::node),
            tree.at("edges").each(this::edge));
    requireReferences(tree, shape);
    Ir ir = new Ir(shape, new Identities(domain, next, types, properties, incarnations));
    requireSame(tree, IrJson.write(ir));
    return ir;
  }

  private InterfaceShape interfaceShape(StoredJson tree) {
    TypeSlot slot = type(tree, TypeKind.INTERFACE);
    return new InterfaceShape(slot.name(), properties(tree, slot));
  }

  private NodeShape node(StoredJson tree) {
    TypeSlot slot = type(tree, TypeKind.NODE);
    incarnations.put(slot, identity(tree.at("table_incarnation_id")));
    return new NodeShape(
        slot.name(),
        annotations(tree),
        tree.at("implements").each(i -> i.at("type_name").text()),
        properties(tree, slot),
        tree.at("constraints").each(this::constraint));
  }

  private EdgeShape edge(StoredJson tree) {
    TypeSlot slot = type(tree, TypeKind.EDGE);
    incarnations.put(slot, identity(tree.at("table_incarnation_id")));
    return new EdgeShape(
        slot.name(),
        tree.at("from_type").at("type_name").text(),
        tree.at("to_type").at("type_name").text(),
        cardinality(tree.at("cardinality")),
        annotations(tree),
        properties(tree, slot),
        tree.at("constraints").each(this::constraint));
  }

  private TypeSlot type(StoredJson tree, TypeKind kind) {
    TypeSlot slot = new TypeSlot(kind, tree.at("name").text());
    if (types.put(slot, identity(tree.at("type_id"))) != null) {
      throw tree.corrupt("a second " + slot);
    }
    return slot;
  }

  private long identity(StoredJson tree) {
    long id = tree.u64();
    if (id == 0 || !taken.add(id)) {
      throw tree.corrupt(id == 0 ? "an id is zero" : "the id is in use twice");
    }
    if (Long.compareUnsigned(id, next) >= 0) {
      throw tree.corrupt("the id is not below next_identity_id");
    }
    return id;
  }

  private List<PropertyShape> properties(StoredJson tree, TypeSlot owner) {
    return tree.at("properties").each(p -> property(p, owner));
  }

  private PropertyShape property(StoredJson tree, TypeSlot owner) {
    String name = tree.at("name").text();
    if (SchemaReader.RESERVED.contains(name)) {
      throw tree.corrupt("property name '" + name + "' is reserved");
    }
    if (properties.put(new PropertySlot(owner, name), identity(tree.at("property_id"))) != null) {
      throw tree.corrupt("a second property '" + name + "' of " + owner);
    }
    return new PropertyShape(
        name,
        propertyType(tree.at("prop_type")),
        annotations(tree),
        tree.at("property_constraints").each(IrReader::columnsKind),
        embed(tree.at("embed_source")),
        tree.at("declared_directly").flag(),
        tree.at("satisfies_interface_properties").each(IrReader::interfaceProperty));
  }

  private static PropertySlot interfaceProperty(StoredJson tree) {
    return new PropertySlot(
        new TypeSlot(TypeKind.INTERFACE, tree.at("owner_type_name").text()),
        tree.at("property_name").text());
  }

  private static Optional<EmbedShape> embed(StoredJson tree) {
    if (tree.isNull()) {
      return Optional.empty();
    }
    return Optional.of(
        new EmbedShape(
            tree.at("source").at("property_name").text(),
            Optional.ofNullable(nullableText(tree.at("model")))));
  }

  private static @Nullable String nullableText(StoredJson tree) {
    return tree.isNull() ? null : tree.text();
  }

  private static PropertyType propertyType(StoredJson tree) {
    StoredJson scalar = tree.at("scalar");
    boolean vector = scalar.has("Vector");
    StoredJson values = tree.at("enum_values");
    List<String> enumValues = values.isNull() ? List.of() : values.each(StoredJson::text);
    if (!List.copyOf(new TreeSet<>(enumValues)).equals(enumValues)) {
      throw values.corrupt("is not sorted");
    }
    return new PropertyType(
        vector ? Scalar.VECTOR : scalar(scalar),
        vector ? dimension(scalar.at("Vector")) : 0,
        tree.at("list").flag(),
        enumValues,
        tree.at("nullable").flag());
  }

  private static int dimension(StoredJson tree) {
    long dimension = tree.u32();
    if (dimension < 1 || dimension > Integer.MAX_VALUE) {
      throw tree.corrupt("is no length of a vector");
    }
    return (int) dimension;
  }

  private static Scalar scalar(StoredJson tree) {
    for (Scalar scalar : Scalar.values()) {
      if (scalar != Scalar.VECTOR && scalar.text().equals(tree.text())) {
        return scalar;
      }
    }
    throw tree.corrupt("unknown type '" + tree.text() + "'");
  }

  private static ColumnsKind columnsKind(StoredJson tree) {
    for (ColumnsKind kind : ColumnsKind.values()) {
      if (kind.word().equals(tree.text())) {
        return kind;
      }
    }
    throw tree.corrupt("unknown constraint '" + tree.text() + "'");
  }

  private static List<Annotation> annotations(StoredJson tree) {
    return tree.at("annotations").each(IrReader::annotation);
  }

  private static Annotation annotation(StoredJson tree) {
    TreeMap<String, String> keywords = new TreeMap<>();
    if (tree.has("kwargs")) {
      StoredJson stored = tree.at("kwargs");
      Iterator<String> names = stored.node().fieldNames();
      while (names.hasNext()) {
        String name = names.next();
        keywords.put(name, stored.at(name).text());
      }
    }
    return new Annotation(tree.at("name").text(), nullableText(tree.at("value")), keywords);
  }

  private static Cardinality cardinality(StoredJson tree) {
    StoredJson max = tree.at("max");
    return new Cardinality(
        tree.at("min").u32(), max.isNull() ? OptionalLong.empty() : OptionalLong.of(max.u32()));
  }

  private ConstraintShape constraint(StoredJson tree) {
    String kind = tree.at("kind").text();
    return switch (kind) {
      case "range" ->
          new RangeShape(column(tree.at("field")), bound(tree.at("min")), bound(tree.at("max")));
      case "check" -> new CheckShape(column(tree.at("field")), tree.at("pattern").text());
      default ->
          new ColumnsShape(columnsKind(tree.at("kind")), tree.at("fields").each(IrReader::column));
    };
  }

  private static String column(StoredJson tree) {
    return tree.at("kind").text().equals("system")
        ? tree.at("role").text()
        : tree.at("property_name").text();
  }

  private static @Nullable Bound bound(StoredJson tree) {
    if (tree.isNull()) {
      return null;
    }
    if (tree.has("Integer")) {
      JsonNode number = tree.at("Integer").node();
      if (!number.isIntegralNumber() || !number.canConvertToLong()) {
        throw tree.corrupt("is not a 64-bit integer");
      }
      return new Bound.Whole(number.longValue());
    }
    JsonNode number = tree.at("Float").node();
    if (!number.isNumber()) {
      throw tree.corrupt("is not a number");
    }
    return new Bound.Real(number.doubleValue());
  }

  /** Every name that a reference uses exists, so that the references can be written again. */
  private void requireReferences(StoredJson tree, Shape shape) {
    for (NodeShape node : shape.nodes()) {
      node.interfaces().forEach(i -> require(tree, new TypeSlot(TypeKind.INTERFACE, i)));
      for (PropertyShape property : node.properties()) {
        property.satisfies().forEach(s -> require(tree, s));
        property.embed().ifPresent(e -> require(tree, new PropertySlot(node.slot(), e.property())));
      }
      node.constraints().forEach(c -> requireColumns(tree, node.slot(), c));
    }
    for (EdgeShape edge : shape.edges()) {
      require(tree, new TypeSlot(TypeKind.NODE, edge.from()));
      require(tree, new TypeSlot(TypeKind.NODE, edge.to()));
      edge.constraints().forEach(c -> requireColumns(tree, edge.slot(), c));
    }
  }

  private void requireColumns(StoredJson tree, TypeSlot owner, ConstraintShape constraint) {
    List<String> columns =
        constraint instanceof ColumnsShape c
            ? c.columns()
            : List.of(
                constraint instanceof RangeShape range
                    ? range.property()
                    : ((CheckShape) constraint).property());
    for (String column : columns) {
      if (!Set.of("id", "src", "dst").contains(column)) {
        require(tree, new PropertySlot(owner, column));
      }
    }
  }

  private void require(StoredJson tree, TypeSlot type) {
    if (!types.containsKey(type)) {
      throw tree.corrupt("refers to " + type + ", which it does not hold");
    }
  }

  private void require(StoredJson tree, PropertySlot property) {
    if (!properties.containsKey(property)) {
      throw tree.corrupt("refers to " + property + ", which it does not hold");
    }
  }

  /** The first place where a stored tree is not what its own content makes. */
  private static void requireSame(StoredJson stored, JsonNode made) {
    JsonNode node = stored.node();
    if (node.isObject() && made.isObject()) {
      Iterator<String> names = node.fieldNames();
      while (names.hasNext()) {
        String name = names.next();
        JsonNode member = made.get(name);
        if (member == null) {
          throw stored.corrupt("unknown member '" + name + "'");
        }
        requireSame(stored.at(name), member);
      }
    } else if (node.isArray() && made.isArray() && node.size() == made.size()) {
      for (int i = 0; i < node.size(); i++) {
        requireSame(new StoredJson(stored.place() + "[" + i + "]", node.get(i)), made.get(i));
      }
    } else if (!CanonicalJson.compact(node).equals(CanonicalJson.compact(made))) {
      throw stored.corrupt(
          "is "
              + CanonicalJson.compact(node)
              + ", but the rest of the file makes it "
              + CanonicalJson.compact(made));
    }
  }
}
