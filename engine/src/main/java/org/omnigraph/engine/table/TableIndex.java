package org.omnigraph.engine.table;

import java.util.List;

/**
 * An index that a version of a table has.
 *
 * @param columns the indexed columns, by name
 * @param kind in the storage's own word: {@code BTREE}, {@code INVERTED}, {@code IVF_PQ} …
 */
public record TableIndex(String name, List<String> columns, String kind) {
  public TableIndex {
    columns = List.copyOf(columns);
  }
}
