package org.omnigraph.query;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.id.TypeKey;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.engine.write.CommitOptions;
import org.omnigraph.query.catalog.GraphSource;
import org.omnigraph.query.catalog.SchemaRef;
import org.omnigraph.query.catalog.SqlCatalog;
import org.omnigraph.query.dml.Change;
import org.omnigraph.query.dml.ConstantRows;
import org.omnigraph.query.dml.Effects;
import org.omnigraph.query.kernel.Kernel;
import org.omnigraph.query.lance.Arguments;
import org.omnigraph.query.lance.Execution;
import org.omnigraph.query.running.RunningStatement;

/** A compiled statement that changes rows. */
final class PlannedUpdate implements PreparedUpdate {
  /** So many runs are one query; fewer are quicker one by one. */
  private static final int AT_ONCE = 4;

  private final CompiledChange compiled;
  private final Graph graph;
  private final Map<String, GraphSource> graphs;
  private final Kernel kernel;
  private final BufferAllocator allocator;

  PlannedUpdate(
      CompiledChange compiled,
      Graph graph,
      Map<String, GraphSource> graphs,
      Kernel kernel,
      BufferAllocator allocator) {
    this.compiled = compiled;
    this.graph = graph;
    this.graphs = graphs;
    this.kernel = kernel;
    this.allocator = allocator;
  }

  @Override
  public Schema parameters() {
    return compiled.change().parameters();
  }

  @Override
  public String graph() {
    return compiled.change().schema().graph();
  }

  @Override
  public BranchName branch() {
    return BranchName.of(compiled.change().schema().schema());
  }

  @Override
  public TypeKey type() {
    return compiled.change().type();
  }

  @Override
  public Committed commit(
      List<List<@Nullable Object>> arguments, Optional<String> actor, RunningStatement statement) {
    return Attempts.of(
        () -> {
          try (MutationStaging staging = graph.beginBulk(branch())) {
            staging.heed(statement.cancellation());
            statement.holds(staging.memory());
            try {
              List<Long> rows = execute(arguments, staging, statement);
              return new Committed(
                  rows, graph.commit(staging, new CommitOptions(actor, Optional.empty())));
            } finally {
              statement.holdsNoMore(staging.memory());
            }
          }
        });
  }

  @Override
  public List<Long> execute(
      List<List<@Nullable Object>> arguments, MutationStaging staging, RunningStatement statement) {
    List<Arguments> runs = new ArrayList<>();
    for (List<@Nullable Object> row : arguments) {
      statement.enterRun(runs.size());
      runs.add(Arguments.of(compiled.change().parameterTypes(), row));
    }
    statement.leaveRun();
    if (compiled.constant().isPresent()) {
      return insert(compiled.constant().get(), runs, staging, statement);
    }
    if (runs.size() == 1) {
      return List.of(execute(runs.get(0), staging, statement));
    }
    return allAtOnce(runs, staging, statement)
        .orElseGet(() -> staging.atomically(() -> oneByOne(runs, staging, statement)));
  }

  private List<Long> oneByOne(
      List<Arguments> runs, MutationStaging staging, RunningStatement statement) {
    List<Long> rows = new ArrayList<>();
    for (Arguments run : runs) {
      statement.enterRun(rows.size());
      rows.add(execute(run, staging, statement));
    }
    statement.leaveRun();
    return rows;
  }

  /** By one query, where no run sees what another one did. */
  private Optional<List<Long>> allAtOnce(
      List<Arguments> runs, MutationStaging staging, RunningStatement statement) {
    if (runs.size() < AT_ONCE) {
      return Optional.empty();
    }
    return compiled
        .allRuns()
        .get()
        .flatMap(
            source ->
                run(
                    List.of(source),
                    Arguments.ofRuns(runs),
                    staging,
                    statement,
                    effects -> effects.applyRuns(runs.size())));
  }

  private List<Long> insert(
      ConstantRows rows,
      List<Arguments> runs,
      MutationStaging staging,
      RunningStatement statement) {
    try (BufferAllocator memory = kernel.memory(allocator);
        Effects effects = new Effects(compiled.change(), staging, memory)) {
      effects.insert(rows, runs);
      statement.made((long) runs.size() * rows.size());
    }
    return Collections.nCopies(runs.size(), (long) rows.size());
  }

  private long execute(Arguments arguments, MutationStaging staging, RunningStatement statement) {
    return run(compiled.sources(), arguments, staging, statement, Effects::apply);
  }

  private <T> T run(
      List<Compiled> sources,
      Arguments arguments,
      MutationStaging staging,
      RunningStatement statement,
      Function<Effects, T> taken) {
    Change change = compiled.change();
    SqlCatalog catalog = new SqlCatalog(graphs, change.schema(), staging.base());
    if (change.readsItsBranch()) {
      staging.bind();
    }
    try (BufferAllocator own = kernel.memory(allocator);
        Reads reads = reads(sources, catalog, staging);
        Effects effects = new Effects(change, staging, own)) {
      Reads chosen = reads.with(arguments);
      for (Compiled source : sources) {
        BufferAllocator memory = kernel.memory(allocator);
        Execution execution =
            new Execution(graphs, chosen.bindings(), arguments, statement, memory);
        effects.add(source.program().start(kernel, execution, source.schema()));
      }
      return taken.apply(effects);
    }
  }

  private static Reads reads(List<Compiled> sources, SqlCatalog catalog, MutationStaging staging) {
    Set<SchemaRef> schemas = new LinkedHashSet<>();
    List<Compiled.Table> tables = new ArrayList<>();
    for (Compiled source : sources) {
      schemas.addAll(source.plan().reads());
      tables.addAll(source.tables());
    }
    return Reads.of(schemas, tables, catalog, Optional.of(staging));
  }
}
