package org.omnigraph.flight.producer;

import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.FlightProducer.ServerStreamListener;
import org.apache.arrow.vector.VectorLoader;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.error.Cancelled;
import org.omnigraph.flight.session.Result;
import org.omnigraph.query.QueryResult;

/**
 * Sends one result to one client: one thread runs the query and reads ahead, one sends as the
 * client takes. When the client goes away, or somebody cancels, the query ends and everything is
 * freed.
 */
final class ResultStream implements Result.Cancellable {
  private static final long READ_AHEAD_BATCHES = 4;

  private final Services services;
  private final Result result;
  private final ServerStreamListener listener;
  private final Handoff handoff;
  private final Readiness readiness;
  private final AtomicReference<@Nullable QueryResult> running = new AtomicReference<>();
  private volatile boolean clientGone;
  private volatile boolean cancelled;

  private ResultStream(Services services, Result result, ServerStreamListener listener) {
    this.services = services;
    this.result = result;
    this.listener = listener;
    this.handoff = new Handoff(READ_AHEAD_BATCHES * services.limits().batchBytes());
    this.readiness = new Readiness(listener, this::clientLeft);
  }

  /** Starts to send and returns at once. Call it on the call's own thread. */
  static void start(Services services, Result result, ServerStreamListener listener) {
    listener.setUseZeroCopy(true);
    ResultStream stream = new ResultStream(services, result, listener);
    try {
      services.workers().execute(stream::read);
      services.workers().execute(stream::send);
    } catch (RejectedExecutionException e) {
      stream.handoff.close();
      throw new Cancelled("the server is shutting down", e);
    }
  }

  private void clientLeft() {
    clientGone = true;
    stop();
  }

  /** Ends the stream with an error at the client. */
  @Override
  public void cancel() {
    cancelled = true;
    stop();
  }

  private void stop() {
    handoff.close();
    QueryResult query = running.get();
    if (query != null) {
      query.cancel();
    }
  }

  private void read() {
    try {
      if (result instanceof Result.Query query) {
        query.streams().add(this);
        try {
          readAll(query);
        } finally {
          query.streams().remove(this);
        }
      }
      handoff.end();
    } catch (InterruptedException e) {
      handoff.fail(new Cancelled("the server is shutting down", e));
    } catch (Throwable e) {
      handoff.fail(e);
    }
  }

  private void readAll(Result.Query query) throws Exception {
    for (List<@Nullable Object> arguments : query.arguments()) {
      try (QueryResult rows = query.query().execute(arguments)) {
        running.set(rows);
        if (clientGone || cancelled || !readOne(rows.reader())) {
          return;
        }
      } finally {
        running.set(null);
      }
    }
  }

  /** Returns false when nobody wants more. */
  private boolean readOne(ArrowReader reader) throws Exception {
    requireSameTypes(reader.getVectorSchemaRoot().getSchema());
    BatchCutter cutter = new BatchCutter(services.results(), services.limits());
    while (reader.loadNextBatch()) {
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      if (root.getRowCount() > 0 && !putAll(cutter.cut(root))) {
        return false;
      }
    }
    return true;
  }

  private boolean putAll(List<ArrowRecordBatch> pieces) throws InterruptedException {
    int next = 0;
    try {
      boolean wanted = true;
      while (wanted && next < pieces.size()) {
        wanted = handoff.put(pieces.get(next++));
      }
      return wanted;
    } finally {
      pieces.subList(next, pieces.size()).forEach(ArrowRecordBatch::close);
    }
  }

  /**
   * The batches are loaded into a root of the announced schema, so names and nullability cannot
   * differ on the wire; the layout must be the same.
   */
  private void requireSameTypes(Schema delivered) {
    List<Field> announced = result.schema().getFields();
    List<Field> fields = delivered.getFields();
    boolean same = announced.size() == fields.size();
    for (int i = 0; same && i < fields.size(); i++) {
      same = sameLayout(announced.get(i), fields.get(i));
    }
    if (!same) {
      throw new IllegalStateException(
          "the query announced " + result.schema() + " and delivers " + delivered);
    }
  }

  private static boolean sameLayout(Field one, Field other) {
    boolean same =
        one.getType().equals(other.getType())
            && one.getChildren().size() == other.getChildren().size();
    for (int i = 0; same && i < one.getChildren().size(); i++) {
      same = sameLayout(one.getChildren().get(i), other.getChildren().get(i));
    }
    return same;
  }

  private void send() {
    try (VectorSchemaRoot root = VectorSchemaRoot.create(result.schema(), services.results())) {
      if (sendAll(root)) {
        listener.completed();
      }
    } catch (Handoff.Failed e) {
      fail(e.getCause());
    } catch (InterruptedException e) {
      fail(new Cancelled("the server is shutting down", e));
    } catch (Throwable e) {
      fail(e);
    } finally {
      stop();
    }
  }

  private void fail(@Nullable Throwable reason) {
    if (!clientGone) {
      listener.error(reason == null ? new Cancelled("the query was cancelled") : reason);
    }
  }

  /** Returns false when the client has gone away, so that nothing is left to say. */
  private boolean sendAll(VectorSchemaRoot root) throws InterruptedException, Handoff.Failed {
    VectorLoader loader = new VectorLoader(root);
    listener.start(root);
    for (var next = handoff.take(); next.isPresent(); next = handoff.take()) {
      try (ArrowRecordBatch batch = next.get()) {
        if (!awaitClient()) {
          return false;
        }
        loader.load(batch);
      }
      listener.putNext();
      root.clear();
    }
    if (cancelled) {
      throw new Cancelled("the query was cancelled");
    }
    return !clientGone;
  }

  private boolean awaitClient() throws InterruptedException {
    return switch (readiness.await(services.limits().streamStall())) {
      case READY -> true;
      case CANCELLED -> false;
      case STALLED ->
          throw CallStatus.TIMED_OUT
              .withDescription(
                  "the client took nothing for "
                      + services.limits().streamStall().toSeconds()
                      + " s; the result is incomplete")
              .toRuntimeException();
    };
  }
}
