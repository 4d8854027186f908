package org.omnigraph.engine.table.lance;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.table.TableBranch.BranchIdentifier;
import org.omnigraph.engine.table.TableRef;

/**
 * Open datasets, shared between handles. A version never changes, so an open dataset of one is as
 * good as a fresh one. A branch that was deleted and made again counts its versions anew, so the
 * key of a branch's version holds the branch's identifier too.
 *
 * <p>Assumes: a lease is closed once. Guarantees: a dataset stays open while a lease on it is; at
 * most a bounded number stays open without one, and of one line a smaller one.
 */
final class DatasetCache implements AutoCloseable {
  private static final int MOST_IDLE = 64;

  /** Versions of one line: each lists every fragment anew. */
  private static final int MOST_IDLE_OF_LINE = 8;

  private final Function<TableRef, BranchIdentifier> identifiers;
  private final Function<TableRef, OpenVersion> opener;
  private final Map<Key, Shared> leased = new HashMap<>();
  private final Map<Key, Shared> idle = new LinkedHashMap<>();
  private boolean closed;

  /**
   * An empty cache.
   *
   * @param identifiers the identifier that the branch of a version has now
   */
  DatasetCache(
      Function<TableRef, BranchIdentifier> identifiers, Function<TableRef, OpenVersion> opener) {
    this.identifiers = identifiers;
    this.opener = opener;
  }

  private record Key(TableRef table, BranchIdentifier branch) {
    boolean isOf(String path, BranchName name) {
      return table.path().equals(path) && table.branch().equals(Optional.of(name));
    }

    boolean isOfSameLine(Key other) {
      return table.path().equals(other.table.path())
          && table.branch().equals(other.table.branch())
          && branch.equals(other.branch);
    }
  }

  /** Something to do once so many datasets are closed. */
  private static final class Farewell {
    final Runnable action;
    int open;

    Farewell(Runnable action) {
      this.action = action;
    }
  }

  /** One handle's share of an open dataset. */
  final class Lease implements AutoCloseable {
    private final Shared shared;
    private boolean released;

    private Lease(Shared shared) {
      this.shared = shared;
    }

    OpenVersion version() {
      return shared.version;
    }

    BranchIdentifier branch() {
      return shared.key.branch();
    }

    /** Another share of the same dataset, closed on its own. */
    Lease again() {
      synchronized (DatasetCache.this) {
        shared.leases++;
        return new Lease(shared);
      }
    }

    @Override
    public void close() {
      List<Runnable> actions = List.of();
      synchronized (DatasetCache.this) {
        if (!released) {
          released = true;
          actions = release(shared);
        }
      }
      actions.forEach(Runnable::run);
    }
  }

  private static final class Shared {
    final Key key;
    final OpenVersion version;
    int leases;
    final List<Farewell> farewells = new ArrayList<>();

    Shared(Key key, OpenVersion version) {
      this.key = key;
      this.version = version;
    }
  }

  Lease lease(TableRef table) {
    BranchIdentifier before = identifiers.apply(table);
    Key key = new Key(table, before);
    synchronized (this) {
      Shared known = known(key);
      if (known != null) {
        return new Lease(known);
      }
    }
    OpenVersion opened = opener.apply(table);
    if (!identifiers.apply(table).equals(before)) {
      opened.close();
      return lease(table);
    }
    synchronized (this) {
      Shared known = known(key);
      if (known != null) {
        opened.close();
        return new Lease(known);
      }
      Shared shared = new Shared(key, opened);
      shared.leases = 1;
      leased.put(key, shared);
      return new Lease(shared);
    }
  }

  /**
   * Keeps the version that a commit has made of a leased one, so that nobody has to open it.
   *
   * <p>It is kept under the branch that the lease is of: where another branch has its name by now,
   * nobody finds it.
   */
  void keep(Lease base, TableRef table, OpenVersion made) {
    Key key = new Key(table, base.branch());
    synchronized (this) {
      if (!closed && !leased.containsKey(key) && !idle.containsKey(key)) {
        setIdle(new Shared(key, made));
        return;
      }
    }
    made.close();
  }

  private @Nullable Shared known(Key key) {
    Shared shared = leased.get(key);
    if (shared == null) {
      shared = idle.remove(key);
      if (shared == null) {
        return null;
      }
      leased.put(key, shared);
    }
    shared.leases++;
    return shared;
  }

  /** Closes what is open of a branch that is gone, and runs {@code last} when all of it is. */
  void forget(String path, BranchName branch, Runnable last) {
    Farewell farewell = new Farewell(last);
    synchronized (this) {
      idle.entrySet()
          .removeIf(
              entry -> {
                boolean gone = entry.getKey().isOf(path, branch);
                if (gone) {
                  entry.getValue().version.close();
                }
                return gone;
              });
      for (Shared shared : leased.values()) {
        if (shared.key.isOf(path, branch)) {
          shared.farewells.add(farewell);
          farewell.open++;
        }
      }
      if (farewell.open > 0) {
        return;
      }
    }
    last.run();
  }

  /** What to do now that the dataset may be closed. */
  private List<Runnable> release(Shared shared) {
    shared.leases--;
    if (shared.leases > 0) {
      return List.of();
    }
    leased.remove(shared.key);
    if (closed || !shared.farewells.isEmpty()) {
      shared.version.close();
      shared.farewells.forEach(farewell -> farewell.open--);
      return shared.farewells.stream()
          .filter(farewell -> farewell.open == 0)
          .map(farewell -> farewell.action)
          .toList();
    }
    setIdle(shared);
    return List.of();
  }

  private void setIdle(Shared shared) {
    idle.put(shared.key, shared);
    closeOldest(MOST_IDLE, other -> true);
    closeOldest(MOST_IDLE_OF_LINE, shared.key::isOfSameLine);
  }

  private void closeOldest(int most, Predicate<Key> which) {
    long left = idle.keySet().stream().filter(which).count();
    Iterator<Shared> oldest = idle.values().iterator();
    while (left > most) {
      Shared next = oldest.next();
      if (which.test(next.key)) {
        next.version.close();
        oldest.remove();
        left--;
      }
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    idle.values().forEach(shared -> shared.version.close());
    idle.clear();
  }
}
