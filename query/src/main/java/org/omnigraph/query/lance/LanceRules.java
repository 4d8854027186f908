package org.omnigraph.query.lance;

import java.util.List;
import org.apache.calcite.plan.RelOptRule;

/** What moves work into the tables. A rule that cannot push leaves a correct plan. */
public final class LanceRules {
  private LanceRules() {}

  /** Turns the scans of a fresh plan into ours. */
  public static List<RelOptRule> scans() {
    return List.of(ScanRule.CONFIG.toRule());
  }

  /** Moves conditions, limits and counts into our scans. */
  public static List<RelOptRule> pushdowns() {
    return List.of(
        FilterRule.CONFIG.toRule(),
        LimitRule.CONFIG.toRule(),
        CountRule.CONFIG.toRule(),
        DescriptionFilterRule.CONFIG.toRule());
  }
}
