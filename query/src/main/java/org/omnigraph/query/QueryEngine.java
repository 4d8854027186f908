package org.omnigraph.query;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.arrow.memory.BufferAllocator;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.error.Unsupported;
import org.omnigraph.engine.pending.statement.Mutation;
import org.omnigraph.engine.schema.AcceptedSchema;
import org.omnigraph.engine.write.CommitOptions;
import org.omnigraph.query.catalog.GraphSource;
import org.omnigraph.query.catalog.SchemaRef;
import org.omnigraph.query.catalog.SqlCatalog;
import org.omnigraph.query.dml.DmlPlanner;
import org.omnigraph.query.gq.check.Checked;
import org.omnigraph.query.gq.check.Checker;
import org.omnigraph.query.gq.mutate.Mutations;
import org.omnigraph.query.gq.parse.Query;
import org.omnigraph.query.gq.parse.QueryFile;
import org.omnigraph.query.gq.plan.ReadPlanner;
import org.omnigraph.query.kernel.DeepStack;
import org.omnigraph.query.kernel.Kernel;
import org.omnigraph.query.kernel.KernelLimits;
import org.omnigraph.query.plan.Planner;

/**
 * Plans and runs statements. One a process; safe for use by many threads. Keeps a cache of plans
 * and a pool of kernels.
 */
public final class QueryEngine implements AutoCloseable {
  private static final int CACHED_PLANS = 1_000;

  private final BufferAllocator allocator;
  private final Kernel kernel;
  private final Cache<PlanKey, Compiled> plans =
      Caffeine.newBuilder().maximumSize(CACHED_PLANS).build();
  private final Cache<GqKey, CompiledGq> reads =
      Caffeine.newBuilder().maximumSize(CACHED_PLANS).build();

  private final Cache<PlanKey, CompiledChange> changes =
      Caffeine.newBuilder().maximumSize(CACHED_PLANS).build();

  /**
   * What a plan depends on beside the sizes of tables.
   *
   * @param shapes the hash of each graph's schema
   */
  private record PlanKey(String sql, SchemaRef current, Map<String, String> shapes) {}

  /**
   * Starts an engine without any statement.
   *
   * @param allocator the parent of every result's memory
   */
  public QueryEngine(BufferAllocator allocator) {
    this(allocator, KernelLimits.defaults());
  }

  /**
   * The compiled reads of query files.
   *
   * @param read what the query means
   */
  private record CompiledGq(Checked.Read read, Compiled compiled) {}

  /**
   * What the plan of a query of a file depends on beside the sizes of tables.
   *
   * @param shape the hash of the graph's schema
   */
  private record GqKey(String source, Optional<String> name, SchemaRef current, String shape) {}

  /** Starts an engine that may use no more than {@code limits}. */
  public QueryEngine(BufferAllocator allocator, KernelLimits limits) {
    this.allocator = allocator;
    this.kernel = new Kernel(limits);
  }

  /**
   * Parses, validates and plans one statement against the snapshot that {@code context} names now.
   * The statement keeps that snapshot.
   *
   * @throws org.omnigraph.engine.error.InvalidRequest with line, column, the thing and the remedy
   * @throws org.omnigraph.engine.error.Unsupported when the statement is SQL that is not done here,
   *     by name
   */
  public PreparedQuery prepare(QueryContext context, String sql) {
    Map<String, GraphSource> graphs = sources(context.graphs());
    SqlCatalog catalog = catalog(context, graphs);
    return bound(compiled(sql, catalog, graphs), catalog, context, graphs);
  }

  private PreparedQuery bound(
      Compiled compiled,
      SqlCatalog catalog,
      QueryContext context,
      Map<String, GraphSource> graphs) {
    SchemaRef current = catalog.current();
    Reads bound =
        Reads.of(
            Set.copyOf(compiled.plan().reads()),
            compiled.tables(),
            catalog,
            context.transaction().flatMap(QueryContext.Transaction::staging));
    return new PlannedQuery(
        compiled, graphs, bound, () -> catalog.snapshot(current), kernel, allocator);
  }

  /** Whether a statement changes rows, so that {@link #prepareUpdate} takes it. */
  public static boolean isUpdate(String sql) {
    return Planner.isChange(sql);
  }

  /**
   * Parses, validates and plans one statement that changes rows: {@code INSERT}, {@code UPSERT},
   * {@code UPDATE}, {@code DELETE} or {@code MERGE}.
   *
   * @throws org.omnigraph.engine.error.InvalidRequest with line, column, the thing and the remedy
   * @throws org.omnigraph.engine.error.Unsupported when the statement is SQL that is not done here,
   *     by name
   */
  public PreparedUpdate prepareUpdate(QueryContext context, String sql) {
    Map<String, GraphSource> graphs = sources(context.graphs());
    SqlCatalog catalog = catalog(context, graphs);
    CompiledChange compiled = compiledChange(sql, catalog, graphs);
    Graph graph = context.graphs().get(compiled.change().schema().graph());
    return new PlannedUpdate(compiled, Objects.requireNonNull(graph), graphs, kernel, allocator);
  }

