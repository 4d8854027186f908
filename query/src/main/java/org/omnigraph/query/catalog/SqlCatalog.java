package org.omnigraph.query.catalog;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.schema.Schema;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.impl.AbstractSchema;
import org.apache.calcite.schema.lookup.Lookup;
import org.apache.calcite.schema.lookup.Named;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.NotFound;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.CommitId;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.manifest.Snapshot;
import org.omnigraph.engine.manifest.TableEntry;
import org.omnigraph.engine.schema.GraphType;

/**
 * Calcite's tree graph → branch → type for one statement. Each schema that the statement names is
 * read at one snapshot, taken when it is first named. Planning is for one thread; {@link #snapshot}
 * for any.
 */
public final class SqlCatalog {
  private final Map<String, GraphSource> graphs;
  private final SchemaRef current;
  private final Optional<CommitId> pinned;
  private final Optional<String> user;
  private final Map<SchemaRef, Snapshot> snapshots = new LinkedHashMap<>();
  private final Map<SchemaRef, Changes> changes = new HashMap<>();
  private final Set<SchemaRef> chosen = new HashSet<>();
  private final List<GraphTable> named = new ArrayList<>();

  /**
   * @param graphs catalog name to graph
   * @param current what an unqualified table name means
   * @param pinned the commit at which the current schema is read instead of its head
   */
  public SqlCatalog(Map<String, GraphSource> graphs, SchemaRef current, Optional<CommitId> pinned) {
    this(graphs, current, pinned, Optional.empty());
  }

  private SqlCatalog(
      Map<String, GraphSource> graphs,
      SchemaRef current,
      Optional<CommitId> pinned,
      Optional<String> user) {
    this.graphs = graphs;
    this.current = current;
    this.pinned = pinned;
    this.user = user;
  }

  /**
   * As above, with the current schema at a snapshot that was taken before.
   *
   * @param at of the branch that {@code current} names
   */
  public SqlCatalog(Map<String, GraphSource> graphs, SchemaRef current, Snapshot at) {
    this(graphs, current, Optional.empty());
    snapshots.put(current, at);
  }

  /**
   * The same for a statement of somebody, before it has named anything.
   *
   * @param caller the name of who asked, if that is known
   */
  public SqlCatalog usedBy(Optional<String> caller) {
    SqlCatalog used = new SqlCatalog(graphs, current, pinned, caller);
    used.snapshots.putAll(snapshots);
    return used;
  }

  /** Who asked, if that is known. */
  public Optional<String> user() {
    return user;
  }

  /** The root of the tree. */
  public CalciteSchema root() {
    Lookup<Schema> catalogs =
        new Names<>(
            () -> List.copyOf(graphs.keySet()),
            name -> graphs.containsKey(name) ? Optional.of(catalog(name)) : Optional.empty());
    return CalciteSchema.createRootSchema(false, false, "", new Node(Lookup.empty(), catalogs));
  }

  /** Where unqualified names are looked up, first to last. */
  public List<List<String>> searchPath() {
    return List.of(List.of(current.graph(), current.schema()), List.of(current.graph()), List.of());
  }

  public SchemaRef current() {
    return current;
  }

  /**
   * The snapshot at which a schema is read; for one that a parameter chooses, that of the branch
   * which the statement is planned for.
   *
   * @throws NotFound when there is no such branch or commit
   */
  public synchronized Snapshot snapshot(SchemaRef schema) {
    SchemaRef planned =
        schema.parameter().isPresent() ? new SchemaRef(schema.graph(), schema.branch()) : schema;
    return snapshots.computeIfAbsent(planned, this::read);
  }

  private Snapshot read(SchemaRef schema) {
    GraphSource graph = source(schema.graph());
    if (schema.isPast()) {
      return schema.moment().snapshot(graph, BranchName.of(schema.branch()));
    }
    return schema.equals(current) && pinned.isPresent()
        ? graph.snapshotAt(pinned.get())
        : graph.snapshot(BranchName.of(schema.schema()));
  }

  public GraphSource source(String graph) {
    GraphSource source = graphs.get(graph);
    if (source == null) {
      throw new NotFound("no graph '" + graph + "' is served; there are " + graphs.keySet());
    }
    return source;
  }

