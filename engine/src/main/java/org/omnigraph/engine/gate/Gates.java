package org.omnigraph.engine.gate;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.omnigraph.engine.error.Cancelled;
import org.omnigraph.engine.error.StorageUnavailable;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;

/**
 * The gates of one graph root, the same for every handle in this process, however the root is
 * spelled.
 *
 * <p>Assumes: a holder asks for no further gates. Guarantees: gates are taken in one total order,
 * so holders never wait for each other in a circle; a table on two branches has two gates.
 */
public final class Gates {
  private static final Map<Path, Gates> OF_ROOT = new ConcurrentHashMap<>();

  /** Data writers share the schema; what changes the schema will take all of it. */
  private static final int SCHEMA_SHARES = Integer.MAX_VALUE;

  private final Semaphore schema = new Semaphore(SCHEMA_SHARES, true);
  private final Map<String, Semaphore> named = new ConcurrentHashMap<>();
  private final ProcessLock processes;

  private Gates(Path root) {
    this.processes = new ProcessLock(root);
  }

  /** The gates of the graph in a local directory, which exists. */
  public static Gates of(String root) {
    try {
      return OF_ROOT.computeIfAbsent(Path.of(root).toRealPath(), Gates::new);
    } catch (IOException e) {
      throw new StorageUnavailable("cannot find " + root + ": " + e, e);
    }
  }

  /** Waits for the gates of a write to some tables of one branch. */
  public HeldGates enter(BranchName branch, Collection<TypeKey> tables) {
    HeldGates held = new HeldGates();
    try {
      take(schema, held);
      take(named("branch:" + branch), held);
      for (TypeKey table : new TreeSet<>(tables)) {
        take(named("table:" + table + "@" + branch), held);
      }
      processes.acquire();
      held.onRelease(processes::release);
      return held;
    } catch (RuntimeException e) {
      held.close();
      throw e;
    }
  }

  private Semaphore named(String name) {
    return named.computeIfAbsent(name, n -> new Semaphore(1, true));
  }

  private static void take(Semaphore gate, HeldGates held) {
    try {
      gate.acquire();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Cancelled("the write was interrupted while it waited for its turn");
    }
    held.onRelease(gate::release);
  }
}
