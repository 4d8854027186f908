package org.omnigraph.flight.session;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.engine.error.PolicyDenied;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.flight.auth.Access;
import org.omnigraph.query.catalog.CatalogReader;
import org.omnigraph.query.catalog.GraphSource;
import org.omnigraph.query.catalog.Moment;

/**
 * The graphs of a server by catalog name, in the order of its configuration, as one caller may see
 * them.
 *
 * @param all open graphs, owned by the server
 * @param access what the caller may do
 */
public record Graphs(Map<String, Graph> all, Access access) {
  public Graphs {
    all = Collections.unmodifiableMap(new LinkedHashMap<>(all));
  }

  /** The graphs of which the caller may read something. */
  public List<String> names() {
    return all.keySet().stream().filter(access::seesGraph).toList();
  }

  /** As {@link #names}, with the graphs. */
  public Map<String, Graph> visible() {
    Map<String, Graph> visible = new LinkedHashMap<>(all);
    visible.keySet().removeIf(name -> !access.seesGraph(name));
    return visible;
  }

  /**
   * The graph of that exact name.
   *
   * @throws PolicyDenied when the caller may read nothing of a graph of that name, served or not
   * @throws NotFound listing the names there are
   */
  public Graph named(String name) {
    access.requireGraph(name);
    Graph graph = all.get(name);
    if (graph == null) {
      throw notServed(name);
    }
    return graph;
  }

  /**
   * The name as configured: an exact match, else the only one that differs in case.
   *
   * @throws PolicyDenied when the caller may read nothing of a graph of that name, served or not
   * @throws NotFound listing the names there are
   */
  public String spelled(String name) {
    List<String> names = names();
    if (names.contains(name)) {
      return name;
    }
    List<String> same = names.stream().filter(name::equalsIgnoreCase).toList();
    if (same.size() == 1) {
      return same.get(0);
    }
    access.requireGraph(name);
    throw notServed(name);
  }

  private NotFound notServed(String name) {
    return new NotFound("no graph '" + name + "' is served here; there are " + names());
  }

  /**
   * Refuses a branch that a graph does not have or that the caller may not read; a system schema
   * passes for one.
   *
   * @throws NotFound listing the branches there are
   * @throws PolicyDenied when the caller may not read it
   */
  public void requireBranch(String name, BranchName branch) {
    Graph graph = named(name);
    if (CatalogReader.systemSchemas().contains(branch.value())) {
      return;
    }
    access.requireRead(name, branch);
    if (!branch.equals(BranchName.MAIN) && !graph.branches().contains(branch)) {
      throw new NotFound(
          "graph '" + name + "' has no branch '" + branch + "'; it has " + source(name).branches());
    }
  }

  private GraphSource source(String name) {
    return GraphSource.of(named(name)).seenBy(name, access);
  }

  /**
   * The commit that a branch had at a moment.
   *
   * @param moment a commit id of the branch, or a time
   * @throws NotFound when the branch did not have one
   */
  public CommitId commit(String name, BranchName branch, String moment) {
    return Moment.parse(moment)
        .snapshot(source(name), branch)
        .commit()
        .orElseThrow(() -> new NotFound("branch '" + branch + "' had no commit at " + moment));
  }

  /** As {@link #commit}, also for a commit of another branch. */
  public CommitId anyCommit(String name, BranchName branch, String moment) {
    if (Moment.parse(moment) instanceof Moment.Commit commit) {
      source(name).snapshotAt(commit.id());
      return commit.id();
    }
    return commit(name, branch, moment);
  }

  /** The graph that needs no naming: the only one that the caller may read. */
  public Optional<String> implied() {
    List<String> names = names();
    return names.size() == 1 ? Optional.of(names.get(0)) : Optional.empty();
  }

  /**
   * The graph that needs no naming.
   *
   * @throws InvalidRequest when there are several
   * @throws PolicyDenied when the caller may read nothing of any
   */
  public String impliedOrThrow() {
    if (!all.isEmpty() && names().isEmpty()) {
      access.requireGraph(all.keySet().iterator().next());
    }
    return implied()
        .orElseThrow(
            () ->
                new InvalidRequest(
                    "several graphs are served here, name one of "
                        + names()
                        + " with the header x-omnigraph-graph or the session option catalog"));
  }
}
