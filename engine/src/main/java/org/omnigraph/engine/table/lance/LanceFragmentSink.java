package org.omnigraph.engine.table.lance;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.lance.Fragment;
import org.lance.FragmentMetadata;
import org.lance.WriteParams;
import org.omnigraph.engine.error.Cancelled;
import org.omnigraph.engine.table.FragmentSink;
import org.omnigraph.engine.table.StagedFragments;

/**
 * Writes fragments on a thread of its own, which Lance keeps busy encoding while the next batch is
 * made.
 *
 * <p>Batches are copied on the way in, because Lance encodes them after {@code write} returned and
 * the caller may fill its buffers anew by then.
 */
final class LanceFragmentSink implements FragmentSink {
  private final String uri;
  private final WriteParams params;
  private final Schema schema;
  private final BufferAllocator allocator;
  private final Consumer<LanceFragments> remover;
  private @Nullable Writing writing;
  private boolean finished;

  LanceFragmentSink(
      String uri,
      WriteParams params,
      Schema schema,
      BufferAllocator allocator,
      Consumer<LanceFragments> remover) {
    this.uri = uri;
    this.params = params;
    this.schema = schema;
    this.allocator = allocator;
    this.remover = remover;
  }

  @Override
  public void write(VectorSchemaRoot batch) {
    if (batch.getRowCount() == 0) {
      return;
    }
    Writing current = writing;
    if (current == null) {
      current = new Writing();
      writing = current;
    }
    if (!current.handover.put(copyOf(batch))) {
      throw current.failure();
    }
  }

  private ArrowRecordBatch copyOf(VectorSchemaRoot batch) {
    List<ArrowBuf> buffers = new ArrayList<>();
    try (ArrowRecordBatch shared = new VectorUnloader(batch).getRecordBatch()) {
      for (ArrowBuf buffer : shared.getBuffers()) {
        ArrowBuf copy = allocator.buffer(buffer.readableBytes());
        buffers.add(copy);
        copy.setBytes(0, buffer, buffer.readerIndex(), buffer.readableBytes());
        copy.writerIndex(buffer.readableBytes());
      }
      return new ArrowRecordBatch(shared.getLength(), shared.getNodes(), buffers);
    } finally {
      buffers.forEach(ArrowBuf::close);
    }
  }

  @Override
  public StagedFragments finish() {
    if (finished) {
      throw new IllegalStateException("finished already");
    }
    finished = true;
    Writing current = writing;
    if (current == null) {
      return new LanceFragments(List.of());
    }
    return current.end();
  }

  @Override
  public void close() {
    Writing current = writing;
    if (!finished && current != null) {
      finished = true;
      current.abandon();
    }
    allocator.close();
  }

  /** The writing thread and the way to it. */
  private final class Writing {
    final BatchHandover handover = new BatchHandover(schema, allocator);
    private final FutureTask<LanceFragments> task = new FutureTask<>(this::run);

    Writing() {
      Thread thread = new Thread(task, "fragments of " + uri);
      thread.setDaemon(true);
      thread.start();
    }

    private LanceFragments run() {
      try (handover;
          ArrowArrayStream stream = ArrowArrayStream.allocateNew(allocator)) {
        Data.exportArrayStream(allocator, handover, stream);
        List<FragmentMetadata> fragments =
            Fragment.write().datasetUri(uri).data(stream).writeParams(params).execute();
        return new LanceFragments(fragments);
      } catch (java.io.IOException e) {
        throw new java.io.UncheckedIOException(e);
      } finally {
        handover.abandonReading();
      }
    }

    LanceFragments end() {
      handover.end();
      try {
        return task.get();
      } catch (ExecutionException e) {
        throw LanceErrors.classify(doing(), cause(e));
      } catch (InterruptedException e) {
        awaitEnd();
        Thread.currentThread().interrupt();
        throw new Cancelled("the write was interrupted; nothing of it is visible");
      }
    }

    /** Why the writing thread went away early. */
    RuntimeException failure() {
      try {
        task.get();
        return new IllegalStateException("the writer of " + uri + " ended before its input");
      } catch (ExecutionException e) {
        return LanceErrors.classify(doing(), cause(e));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return new Cancelled("the write was interrupted; nothing of it is visible");
      }
    }

    void abandon() {
      handover.end();
      LanceFragments written = awaitEnd();
      if (written != null) {
        remover.accept(written);
      }
    }

    /** Waits whatever happens, because the thread still uses this sink's memory. */
    private @Nullable LanceFragments awaitEnd() {
      boolean interrupted = false;
      try {
        while (true) {
          try {
            return task.get();
          } catch (InterruptedException e) {
            interrupted = true;
          } catch (ExecutionException e) {
            return null;
          }
        }
      } finally {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }

    private String doing() {
      return "writing rows of " + uri;
    }
  }

  private static Throwable cause(ExecutionException e) {
    Throwable cause = e.getCause();
    return cause == null ? e : cause;
  }
}
