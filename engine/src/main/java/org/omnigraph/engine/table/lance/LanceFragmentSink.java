package org.omnigraph.engine.table.lance;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorLoader;
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
 * Writes fragments. From the second batch on a thread of its own does it, which Lance keeps busy
 * encoding while the next batch is made; a single batch is written where it is finished.
 *
 * <p>Batches are copied on the way in, because Lance encodes them after {@code write} returned and
 * the caller may fill its buffers anew by then.
 */
final class LanceFragmentSink implements FragmentSink {
  private final String uri;
  private final WriteParams params;
  private final FileOrder order;
  private final Schema schema;
  private final BufferAllocator allocator;
  private final Home home;
  private final NewIds ids = new NewIds();
  private @Nullable ArrowRecordBatch first;
  private @Nullable Writing writing;
  private boolean finished;

  /** Who is told about the files. */
  interface Home {
    /** Takes files away that nothing refers to. */
    void abandon(LanceFragments written);

    /** What the file of a fragment holds. */
    void learned(FragmentMetadata written, IdFilter ids);
  }

  LanceFragmentSink(
      String uri, WriteParams params, FileOrder order, BufferAllocator allocator, Home home) {
    this.uri = uri;
    this.params = params;
    this.order = order;
    this.schema = order.schema();
    this.allocator = allocator;
    this.home = home;
  }

  @Override
  public void write(VectorSchemaRoot batch) {
    if (batch.getRowCount() == 0) {
      return;
    }
    ids.add(batch);
    VectorSchemaRoot ordered = order.of(batch);
    if (writing == null && first == null) {
      first = copyOf(ordered);
      return;
    }
    Writing current = writing();
    put(copyOf(ordered), current);
  }

  private Writing writing() {
    Writing current = writing;
    if (current == null) {
      current = new Writing();
      writing = current;
      ArrowRecordBatch alone = first;
      if (alone != null) {
        first = null;
        put(alone, current);
      }
    }
    return current;
  }

  private static void put(ArrowRecordBatch batch, Writing writing) {
    if (!writing.handover.put(batch)) {
      throw writing.failure();
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
    LanceFragments written = written();
    if (written.fragments().size() == 1) {
      FragmentMetadata only = written.fragments().get(0);
      IdFilter filter = ids.filter(only.getPhysicalRows());
      if (filter != null) {
        home.learned(only, filter);
      }
    }
    return written;
  }

  private LanceFragments written() {
    Writing current = writing;
    if (current != null) {
      return current.end();
    }
    ArrowRecordBatch alone = first;
    if (alone == null) {
      return new LanceFragments(List.of());
    }
    first = null;
    return writtenHere(alone);
  }

  /** As one array: a stream would call back from threads that the virtual machine has to adopt. */
  private LanceFragments writtenHere(ArrowRecordBatch batch) {
    try (batch;
        VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator)) {
      new VectorLoader(root).load(batch);
      return new LanceFragments(
          order.named(
              Fragment.write()
                  .datasetUri(uri)
                  .allocator(allocator)
                  .data(root)
                  .writeParams(params)
                  .execute()));
    } catch (Exception e) {
      throw LanceErrors.classify(doing(), e);
    }
  }

  private String doing() {
    return "writing rows of " + uri;
  }

  @Override
  public void close() {
    ArrowRecordBatch alone = first;
    if (alone != null) {
      first = null;
      alone.close();
    }
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
        return new LanceFragments(order.named(fragments));
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
        home.abandon(written);
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
  }

  private static Throwable cause(ExecutionException e) {
    Throwable cause = e.getCause();
    return cause == null ? e : cause;
  }
}
