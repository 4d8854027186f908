package org.omnigraph.query.expand;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.jspecify.annotations.Nullable;
import org.omnigraph.query.expand.Expand.Direction;
import org.omnigraph.query.lance.TableVersion;

/**
 * Edges that stay in memory between statements, by the version of their table. They take a bounded
 * part of the memory, and go when newer ones need the place: the least recently used first, never
 * while a statement searches them.
 *
 * <p>Assumes: a lease is closed once. Safe for use by many threads; two statements that read the
 * same edges at once keep those of the first that is done.
 */
public final class Adjacencies implements AutoCloseable {
  private static final int MOST_VERSIONS = 1_024;

  private final BufferAllocator memory;
  private final TraversalLimits limits;
  private final Map<Key, Known> versions = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;
  private boolean closed;

  /**
   * None yet.
   *
   * @param memory where they live
   */
  public Adjacencies(BufferAllocator memory, TraversalLimits limits) {
    this.memory = memory;
    this.limits = limits;
  }

  private record Key(TableVersion version, Direction direction) {}

  /** What is known of a version that has been searched. */
  private static final class Known {
    int lookUps;
    boolean tooLarge;
    @Nullable Kept kept;
  }

  /** Edges in memory. */
  private static final class Kept {
    final Adjacency edges;
    final long bytes;
    int leases;
    boolean dropped;

    Kept(Adjacency edges, long bytes) {
      this.edges = edges;
      this.bytes = bytes;
    }
  }

  /** A statement's right to search edges. */
  interface Lease extends AutoCloseable {
    Adjacency edges();

    @Override
    void close();
  }

  /** The edges of a version, if they are in memory. */
  synchronized Optional<Lease> find(TableVersion version, Direction direction) {
    Known known = versions.get(new Key(version, direction));
    return known == null ? Optional.empty() : Optional.ofNullable(known.kept).map(this::lease);
  }

  private Lease lease(Kept kept) {
    kept.leases++;
    return new Lease() {
      @Override
      public Adjacency edges() {
        return kept.edges;
      }

      @Override
      public void close() {
        release(kept);
      }
    };
  }

  private synchronized void release(Kept kept) {
    kept.leases--;
    if (kept.leases == 0 && kept.dropped) {
      free(kept);
    }
  }

  private void free(Kept kept) {
    bytes -= kept.bytes;
    kept.edges.close();
  }

  /** Whether a table of so many edges is not just read whole. */
  public boolean isLarge(long edges) {
    return edges > limits.wholeTable();
  }

  /** Whether a statement shall look up the edges that it needs; counts it, if so. */
  synchronized boolean looksUp(TableVersion version, Direction direction) {
    if (!isLarge(version.rows())) {
      return false;
    }
    Known known = known(new Key(version, direction));
    return known.tooLarge || ++known.lookUps <= limits.lookUps();
  }

  private Known known(Key key) {
    Known known = versions.computeIfAbsent(key, k -> new Known());
    if (versions.size() > MOST_VERSIONS) {
      drop(versions.keySet().iterator().next());
    }
    return known;
  }

  /**
   * Keeps the edges of a version for the next statements when there is a place for them.
   *
   * @param edges all of the version; the lease owns them now
   */
  synchronized Lease keep(TableVersion version, Direction direction, Adjacency edges) {
    Known known = known(new Key(version, direction));
    long wanted = edges.bytes();
    if (closed || known.kept != null || !makePlace(wanted)) {
      known.tooLarge = wanted > limits.keptBytes();
      return own(edges);
    }
    Kept kept = new Kept(edges.moveTo(memory), wanted);
    bytes += wanted;
    known.kept = kept;
    return lease(kept);
  }

  /** A lease of edges that nobody else searches. */
  static Lease own(Adjacency edges) {
    return new Lease() {
      @Override
      public Adjacency edges() {
        return edges;
      }

      @Override
      public void close() {
        edges.close();
      }
    };
  }

  private boolean makePlace(long wanted) {
    List<Key> candidates = new ArrayList<>(versions.keySet());
    candidates.stream().filter(key -> key.version().isGone()).forEach(this::drop);
    for (Key key : candidates) {
      if (bytes + wanted <= limits.keptBytes()) {
        return true;
      }
      Known known = versions.get(key);
      if (known != null && known.kept != null && known.kept.leases == 0) {
        drop(key);
      }
    }
    return bytes + wanted <= limits.keptBytes();
  }

  private void drop(Key key) {
    Known known = versions.remove(key);
    if (known != null && known.kept != null) {
      known.kept.dropped = true;
      if (known.kept.leases == 0) {
        free(known.kept);
      }
    }
  }

  /** Bytes that they take now. */
  public synchronized long bytes() {
    return bytes;
  }

  /** Frees what no statement searches now, the rest when their statements end. */
  public synchronized void forget() {
    List.copyOf(versions.keySet()).forEach(this::drop);
  }

  /** Keeps nothing from now on. */
  @Override
  public synchronized void close() {
    closed = true;
    forget();
  }
}
