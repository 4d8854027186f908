package org.omnigraph.query.catalog;

import java.util.List;
import java.util.Optional;
import org.omnigraph.engine.Graph;

/**
 * The metadata of one graph as clients list it. Reads the graph at each call; safe for use by many
 * threads.
 */
public final class CatalogReader {
  private final SystemView view;

  /**
   * @param catalog the name under which the graph is served
   */
  public CatalogReader(String catalog, Graph graph) {
    this(catalog, graph, Visibility.ALL);
  }

  /** As above, for one who may see some of it. */
  public CatalogReader(String catalog, Graph graph, Visibility visibility) {
    this(catalog, GraphSource.of(graph).seenBy(catalog, visibility));
  }

  private CatalogReader(String catalog, GraphSource graph) {
    this.view = new SystemView(catalog, graph);
  }

  /** Every branch and the system schemas, sorted. */
  public List<String> schemas() {
    return view.schemas();
  }

  /** The schemas that describe the graph itself. */
  public static List<String> systemSchemas() {
    return List.of(SystemTable.INFORMATION_SCHEMA, SystemTable.OMNIGRAPH_CATALOG);
  }

  /**
   * The tables of one schema, sorted by name.
   *
   * @param schema a branch, a system schema or {@code branch@commit}
   */
  public List<TableInfo> tables(String schema) {
    return view.tables(schema);
  }

  /** The table of exactly that name. */
  public Optional<TableInfo> table(String schema, String name) {
    return tables(schema).stream().filter(t -> t.name().equals(name)).findFirst();
  }
}
