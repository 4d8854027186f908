package org.omnigraph.engine.table.lance;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.lance.Dataset;
import org.omnigraph.engine.table.TableRef;

/**
 * Open datasets, shared between handles. A version never changes, so an open dataset of one is as
 * good as a fresh one.
 *
 * <p>Assumes: a lease is closed once. Guarantees: a dataset stays open while a lease on it is; at
 * most a bounded number stays open without one.
 */
final class DatasetCache implements AutoCloseable {
  private static final int MOST_IDLE = 64;

  private final Function<TableRef, Dataset> opener;
  private final Map<TableRef, Shared> leased = new HashMap<>();
  private final Map<TableRef, Shared> idle = new LinkedHashMap<>();
  private boolean closed;

  DatasetCache(Function<TableRef, Dataset> opener) {
    this.opener = opener;
  }

  /** One handle's share of an open dataset. */
  final class Lease implements AutoCloseable {
    private final Shared shared;
    private boolean released;

    private Lease(Shared shared) {
      this.shared = shared;
    }

    Dataset dataset() {
      return shared.dataset;
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
      synchronized (DatasetCache.this) {
        if (!released) {
          released = true;
          release(shared);
        }
      }
    }
  }

  private static final class Shared {
    final TableRef table;
    final Dataset dataset;
    int leases;

    Shared(TableRef table, Dataset dataset) {
      this.table = table;
      this.dataset = dataset;
    }
  }

  Lease lease(TableRef table) {
    synchronized (this) {
      Shared known = known(table);
      if (known != null) {
        return new Lease(known);
      }
    }
    Dataset opened = opener.apply(table);
    synchronized (this) {
      Shared known = known(table);
      if (known != null) {
        opened.close();
        return new Lease(known);
      }
      Shared shared = new Shared(table, opened);
      shared.leases = 1;
      leased.put(table, shared);
      return new Lease(shared);
    }
  }

  private @Nullable Shared known(TableRef table) {
    Shared shared = leased.get(table);
    if (shared == null) {
      shared = idle.remove(table);
      if (shared == null) {
        return null;
      }
      leased.put(table, shared);
    }
    shared.leases++;
    return shared;
  }

  private void release(Shared shared) {
    shared.leases--;
    if (shared.leases > 0) {
      return;
    }
    leased.remove(shared.table);
    if (closed) {
      shared.dataset.close();
      return;
    }
    idle.put(shared.table, shared);
    Iterator<Shared> oldest = idle.values().iterator();
    while (idle.size() > MOST_IDLE) {
      oldest.next().dataset.close();
      oldest.remove();
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    idle.values().forEach(shared -> shared.dataset.close());
    idle.clear();
  }
}
