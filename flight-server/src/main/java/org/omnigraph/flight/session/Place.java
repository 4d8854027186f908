package org.omnigraph.flight.session;

import java.util.Optional;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.flight.auth.Role;
import org.omnigraph.query.QueryContext;

/**
 * Where a call works.
 *
 * @param graphs all graphs
 * @param catalog the current graph's name
 * @param branch the current branch
 * @param snapshot a commit to read instead of the branch's head
 */
public record Place(Graphs graphs, String catalog, BranchName branch, Optional<CommitId> snapshot) {

  public Graph graph() {
    return graphs.named(catalog);
  }

  /** The same place, seen at a commit when one is given. */
  public Place at(Optional<CommitId> commit) {
    return commit.isPresent() ? new Place(graphs, catalog, branch, commit) : this;
  }

  public Place on(BranchName otherBranch) {
    return new Place(graphs, catalog, otherBranch, snapshot);
  }

  public QueryContext context() {
    return new QueryContext(graphs.visible(), catalog, branch, snapshot).seenBy(graphs.access());
  }

  /**
   * Refuses to write into the past, and where the caller may not.
   *
   * @throws InvalidRequest when the place is pinned to a snapshot
   * @throws org.omnigraph.engine.error.PolicyDenied without the role for it
   */
  public void requireWritable() {
    graphs.access().require(Role.WRITE, catalog, branch);
    requireNoSnapshot();
  }

  /**
   * Refuses to write into the past.
   *
   * @throws InvalidRequest when the place is pinned to a snapshot
   */
  public void requireNoSnapshot() {
    if (snapshot.isPresent()) {
      throw new InvalidRequest(
          "this session reads the snapshot "
              + snapshot.get()
              + " and cannot write; clear the session option snapshot (or the header"
              + " x-omnigraph-snapshot) first");
    }
  }
}
