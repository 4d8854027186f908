package org.omnigraph.engine.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.util.Comparator;
import java.util.List;
import org.omnigraph.engine.schema.Shape.CheckShape;
import org.omnigraph.engine.schema.Shape.ColumnsShape;
import org.omnigraph.engine.schema.Shape.ConstraintShape;
import org.omnigraph.engine.schema.Shape.EdgeShape;
import org.omnigraph.engine.schema.Shape.EmbedShape;
import org.omnigraph.engine.schema.Shape.InterfaceShape;
import org.omnigraph.engine.schema.Shape.NodeShape;
import org.omnigraph.engine.schema.Shape.PropertySlot;
import org.omnigraph.engine.schema.Shape.RangeShape;
import org.omnigraph.engine.schema.Shape.TypeShape;
import org.omnigraph.engine.schema.Shape.TypeSlot;

/** Writes the JSON of an {@link Ir}, members in the order that its digest is taken over. */
final class IrJson {
  static final int VERSION = 2;

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final Identities ids;

  private IrJson(Identities ids) {
    this.ids = ids;
  }

  static ObjectNode write(Ir ir) {
    return new IrJson(ir.identities()).schema(ir.shape());
  }

  private ObjectNode schema(Shape shape) {
    ObjectNode tree = JSON.objectNode();
    tree.put("ir_version", VERSION);
    tree.put("schema_identity_domain", ids.domain());
    tree.set("next_identity_id", id(ids.next()));
    tree.set("interfaces", ShapeJson.array(shape.interfaces(), this::interfaceIr));
    tree.set("nodes", ShapeJson.array(shape.nodes(), this::node));
    tree.set("edges", ShapeJson.array(shape.edges(), this::edge));
    return tree;
  }

  private ObjectNode interfaceIr(InterfaceShape type) {
    ObjectNode tree = JSON.objectNode();
    tree.put("name", type.name());
    tree.set("type_id", id(ids.id(type.slot())));
    tree.set("properties", properties(type));
    return tree;
  }

  private ObjectNode node(NodeShape type) {
    ObjectNode tree = table(type);
    tree.set("annotations", ShapeJson.array(type.annotations(), ShapeJson::annotation));
    List<TypeSlot> interfaces =
        type.interfaces().stream()
            .map(name -> new TypeSlot(TypeKind.INTERFACE, name))
            .sorted(Comparator.comparing(ids::id, Long::compareUnsigned))
            .toList();
    tree.set("implements", ShapeJson.array(interfaces, this::reference));
    tree.set("properties", properties(type));
    tree.set("constraints", constraints(type, type.constraints()));
    return tree;
  }

  private ObjectNode edge(EdgeShape type) {
    ObjectNode tree = table(type);
    tree.set("from_type", reference(new TypeSlot(TypeKind.NODE, type.from())));
    tree.set("to_type", reference(new TypeSlot(TypeKind.NODE, type.to())));
    tree.set("cardinality", ShapeJson.cardinality(type.cardinality()));
    tree.set("annotations", ShapeJson.array(type.annotations(), ShapeJson::annotation));
    tree.set("properties", properties(type));
    tree.set("constraints", constraints(type, type.constraints()));
    return tree;
  }

  private ObjectNode table(TypeShape type) {
    ObjectNode tree = JSON.objectNode();
    tree.put("name", type.name());
    tree.set("type_id", id(ids.id(type.slot())));
    tree.set("table_incarnation_id", id(ids.table(type.slot()).incarnationId()));
    return tree;
  }

  private ArrayNode properties(TypeShape owner) {
    return ShapeJson.array(owner.properties(), p -> property(owner.slot(), p));
  }

  private ObjectNode property(TypeSlot owner, PropertyShape property) {
    ObjectNode tree = JSON.objectNode();
    tree.put("name", property.name());
    tree.set("property_id", id(ids.id(new PropertySlot(owner, property.name()))));
    tree.set("prop_type", ShapeJson.type(property.type()));
    tree.set("annotations", ShapeJson.array(property.annotations(), ShapeJson::annotation));
    tree.set(
        "property_constraints",
        ShapeJson.array(property.constraints(), k -> JSON.textNode(k.word())));
    tree.set("embed_source", embed(owner, property));
    tree.put("declared_directly", property.direct());
    List<PropertySlot> satisfies =
        property.satisfies().stream()
            .sorted(
                Comparator.comparing((PropertySlot s) -> ids.id(s.owner()), Long::compareUnsigned)
                    .thenComparing(ids::id, Long::compareUnsigned))
            .toList();
    tree.set("satisfies_interface_properties", ShapeJson.array(satisfies, this::reference));
    return tree;
  }

  private JsonNode embed(TypeSlot owner, PropertyShape property) {
    if (property.embed().isEmpty()) {
      return JSON.nullNode();
    }
    EmbedShape embed = property.embed().get();
    ObjectNode tree = JSON.objectNode();
    tree.set("source", reference(new PropertySlot(owner, embed.property())));
    tree.put("model", embed.model().orElse(null));
    return tree;
  }

  private ArrayNode constraints(TypeShape owner, List<ConstraintShape> constraints) {
    return ShapeJson.array(constraints, c -> constraint(owner.slot(), c));
  }

  private ObjectNode constraint(TypeSlot owner, ConstraintShape constraint) {
    ObjectNode tree = JSON.objectNode();
    if (constraint instanceof ColumnsShape columns) {
      tree.put("kind", columns.kind().word());
      tree.set("fields", ShapeJson.array(columns.columns(), c -> field(owner, c)));
    } else if (constraint instanceof RangeShape range) {
      tree.put("kind", "range");
      tree.set("field", field(owner, range.property()));
      tree.set("min", ShapeJson.bound(range.min()));
      tree.set("max", ShapeJson.bound(range.max()));
    } else if (constraint instanceof CheckShape check) {
      tree.put("kind", "check");
      tree.set("field", field(owner, check.property()));
      tree.put("pattern", check.pattern());
    }
    return tree;
  }

  private ObjectNode field(TypeSlot owner, String column) {
    ObjectNode tree = JSON.objectNode();
    PropertySlot property = new PropertySlot(owner, column);
    if (ids.properties().containsKey(property)) {
      tree.put("kind", "property");
      tree.setAll(reference(property));
      return tree;
    }
    tree.put("kind", "system");
    tree.set("stable_table_id", id(ids.id(owner)));
    tree.put("table_type_name", owner.name());
    tree.set("table_incarnation_id", id(ids.table(owner).incarnationId()));
    tree.put("role", column);
    return tree;
  }

  private ObjectNode reference(TypeSlot type) {
    ObjectNode tree = JSON.objectNode();
    tree.set("type_id", id(ids.id(type)));
    tree.put("type_name", type.name());
    return tree;
  }

  private ObjectNode reference(PropertySlot property) {
    ObjectNode tree = JSON.objectNode();
    tree.set("owner_type_id", id(ids.id(property.owner())));
    tree.put("owner_type_name", property.owner().name());
    tree.set("property_id", id(ids.id(property)));
    tree.put("property_name", property.name());
    return tree;
  }

  private static JsonNode id(long id) {
    return id >= 0
        ? JSON.numberNode(id)
        : JSON.numberNode(new BigInteger(Long.toUnsignedString(id)));
  }
}
