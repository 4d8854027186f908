package org.omnigraph.flight.error;

import java.util.function.Supplier;
import org.apache.arrow.flight.Action;
import org.apache.arrow.flight.ActionType;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.Criteria;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightProducer;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.PollInfo;
import org.apache.arrow.flight.PutResult;
import org.apache.arrow.flight.Result;
import org.apache.arrow.flight.SchemaResult;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.message.IpcOption;

/**
 * Stands around a producer so that whatever a handler throws, or tells a listener, reaches the
 * client through {@link FlightErrors}, an {@link Error} included.
 */
public final class ErrorBoundary implements FlightProducer {
  private final FlightProducer inner;

  public ErrorBoundary(FlightProducer inner) {
    this.inner = inner;
  }

  @Override
  public void getStream(CallContext context, Ticket ticket, ServerStreamListener listener) {
    MappingStream mapping = new MappingStream(listener);
    run(() -> inner.getStream(context, ticket, mapping));
  }

  @Override
  public void listFlights(
      CallContext context, Criteria criteria, StreamListener<FlightInfo> listener) {
    run(() -> inner.listFlights(context, criteria, new MappingListener<>(listener)));
  }

  @Override
  public FlightInfo getFlightInfo(CallContext context, FlightDescriptor descriptor) {
    return call(() -> inner.getFlightInfo(context, descriptor));
  }

  @Override
  public PollInfo pollFlightInfo(CallContext context, FlightDescriptor descriptor) {
    return call(() -> inner.pollFlightInfo(context, descriptor));
  }

  @Override
  public SchemaResult getSchema(CallContext context, FlightDescriptor descriptor) {
    return call(() -> inner.getSchema(context, descriptor));
  }

  @Override
  public Runnable acceptPut(
      CallContext context, FlightStream stream, StreamListener<PutResult> listener) {
    MappingListener<PutResult> mapping = new MappingListener<>(listener);
    Runnable work = call(() -> inner.acceptPut(context, stream, mapping));
    return () -> run(work);
  }

  @Override
  public void doExchange(CallContext context, FlightStream reader, ServerStreamListener writer) {
    throw CallStatus.UNIMPLEMENTED
        .withDescription("this server has no DoExchange; use the Flight SQL commands")
        .toRuntimeException();
  }

  @Override
  public void doAction(CallContext context, Action action, StreamListener<Result> listener) {
    run(() -> inner.doAction(context, action, new MappingListener<>(listener)));
  }

  @Override
  public void listActions(CallContext context, StreamListener<ActionType> listener) {
    run(() -> inner.listActions(context, new MappingListener<>(listener)));
  }

  private static void run(Runnable work) {
    call(
        () -> {
          work.run();
          return true;
        });
  }

  private static <T> T call(Supplier<T> work) {
    try {
      return work.get();
    } catch (Throwable failure) {
      throw FlightErrors.of(failure);
    }
  }

  private record MappingListener<T>(StreamListener<T> to) implements StreamListener<T> {
    @Override
    public void onNext(T value) {
      to.onNext(value);
    }

    @Override
    public void onError(Throwable failure) {
      to.onError(FlightErrors.of(failure));
    }

    @Override
    public void onCompleted() {
      to.onCompleted();
    }
  }

  private record MappingStream(ServerStreamListener to) implements ServerStreamListener {
    @Override
    public boolean isCancelled() {
      return to.isCancelled();
    }

    @Override
    public void setOnCancelHandler(Runnable handler) {
      to.setOnCancelHandler(handler);
    }

    @Override
    public boolean isReady() {
      return to.isReady();
    }

    @Override
    public void setOnReadyHandler(Runnable handler) {
      to.setOnReadyHandler(handler);
    }

    @Override
    public void start(VectorSchemaRoot root, DictionaryProvider dictionaries, IpcOption option) {
      to.start(root, dictionaries, option);
    }

    @Override
    public void putNext() {
      to.putNext();
    }

    @Override
    public void putNext(ArrowBuf metadata) {
      to.putNext(metadata);
    }

    @Override
    public void putMetadata(ArrowBuf metadata) {
      to.putMetadata(metadata);
    }

    @Override
    public void error(Throwable failure) {
      to.error(FlightErrors.of(failure));
    }

    @Override
    public void completed() {
      to.completed();
    }

    @Override
    public void setUseZeroCopy(boolean enabled) {
      to.setUseZeroCopy(enabled);
    }
  }
}
