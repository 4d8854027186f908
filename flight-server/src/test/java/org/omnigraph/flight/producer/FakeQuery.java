package org.omnigraph.flight.producer;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiConsumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.Cancellation;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.query.PreparedQuery;
import org.omnigraph.query.QueryResult;
import org.omnigraph.query.lance.Part;
import org.omnigraph.query.running.RunningStatement;

/** A query whose batches a test makes. */
final class FakeQuery implements PreparedQuery {
  private final Schema announced;
  private final Schema delivered;
  private final int batches;
  private final BiConsumer<VectorSchemaRoot, Integer> fill;
  private final BufferAllocator allocator;

  /** The arguments of each execution, in order. */
  final List<List<@Nullable Object>> executions = new ArrayList<>();

  /** Reaches zero when the first execution is closed. */
  final CountDownLatch closed = new CountDownLatch(1);

  FakeQuery(
      Schema schema,
      int batches,
      BiConsumer<VectorSchemaRoot, Integer> fill,
      BufferAllocator allocator) {
    this(schema, schema, batches, fill, allocator);
  }

  FakeQuery(
      Schema announced,
      Schema delivered,
      int batches,
      BiConsumer<VectorSchemaRoot, Integer> fill,
      BufferAllocator allocator) {
    this.announced = announced;
    this.delivered = delivered;
    this.batches = batches;
    this.fill = fill;
    this.allocator = allocator;
  }

  @Override
  public Schema schema() {
    return announced;
  }

  @Override
  public void close() {}

  @Override
  public Schema parameters() {
    return new Schema(List.of());
  }

  @Override
  public Snapshot snapshot() {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean ordered() {
    return false;
  }

  @Override
  public int parts(long rowsEach) {
    return 1;
  }

  @Override
  public QueryResult execute(
      List<@Nullable Object> arguments, Part part, RunningStatement statement) {
    executions.add(arguments);
    BufferAllocator child = allocator.newChildAllocator("execution", 0, Long.MAX_VALUE);
    ArrowReader reader = new Batches(child, statement.cancellation());
    return new QueryResult() {
      @Override
      public ArrowReader reader() {
        return reader;
      }

      @Override
      public void cancel() {
        statement.cancel();
      }

      @Override
      public void close() {
        try {
          reader.close();
        } catch (IOException e) {
          throw new IllegalStateException(e);
        }
        child.close();
        closed.countDown();
      }
    };
  }

  private final class Batches extends ArrowReader {
    private final Cancellation cancellation;
    private int next;

    Batches(BufferAllocator allocator, Cancellation cancellation) {
      super(allocator);
      this.cancellation = cancellation;
    }

    @Override
    public boolean loadNextBatch() throws IOException {
      cancellation.requireRunning();
      if (next == batches) {
        return false;
      }
      VectorSchemaRoot root = getVectorSchemaRoot();
      root.clear();
      fill.accept(root, next++);
      return true;
    }

    @Override
    public long bytesRead() {
      return 0;
    }

    @Override
    protected void closeReadSource() {}

    @Override
    protected Schema readSchema() {
      return delivered;
    }
  }
}
