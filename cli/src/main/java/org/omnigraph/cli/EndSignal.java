package org.omnigraph.cli;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * SIGTERM and SIGINT as an event instead of an end, so that a server told to end closes in order
 * and its process exits with 0. A JVM that ends by a signal exits with 128 and more, whatever its
 * shutdown hooks did.
 *
 * <p>The JDK has no supported class for this; {@code sun.misc.Signal} is open to all by the module
 * {@code jdk.unsupported}, and is called by name because the compiler warns of each use.
 */
final class EndSignal {
  private final CountDownLatch ended = new CountDownLatch(1);

  private EndSignal() {}

  /**
   * From here on the first signal no longer ends the process by itself; a second one, when the end
   * takes too long, does at once.
   */
  static EndSignal listen() {
    EndSignal end = new EndSignal();
    end.handle("TERM");
    end.handle("INT");
    return end;
  }

  void await() throws InterruptedException {
    ended.await();
  }

  private void handle(String name) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object countsDown =
          Proxy.newProxyInstance(
              EndSignal.class.getClassLoader(),
              new Class<?>[] {handler},
              (proxy, method, arguments) -> arrived(proxy, method.getName()));
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance(name), countsDown);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException("this JVM keeps SIG" + name + " to itself", e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this JVM cannot handle SIG" + name, e);
    }
  }

  private @Nullable Object arrived(Object proxy, String method) {
    return switch (method) {
      case "handle" -> {
        if (ended.getCount() == 0) {
          Runtime.getRuntime().halt(Failures.FAILED);
        }
        ended.countDown();
        yield null;
      }
      case "hashCode" -> System.identityHashCode(proxy);
      case "equals" -> false;
      default -> "EndSignal";
    };
  }
}
