package org.omnigraph.query;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.query.catalog.GraphSource;
import org.omnigraph.query.kernel.Kernel;
import org.omnigraph.query.kernel.RunningResult;
import org.omnigraph.query.lance.Arguments;
import org.omnigraph.query.lance.Execution;
import org.omnigraph.query.lance.Part;
import org.omnigraph.query.memtable.MemTables;
import org.omnigraph.query.plan.PlanShape;
import org.omnigraph.query.running.RunningStatement;

/** A compiled statement bound to the snapshots it reads. */
final class PlannedQuery implements PreparedQuery {
  private final Compiled compiled;
  private final Map<String, GraphSource> graphs;
  private final Reads reads;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Supplier<Snapshot> snapshot;
  private final Kernel kernel;
  private final BufferAllocator allocator;

  PlannedQuery(
      Compiled compiled,
      Map<String, GraphSource> graphs,
      Reads reads,
      Supplier<Snapshot> snapshot,
      Kernel kernel,
      BufferAllocator allocator) {
    this.compiled = compiled;
    this.graphs = graphs;
    this.reads = reads;
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
  public String shape() {
    return PlanShape.of(compiled.plan().logical());
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
  public int parts(long rowsEach) {
    return ordered()
        ? 1
        : compiled
            .program()
            .divisible()
            .flatMap(
                scan ->
                    reads
                        .binding(scan.source().schema())
                        .map(binding -> scan.parts(binding, rowsEach)))
            .orElse(1);
  }

  @Override
  public QueryResult execute(
      List<@Nullable Object> arguments, Part part, RunningStatement statement) {
    Arguments checked = Arguments.of(compiled.plan().parameterTypes(), arguments);
    Reads chosen = reads.with(checked);
    chosen.requireReadable();
    reads.pending().hold();
    try {
      BufferAllocator memory = kernel.memory(allocator);
      Execution execution =
          new Execution(graphs, chosen.bindings(), checked, statement, memory, part);
      return new Result(
          compiled.program().start(kernel, execution, compiled.schema()), reads.pending());
    } catch (RuntimeException e) {
      reads.pending().close();
      throw e;
    }
  }

  @Override
  public long keptBytes() {
    return reads.pending().keptBytes();
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      reads.close();
    }
  }

  private record Result(RunningResult running, MemTables pending) implements QueryResult {
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
      if (running.end()) {
        pending.close();
      }
    }
  }
}
