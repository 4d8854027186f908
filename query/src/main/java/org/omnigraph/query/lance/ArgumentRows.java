package org.omnigraph.query.lance;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;
import org.omnigraph.query.type.SqlTypes;

/**
 * The arguments of several runs of a statement as a table: the number of the run, from 0, and then
 * one column a parameter.
 */
public final class ArgumentRows extends AbstractRelNode implements ArrowLeaf {
  private static final double USUAL_RUNS = 100;
  private static final Set<SqlTypeName> NO_COLUMNS =
      EnumSet.of(SqlTypeName.NULL, SqlTypeName.UNKNOWN, SqlTypeName.ANY);

  private final List<RelDataType> types;

  private ArgumentRows(RelOptCluster cluster, List<RelDataType> types) {
    super(cluster, cluster.traitSet());
    this.types = List.copyOf(types);
  }

  /** The table for parameters of some types. */
  public static ArgumentRows of(RelOptCluster cluster, List<RelDataType> types) {
    return new ArgumentRows(cluster, types);
  }

  /** Whether arguments of a type can be a column. */
  public static boolean holds(RelDataType type) {
    return !NO_COLUMNS.contains(type.getSqlTypeName());
  }

  @Override
  protected RelDataType deriveRowType() {
    RelDataTypeFactory.Builder row = getCluster().getTypeFactory().builder();
    row.add("binding", SqlTypes.factory().createSqlType(SqlTypeName.INTEGER));
    for (int i = 0; i < types.size(); i++) {
      row.add("parameter_" + (i + 1), SqlTypes.nullable(types.get(i), true));
    }
    return row.build();
  }

  @Override
  public ArrowReader open(Execution execution, List<Integer> columns) {
    List<Integer> read = columns.isEmpty() ? List.of(0) : columns;
    List<Field> fields = new ArrayList<>();
    for (int column : read) {
      RelDataTypeField field = getRowType().getFieldList().get(column);
      fields.add(SqlTypes.wireField("c" + column, field.getType()));
    }
    return new RowsReader(
        execution.allocator(), new Schema(fields), () -> rows(execution.arguments().runs(), read));
  }

  private static List<List<@Nullable Object>> rows(List<Arguments> runs, List<Integer> columns) {
    List<List<@Nullable Object>> rows = new ArrayList<>(runs.size());
    for (int run = 0; run < runs.size(); run++) {
      List<@Nullable Object> row = new ArrayList<>(columns.size());
      for (int column : columns) {
        row.add(column == 0 ? (Object) run : runs.get(run).value(column - 1));
      }
      rows.add(row);
    }
    return rows;
  }

  @Override
  public double expectedRows() {
    return USUAL_RUNS;
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return this;
  }
}
