package org.omnigraph.query.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalTableScan;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.query.catalog.SqlCatalog;
import org.omnigraph.query.type.LiteralCasts;
import org.omnigraph.query.type.SqlTypes;

/** Makes a plan node by node, for languages other than SQL, over the same tables. */
public final class PlanBuilder {
  private final SqlCatalog catalog;
  private final NamesReader names;
  private final RelOptCluster cluster;

  /**
   * @param catalog what the plan reads; used for one statement
   */
  public PlanBuilder(SqlCatalog catalog) {
    this.catalog = catalog;
    this.names = new NamesReader(catalog, true);
    this.cluster = newCluster();
  }

  static RelOptCluster newCluster() {
    HepPlanner planner = new HepPlanner(HepProgram.builder().build());
    planner.setExecutor(new LiteralCasts());
    return RelOptCluster.create(planner, new Utf8Literals(SqlTypes.factory()));
  }

  /** What all nodes of the plan belong to. */
  public RelOptCluster cluster() {
    return cluster;
  }

  private RelOptTable table(TypeKey type) {
    return Objects.requireNonNull(names.getTable(catalog.path(type)), type.toString());
  }

  /** All rows of a type in the current schema. */
  public RelNode scan(TypeKey type) {
    return LogicalTableScan.create(cluster, table(type), List.of());
  }

  /** A plan that is part of another one and runs by itself: rewritten like a whole one. */
  public RelNode part(RelNode fresh) {
    return Rewrites.rewrite(fresh);
  }

  /**
   * The finished plan.
   *
   * @param fresh its columns are those of the result
   * @param columns the names of the columns
   * @param parameters the names and types of the parameters
   * @param ordered whether the order of the rows means something
   */
  public Plan plan(
      RelNode fresh, List<String> columns, List<RelDataTypeField> parameters, boolean ordered) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      RelDataType type = fresh.getRowType().getFieldList().get(i).getType();
      fields.add(SqlTypes.wireField(columns.get(i), type));
    }
    return new Plan(
        Rewrites.rewrite(fresh),
        new Schema(fields),
        parameters.stream().map(RelDataTypeField::getType).toList(),
        Set.of(),
        new Schema(
            parameters.stream()
                .map(p -> SqlTypes.parameterField(p.getName(), p.getType()))
                .toList()),
        ordered,
        Explain.NOTHING,
        catalog.named().stream().map(t -> t.schema()).distinct().toList(),
        fresh);
  }
}
