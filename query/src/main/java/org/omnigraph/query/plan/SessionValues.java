package org.omnigraph.query.plan;

import java.util.regex.Pattern;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.omnigraph.query.catalog.SchemaRef;
import org.omnigraph.query.catalog.SqlCatalog;

/** Replaces the functions that name the current graph, branch, user and product by their values. */
final class SessionValues extends RelHomogeneousShuttle {
  private static final String PRODUCT = "OmniGraph Flight 0.1.0";

  /** Who has no name. */
  private static final String ANYBODY = "omnigraph";

  private static final Pattern USER =
      Pattern.compile(
          "\\b(?:(?:CURRENT_|SESSION_|SYSTEM_)?USER|CURRENT_ROLE)\\b", Pattern.CASE_INSENSITIVE);

  private final SchemaRef current;
  private final String user;

  private SessionValues(SchemaRef current, String user) {
    this.current = current;
    this.user = user;
  }

  static RelNode resolve(RelNode plan, SqlCatalog catalog) {
    return new SessionValues(catalog.current(), catalog.user().orElse(ANYBODY)).visit(plan);
  }

  /** Whether the plan of a statement may have the user's name in it. */
  static boolean mayNameUser(String sql) {
    return USER.matcher(sql).find();
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
            text(call, user);
        default -> super.visitCall(call);
      };
    }

    private RexNode text(RexCall call, String value) {
      return node.getCluster().getRexBuilder().makeLiteral(value, call.getType(), true, false);
    }
  }
}
