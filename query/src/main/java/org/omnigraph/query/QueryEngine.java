package org.omnigraph.query;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.calcite.rel.type.RelDataType;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.error.Cancellation;
import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.engine.pending.statement.Affected;
import org.omnigraph.engine.pending.statement.Mutation;
import org.omnigraph.engine.schema.AcceptedSchema;
import org.omnigraph.engine.write.CommitOptions;
import org.omnigraph.query.catalog.GraphSource;
import org.omnigraph.query.catalog.Samples;
import org.omnigraph.query.catalog.SchemaRef;
import org.omnigraph.query.catalog.SqlCatalog;
import org.omnigraph.query.dml.DmlPlanner;
import org.omnigraph.query.expand.Adjacencies;
import org.omnigraph.query.expand.TraversalLimits;
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
import org.omnigraph.query.running.RunningStatement;
import org.omnigraph.query.running.RunningStatements;
import org.omnigraph.query.type.ValueTypes;

/**
 * Plans and runs statements. One a process; safe for use by many threads. Keeps a cache of plans
 * and a pool of kernels.
 */
public final class QueryEngine implements AutoCloseable {
  private final BufferAllocator allocator;
  private final Kernel kernel;
  private final Adjacencies adjacencies;
  private final Samples samples = new Samples();
  private final RunningStatements statements = new RunningStatements();
  private final PlanCache<PlanKey, Compiled> plans = new PlanCache<>();
  private final PlanCache<GqKey, CompiledGq> reads = new PlanCache<>();
  private final PlanCache<PlanKey, CompiledChange> changes = new PlanCache<>();

  /**
   * What a plan depends on beside the sizes of tables.
   *
   * @param user who asks, where the statement may name them
   * @param shapes the hash of each graph's schema
   * @param given the types of arguments, null for those not known
   */
  private record PlanKey(
      String sql,
      SchemaRef current,
      Optional<String> user,
      Map<String, String> shapes,
      List<@Nullable RelDataType> given) {
    static PlanKey of(String sql, SqlCatalog catalog, Map<String, GraphSource> graphs) {
      Map<String, String> shapes = new TreeMap<>();
      graphs.forEach((name, graph) -> shapes.put(name, graph.schema().irHash()));
      Optional<String> user = catalog.user().filter(name -> Planner.dependsOnUser(sql));
      return new PlanKey(sql, catalog.current(), user, shapes, List.of());
    }

    /** The key of another statement in the same place. */
    PlanKey of(String other) {
      return new PlanKey(other, current, user, shapes, given);
    }

    PlanKey with(List<List<@Nullable Object>> arguments) {
      return new PlanKey(sql, current, user, shapes, ValueTypes.ofColumns(arguments));
    }
  }

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
  private record CompiledGq(Checked.Read read, Compiled compiled) implements PlanCache.Fitting {
    @Override
    public boolean fits(SqlCatalog catalog) {
      return compiled.fits(catalog);
    }

    @Override
    public boolean isGuessed() {
      return false;
    }

    @Override
    public List<RelDataType> parameterTypes() {
      return compiled.parameterTypes();
    }
  }

  /**
   * What the plan of a query of a file depends on beside the sizes of tables.
   *
   * @param shape the hash of the graph's schema
   */
  private record GqKey(String source, Optional<String> name, SchemaRef current, String shape) {}

  /** Starts an engine that may use no more than {@code limits}. */
  public QueryEngine(BufferAllocator allocator, KernelLimits limits) {
    this(allocator, limits, TraversalLimits.within(allocator));
  }

  /** As {@link #QueryEngine(BufferAllocator, KernelLimits)}. */
  public QueryEngine(BufferAllocator allocator, KernelLimits limits, TraversalLimits traversals) {
    this.allocator = allocator;
    this.kernel = new Kernel(limits);
    this.adjacencies = new Adjacencies(allocator, traversals);
  }

  /**
   * Parses, validates and plans one statement against the snapshot that {@code context} names now.
   * The statement keeps that snapshot. It is SQL, or a read of the {@code .gq} language, whose
   * arguments come in the order of its parameters, in the types of JSON too.
   *
   * @throws org.omnigraph.engine.error.InvalidRequest with line, column, the thing and the remedy
   * @throws org.omnigraph.engine.error.Unsupported when the statement is SQL that is not done here,
   *     by name
   */
  public PreparedQuery prepare(QueryContext context, String sql) {
    return prepare(context, sql, List.of());
  }

  /**
   * As {@link #prepare(QueryContext, String)}. Parameters whose type the statement does not say, as
   * in {@code SELECT ?}, have the type of their argument.
   *
   * @param arguments the rows of arguments that it will be executed with; none when not known yet
   */
  public PreparedQuery prepare(
      QueryContext context, String sql, List<List<@Nullable Object>> arguments) {
    return prepare(context, sql, arguments, RunningStatement.unlisted());
  }

