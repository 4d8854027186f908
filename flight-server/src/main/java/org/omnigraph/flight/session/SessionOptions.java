package org.omnigraph.flight.session;

import java.util.Optional;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;

/**
 * What a session has chosen; empty means the default.
 *
 * @param catalog a graph's name, as configured
 * @param branch a branch of that graph
 * @param snapshot a commit to read instead of the branch's head
 */
public record SessionOptions(
    Optional<String> catalog, Optional<BranchName> branch, Optional<CommitId> snapshot) {
  static final SessionOptions NONE =
      new SessionOptions(Optional.empty(), Optional.empty(), Optional.empty());

  /** Another graph; what was chosen inside the old one is forgotten. */
  public SessionOptions withCatalog(Optional<String> name) {
    return name.equals(catalog)
        ? this
        : new SessionOptions(name, Optional.empty(), Optional.empty());
  }

  /** Another branch, seen at its head unless a commit comes with it. */
  public SessionOptions withBranch(Optional<BranchName> name, Optional<CommitId> commit) {
    return new SessionOptions(catalog, name, commit);
  }

  public SessionOptions withSnapshot(Optional<CommitId> commit) {
    return new SessionOptions(catalog, branch, commit);
  }
}
