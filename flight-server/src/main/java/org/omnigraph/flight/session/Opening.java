package org.omnigraph.flight.session;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.omnigraph.engine.error.Cancelled;

/**
 * The first thing that a client says in a call, or that it says nothing. Flight's own stream waits
 * for ever for the descriptor of a stream that ends without a message.
 */
public final class Opening {
  private final CompletableFuture<Boolean> spoken = new CompletableFuture<>();

  void message() {
    spoken.complete(true);
  }

  void end() {
    spoken.complete(false);
  }

  void cancel() {
    if (!spoken.isDone()) {
      spoken.completeExceptionally(new Cancelled("the client went away"));
    }
  }

  /**
   * Waits for the first message.
   *
   * @return false when the client ended its stream without one
   * @throws Cancelled when the client went away before, or the server shuts down
   */
  public boolean await() {
    try {
      return spoken.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Cancelled("the server is shutting down", e);
    } catch (ExecutionException e) {
      throw new Cancelled("the client went away before it sent anything", e);
    }
  }
}
