package org.omnigraph.query.lance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.omnigraph.engine.error.Cancelled;
import org.omnigraph.query.running.RunningStatement;

class NativeReadsTest {
  private static final class Slow extends ArrowReader {
    final CountDownLatch begun = new CountDownLatch(1);
    final CountDownLatch mayEnd = new CountDownLatch(1);
    final boolean fails;

    Slow(BufferAllocator allocator, boolean fails) {
      super(allocator);
      this.fails = fails;
    }

    @Override
    public boolean loadNextBatch() throws IOException {
      begun.countDown();
      try {
        mayEnd.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
      if (fails) {
        throw new IOException("the disk is gone");
      }
      return false;
    }

    @Override
    public long bytesRead() {
      return 0;
    }

    @Override
    protected void closeReadSource() {}

    @Override
    protected Schema readSchema() {
      return new Schema(List.of());
    }
  }

  @Test
  void whoeverWaitsForItsTurnCanBeCancelledAndAFailureGivesTheTurnBack() throws Exception {
    NativeReads reads = new NativeReads(1);
    ExecutorService threads = Executors.newSingleThreadExecutor();
    try (RootAllocator memory = new RootAllocator();
        Slow first = new Slow(memory, true);
        Slow second = new Slow(memory, false)) {
      Future<Boolean> held = threads.submit(() -> reads.next(first, RunningStatement.unlisted()));
      first.begun.await();

      RunningStatement cancelled = RunningStatement.unlisted();
      cancelled.cancel();
      assertThatThrownBy(() -> reads.next(second, cancelled)).isInstanceOf(Cancelled.class);
      assertThat(second.begun.getCount()).as("not read").isEqualTo(1);

      first.mayEnd.countDown();
      assertThatThrownBy(held::get).hasRootCauseInstanceOf(IOException.class);
      second.mayEnd.countDown();
      assertThat(reads.next(second, RunningStatement.unlisted())).isFalse();
    } finally {
      threads.shutdown();
    }
  }
}
