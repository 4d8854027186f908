package org.omnigraph.query.catalog;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.schema.Schema;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.impl.AbstractSchema;
import org.apache.calcite.schema.lookup.Lookup;
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
  private final Map<SchemaRef, Snapshot> snapshots = new LinkedHashMap<>();
  private final List<GraphTable> named = new ArrayList<>();

  /**
   * @param graphs catalog name to graph
   * @param current what an unqualified table name means
   * @param pinned the commit at which the current schema is read instead of its head
   */
  public SqlCatalog(Map<String, GraphSource> graphs, SchemaRef current, Optional<CommitId> pinned) {
    this.graphs = graphs;
    this.current = current;
    this.pinned = pinned;
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
   * The snapshot at which a schema is read.
   *
   * @throws NotFound when there is no such branch or commit
   */
  public synchronized Snapshot snapshot(SchemaRef schema) {
    return snapshots.computeIfAbsent(schema, this::read);
  }

  private Snapshot read(SchemaRef schema) {
    GraphSource graph = source(schema.graph());
    int at = schema.schema().indexOf('@');
    if (at >= 0) {
      return graph.snapshotAt(new CommitId(schema.schema().substring(at + 1)));
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

  private Schema catalog(String graph) {
    GraphSource source = source(graph);
    Lookup<Schema> schemas =
        new Names<>(
            () -> new SystemView(graph, source).schemas(),
            name -> schema(new SchemaRef(graph, name)));
    return new Node(Lookup.empty(), schemas);
  }

  private Optional<Schema> schema(SchemaRef schema) {
    if (SystemTables.isSystemSchema(schema.schema())) {
      return Optional.of(systemSchema(schema));
    }
    return isReadable(schema) ? Optional.of(branchSchema(schema)) : Optional.empty();
  }

  /** A branch, or {@code branch@commit} with a branch that exists. */
  private boolean isReadable(SchemaRef schema) {
    int at = schema.schema().indexOf('@');
    String branch = at < 0 ? schema.schema() : schema.schema().substring(0, at);
    return source(schema.graph()).branches().stream().anyMatch(b -> b.value().equals(branch));
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
    TableEntry entry = snapshot(schema).table(type.key());
    GraphTable table = new GraphTable(schema, name, type, entry.rowCount());
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
