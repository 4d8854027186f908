package org.omnigraph.flight.auth;

import org.omnigraph.engine.error.PolicyDenied;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.query.catalog.Visibility;
import org.omnigraph.query.running.Origin;

/** What one caller may do. Safe for use by many threads. */
public final class Access implements Visibility {
  private static final String ANY = "*";

  private final Principal caller;
  private final Roles roles;

  Access(Principal caller, Roles roles) {
    this.caller = caller;
    this.roles = roles;
  }

  public Principal caller() {
    return caller;
  }

  /** Whether a role or one that includes it is given on a branch. */
  public boolean has(Role needed, String graph, BranchName branch) {
    return roles.isOpen()
        || roles.grants(caller).stream().anyMatch(g -> g.gives(needed, graph, branch.value()));
  }

  /**
   * Refuses what a role on a branch is needed for.
   *
   * @throws PolicyDenied naming the caller, the graph, the branch and the role
   */
  public void require(Role needed, String graph, BranchName branch) {
    if (!has(needed, graph, branch)) {
      throw denied(needed, graph, branch.value());
    }
  }

  /** Whether any branch of a graph may be read. */
  public boolean seesGraph(String graph) {
    return roles.isOpen()
        || roles.grants(caller).stream().anyMatch(grant -> grant.graph().matches(graph));
  }

  /**
   * Refuses a graph of which nothing may be read.
   *
   * @throws PolicyDenied as {@link #require}
   */
  public void requireGraph(String graph) {
    if (!seesGraph(graph)) {
      throw denied(Role.READ, graph, ANY);
    }
  }

  /** Whether the statements of others may be seen and ended. */
  public boolean isAdminOfAll() {
    return roles.grants(caller).stream().anyMatch(Grant::isAdminOfAll);
  }

  @Override
  public boolean seesBranch(String graph, BranchName branch) {
    return has(Role.READ, graph, branch);
  }

  @Override
  public void requireRead(String graph, BranchName branch) {
    require(Role.READ, graph, branch);
  }

  @Override
  public boolean seesStatement(Origin origin) {
    return roles.isOpen() || origin.actor().equals(caller.name()) || isAdminOfAll();
  }

  private PolicyDenied denied(Role needed, String graph, String branch) {
    return new PolicyDenied(
        caller.name().map(name -> "'" + name + "'").orElse("an anonymous caller")
            + " needs the role "
            + needed
            + " on "
            + (branch.equals(ANY) ? "some branch" : "branch '" + branch + "'")
            + " of graph '"
            + graph
            + "'; the server's role file does not give it");
  }
}
