package org.omnigraph.query.lance;

import java.util.function.Function;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.tools.RelBuilderFactory;
import org.jspecify.annotations.Nullable;

/**
 * What a rule matches.
 *
 * @param description the rule's name, unique among the rules of a planner
 * @param operandSupplier the shape of the plan
 * @param make makes the rule
 */
record RuleConfig(
    String description,
    RelRule.OperandTransform operandSupplier,
    Function<RuleConfig, RelOptRule> make)
    implements RelRule.Config {
  @Override
  public RelOptRule toRule() {
    return make.apply(this);
  }

  @Override
  public RelBuilderFactory relBuilderFactory() {
    return RelFactories.LOGICAL_BUILDER;
  }

  @Override
  public RelRule.Config withRelBuilderFactory(RelBuilderFactory factory) {
    return this;
  }

  @Override
  public RelRule.Config withDescription(@Nullable String name) {
    return name == null ? this : new RuleConfig(name, operandSupplier, make);
  }

  @Override
  public RelRule.Config withOperandSupplier(RelRule.OperandTransform transform) {
    return new RuleConfig(description, transform, make);
  }
}