  /**
   * The schema of a table's name.
   *
   * @param qualifier what stands before the name: nothing, a schema, or a graph and a schema
   */
  public SchemaRef qualified(List<String> qualifier) {
    int parts = qualifier.size();
    if (parts == 0) {
      return current;
    }
    String graph =
        parts == 1 ? current.graph() : spelled(qualifier.get(parts - 2), graphs.keySet());
    String schema = qualifier.get(parts - 1);
    return new SchemaRef(graph, spelled(schema, new SystemView(graph, source(graph)).schemas()));
  }

  /**
   * Refuses a schema that there is not.
   *
   * @throws NotFound with the schemas there are
   */
  public void requireSchema(SchemaRef schema) {
    List<String> schemas = new SystemView(schema.graph(), source(schema.graph())).schemas();
    if (!schemas.contains(schema.branch())) {
      throw new NotFound("there is no schema '" + schema.schema() + "'; there are " + schemas);
    }
  }

  private static String spelled(String name, Collection<String> names) {
    Names<String> known =
        new Names<>(
            () -> List.copyOf(names), n -> names.contains(n) ? Optional.of(n) : Optional.empty());
    Named<String> found = known.getIgnoreCase(name);
    return found == null ? name : found.name();
  }

  /**
   * What a text names as the state of a graph: a branch as the statement sees it, {@code
   * branch@moment}, a time on the current branch, or a commit of any branch.
   *
   * @throws NotFound when it names nothing
   */
  public SchemaRef state(String text) {
    String graph = current.graph();
    SchemaRef named = new SchemaRef(graph, text);
    requireNoParameter(named);
    if (hasBranch(graph, named.branch())) {
      return named;
    }
    if (named.isPast()) {
      throw new NotFound("branch '" + named.branch() + "' not found; " + has(graph));
    }
    Moment moment = Moment.parse(text);
    if (!(moment instanceof Moment.Commit commit)) {
      return current.at(moment);
    }
    try {
      Snapshot published = source(graph).snapshotAt(commit.id());
      return new SchemaRef(graph, published.branch().value()).at(moment);
    } catch (NotFound e) {
      throw new NotFound(
          "'"
              + text
              + "' is no branch, no commit and no time; "
              + has(graph)
              + ", and their"
              + " commits are in omnigraph_catalog.commits",
          e);
    }
  }

  private static void requireNoParameter(SchemaRef named) {
    if (named.parameter().isPresent()) {
      throw new InvalidRequest(
          "'" + named.schema() + "' is no state; a parameter stands alone, without quotes");
    }
  }

  /** Names a schema that a parameter chooses, for the statement that is planned now. */
  public SchemaRef chosen(SchemaRef byParameter) {
    chosen.add(byParameter);
    return byParameter;
  }

  /**
   * The schema that a parameter chooses.
   *
   * @param byParameter a schema that a parameter chooses
   * @param text the argument: a moment of the branch, or what {@link #state} takes
   * @throws InvalidRequest when it is no moment
   * @throws NotFound when it names nothing
   */
  public SchemaRef chosenBy(SchemaRef byParameter, String text) {
    String stripped = text.strip();
    if (byParameter.isState()) {
      return state(stripped);
    }
    if (stripped.isEmpty() || stripped.indexOf('@') >= 0) {
      throw new InvalidRequest(
          "'"
              + text
              + "' is no moment; bind a time or a commit id, and write another branch before"
              + " the table");
    }
    return byParameter.at(Moment.parse(stripped));
  }

  private String has(String graph) {
    return "the graph has the branches " + source(graph).branches();
  }

  /** The name of a schema whose tables are the changes between two states of the current graph. */
  public SchemaRef changes(SchemaRef from, SchemaRef to) {
    Changes between = new Changes(from, to);
    changes.put(between.schema(), between);
    return between.schema();
  }

  private record Changes(SchemaRef from, SchemaRef to) {
    String graph() {
      return from.graph();
    }

    SchemaRef schema() {
      return new SchemaRef(graph(), "changes from " + from.schema() + " to " + to.schema());
    }
  }

  /** The tables that the statement has named so far, for messages. */
  public List<GraphTable> named() {
    return List.copyOf(named);
  }

  /** How a type of the current schema is named in full: graph, branch, table. */
  public List<String> path(TypeKey type) {
    return List.of(
        current.graph(),
        current.schema(),
        TypeNames.of(source(current.graph()).schema()).name(type));
  }

  /** The names of tables in a schema, for messages. */
  public List<String> tableNames(SchemaRef schema) {
    return new SystemView(schema.graph(), source(schema.graph()))
        .tables(schema.schema()).stream().map(TableInfo::name).toList();
  }

