package org.omnigraph.engine.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.Function;
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

/** The JSON of a shape, members in the order that its digest is taken over. */
final class ShapeJson {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private ShapeJson() {}

  static ObjectNode write(Shape shape) {
    ObjectNode tree = JSON.objectNode();
    tree.set("interfaces", array(shape.interfaces(), ShapeJson::interfaceShape));
    tree.set("nodes", array(shape.nodes(), ShapeJson::node));
    tree.set("edges", array(shape.edges(), ShapeJson::edge));
    return tree;
  }

  private static ObjectNode interfaceShape(InterfaceShape type) {
    ObjectNode tree = JSON.objectNode();
    tree.put("name", type.name());
    tree.set("properties", array(type.properties(), ShapeJson::property));
    return tree;
  }

  private static ObjectNode node(NodeShape type) {
    ObjectNode tree = JSON.objectNode();
    tree.put("name", type.name());
    tree.set("annotations", array(type.annotations(), ShapeJson::annotation));
    tree.set("implements", array(type.interfaces(), JSON::textNode));
    tree.set("properties", array(type.properties(), ShapeJson::property));
    tree.set("constraints", array(type.constraints(), ShapeJson::constraint));
    return tree;
  }

  private static ObjectNode edge(EdgeShape type) {
    ObjectNode tree = JSON.objectNode();
    tree.put("name", type.name());
    tree.put("from_type", type.from());
    tree.put("to_type", type.to());
    tree.set("cardinality", cardinality(type.cardinality()));
    tree.set("annotations", array(type.annotations(), ShapeJson::annotation));
    tree.set("properties", array(type.properties(), ShapeJson::property));
    tree.set("constraints", array(type.constraints(), ShapeJson::constraint));
    return tree;
  }

  private static ObjectNode property(PropertyShape property) {
    ObjectNode tree = JSON.objectNode();
    tree.put("name", property.name());
    tree.set("prop_type", type(property.type()));
    tree.set("annotations", array(property.annotations(), ShapeJson::annotation));
    tree.set("property_constraints", array(property.constraints(), k -> JSON.textNode(k.word())));
    tree.set("embed_source", property.embed().map(ShapeJson::embed).orElse(JSON.nullNode()));
    tree.put("declared_directly", property.direct());
    tree.set("satisfies_interface_properties", array(property.satisfies(), ShapeJson::slot));
    return tree;
  }

  private static JsonNode embed(EmbedShape embed) {
    ObjectNode tree = JSON.objectNode();
    tree.put("property_name", embed.property());
    tree.put("model", embed.model().orElse(null));
    return tree;
  }

  private static ObjectNode slot(PropertySlot slot) {
    ObjectNode tree = JSON.objectNode();
    tree.put("owner_name", slot.owner().name());
    tree.put("property_name", slot.name());
    return tree;
  }

  private static ObjectNode constraint(ConstraintShape constraint) {
    ObjectNode tree = JSON.objectNode();
    if (constraint instanceof ColumnsShape columns) {
      tree.set(columns.kind().shapeTag(), array(columns.columns(), JSON::textNode));
    } else if (constraint instanceof RangeShape range) {
      ObjectNode body = tree.putObject("Range");
      body.put("property", range.property());
      body.set("min", bound(range.min()));
      body.set("max", bound(range.max()));
    } else if (constraint instanceof CheckShape check) {
      ObjectNode body = tree.putObject("Check");
      body.put("property", check.property());
      body.put("pattern", check.pattern());
    }
    return tree;
  }

  static ObjectNode annotation(Annotation annotation) {
    ObjectNode tree = JSON.objectNode();
    tree.put("name", annotation.name());
    tree.put("value", annotation.value());
    if (!annotation.keywords().isEmpty()) {
      ObjectNode keywords = tree.putObject("kwargs");
      annotation.keywords().forEach(keywords::put);
    }
    return tree;
  }

  static ObjectNode type(PropertyType type) {
    ObjectNode tree = JSON.objectNode();
    if (type.scalar() == Scalar.VECTOR) {
      tree.putObject("scalar").put("Vector", type.dimension());
    } else {
      tree.put("scalar", type.scalar().text());
    }
    tree.put("nullable", type.nullable());
    tree.put("list", type.list());
    tree.set(
        "enum_values", type.isEnum() ? array(type.enumValues(), JSON::textNode) : JSON.nullNode());
    return tree;
  }

  static ObjectNode cardinality(Cardinality cardinality) {
    ObjectNode tree = JSON.objectNode();
    tree.put("min", cardinality.min());
    tree.set(
        "max",
        cardinality.max().isPresent()
            ? JSON.numberNode(cardinality.max().getAsLong())
            : JSON.nullNode());
    return tree;
  }

  static JsonNode bound(@Nullable Bound bound) {
    if (bound == null) {
      return JSON.nullNode();
    }
    ObjectNode tree = JSON.objectNode();
    if (bound instanceof Bound.Whole whole) {
      tree.put("Integer", whole.number());
    } else {
      tree.put("Float", bound.value());
    }
    return tree;
  }

  static <T> ArrayNode array(List<T> items, Function<T, ? extends JsonNode> item) {
    ArrayNode array = JSON.arrayNode();
    items.forEach(i -> array.add(item.apply(i)));
    return array;
  }
}
