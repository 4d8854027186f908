package org.omnigraph.query.plan;

import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.apache.calcite.sql.validate.SqlDelegatingConformance;

/**
 * Which freedoms statements have: those of the lenient parser, but a column alias is no name inside
 * its own SELECT list, and every selected column is grouped or aggregated.
 */
final class Dialect extends SqlDelegatingConformance {
  static final Dialect INSTANCE = new Dialect();

  private Dialect() {
    super(SqlConformanceEnum.BABEL);
  }

  @Override
  public SelectAliasLookup isSelectAlias() {
    return SelectAliasLookup.UNSUPPORTED;
  }

  @Override
  public boolean isNonStrictGroupBy() {
    return false;
  }
}
