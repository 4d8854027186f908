package org.omnigraph.engine.table;

import java.util.Map;
import java.util.OptionalLong;

/**
 * The transaction that made a table version, as storage keeps it.
 *
 * @param operation what it did, in the storage's own word: {@code Update}, {@code Restore}, {@code
 *     Rewrite} …
 * @param restored for a {@code Restore}, the version whose content came back
 * @param properties what its writer noted beside it
 */
public record TableTransaction(
    TransactionId id, String operation, OptionalLong restored, Map<String, String> properties) {
  public TableTransaction {
    properties = Map.copyOf(properties);
  }

  /** Whether it left every row as it was, and only laid rows out anew. */
  public boolean keepsRows() {
    return operation.equals("Rewrite") || operation.equals("ReserveFragments");
  }

  /** Whether it brought back the content of {@code version}. */
  public boolean restores(long version) {
    return restored.isPresent() && restored.getAsLong() == version;
  }
}
