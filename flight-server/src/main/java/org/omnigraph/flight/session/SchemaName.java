package org.omnigraph.flight.session;

import java.util.Optional;
import org.omnigraph.engine.id.BranchName;

/**
 * A schema name as SQL spells it: {@code main}, or {@code main@} and a moment.
 *
 * @param branch the part before the sign
 * @param moment the part after it, a commit id or a time
 */
public record SchemaName(BranchName branch, Optional<String> moment) {
  public static SchemaName parse(String text) {
    int at = text.indexOf('@');
    if (at < 0 || at == text.length() - 1) {
      return new SchemaName(BranchName.of(at < 0 ? text : text.substring(0, at)), Optional.empty());
    }
    return new SchemaName(
        BranchName.of(text.substring(0, at)), Optional.of(text.substring(at + 1)));
  }

  @Override
  public String toString() {
    return branch + moment.map(m -> "@" + m).orElse("");
  }
}
