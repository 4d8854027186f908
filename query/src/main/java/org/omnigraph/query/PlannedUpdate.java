package org.omnigraph.query;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.error.ReadSetChanged;
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

/** A compiled statement that changes rows. */
final class PlannedUpdate implements PreparedUpdate {
  /** So often a statement that commits by itself is run when the branch moves under it. */
  private static final int ATTEMPTS = 10;

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
  public Committed commit(List<List<@Nullable Object>> arguments, Optional<String> actor) {
    for (int attempt = 1; ; attempt++) {
      try (MutationStaging staging = graph.beginBulk(branch())) {
        List<Long> rows = execute(arguments, staging);
        return new Committed(
            rows, graph.commit(staging, new CommitOptions(actor, Optional.empty())));
      } catch (ReadSetChanged moved) {
        if (attempt == ATTEMPTS) {
          throw moved;
        }
      }
    }
  }

  @Override
  public List<Long> execute(List<List<@Nullable Object>> arguments, MutationStaging staging) {
    List<Arguments> runs = new ArrayList<>();
    for (List<@Nullable Object> row : arguments) {
      runs.add(Arguments.of(compiled.change().parameterTypes(), row));
    }
    if (compiled.constant().isPresent()) {
      return insert(compiled.constant().get(), runs, staging);
    }
    return runs.size() == 1
        ? List.of(execute(runs.get(0), staging))
        : staging.atomically(() -> runs.stream().map(run -> execute(run, staging)).toList());
  }

  private List<Long> insert(ConstantRows rows, List<Arguments> runs, MutationStaging staging) {
    try (Effects effects = new Effects(compiled.change(), staging, allocator)) {
      effects.insert(rows, runs);
    }
    return Collections.nCopies(runs.size(), (long) rows.size());
  }

  private long execute(Arguments arguments, MutationStaging staging) {
    Change change = compiled.change();
    SqlCatalog catalog = new SqlCatalog(graphs, change.schema(), staging.base());
    if (change.readsItsBranch()) {
      staging.bind();
    }
    try (Reads reads = reads(catalog, staging);
        Effects effects = new Effects(change, staging, allocator)) {
      for (Compiled source : compiled.sources()) {
        BufferAllocator memory = allocator.newChildAllocator("statement", 0, allocator.getLimit());
        Execution execution = new Execution(graphs, reads.bindings(), arguments, memory);
        effects.add(source.program().start(kernel, execution, source.schema()));
      }
      return effects.apply();
    }
  }

  private Reads reads(SqlCatalog catalog, MutationStaging staging) {
    Set<SchemaRef> schemas = new LinkedHashSet<>();
    List<Compiled.Table> tables = new ArrayList<>();
    for (Compiled source : compiled.sources()) {
      schemas.addAll(source.plan().reads());
      tables.addAll(source.tables());
    }
    return Reads.of(schemas, tables, catalog, Optional.of(staging));
  }
}
