package org.omnigraph.engine.write;

import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.omnigraph.engine.authority.Authority;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.id.TypeKey;

/**
 * A write that is valid on a captured branch state, with its transactions staged.
 *
 * @param kept files for the next attempt, should this one come too late
 */
record Prepared(
    WriteRequest request, Authority.Captured captured, List<PreparedTable> tables, KeptFiles kept) {
  Prepared {
    tables = List.copyOf(tables);
  }

  List<TypeKey> keys() {
    return tables.stream().map(table -> table.entry().key()).toList();
  }

  Receipt receipt(Optional<CommitId> commit, long version) {
    TreeMap<TypeKey, Long> written = new TreeMap<>();
    TreeMap<TypeKey, Long> deleted = new TreeMap<>();
    for (PreparedTable table : tables) {
      written.put(table.entry().key(), table.written());
      if (table.deleted() > 0) {
        deleted.put(table.entry().key(), table.deleted());
      }
    }
    return new Receipt(commit, version, written, deleted);
  }
}
