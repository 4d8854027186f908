package org.omnigraph.query.plan;

import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.omnigraph.query.catalog.SchemaRef;

/** Replaces the functions that name the current graph, branch and product by their values. */
final class SessionValues extends RelHomogeneousShuttle {
  private static final String PRODUCT = "OmniGraph Flight 0.1.0";

  private final SchemaRef current;

  private SessionValues(SchemaRef current) {
    this.current = current;
  }

  static RelNode resolve(RelNode plan, SchemaRef current) {
    return new SessionValues(current).visit(plan);
  }

  @Override
  public RelNode visit(RelNode node) {
    return super.visit(node).accept(new Values(node));
  }

  private final class Values extends RexShuttle {
    private final RelNode node;

    Values(RelNode node) {
      this.node = node;
    }

    @Override
    public RexNode visitSubQuery(RexSubQuery subQuery) {
      return super.visitSubQuery(subQuery) instanceof RexSubQuery inner
          ? inner.clone(SessionValues.this.visit(inner.rel))
          : subQuery;
    }

    @Override
    public RexNode visitCall(RexCall call) {
      return switch (call.getOperator().getName()) {
        case "CURRENT_CATALOG", "CURRENT_DATABASE" -> text(call, current.graph());
        case "CURRENT_SCHEMA" -> text(call, current.schema());
        case "VERSION" -> text(call, PRODUCT);
        case "CURRENT_USER", "USER", "SESSION_USER", "SYSTEM_USER", "CURRENT_ROLE" ->
            text(call, "omnigraph");
        default -> super.visitCall(call);
      };
    }

    private RexNode text(RexCall call, String value) {
      return node.getCluster().getRexBuilder().makeLiteral(value, call.getType(), true, false);
    }
  }
}
