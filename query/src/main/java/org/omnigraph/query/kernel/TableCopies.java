package org.omnigraph.query.kernel;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.calcite.sql.type.SqlTypeName;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;
import org.omnigraph.query.catalog.GraphTable;
import org.omnigraph.query.lance.Execution;
import org.omnigraph.query.lance.LanceTableScan;
import org.omnigraph.query.lance.TableVersion;

/**
 * Columns of immutable table versions, kept decoded as tables of the kernel's own. A version that
 * is read once is streamed; one that is read again is copied, with the columns that statements have
 * asked for, and read from there. The copies live in the kernel's memory, under its limit, take a
 * bounded part of it, and go when newer ones need the place: least recently used first, never while
 * a statement reads them.
 *
 * <p>Assumes: a lease is closed once, and not before the statement's result is. Safe for use by
 * many threads; two statements never make the same copy at once.
 */
final class TableCopies {
  /** The read of a version that makes a copy of it. */
  private static final int COPYING_READ = 2;

  private static final int MOST_VERSIONS = 1_024;

  /** What a text takes beside its bytes in Arrow. */
  private static final int TEXT_OVERHEAD = 12;

  private final long limit;
  private final Map<TableVersion, Version> versions = new LinkedHashMap<>(16, 0.75f, true);
  private final List<String> unused = new ArrayList<>();
  private volatile long mostBytes;
  private long bytes;
  private long names;

  /**
   * None yet.
   *
   * @param limit what all copies together may take at the most
   */
  TableCopies(long limit) {
    this.limit = limit;
    this.mostBytes = limit;
  }

  /** Further copies are made while all together take no more than this, or the limit. */
  synchronized void allow(long most) {
    mostBytes = Math.min(limit, most);
  }

  /** What is known of a version that has been read. */
  private static final class Version {
    int reads;
    boolean refused;
    boolean busy;
    @Nullable Copy copy;

    boolean has(List<Integer> columns) {
      return copy != null && copy.columns.containsAll(columns);
    }
  }

  private static final class Copy {
    final String name;
    final Set<Integer> columns;
    final long bytes;
    int leases;
    boolean replaced;

    Copy(String name, Set<Integer> columns, long bytes) {
      this.name = name;
      this.columns = columns;
      this.bytes = bytes;
    }
  }

  /** A statement's right to read a copy. */
  final class Lease implements AutoCloseable {
    private final Copy copy;

    private Lease(Copy copy) {
      this.copy = copy;
      copy.leases++;
    }

    /** The name of the copy, whose columns are called {@code c} and their index. */
    String table() {
      return copy.name;
    }

    @Override
    public void close() {
      synchronized (TableCopies.this) {
        copy.leases--;
        if (copy.leases == 0 && copy.replaced) {
          unused.add(copy.name);
        }
      }
    }
  }

  /** What all copies take, about. */
  synchronized long bytes() {
    return bytes;
  }

  /** Whether columns are of types that are worth a copy. */
  static boolean holds(GraphTable table, List<Integer> columns) {
    return columns.stream()
        .map(i -> table.columns().get(i).type().getSqlTypeName())
        .noneMatch(type -> type == SqlTypeName.ARRAY || type == SqlTypeName.VARBINARY);
  }

  /**
   * A copy that has all of {@code columns}, made now if it is worth it.
   *
   * @param execution what reads it
   * @param first whether a copy is worth it although the version was not read here before
   * @return empty when the table itself is to be read
   * @throws SQLException when the statement ends for it: the table cannot be read, or nobody waits
   */
  Optional<Lease> lease(
      Filling filling,
      Execution execution,
      LanceTableScan scan,
      List<Integer> columns,
      boolean first)
      throws SQLException {
    Optional<TableVersion> version = scan.version(execution);
    if (version.isEmpty()) {
      return Optional.empty();
    }
    Version known;
    Set<Integer> wanted = new TreeSet<>(columns.isEmpty() ? List.of(0) : columns);
    synchronized (this) {
      known = versions.computeIfAbsent(version.get(), v -> new Version());
      known.reads++;
      Optional<Lease> ready = ready(known, columns);
      if (ready.isPresent()) {
        return ready;
      }
      if ((known.reads < COPYING_READ && !first) || known.refused || known.busy) {
        return Optional.empty();
      }
      Copy before = known.copy;
      if (before != null) {
        wanted.addAll(before.columns);
      }
      known.busy = true;
    }
    try {
      makeRoom(guess(scan, wanted, version.get().rows()));
      dropUnused(filling.connection());
      Optional<Copy> made = copy(filling, execution, scan, wanted, version.get().rows());
      synchronized (this) {
        made.ifPresent(copy -> replace(known, copy));
        known.refused = !known.has(columns) && mostBytes == limit;
      }
      dropUnused(filling.connection());
    } finally {
      synchronized (this) {
        known.busy = false;
      }
    }
    return ready(known, columns);
  }

