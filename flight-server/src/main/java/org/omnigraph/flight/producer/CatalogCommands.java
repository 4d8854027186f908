package org.omnigraph.flight.producer;

import com.google.protobuf.Any;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightProducer.ServerStreamListener;
import org.apache.arrow.flight.FlightProducer.StreamListener;
import org.apache.arrow.flight.sql.FlightSqlProducer.Schemas;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementQuery;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.flight.session.CallScope;
import org.omnigraph.flight.session.Place;
import org.omnigraph.flight.session.SchemaName;
import org.omnigraph.query.catalog.CatalogReader;
import org.omnigraph.query.catalog.TableInfo;

/**
 * Catalogs, schemas, tables and their keys. A catalog is a graph, a schema a branch or a system
 * schema.
 *
 * <p>Without a catalog, schemas, tables and keys are those of the session's graph, and without a
 * schema filter those of its branch and of the system schemas: clients look a table up by its name
 * alone and take the first. A session that has chosen no graph of several sees all of them.
 */
final class CatalogCommands {
  /** Which tables to list; an absent filter lets everything pass. */
  record TableFilter(
      Optional<String> catalog,
      Optional<String> schemaPattern,
      Optional<String> tablePattern,
      List<String> types) {
    boolean passes(TableInfo table) {
      return tablePattern.map(p -> LikePattern.matches(p, table.name())).orElse(true)
          && (types.isEmpty() || types.contains(table.kind().tableType()));
    }
  }

  private static final Comparator<TableInfo> ORDER =
      Comparator.comparing(TableInfo::catalog)
          .thenComparing(TableInfo::schema)
          .thenComparing(TableInfo::name);

  private final Services services;

  CatalogCommands(Services services) {
    this.services = services;
  }

  void catalogs(CallScope scope, ServerStreamListener listener) {
    try (MetadataRows rows = new MetadataRows(services, Schemas.GET_CATALOGS_SCHEMA)) {
      new TreeSet<>(scope.graphs().names()).forEach(rows::add);
      rows.send(listener);
    }
  }

  void tableTypes(ServerStreamListener listener) {
    try (MetadataRows rows = new MetadataRows(services, Schemas.GET_TABLE_TYPES_SCHEMA)) {
      TreeSet<String> types = new TreeSet<>();
      for (TableInfo.Kind kind : TableInfo.Kind.values()) {
        types.add(kind.tableType());
      }
      types.forEach(rows::add);
      rows.send(listener);
    }
  }

  void schemas(
      Optional<String> catalog,
      Optional<String> pattern,
      CallScope scope,
      ServerStreamListener listener) {
    try (MetadataRows rows = new MetadataRows(services, Schemas.GET_SCHEMAS_SCHEMA)) {
      for (String graph : new TreeSet<>(graphs(catalog, place(scope), scope))) {
        reader(graph, scope).schemas().stream()
            .filter(schema -> pattern.map(p -> LikePattern.matches(p, schema)).orElse(true))
            .sorted()
            .forEach(schema -> rows.add(graph, schema));
      }
      rows.send(listener);
    }
  }

  void tables(
      TableFilter filter, boolean includeSchema, CallScope scope, ServerStreamListener listener) {
    try (MetadataRows rows =
        new MetadataRows(
            services,
            includeSchema ? Schemas.GET_TABLES_SCHEMA : Schemas.GET_TABLES_SCHEMA_NO_SCHEMA)) {
      for (TableInfo table : tables(filter, scope)) {
        if (includeSchema) {
          byte[] schema =
              PreparedCommands.encapsulated(ColumnDescriptions.schema(table)).toByteArray();
          rows.add(table.catalog(), table.schema(), table.name(), table.kind().tableType(), schema);
        } else {
          rows.add(table.catalog(), table.schema(), table.name(), table.kind().tableType());
        }
      }
      rows.send(listener);
    }
  }

  /**
   * The types that the session sees, each as the flight of a query that reads it: {@code
   * GetFlightInfo} with its descriptor answers where.
   *
   * @param pattern of the type's name, as {@code LIKE} has it; blank for all
   */
  void flights(String pattern, CallScope scope, StreamListener<FlightInfo> listener) {
    TableFilter all =
        new TableFilter(
            Optional.empty(),
            Optional.empty(),
            Optional.of(pattern).filter(p -> !p.isBlank()),
            List.of());
    for (TableInfo table : tables(all, scope)) {
      if (!CatalogReader.systemSchemas().contains(table.schema())) {
        listener.onNext(flight(table));
      }
    }
  }

  private static FlightInfo flight(TableInfo table) {
    String name =
        Stream.of(table.catalog(), table.schema(), table.name())
            .map(part -> '"' + part.replace("\"", "\"\"") + '"')
            .collect(Collectors.joining("."));
    CommandStatementQuery command =
        CommandStatementQuery.newBuilder().setQuery("SELECT * FROM " + name).build();
    FlightDescriptor descriptor = FlightDescriptor.command(Any.pack(command).toByteArray());
    return new FlightInfo(ColumnDescriptions.schema(table), descriptor, List.of(), -1, -1);
  }

