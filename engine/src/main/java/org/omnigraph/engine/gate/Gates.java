package org.omnigraph.engine.gate;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.omnigraph.engine.error.Cancelled;
import org.omnigraph.engine.error.StorageUnavailable;
import org.omnigraph.engine.failpoint.Failpoints;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.object.GraphUri;

/**
 * The gates of one graph root, the same for every handle in this process, however the root is
 * spelled.
 *
 * <p>Assumes: a holder asks for no further gates. Guarantees: gates are taken in one total order,
 * so holders never wait for each other in a circle; a table on two branches has two gates.
 */
public final class Gates {
  private static final Map<Object, Locks> OF_ROOT = new ConcurrentHashMap<>();

  /** Data writers share the schema; what must be alone takes all of it. */
  private static final int SCHEMA_SHARES = Integer.MAX_VALUE;

  /** What all handles of a root share. */
  private static final class Locks {
    final Semaphore schema = new Semaphore(SCHEMA_SHARES, true);
    final Map<String, Semaphore> named = new ConcurrentHashMap<>();
    final Optional<ProcessLock> processes;

    Locks(Optional<ProcessLock> processes) {
      this.processes = processes;
    }

    /** Between processes only a file system has locks; a bucket has none. */
    static Locks at(Object root) {
      return new Locks(
          root instanceof Path directory
              ? Optional.of(new ProcessLock(directory))
              : Optional.empty());
    }

    Semaphore named(String name) {
      return named.computeIfAbsent(name, n -> new Semaphore(1, true));
    }
  }

  private final Locks locks;
  private final Failpoints failpoints;

  private Gates(Locks locks, Failpoints failpoints) {
    this.locks = locks;
    this.failpoints = failpoints;
  }

  /**
   * The gates of the graph in a local directory, which exists, or at an object store, where
   * processes do not wait for each other: the first of two publishes wins.
   *
   * @param failpoints hears of every wait
   */
  public static Gates of(String root, Failpoints failpoints) {
    try {
      Locks locks =
          failpoints.sharesGates()
              ? OF_ROOT.computeIfAbsent(place(root), Locks::at)
              : new Locks(Optional.empty());
      return new Gates(locks, failpoints);
    } catch (IOException e) {
      throw new StorageUnavailable("cannot find " + root + ": " + e, e);
    }
  }

  private static Object place(String root) throws IOException {
    return GraphUri.isOnS3(root) ? root : Path.of(root).toRealPath();
  }

  /** Waits for the gates of a write to some tables of one branch. */
  public HeldGates enter(BranchName branch, Collection<TypeKey> tables) {
    HeldGates held = new HeldGates();
    try {
      take(locks.schema, 1, held);
      take(locks.named("branch:" + branch), 1, held);
      for (TypeKey table : new TreeSet<>(tables)) {
        take(locks.named("table:" + table + "@" + branch), 1, held);
      }
      return lockProcesses(held);
    } catch (RuntimeException e) {
      held.close();
      throw e;
    }
  }

  /** As {@link #enter}, but empty at once when somebody of this process holds one of them. */
  public Optional<HeldGates> tryEnter(BranchName branch, Collection<TypeKey> tables) {
    HeldGates held = new HeldGates();
    List<Semaphore> wanted =
        new ArrayList<>(List.of(locks.schema, locks.named("branch:" + branch)));
    new TreeSet<>(tables)
        .forEach(table -> wanted.add(locks.named("table:" + table + "@" + branch)));
    for (Semaphore gate : wanted) {
      if (!gate.tryAcquire()) {
        held.close();
        return Optional.empty();
      }
      held.onRelease(gate::release);
    }
    return Optional.of(lockProcesses(held));
  }

  /** Waits until it alone holds every gate: no write of this program is under way then. */
  public HeldGates enterAll() {
    HeldGates held = new HeldGates();
    take(locks.schema, SCHEMA_SHARES, held);
    return lockProcesses(held);
  }

  private HeldGates lockProcesses(HeldGates held) {
    try {
      locks.processes.ifPresent(
          processes -> {
            processes.acquire();
            held.onRelease(processes::release);
          });
      return held;
    } catch (RuntimeException e) {
      held.close();
      throw e;
    }
  }

  private void take(Semaphore gate, int shares, HeldGates held) {
    try {
      failpoints.await(gate, shares);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Cancelled("the write was interrupted while it waited for its turn");
    }
    held.onRelease(() -> gate.release(shares));
  }
}
