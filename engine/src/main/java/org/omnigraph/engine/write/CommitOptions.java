package org.omnigraph.engine.write;

import java.util.Optional;
import org.omnigraph.engine.id.CommitId;

/**
 * Who commits, and under which condition.
 *
 * @param actor who writes, for the commit log
 * @param expectedHead the head that the branch must have, when the write is conditional
 */
public record CommitOptions(Optional<String> actor, Optional<CommitId> expectedHead) {
  public static final CommitOptions ANONYMOUS =
      new CommitOptions(Optional.empty(), Optional.empty());

  public static CommitOptions by(String actor) {
    return new CommitOptions(Optional.of(actor), Optional.empty());
  }
}