  private List<TableInfo> tables(TableFilter filter, CallScope scope) {
    Optional<Place> here = place(scope);
    List<TableInfo> tables = new ArrayList<>();
    for (String graph : graphs(filter.catalog(), here, scope)) {
      for (String schema : schemas(graph, filter.schemaPattern(), here, scope)) {
        reader(graph, scope).tables(schema).stream().filter(filter::passes).forEach(tables::add);
      }
    }
    tables.sort(ORDER);
    return tables;
  }

  private static List<String> schemas(
      String graph, Optional<String> pattern, Optional<Place> here, CallScope scope) {
    if (pattern.isPresent()) {
      return reader(graph, scope).schemas().stream()
          .filter(schema -> LikePattern.matches(pattern.get(), schema))
          .toList();
    }
    List<String> schemas = new ArrayList<>(CatalogReader.systemSchemas());
    String branch = branch(graph, here);
    if (!schemas.contains(branch) && scope.access().seesBranch(graph, BranchName.of(branch))) {
      schemas.add(branch);
    }
    return schemas;
  }

  /** The session's branch in its own graph, and the main one in every other. */
  private static String branch(String graph, Optional<Place> here) {
    return here.filter(place -> place.catalog().equals(graph))
        .map(Place::branch)
        .orElse(BranchName.MAIN)
        .value();
  }

  /** Empty when several graphs are served and the session has not chosen one. */
  private static Optional<Place> place(CallScope scope) {
    boolean chosen = scope.graphs().implied().isPresent() || scope.namesGraph();
    return chosen ? Optional.of(scope.place()) : Optional.empty();
  }

  /** The graph that is asked for; else the session's; else, when it has chosen none, all. */
  private static List<String> graphs(
      Optional<String> catalog, Optional<Place> here, CallScope scope) {
    List<String> names = scope.graphs().names();
    Optional<String> only = catalog.or(() -> here.map(Place::catalog));
    return only.isEmpty() ? names : names.stream().filter(only.get()::equals).toList();
  }

  private static CatalogReader reader(String graph, CallScope scope) {
    return new CatalogReader(graph, scope.graphs().named(graph), scope.access());
  }

  void primaryKeys(TableName name, CallScope scope, ServerStreamListener listener) {
    try (MetadataRows rows = new MetadataRows(services, Schemas.GET_PRIMARY_KEYS_SCHEMA)) {
      for (TableInfo table : named(name, scope)) {
        for (int i = 0; i < table.primaryKey().size(); i++) {
          rows.add(
              table.catalog(),
              table.schema(),
              table.name(),
              table.primaryKey().get(i),
              i + 1,
              table.primaryKeyName());
        }
      }
      rows.send(listener);
    }
  }

  /** The keys of other tables that refer to this one. */
  void exportedKeys(TableName name, CallScope scope, ServerStreamListener listener) {
    send(
        named(name, scope).stream()
            .flatMap(table -> neighbours(table, scope))
            .flatMap(ForeignKeyRow::of)
            .filter(key -> named(name, key.references()))
            .sorted(ForeignKeyRow.BY_FOREIGN)
            .toList(),
        listener);
  }

  /** The keys of this table that refer to others. */
  void importedKeys(TableName name, CallScope scope, ServerStreamListener listener) {
    send(
        named(name, scope).stream()
            .flatMap(ForeignKeyRow::of)
            .sorted(ForeignKeyRow.BY_PRIMARY)
            .toList(),
        listener);
  }

  /** The keys of {@code foreign} that refer to {@code primary}. */
  void crossReference(
      TableName primary, TableName foreign, CallScope scope, ServerStreamListener listener) {
    boolean crossing =
        differ(primary.catalog(), foreign.catalog()) || differ(primary.schema(), foreign.schema());
    send(
        crossing
            ? List.of()
            : named(foreign, scope).stream()
                .flatMap(ForeignKeyRow::of)
                .filter(key -> named(primary, key.references()))
                .sorted(ForeignKeyRow.BY_PRIMARY)
                .toList(),
        listener);
  }

  private static boolean differ(Optional<String> one, Optional<String> other) {
    return one.isPresent() && other.isPresent() && !one.equals(other);
  }

  private static boolean named(TableName name, String table) {
    return name.table().equals(table);
  }

  private void send(List<ForeignKeyRow> keys, ServerStreamListener listener) {
    try (MetadataRows rows = new MetadataRows(services, Schemas.GET_IMPORTED_KEYS_SCHEMA)) {
      keys.forEach(key -> key.addTo(rows));
      rows.send(listener);
    }
  }

  private static Stream<TableInfo> neighbours(TableInfo table, CallScope scope) {
    return reader(table.catalog(), scope).tables(table.schema()).stream();
  }

  /** A table that a key command names; absent parts are the session's. */
  record TableName(Optional<String> catalog, Optional<String> schema, String table) {}

  /** The table, or none: a key command about an unknown table has no rows. */
  private static List<TableInfo> named(TableName name, CallScope scope) {
    Optional<Place> here = place(scope);
    return graphs(name.catalog(), here, scope).stream()
        .flatMap(
            graph ->
                table(
                    graph, name.schema().orElseGet(() -> branch(graph, here)), name.table(), scope)
                    .stream())
        .toList();
  }

  private static Optional<TableInfo> table(
      String graph, String schema, String table, CallScope scope) {
    CatalogReader reader = reader(graph, scope);
    boolean exists = reader.schemas().contains(SchemaName.parse(schema).branch().value());
    return exists ? reader.table(schema, table) : Optional.empty();
  }
}
