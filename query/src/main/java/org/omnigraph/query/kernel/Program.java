package org.omnigraph.query.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexInputRef;
import org.omnigraph.query.lance.ArrowLeaf;
import org.omnigraph.query.lance.BatchRows;
import org.omnigraph.query.lance.Execution;
import org.omnigraph.query.lance.FedLeaf;
import org.omnigraph.query.lance.LanceTableScan;
import org.omnigraph.query.plan.Plan;

/** How a plan runs: as one scan when it is no more than that, otherwise in the kernel. */
public sealed interface Program permits Program.Direct, Program.Computed, Explanation {
  /**
   * Makes the program of a plan.
   *
   * @throws org.omnigraph.engine.error.Unsupported when the plan needs what the kernel does not do,
   *     by name
   */
  static Program of(Plan plan) {
    return of(plan.root(), plan.schema().getFields().stream().map(Field::getName).toList());
  }

  /** Likewise, for a part of a plan. */
  static Program of(RelNode root) {
    return of(root, root.getRowType().getFieldNames());
  }

  private static Program of(RelNode root, List<String> names) {
    List<Integer> columns =
        new ArrayList<>(IntStream.range(0, root.getRowType().getFieldCount()).boxed().toList());
    RelNode node = root;
    while (node instanceof LogicalProject project
        && project.getProjects().stream().allMatch(RexInputRef.class::isInstance)) {
      columns.replaceAll(i -> ((RexInputRef) project.getProjects().get(i)).getIndex());
      node = project.getInput();
    }
    return node instanceof ArrowLeaf leaf && !(node instanceof FedLeaf)
        ? new Direct(leaf, columns)
        : new Computed(PlanToSql.translate(root, names));
  }

  /** A result that has not started; the caller closes it. */
  RunningResult start(Kernel kernel, Execution execution, Schema schema);

  /** The plan and what runs it, for the eyes of a user. */
  String explain(RelNode root);

  /** What it reads. */
  List<KernelPlan.Scan> scans();

  /** The scan that can be read in parts: all that it is. */
  default Optional<LanceTableScan> divisible() {
    return Optional.empty();
  }

  /**
   * One scan.
   *
   * @param columns the leaf's column for each column of the result
   */
  record Direct(ArrowLeaf leaf, List<Integer> columns) implements Program {
    public Direct {
      columns = List.copyOf(columns);
    }

    @Override
    public RunningResult start(Kernel kernel, Execution execution, Schema schema) {
      List<Integer> read = columns.stream().distinct().toList();
      return RunningResult.of(
          execution,
          schema,
          new DirectRun(leaf, read, execution),
          columns.stream().map(read::indexOf).toList());
    }

    @Override
    public Optional<LanceTableScan> divisible() {
      return leaf instanceof LanceTableScan scan && !scan.isLimited()
          ? Optional.of(scan)
          : Optional.empty();
    }

    @Override
    public String explain(RelNode root) {
      return shown(root, scans());
    }

    @Override
    public List<KernelPlan.Scan> scans() {
      return List.of(KernelPlan.Scan.alone(leaf, columns.stream().distinct().toList()));
    }
  }

  /** A statement of the kernel. */
  record Computed(KernelPlan plan) implements Program {
    @Override
    public RunningResult start(Kernel kernel, Execution execution, Schema schema) {
      return RunningResult.of(
          execution,
          schema,
          new KernelRun(kernel, plan, execution, BatchRows.of(schema)),
          IntStream.range(0, schema.getFields().size()).boxed().toList());
    }

    @Override
    public String explain(RelNode root) {
      return shown(root, plan.scans());
    }

    @Override
    public List<KernelPlan.Scan> scans() {
      return plan.scans();
    }
  }

  private static String shown(RelNode root, List<KernelPlan.Scan> scans) {
    RelNode annotated =
        root.accept(
            new RelHomogeneousShuttle() {
              @Override
              public RelNode visit(RelNode node) {
                for (KernelPlan.Scan scan : scans) {
                  if (scan.leaf() == node && node instanceof LanceTableScan table) {
                    return table.showing(scan.columns());
                  }
                }
                return super.visit(node);
              }
            });
    return RelOptUtil.toString(annotated).stripTrailing();
  }
}