  private static SqlCatalog catalog(QueryContext context, Map<String, GraphSource> graphs) {
    SchemaRef current = new SchemaRef(context.graph(), context.branch().value());
    return context
        .transaction()
        .map(open -> new SqlCatalog(graphs, current, open.snapshot()))
        .orElseGet(() -> new SqlCatalog(graphs, current, context.snapshot()));
  }

  /**
   * Parses, checks and plans one read of a query file against the snapshot that {@code context}
   * names now. The query keeps that snapshot.
   *
   * @param source the text of a {@code .gq} file
   * @param name the query; may be empty when the file has only one
   * @throws org.omnigraph.engine.error.InvalidRequest with line, column, the thing and the remedy;
   *     also when the query is a mutation
   * @throws org.omnigraph.engine.error.Unsupported when the query searches or ranks
   */
  public PreparedGq prepareGq(QueryContext context, String source, Optional<String> name) {
    Map<String, GraphSource> graphs = sources(context.graphs());
    SqlCatalog catalog = catalog(context, graphs);
    AcceptedSchema schema = catalog.source(context.graph()).schema();
    GqKey key = new GqKey(source, name, catalog.current(), schema.irHash());
    CompiledGq read = reads.getIfPresent(key);
    if (read == null || !read.compiled().fits(catalog)) {
      read = DeepStack.call(() -> compiledGq(source, name, schema, catalog));
      reads.put(key, read);
    }
    return new PlannedGq(read.read(), bound(read.compiled(), catalog, context, graphs));
  }

  private static CompiledGq compiledGq(
      String source, Optional<String> name, AcceptedSchema schema, SqlCatalog catalog) {
    Query query = QueryFile.parse(source).select(name);
    if (!(new Checker(schema).check(query) instanceof Checked.Read read)) {
      throw new InvalidRequest(
          "query '" + query.name().text() + "' is a mutation; run it with mutate instead");
    }
    return new CompiledGq(read, Compiled.of(ReadPlanner.plan(read, catalog), catalog));
  }

  /**
   * Runs one mutation of a query file on the newest state of the branch that {@code context} names,
   * as one graph commit; no commit when nothing changes.
   *
   * @param source the text of a {@code .gq} file
   * @param name the query; may be empty when the file has only one
   * @param parameters as those of {@link PreparedGq#execute}
   * @throws InvalidRequest with line, column, the thing and the remedy; also when the query is a
   *     read
   * @throws org.omnigraph.engine.error.GraphException what {@link Graph#mutate} throws
   */
  public MutatedGq mutateGq(
      QueryContext context,
      String source,
      Optional<String> name,
      Map<String, ? extends @Nullable Object> parameters,
      CommitOptions options) {
    Graph graph = context.current();
    if (context.snapshot().isPresent()) {
      throw new InvalidRequest("a snapshot is never written; mutate a branch instead");
    }
    if (context.transaction().isPresent()) {
      throw new Unsupported(
          "a mutation of a query file commits by itself and cannot be part of a transaction yet; end"
              + " the transaction first");
    }
    Checked.Mutation mutation = DeepStack.call(() -> mutation(graph.schema(), source, name));
    Mutation request = Mutations.request(mutation, parameters, Instant.now());
    return new MutatedGq(mutation.name(), graph.mutate(context.branch(), request, options));
  }

  private static Checked.Mutation mutation(
      AcceptedSchema schema, String source, Optional<String> name) {
    Query query = QueryFile.parse(source).select(name);
    if (new Checker(schema).check(query) instanceof Checked.Mutation mutation) {
      return mutation;
    }
    throw new InvalidRequest(
        "mutation execution called on a read query; use query instead for '"
            + query.name().text()
            + "'");
  }

  private static Map<String, GraphSource> sources(Map<String, Graph> graphs) {
    Map<String, GraphSource> sources = new TreeMap<>();
    graphs.forEach((name, graph) -> sources.put(name, GraphSource.of(graph)));
    return sources;
  }

  private static PlanKey key(String sql, SqlCatalog catalog, Map<String, GraphSource> graphs) {
    Map<String, String> shapes = new TreeMap<>();
    graphs.forEach((name, graph) -> shapes.put(name, graph.schema().irHash()));
    return new PlanKey(sql, catalog.current(), shapes);
  }

  private CompiledChange compiledChange(
      String sql, SqlCatalog catalog, Map<String, GraphSource> graphs) {
    PlanKey key = key(sql, catalog, graphs);
    CompiledChange known = changes.getIfPresent(key);
    if (known != null && known.fits(catalog)) {
      return known;
    }
    CompiledChange compiled =
        DeepStack.call(() -> CompiledChange.of(new DmlPlanner(catalog).plan(sql), catalog));
    changes.put(key, compiled);
    return compiled;
  }

  private Compiled compiled(String sql, SqlCatalog catalog, Map<String, GraphSource> graphs) {
    PlanKey key = key(sql, catalog, graphs);
    Compiled known = plans.getIfPresent(key);
    if (known != null && known.fits(catalog)) {
      return known;
    }
    Compiled compiled = DeepStack.call(() -> Compiled.of(new Planner(catalog).plan(sql), catalog));
    plans.put(key, compiled);
    return compiled;
  }

  @Override
  public void close() {
    kernel.close();
  }
}