  private synchronized Optional<Lease> ready(Version version, List<Integer> columns) {
    Copy copy = version.copy;
    return copy != null && copy.columns.containsAll(columns)
        ? Optional.of(new Lease(copy))
        : Optional.empty();
  }

  /** Bytes that a copy of some columns takes, about. */
  static long guess(LanceTableScan scan, Collection<Integer> columns, long rows) {
    return rows * (8L * columns.size() + TEXT_OVERHEAD * texts(scan, columns));
  }

  private static long texts(LanceTableScan scan, Collection<Integer> columns) {
    return columns.stream()
        .filter(i -> scan.source().columns().get(i).type().getSqlTypeName() == SqlTypeName.VARCHAR)
        .count();
  }

  private Optional<Copy> copy(
      Filling filling, Execution execution, LanceTableScan scan, Set<Integer> columns, long rows)
      throws SQLException {
    if (guess(scan, columns, rows) > mostBytes) {
      return Optional.empty();
    }
    String name = name();
    String select =
        columns.stream()
            .map(
                i ->
                    ExpressionToSql.cast("\"c" + i + "\"", scan.source().columns().get(i).type())
                        + " AS c"
                        + i)
            .collect(Collectors.joining(", ", "SELECT ", " FROM "));
    ArrowReader source = scan.ofAllRows().open(execution, List.copyOf(columns));
    String view = "source_of_" + name;
    return filling.fill(name, view, select + view, source, mostBytes)
        ? Optional.of(
            new Copy(
                name, columns, source.bytesRead() + rows * TEXT_OVERHEAD * texts(scan, columns)))
        : Optional.empty();
  }

  private synchronized String name() {
    return "copy" + names++;
  }

  private synchronized void replace(Version version, Copy made) {
    Copy before = version.copy;
    if (before != null) {
      retire(version, before);
    }
    version.copy = made;
    bytes += made.bytes;
    makeRoom(0);
  }

  /** Retires copies that nobody reads, those that were used last at last. */
  private synchronized void makeRoom(long wanted) {
    Iterator<Map.Entry<TableVersion, Version>> oldest = versions.entrySet().iterator();
    while (oldest.hasNext()) {
      Map.Entry<TableVersion, Version> entry = oldest.next();
      Version version = entry.getValue();
      boolean forgotten = entry.getKey().isGone() || versions.size() > MOST_VERSIONS;
      Copy copy = version.copy;
      boolean idle = copy == null ? !version.busy : copy.leases == 0;
      if (idle && copy != null && (forgotten || bytes + wanted > mostBytes)) {
        retire(version, copy);
      }
      if (idle && forgotten) {
        oldest.remove();
      }
    }
  }

  private void retire(Version version, Copy copy) {
    version.copy = null;
    bytes -= copy.bytes;
    copy.replaced = true;
    if (copy.leases == 0) {
      unused.add(copy.name);
    }
  }

  private void dropUnused(DuckDBConnection connection) throws SQLException {
    List<String> gone;
    synchronized (this) {
      gone = List.copyOf(unused);
      unused.clear();
    }
    try (Statement statement = connection.createStatement()) {
      for (String copy : gone) {
        statement.execute("DROP TABLE IF EXISTS " + copy);
      }
    }
  }
}