  /**
   * The names of the tables in a schema, or of the schemas in a graph, for messages; none where
   * there is no such place.
   *
   * @param path a graph, or a graph and a schema
   */
  public List<String> namesWithin(List<String> path) {
    GraphSource graph = graphs.get(path.get(0));
    if (graph == null) {
      return List.of();
    }
    SystemView view = new SystemView(path.get(0), graph);
    return path.size() == 1
        ? view.schemas()
        : view.tables(path.get(1)).stream().map(TableInfo::name).toList();
  }

  private Schema catalog(String graph) {
    GraphSource source = source(graph);
    Lookup<Schema> schemas =
        new Names<>(
            () -> new SystemView(graph, source).schemas(),
            name -> schema(new SchemaRef(graph, name)));
    return new Node(Lookup.empty(), schemas);
  }

  private Optional<Schema> schema(SchemaRef schema) {
    Changes between = changes.get(schema);
    if (between != null) {
      return Optional.of(changesSchema(between));
    }
    if (SystemTables.isSystemSchema(schema.schema())) {
      return Optional.of(systemSchema(schema));
    }
    boolean named = schema.parameter().isEmpty() || chosen.contains(schema);
    return named && isReadable(schema) ? Optional.of(branchSchema(schema)) : Optional.empty();
  }

  /** Whether there is a branch, or its past, or a schema of changes of that name. */
  public boolean has(SchemaRef schema) {
    return changes.containsKey(schema) || isReadable(schema);
  }

  /** A branch, also at a moment. */
  private boolean isReadable(SchemaRef schema) {
    GraphSource graph = graphs.get(schema.graph());
    return graph != null && graph.hasBranch(schema.branch());
  }

  private boolean hasBranch(String graph, String branch) {
    return source(graph).hasBranch(branch);
  }

  private Schema branchSchema(SchemaRef schema) {
    Map<String, GraphType> types = TypeNames.of(source(schema.graph()).schema()).types();
    Lookup<Table> tables =
        new Names<>(
            () -> List.copyOf(types.keySet()),
            name -> Optional.ofNullable(types.get(name)).map(type -> table(schema, name, type)));
    return new Node(tables, Lookup.empty());
  }

  private Table table(SchemaRef schema, String name, GraphType type) {
    Snapshot at = snapshot(schema);
    long rows = at.table(type.key()).rowCount();
    TableStatistics statistics = source(schema.graph()).statistics(at, type.key());
    GraphTable table = new GraphTable(schema, name, type, rows, statistics);
    named.add(table);
    return table;
  }

  private Schema changesSchema(Changes between) {
    Map<String, GraphType> types = TypeNames.of(source(between.graph()).schema()).types();
    Lookup<Table> tables =
        new Names<>(
            () -> List.copyOf(types.keySet()),
            name -> Optional.ofNullable(types.get(name)).map(t -> changesTable(between, name, t)));
    return new Node(tables, Lookup.empty());
  }

  private Table changesTable(Changes between, String name, GraphType type) {
    return new ChangesTable(side(between.from(), name, type), side(between.to(), name, type));
  }

  /**
   * The table in one of two snapshots that are compared; one that has no such table has no rows.
   */
  private GraphTable side(SchemaRef schema, String name, GraphType type) {
    TableEntry entry = snapshot(schema).tables().get(type.key());
    long rows = entry == null ? 0 : entry.rowCount();
    GraphTable table = new GraphTable(schema, name, type, rows, TableStatistics.NONE);
    named.add(table);
    return table;
  }

  private static Schema systemSchema(SchemaRef schema) {
    List<SystemTable> tables = SystemTables.of(schema.schema());
    Lookup<Table> lookup =
        new Names<>(
            () -> tables.stream().map(SystemTable::name).toList(),
            name ->
                tables.stream()
                    .filter(t -> t.name().equals(name))
                    .findFirst()
                    .map(t -> new DescriptionTable(schema.graph(), t)));
    return new Node(lookup, Lookup.empty());
  }

  /** A schema with our own look-ups. */
  private static final class Node extends AbstractSchema {
    private final Lookup<Table> tables;
    private final Lookup<Schema> schemas;

    Node(Lookup<Table> tables, Lookup<Schema> schemas) {
      this.tables = tables;
      this.schemas = schemas;
    }

    @Override
    public Lookup<Table> tables() {
      return tables;
    }

    @Override
    public Lookup<? extends Schema> subSchemas() {
      return schemas;
    }
  }
}
