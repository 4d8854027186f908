package org.omnigraph.query.plan;

import java.util.stream.Collectors;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.rel.RelNode;

/** The operators of a plan and the tables below them, without any value of the statement. */
public final class PlanShape {
  private static final int LONGEST = 2_000;
  private static final String LOGICAL = "Logical";

  private PlanShape() {}

  /** As in {@code Aggregate(Join(Filter(flights.main.Airport), flights.main.Route))}. */
  public static String of(RelNode root) {
    String shape = shape(root);
    return shape.length() <= LONGEST ? shape : shape.substring(0, LONGEST) + "…";
  }

  private static String shape(RelNode node) {
    RelOptTable table = node.getTable();
    if (table != null && node.getInputs().isEmpty()) {
      return String.join(".", table.getQualifiedName());
    }
    String inputs =
        node.getInputs().stream().map(PlanShape::shape).collect(Collectors.joining(", "));
    String name = node.getRelTypeName();
    return (name.startsWith(LOGICAL) ? name.substring(LOGICAL.length()) : name)
        + "("
        + inputs
        + ")";
  }
}
