package org.omnigraph.query.memtable;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.pending.FrozenRows;
import org.omnigraph.engine.pending.MutationStaging;

/**
 * The tables that a transaction had touched when a statement was planned, as they were then. They
 * live until everybody who took them has given them back; safe for use by many threads.
 */
public final class MemTables implements AutoCloseable {
  private final Map<TypeKey, FrozenRows> tables = new TreeMap<>();
  private int holders = 1;

  private MemTables() {}

  /** No table at all. */
  public static MemTables none() {
    return new MemTables();
  }

  /**
   * Those of some types that a staging has touched. The caller holds them, and closes them.
   *
   * @param types what a statement reads
   */
  public static MemTables of(MutationStaging staging, Collection<TypeKey> types) {
    MemTables made = new MemTables();
    try {
      for (TypeKey type : types) {
        if (!made.tables.containsKey(type)) {
          staging.freeze(type).ifPresent(rows -> made.tables.put(type, rows));
        }
      }
      return made;
    } catch (RuntimeException e) {
      made.close();
      throw e;
    }
  }

  /** The table of a type, if it was touched. */
  public Optional<MemTable> table(TypeKey type) {
    return Optional.ofNullable(tables.get(type)).map(MemTable::new);
  }

  /**
   * One more holder, who closes it in turn.
   *
   * @throws NotFound when the last one has gone
   */
  public synchronized void hold() {
    if (holders == 0) {
      throw new NotFound("this result is kept no longer; run the statement again");
    }
    holders++;
  }

  /** Bytes of memory that only these keep, and no staging. */
  public synchronized long keptBytes() {
    return tables.values().stream().mapToLong(FrozenRows::keptBytes).sum();
  }

  /** One holder less; the last one frees the rows. */
  @Override
  public synchronized void close() {
    if (holders > 0 && --holders == 0) {
      tables.values().forEach(FrozenRows::close);
      tables.clear();
    }
  }
}
