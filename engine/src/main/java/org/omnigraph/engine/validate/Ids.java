package org.omnigraph.engine.validate;

import org.apache.arrow.vector.FieldVector;
import org.omnigraph.engine.pending.fact.IdSet;
import org.omnigraph.engine.pending.key.ByteBuilder;
import org.omnigraph.engine.pending.key.KeyColumn;
import org.omnigraph.engine.pending.key.KeyHasher;

/** Looks the ids of a committed column up in a set of staged ids. */
final class Ids {
  private final KeyHasher hasher = new KeyHasher();
  private final ByteBuilder bytes = new ByteBuilder();

  /** The id's number in {@code set}, negative when it has none. */
  int number(IdSet set, KeyColumn column, int row) {
    return set.find(hash(column, row));
  }

  KeyHasher hash(KeyColumn column, int row) {
    column.appendIdentity(row, bytes.clear());
    return hasher.hash(bytes);
  }

  static KeyColumn column(FieldVector vector) {
    return KeyColumn.of(vector);
  }
}
