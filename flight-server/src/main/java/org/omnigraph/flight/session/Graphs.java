package org.omnigraph.flight.session;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.query.catalog.CatalogReader;

/**
 * The graphs of a server by catalog name, in the order of its configuration.
 *
 * @param byName open graphs, owned by the server
 */
public record Graphs(Map<String, Graph> byName) {
  public Graphs {
    byName = Collections.unmodifiableMap(new LinkedHashMap<>(byName));
  }

  public List<String> names() {
    return List.copyOf(byName.keySet());
  }

  /**
   * The graph of that exact name.
   *
   * @throws NotFound listing the names there are
   */
  public Graph named(String name) {
    Graph graph = byName.get(name);
    if (graph == null) {
      throw new NotFound("no graph '" + name + "' is served here; there are " + names());
    }
    return graph;
  }

  /**
   * The name as configured: an exact match, else the only one that differs in case.
   *
   * @throws NotFound listing the names there are
   */
  public String spelled(String name) {
    if (byName.containsKey(name)) {
      return name;
    }
    List<String> same = names().stream().filter(name::equalsIgnoreCase).toList();
    if (same.size() == 1) {
      return same.get(0);
    }
    throw new NotFound("no graph '" + name + "' is served here; there are " + names());
  }

  /**
   * Refuses a branch that a graph does not have; a system schema passes for one.
   *
   * @throws NotFound listing the branches there are
   */
  public void requireBranch(String name, BranchName branch) {
    boolean known =
        branch.equals(BranchName.MAIN)
            || CatalogReader.systemSchemas().contains(branch.value())
            || named(name).branches().contains(branch);
    if (!known) {
      throw new NotFound(
          "graph '" + name + "' has no branch '" + branch + "'; it has " + named(name).branches());
    }
  }

  /** The graph that needs no naming: the only one. */
  public Optional<String> implied() {
    return byName.size() == 1 ? Optional.of(names().get(0)) : Optional.empty();
  }

  /**
   * The graph that needs no naming.
   *
   * @throws InvalidRequest when there are several
   */
  public String impliedOrThrow() {
    return implied()
        .orElseThrow(
            () ->
                new InvalidRequest(
                    "several graphs are served here, name one of "
                        + names()
                        + " with the header x-omnigraph-graph or the session option catalog"));
  }
}
