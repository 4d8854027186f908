package org.omnigraph.query;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.query.catalog.GraphSource;
import org.omnigraph.query.catalog.SchemaRef;
import org.omnigraph.query.kernel.Kernel;
import org.omnigraph.query.kernel.RunningResult;
import org.omnigraph.query.lance.Arguments;
import org.omnigraph.query.lance.Binding;
import org.omnigraph.query.lance.Execution;

/** A compiled statement bound to the snapshots it reads. */
final class PlannedQuery implements PreparedQuery {
  private final Compiled compiled;
  private final Map<String, GraphSource> graphs;
  private final Map<SchemaRef, Binding> bindings;
  private final Supplier<Snapshot> snapshot;
  private final Kernel kernel;
  private final BufferAllocator allocator;

  PlannedQuery(
      Compiled compiled,
      Map<String, GraphSource> graphs,
      Map<SchemaRef, Binding> bindings,
      Supplier<Snapshot> snapshot,
      Kernel kernel,
      BufferAllocator allocator) {
    this.compiled = compiled;
    this.graphs = graphs;
    this.bindings = Map.copyOf(bindings);
    this.snapshot = snapshot;
    this.kernel = kernel;
    this.allocator = allocator;
  }

  @Override
  public Schema schema() {
    return compiled.schema();
  }

  @Override
  public Schema parameters() {
    return compiled.plan().parameters();
  }

  @Override
  public Snapshot snapshot() {
    return snapshot.get();
  }

  @Override
  public boolean ordered() {
    return compiled.ordered();
  }

  @Override
  public QueryResult execute(List<@Nullable Object> arguments) {
    Arguments checked = Arguments.of(compiled.plan().parameterTypes(), arguments);
    BufferAllocator memory = allocator.newChildAllocator("statement", 0, allocator.getLimit());
    Execution execution = new Execution(graphs, bindings, checked, memory);
    return new Result(compiled.program().start(kernel, execution, compiled.schema()));
  }

  private record Result(RunningResult running) implements QueryResult {
    @Override
    public ArrowReader reader() {
      return running.reader();
    }

    @Override
    public void cancel() {
      running.cancel();
    }

    @Override
    public void close() {
      running.close();
    }
  }
}
