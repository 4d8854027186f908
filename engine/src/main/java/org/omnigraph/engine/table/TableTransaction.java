package org.omnigraph.engine.table;

import java.util.OptionalLong;

/**
 * The transaction that made a table version, as storage keeps it.
 *
 * @param operation what it did, in the storage's own word: {@code Update}, {@code Restore}, {@code
 *     Rewrite} …
 * @param restored for a {@code Restore}, the version whose content came back
 */
public record TableTransaction(TransactionId id, String operation, OptionalLong restored) {

  /** Whether it brought back the content of {@code version}. */
  public boolean restores(long version) {
    return restored.isPresent() && restored.getAsLong() == version;
  }
}
