package org.omnigraph.query.catalog;

import org.omnigraph.engine.error.PolicyDenied;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.query.running.Origin;

/** What one caller may see. Asked anew for each statement, so that the answers may change. */
public interface Visibility {
  /** Whoever works in this process sees everything. */
  Visibility ALL =
      new Visibility() {
        @Override
        public boolean seesBranch(String graph, BranchName branch) {
          return true;
        }

        @Override
        public void requireRead(String graph, BranchName branch) {}

        @Override
        public boolean seesStatement(Origin origin) {
          return true;
        }
      };

  /** Whether a branch of a graph may be read. */
  boolean seesBranch(String graph, BranchName branch);

  /**
   * Refuses to read a branch that may not be.
   *
   * @throws PolicyDenied naming the caller, the graph, the branch and what is missing
   */
  void requireRead(String graph, BranchName branch);

  /** Whether a statement that is worked on may be seen. */
  boolean seesStatement(Origin origin);
}
