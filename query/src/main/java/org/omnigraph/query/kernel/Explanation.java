package org.omnigraph.query.kernel;

import java.io.IOException;
import java.util.List;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.calcite.rel.RelNode;
import org.jspecify.annotations.Nullable;
import org.omnigraph.query.lance.Execution;
import org.omnigraph.query.lance.RowsReader;

/**
 * The text of a plan as rows, one a line.
 *
 * @param text the plan
 */
public record Explanation(String text) implements Program {
  public static final Schema SCHEMA =
      new Schema(List.of(Field.notNullable("plan", ArrowType.Utf8.INSTANCE)));

  @Override
  public RunningResult start(Kernel kernel, Execution execution, Schema schema) {
    ArrowReader lines =
        new RowsReader(
            execution.allocator(),
            SCHEMA,
            () -> text.lines().map(List::<@Nullable Object>of).toList());
    return RunningResult.of(execution, schema, new Lines(lines), List.of(0));
  }

  @Override
  public String explain(RelNode root) {
    return text;
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
