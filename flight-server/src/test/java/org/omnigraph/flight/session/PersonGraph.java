package org.omnigraph.flight.session;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.flight.auth.Access;

/** A graph with one type of nodes, and the place where its branch main is. */
record PersonGraph(Graph graph, Place place) implements AutoCloseable {
  static PersonGraph in(Path folder, Access access) {
    Graph graph =
        Graph.init(
            folder.resolve("g").toString(),
            "node Person {\n    name: String @key\n}\n",
            GraphConfig.defaults());
    Graphs graphs = new Graphs(Map.of("g", graph), access);
    return new PersonGraph(graph, new Place(graphs, "g", BranchName.MAIN, Optional.empty()));
  }

  @Override
  public void close() {
    graph.close();
  }
}
