package org.omnigraph.flight.producer;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
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
import org.omnigraph.flight.error.ServerStopping;
import org.omnigraph.flight.session.Begun;
import org.omnigraph.flight.session.Result;
import org.omnigraph.query.QueryResult;
import org.omnigraph.query.lance.Part;
import org.omnigraph.query.running.RunningStatement;

/**
 * Sends one result to one client: one thread runs the query and reads ahead, one sends as the
 * client takes. When the client goes away, or somebody cancels, the query ends and everything is
 * freed.
 */
final class ResultStream implements Result.Cancellable {
  private static final long READ_AHEAD_BATCHES = 4;

  private final Services services;
  private final Result result;
  private final Part part;
  private final Optional<Begun> begun;
  private final RunningStatement statement;
  private final ServerStreamListener listener;
  private final Handoff handoff;
  private final Readiness readiness;
  private volatile boolean clientGone;

  private ResultStream(
      Services services,
      Result result,
      Part part,
      Optional<Begun> begun,
      RunningStatement statement,
      ServerStreamListener listener) {
    this.services = services;
    this.result = result;
    this.part = part;
    this.begun = begun;
    this.statement = statement;
    this.listener = listener;
    this.handoff = new Handoff(READ_AHEAD_BATCHES * services.limits().batchBytes());
    this.readiness = new Readiness(listener, this::clientLeft);
  }

  /**
   * Starts to send and returns at once. Call it on the call's own thread.
   *
   * @param part of the rows
   * @param begun an execution to go on with, of {@code statement}; closed at its end
   * @param statement what the stream is the work of; closed at its end
   */
  static void start(
      Services services,
      Result result,
      Part part,
      Optional<Begun> begun,
      RunningStatement statement,
      ServerStreamListener listener) {
    listener.setUseZeroCopy(true);
    ResultStream stream = new ResultStream(services, result, part, begun, statement, listener);
    statement.cancellation().whenCancelled(stream::stop);
    try {
      services.workers().execute(stream::read);
      services.workers().execute(stream::send);
    } catch (RejectedExecutionException e) {
      stream.handoff.close();
      begun.ifPresent(Begun::close);
      statement.cancel();
      statement.close();
      throw new ServerStopping(e);
    }
  }

  private void clientLeft() {
    clientGone = true;
    statement.cancel();
  }

  /** Ends the stream with an error at the client. */
  @Override
  public void cancel() {
    statement.cancel();
  }

  /** Nothing more is sent; the query ends with the statement. */
  private void stop() {
    handoff.close();
    readiness.end();
  }

  /** The statement has ended before the client hears of the end, and may begin another. */
  private void read() {
    Throwable failure = null;
    try {
      if (result instanceof Result.Query query) {
        query.streams().add(this);
        try {
          readAll(query);
        } finally {
          query.streams().remove(this);
          query.read().set(true);
        }
      }
    } catch (InterruptedException e) {
      failure = new ServerStopping(e);
    } catch (Throwable e) {
      failure = e;
    }
    statement.close();
    if (failure == null) {
      handoff.end();
    } else {
      handoff.fail(failure);
    }
  }

  private void readAll(Result.Query query) throws Exception {
    if (begun.isPresent()) {
      begun.get().statement().goesOn();
      try (QueryResult rows = begun.get().rows()) {
        readOne(rows.reader(), begun.get().hasRows());
      }
      return;
    }
    for (List<@Nullable Object> arguments : query.arguments()) {
      try (QueryResult rows = query.query().execute(arguments, part, statement)) {
        if (!readOne(rows.reader(), rows.reader().loadNextBatch())) {
          return;
        }
      }
    }
  }

  /**
   * Returns false when nobody wants more.
   *
   * @param loaded whether the reader has loaded a batch
   */
  private boolean readOne(ArrowReader reader, boolean loaded) throws Exception {
    requireSameTypes(reader.getVectorSchemaRoot().getSchema());
    BatchCutter cutter = new BatchCutter(services.results(), services.limits());
    for (boolean more = loaded; more; more = reader.loadNextBatch()) {
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
        statement.offers();
        wanted = handoff.put(pieces.get(next++));
        statement.goesOn();
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
      fail(new ServerStopping(e));
    } catch (Throwable e) {
      fail(e);
    } finally {
      statement.cancel();
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
    return isWanted();
  }

  /**
   * Whether the client is still there.
   *
   * @throws org.omnigraph.engine.error.GraphException why the statement ended early
   */
  private boolean isWanted() {
    if (!clientGone) {
      statement.cancellation().requireRunning();
    }
    return !clientGone;
  }

  private boolean awaitClient() throws InterruptedException {
    return switch (readiness.await(services.limits().streamStall())) {
      case READY -> true;
      case CANCELLED -> isWanted() && !listener.isCancelled();
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
