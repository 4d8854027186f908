package org.omnigraph.flight.session;

import java.util.Optional;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;

/**
 * A schema name as SQL spells it: {@code main}, or {@code main@} and a commit id.
 *
 * @param branch the part before the sign
 * @param snapshot the part after it
 */
public record SchemaName(BranchName branch, Optional<CommitId> snapshot) {
  public static SchemaName parse(String text) {
    int at = text.indexOf('@');
    if (at < 0 || at == text.length() - 1) {
      return new SchemaName(BranchName.of(at < 0 ? text : text.substring(0, at)), Optional.empty());
    }
    return new SchemaName(
        BranchName.of(text.substring(0, at)), Optional.of(new CommitId(text.substring(at + 1))));
  }

  @Override
  public String toString() {
    return branch + snapshot.map(commit -> "@" + commit).orElse("");
  }
}