  /**
   * As {@link #prepare(QueryContext, String, List)}.
   *
   * @param statement what it is a part of, and ends with
   */
  public PreparedQuery prepare(
      QueryContext context,
      String sql,
      List<List<@Nullable Object>> arguments,
      RunningStatement statement) {
    if (isGq(sql)) {
      return gq(
          context, sql, Optional.of(GqText.only(sql).name().text()), statement.cancellation());
    }
    Map<String, GraphSource> graphs = sources(context);
    SqlCatalog catalog = catalog(context, graphs).usedBy(statement.origin().actor());
    return bound(
        planned(
            PlanKey.of(sql, catalog, graphs),
            arguments,
            key -> compiled(key, catalog, statement.cancellation())),
        catalog,
        context,
        graphs);
  }

  /** The statements that this engine works on and that were begun there. */
  public RunningStatements statements() {
    return statements;
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

  /** Whether a statement is a query of the {@code .gq} language, by its first words. */
  public static boolean isGq(String text) {
    return GqText.isGq(text);
  }

  /** Whether a statement changes rows, so that {@link #prepareUpdate} takes it. */
  public static boolean isUpdate(String text) {
    return isGq(text) ? GqText.isMutation(text) : Planner.isChange(text);
  }

  /**
   * Parses, validates and plans one statement that changes rows: {@code INSERT}, {@code UPSERT},
   * {@code UPDATE}, {@code DELETE} or {@code MERGE}, or a mutation of the {@code .gq} language.
   *
   * @throws org.omnigraph.engine.error.InvalidRequest with line, column, the thing and the remedy
   * @throws org.omnigraph.engine.error.Unsupported when the statement is SQL that is not done here,
   *     by name
   */
  public PreparedUpdate prepareUpdate(QueryContext context, String sql) {
    return prepareUpdate(context, sql, List.of());
  }

  /**
   * As {@link #prepareUpdate(QueryContext, String)}. Parameters whose type the statement does not
   * say, as in {@code SET name = name || ?}, have the type of their argument.
   *
   * @param arguments the rows of arguments that it will be executed with; none when not known yet
   */
  public PreparedUpdate prepareUpdate(
      QueryContext context, String sql, List<List<@Nullable Object>> arguments) {
    return prepareUpdate(context, sql, arguments, RunningStatement.unlisted());
  }

  /**
   * As {@link #prepareUpdate(QueryContext, String, List)}.
   *
   * @param statement what it is a part of, and ends with
   */
  public PreparedUpdate prepareUpdate(
      QueryContext context,
      String sql,
      List<List<@Nullable Object>> arguments,
      RunningStatement statement) {
    if (isGq(sql)) {
      requireBranch(context);
      String name = GqText.only(sql).name().text();
      AcceptedSchema schema = context.current().schema();
      return new PlannedMutation(
          DeepStack.call(statement.cancellation(), () -> mutation(schema, sql, Optional.of(name))),
          context);
    }
    Map<String, GraphSource> graphs = sources(context);
    SqlCatalog catalog = catalog(context, graphs).usedBy(statement.origin().actor());
    CompiledChange compiled =
        planned(
            PlanKey.of(sql, catalog, graphs),
            arguments,
            key -> compiledChange(key, catalog, statement.cancellation()));
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
    return prepareGq(context, source, name, RunningStatement.unlisted());
  }

  /**
   * As {@link #prepareGq(QueryContext, String, Optional)}.
   *
   * @param statement what it is a part of, and ends with
   */
  public PreparedGq prepareGq(
      QueryContext context, String source, Optional<String> name, RunningStatement statement) {
    return gq(context, source, name, statement.cancellation());
  }

  private PlannedGq gq(
      QueryContext context, String source, Optional<String> name, Cancellation cancellation) {
    Map<String, GraphSource> graphs = sources(context);
    SqlCatalog catalog = catalog(context, graphs);
    AcceptedSchema schema = catalog.source(context.graph()).schema();
    GqKey key = new GqKey(source, name, catalog.current(), schema.irHash());
    CompiledGq read =
        reads.get(key, catalog, cancellation, () -> compiledGq(source, name, schema, catalog));
    return new PlannedGq(read.read(), bound(read.compiled(), catalog, context, graphs));
  }

  private CompiledGq compiledGq(
      String source, Optional<String> name, AcceptedSchema schema, SqlCatalog catalog) {
    Query query = QueryFile.parse(source).select(name);
    if (!(new Checker(schema).check(query) instanceof Checked.Read read)) {
      throw new InvalidRequest(
          "query '" + query.name().text() + "' is a mutation; run it with mutate instead");
    }
    return new CompiledGq(read, Compiled.of(ReadPlanner.plan(read, catalog, adjacencies), catalog));
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
    return mutateGq(context, source, name, parameters, options, RunningStatement.unlisted());
  }

  /**
   * As {@link #mutateGq(QueryContext, String, Optional, Map, CommitOptions)}.
   *
   * @param statement what it is a part of; ends it until the commit has begun to change tables
   */
  public MutatedGq mutateGq(
      QueryContext context,
      String source,
      Optional<String> name,
      Map<String, ? extends @Nullable Object> parameters,
      CommitOptions options,
      RunningStatement statement) {
    Graph graph = context.current();
    requireBranch(context);
    if (context.transaction().isPresent()) {
      throw new InvalidRequest(
          "a transaction commits as a whole; run the mutation in its staging instead");
    }
    Checked.Mutation mutation =
        DeepStack.call(statement.cancellation(), () -> mutation(graph.schema(), source, name));
    statement.enter(RunningStatement.State.RUNNING);
    Mutation request = Mutations.request(mutation, parameters, Instant.now());
    return new MutatedGq(
        mutation.name(),
        graph.mutate(context.branch(), request, options, statement.cancellation()));
  }

  private static void requireBranch(QueryContext context) {
    if (context.snapshot().isPresent()) {
      throw new InvalidRequest("a snapshot is never written; mutate a branch instead");
    }
  }

  /**
   * As {@link #mutateGq(QueryContext, String, Optional, Map, CommitOptions)}, as a part of what
   * {@code staging} writes. When it fails, {@code staging} is as it was before.
   *
   * @param staging of the graph and the branch that {@code context} names
   */
  public Affected mutateGq(
      QueryContext context,
      String source,
      Optional<String> name,
      Map<String, ? extends @Nullable Object> parameters,
      MutationStaging staging) {
    Graph graph = context.current();
    Checked.Mutation mutation = DeepStack.call(() -> mutation(graph.schema(), source, name));
    Mutation request = Mutations.request(mutation, parameters, Instant.now());
    return staging.atomically(
        () ->
            request.runOn(staging, graph.schema(), graph.allocator()).stream()
                .reduce(Affected.NOTHING, Affected::plus));
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

  private Map<String, GraphSource> sources(QueryContext context) {
    Map<String, GraphSource> sources = new TreeMap<>();
    context
        .graphs()
        .forEach(
            (name, graph) ->
                sources.put(
                    name,
                    at(
                        context,
                        name,
                        GraphSource.of(graph, samples, statements)
                            .seenBy(name, context.visibility()))));
    return sources;
  }

  /** A graph whose branch is pinned shows itself at that commit in the system tables too. */
  private static GraphSource at(QueryContext context, String name, GraphSource graph) {
    return context.snapshot().isPresent() && name.equals(context.graph())
        ? graph.pinnedAt(context.branch(), context.snapshot().get())
        : graph;
  }

  /**
   * The plan for the statement alone; where that has to guess the type of a parameter, or guesses
   * one that the statement does not take, or an argument does not fit, the plan for the types of
   * the arguments.
   */
  private static <P extends PlanCache.Fitting> P planned(
      PlanKey alone, List<List<@Nullable Object>> arguments, Function<PlanKey, P> plan) {
    P guessed;
    try {
      guessed = plan.apply(alone);
    } catch (InvalidRequest refused) {
      PlanKey given = alone.with(arguments);
      if (given.equals(alone)) {
        throw refused;
      }
      return plan.apply(given);
    }
    boolean good = !guessed.isGuessed() && ValueTypes.fit(guessed.parameterTypes(), arguments);
    return !good ? plan.apply(alone.with(arguments)) : guessed;
  }

  private CompiledChange compiledChange(
      PlanKey key, SqlCatalog catalog, Cancellation cancellation) {
    return changes.get(
        key,
        catalog,
        cancellation,
        () -> CompiledChange.of(new DmlPlanner(catalog, key.given()).plan(key.sql()), catalog));
  }

  private Compiled compiled(PlanKey key, SqlCatalog catalog, Cancellation cancellation) {
    Optional<Planner.ExplainedChange> change = Planner.explainedChange(key.sql());
    if (change.isPresent()) {
      return Compiled.explaining(
          compiledChange(key.of(change.get().sql()), catalog, cancellation),
          change.get().explain());
    }
    return plans.get(
        key,
        catalog,
        cancellation,
        () -> Compiled.of(new Planner(catalog, key.given()).plan(key.sql()), catalog));
  }

  /** Bytes of the query memory that decoded columns of tables take, about. */
  public long copiedBytes() {
    return kernel.copiedBytes();
  }

  /** Bytes of the allocator's memory that edges of traversals take between statements. */
  public long keptBytes() {
    return adjacencies.bytes();
  }

  /** Frees the edges of traversals that no statement searches now. */
  public void forgetEdges() {
    adjacencies.forget();
  }

  @Override
  public void close() {
    statements.close();
    adjacencies.close();
    kernel.close();
  }
}
