package org.omnigraph.query.kernel;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.jspecify.annotations.Nullable;
import org.omnigraph.query.lance.Execution;
import org.omnigraph.query.lance.RowsReader;
import org.omnigraph.query.plan.Explain;
import org.omnigraph.query.plan.Plan;

/**
 * The text of a plan as rows, one a line.
 *
 * @param parts in their order
 */
public record Explanation(List<Part> parts) implements Program {
  public static final Schema SCHEMA =
      new Schema(List.of(Field.notNullable("plan", ArrowType.Utf8.INSTANCE)));

  public Explanation {
    parts = List.copyOf(parts);
  }

  /**
   * A part of the text. What scans are read from is known only when the text is made.
   *
   * @param title empty for a text that stands alone
   * @param text what stands before the scans
   * @param program whose scans are shown; none of an explanation
   */
  private record Part(String title, String text, Optional<Program> program) {
    String shown(Kernel kernel, Execution execution) {
      String lines =
          text
              + program
                  .map(p -> section("Scans", new ScanLines(kernel, execution).of(p)))
                  .orElse("");
      return title.isEmpty() ? lines : section(title, lines);
    }
  }

  /** The explanation of a planned query. */
  public static Explanation of(Plan plan, Program program, Explain explain) {
    return new Explanation(List.of(part("", plan, program, explain)));
  }

  /** The explanations of several queries with a title each. */
  public static Explanation of(List<Titled> queries, Explain explain) {
    return new Explanation(
        queries.stream().map(q -> part(q.title(), q.plan(), q.program(), explain)).toList());
  }

  /** A planned query among several. */
  public record Titled(String title, Plan plan, Program program) {}

  private static Part part(String title, Plan plan, Program program, Explain explain) {
    String logical = RelOptUtil.toString(plan.logical()).stripTrailing();
    return switch (explain) {
      case LOGICAL -> new Part(title, logical, Optional.empty());
      case PHYSICAL -> new Part(title, program.explain(plan.root()), Optional.empty());
      case ALL, NOTHING ->
          new Part(
              title,
              section("Logical plan", logical)
                  + section("Physical plan", program.explain(plan.root())),
              Optional.of(program));
    };
  }

  private static String section(String title, String text) {
    return title + "\n" + text.stripTrailing().indent(2);
  }

  private String text(Kernel kernel, Execution execution) {
    return parts.stream().map(part -> part.shown(kernel, execution)).collect(Collectors.joining());
  }

  @Override
  public List<KernelPlan.Scan> scans() {
    return List.of();
  }

  @Override
  public RunningResult start(Kernel kernel, Execution execution, Schema schema) {
    ArrowReader lines =
        new RowsReader(
            execution.allocator(),
            SCHEMA,
            () -> text(kernel, execution).lines().map(List::<@Nullable Object>of).toList());
    return RunningResult.of(execution, schema, new Lines(lines), List.of(0));
  }

  @Override
  public String explain(RelNode root) {
    throw new IllegalStateException("an explanation is not explained");
  }

  private record Lines(ArrowReader rows) implements Run {
    @Override
    public void interrupt() {
      // Ends by itself.
    }

    @Override
    public RuntimeException explain(Exception failure) {
      return new IllegalStateException(failure);
    }

    @Override
    public void close() throws IOException {
      rows.close();
    }
  }
}
