package org.omnigraph.engine.write;

import java.util.Map;
import java.util.Optional;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.id.TypeKey;

/**
 * What a write did.
 *
 * @param commit the published commit; empty when the request changed nothing and made no commit
 * @param manifestVersion the version of {@code __manifest} that shows it
 * @param written rows inserted, updated or replaced, by type
 * @param deleted rows deleted, by type
 */
public record Receipt(
    Optional<CommitId> commit,
    long manifestVersion,
    Map<TypeKey, Long> written,
    Map<TypeKey, Long> deleted) {
  public Receipt {
    written = Map.copyOf(written);
    deleted = Map.copyOf(deleted);
  }
}
