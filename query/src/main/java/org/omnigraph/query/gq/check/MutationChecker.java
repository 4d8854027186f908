package org.omnigraph.query.gq.check;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.omnigraph.engine.schema.AcceptedSchema;
import org.omnigraph.engine.schema.EdgeType;
import org.omnigraph.engine.schema.GraphType;
import org.omnigraph.engine.schema.NodeType;
import org.omnigraph.engine.schema.Property;
import org.omnigraph.engine.schema.PropertyType;
import org.omnigraph.query.gq.parse.Change;
import org.omnigraph.query.gq.parse.Name;
import org.omnigraph.query.gq.parse.Position;
import org.omnigraph.query.gq.parse.Query;

/** Checks a mutation, statement by statement. */
final class MutationChecker {
  /** The ends of an edge, which every insert gives. */
  private static final List<String> ENDS = List.of("from", "to");

  private final AcceptedSchema schema;
  private final TermChecker terms;

  private MutationChecker(AcceptedSchema schema, Parameters parameters) {
    this.schema = schema;
    this.terms = new TermChecker(parameters);
  }

  static Checked.Mutation check(
      AcceptedSchema schema, String name, Query.Mutation mutation, Parameters parameters) {
    MutationChecker checker = new MutationChecker(schema, parameters);
    List<Checked.Change> changes = new ArrayList<>();
    mutation.changes().forEach(c -> changes.add(checker.change(c)));
    requireOneKind(name, mutation);
    return new Checked.Mutation(name, parameters.declared(), changes);
  }

  private static void requireOneKind(String name, Query.Mutation mutation) {
    boolean deletes = mutation.changes().stream().anyMatch(Change.Delete.class::isInstance);
    if (deletes && !mutation.changes().stream().allMatch(Change.Delete.class::isInstance)) {
      throw new org.omnigraph.engine.error.InvalidRequest(
          "mutation '"
              + name
              + "' mixes inserts/updates and deletes; split into separate mutations");
    }
  }

  private Checked.Change change(Change change) {
    GraphType type = type(change.type());
    if (change instanceof Change.Insert insert) {
      return insert(insert, type);
    }
    if (change instanceof Change.Update update) {
      return update(update, type);
    }
    return new Checked.Change.Delete(type, where(((Change.Delete) change).where(), type));
  }

  private GraphType type(Name name) {
    Optional<GraphType> node = schema.node(name.text()).map(GraphType.class::cast);
    return node.or(() -> edge(name.text()))
        .orElseThrow(
            () ->
                TypeErrors.refuse(
                    "T10",
                    name.position(),
                    "unknown type '"
                        + name.text()
                        + "'; there are "
                        + schema.types().stream().map(GraphType::name).toList()));
  }

  private Optional<GraphType> edge(String name) {
    return schema.type(org.omnigraph.engine.id.TypeKey.edge(name));
  }

  private Checked.Change insert(Change.Insert insert, GraphType type) {
    List<Checked.Assignment> assignments = assignments(insert.type(), insert.assignments(), type);
    Set<String> assigned = new HashSet<>();
    assignments.forEach(a -> assigned.add(a.property()));
    List<String> required = new ArrayList<>(type instanceof EdgeType ? ENDS : List.of());
    type.properties().stream()
        .filter(p -> !p.type().nullable())
        .map(Property::name)
        .forEach(required::add);
    required.removeAll(assigned);
    if (!required.isEmpty()) {
      throw TypeErrors.refuse(
          "T12",
          insert.type().position(),
          "insert of '" + type.name() + "' leaves out " + required + "; assign each of them");
    }
    return new Checked.Change.Insert(type, assignments);
  }

  private Checked.Change update(Change.Update update, GraphType type) {
    if (type instanceof EdgeType) {
      throw TypeErrors.refuse(
          "T16",
          update.type().position(),
          "edge type '"
              + type.name()
              + "' cannot be updated; delete the edges and insert them again");
    }
    List<Checked.Assignment> assignments = assignments(update.type(), update.assignments(), type);
    for (Change.Assignment assignment : update.assignments()) {
      if (type.keyColumns().contains(assignment.property().text())) {
        throw TypeErrors.refuse(
            assignment.property().position(),
            "cannot update @key property '"
                + assignment.property().text()
                + "' — delete and re-insert instead");
      }
    }
    return new Checked.Change.Update(type, assignments, where(update.where(), type));
  }

  private List<Checked.Assignment> assignments(
      Name name, List<Change.Assignment> assignments, GraphType type) {
    if (assignments.isEmpty() && !(type instanceof NodeType && type.properties().isEmpty())) {
      throw TypeErrors.refuse(
          "T10", name.position(), "nothing is assigned; write 'property: value' in the braces");
    }
    List<Checked.Assignment> checked = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (Change.Assignment assignment : assignments) {
      Name property = assignment.property();
      PropertyType propertyType = property(property, type);
      if (!seen.add(property.text())) {
        throw TypeErrors.refuse(
            "T13",
            property.position(),
            "property '" + property.text() + "' is assigned twice; keep one");
      }
      Position at = assignment.value().position();
      Term value = TimeTexts.read(terms.value(assignment.value(), "T14"), propertyType, at);
      Assignability.requireAssignment(property.text(), propertyType, value, at);
      checked.add(new Checked.Assignment(property.text(), propertyType, value));
    }
    return checked;
  }

  private PropertyType property(Name name, GraphType type) {
    if (type instanceof EdgeType && ENDS.contains(name.text())) {
      return Types.ID;
    }
    return type.property(name.text())
        .map(Property::type)
        .orElseThrow(
            () ->
                TypeErrors.refuse(
                    "T11",
                    name.position(),
                    "type '"
                        + type.name()
                        + "' has no property '"
                        + name.text()
                        + "'; it has "
                        + properties(type)));
  }

  private static List<String> properties(GraphType type) {
    List<String> names = new ArrayList<>(type instanceof EdgeType ? ENDS : List.of());
    type.properties().forEach(p -> names.add(p.name()));
    return names;
  }

  private Checked.Where where(Change.Condition condition, GraphType type) {
    Name name = condition.property();
    PropertyType property = property(name, type);
    if (Types.isBlob(property)) {
      throw TypeErrors.refuse(
          "T11",
          name.position(),
          "property '" + name.text() + "' is a Blob, which no condition looks at");
    }
    Term value =
        TimeTexts.read(
            terms.value(condition.value(), "T14"), property, condition.value().position());
    PropertyType given = value.type();
    if (!Types.isScalar(property) || !Types.isScalar(given) || !Types.compatible(property, given)) {
      throw TypeErrors.refuse(
          "T7",
          name.position(),
          property.displayName()
              + " "
              + condition.comparison().text()
              + " "
              + given.displayName()
              + " means nothing; a comparison takes two single values of one type, or two numbers");
    }
    return new Checked.Where(name.text(), property, condition.comparison(), value);
  }
}
