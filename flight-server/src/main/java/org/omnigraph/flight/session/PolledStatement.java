package org.omnigraph.flight.session;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.ErrorFlightMetadata;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.grpc.StatusUtils;
import org.omnigraph.engine.error.Cancelled;
import org.omnigraph.flight.error.FlightErrors;

/**
 * A statement that works on while its client asks now and then how far it is. Safe for use by many
 * threads.
 */
public final class PolledStatement {
  /** What the work has come to: the result, and its ticket's handle. */
  public record Outcome(Result result, String handle) {}

  private static final CallListener.Outcome OK =
      new CallListener.Outcome(FlightStatusCode.OK.name(), Optional.empty(), Optional.empty());

  private static final long LOOK_MILLIS = 50;

  private final FlightDescriptor asked;
  private final CallScope scope;
  private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();
  private volatile OptionalDouble told = OptionalDouble.empty();

  private PolledStatement(FlightDescriptor asked, CallScope scope) {
    this.asked = asked;
    this.scope = scope;
  }

  /**
   * Starts the work.
   *
   * @param asked the command that it is
   * @param call the call that asks for it; the work outlives it
   * @param work gets the scope that it belongs to, and ends when that is ended
   */
  public static PolledStatement start(
      FlightDescriptor asked, CallScope call, Executor workers, Function<CallScope, Outcome> work) {
    PolledStatement statement = new PolledStatement(asked, call.outliving());
    statement.scope.enter();
    try {
      workers.execute(() -> statement.run(work));
    } catch (RuntimeException e) {
      Cancelled reason = new Cancelled("the server is shutting down", e);
      statement.scope.leave(told(FlightErrors.of(reason)));
      throw reason;
    }
    return statement;
  }

  private void run(Function<CallScope, Outcome> work) {
    try {
      Outcome done = work.apply(scope);
      scope.leave(OK);
      outcome.complete(done);
    } catch (Throwable e) {
      FlightRuntimeException failure = FlightErrors.of(e);
      scope.leave(told(failure));
      outcome.completeExceptionally(failure);
    }
  }

  private static CallListener.Outcome told(FlightRuntimeException failure) {
    CallStatus status = failure.status();
    return new CallListener.Outcome(
        StatusUtils.toGrpcStatus(status).getCode().name(),
        trailer(status, FlightErrors.CODE_TRAILER),
        trailer(status, FlightErrors.ID_TRAILER));
  }

  private static Optional<String> trailer(CallStatus status, String name) {
    ErrorFlightMetadata trailers = status.metadata();
    return trailers.containsKey(name) ? Optional.ofNullable(trailers.get(name)) : Optional.empty();
  }

  /**
   * Waits until it has ended, or is further than was told last.
   *
   * @param isUnwanted whether nobody waits for the answer any more
   * @return whether it has ended
   */
  public boolean await(Duration patience, BooleanSupplier isUnwanted) {
    long end = System.nanoTime() + patience.toNanos();
    while (!ended() && System.nanoTime() < end && !isUnwanted.getAsBoolean()) {
      OptionalDouble now = scope.progress();
      if (now.isPresent() && !now.equals(told)) {
        break;
      }
    }
    told = scope.progress();
    return outcome.isDone();
  }

  private boolean ended() {
    try {
      outcome.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Cancelled("the server is shutting down", e);
    }
  }

  /** The command that the client asked with first. */
  public FlightDescriptor asked() {
    return asked;
  }

  /** Whether the work has ended, well or not. */
  public boolean hasEnded() {
    return outcome.isDone();
  }

  /** How much of its tables it has read, from 0 to 1; empty while that is not known. */
  public OptionalDouble progress() {
    return told;
  }

  /**
   * What the work has come to. Only when it has ended.
   *
   * @throws RuntimeException the failure of the work
   */
  public Outcome outcome() {
    try {
      return outcome.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException("a statement failed", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Cancelled("the server is shutting down", e);
    }
  }

  /** Ends the work, or what it has begun and nobody has read yet. */
  void abandon() {
    if (!hasEnded()) {
      scope.clientLeft();
    }
    CompletableFuture<Outcome> unused =
        outcome.whenComplete(
            (done, failure) -> {
              if (done != null && done.result() instanceof Result.Query query) {
                query.takeBegun().ifPresent(Begun::close);
              }
            });
  }
}
