package org.omnigraph.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.omnigraph.engine.Graph;
import org.omnigraph.engine.GraphConfig;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.pending.MutationStaging;
import org.omnigraph.engine.write.CommitOptions;
import org.omnigraph.query.PreparedUpdate.Committed;

/** An empty graph of people for each test, changed and read by SQL. */
final class People implements BeforeEachCallback, AfterEachCallback {
  static final String SCHEMA =
      """
      node Person {
          name: String @key
          age: I32?
          born: Date?
          height: F64?
          seen: DateTime?
          serial: U64?
          tags: [String]?
          place: Vector(2)?
          face: Blob?
          mood: enum(calm, busy)?
          @range(age, 0..200)
      }

      node Note {
          text: String @unique
          stars: I64?
      }

      edge Knows: Person -> Person {
          since: I64?
          @unique(src, dst)
      }
      """;

  private final String schema;
  private final GraphConfig config;
  private Path directory;
  private Graph graph;
  private BufferAllocator allocator;
  private QueryEngine engine;

  People() {
    this(GraphConfig.defaults());
  }

  People(GraphConfig config) {
    this(SCHEMA, config);
  }

  /** A graph of other types. */
  People(String schema) {
    this(schema, GraphConfig.defaults());
  }

  private People(String schema, GraphConfig config) {
    this.schema = schema;
    this.config = config;
  }

  @Override
  public void beforeEach(ExtensionContext context) throws IOException {
    directory = Files.createTempDirectory("omnigraph-dml");
    graph = Graph.init(directory.resolve("graph").toString(), schema, config);
    allocator = new RootAllocator();
    engine = new QueryEngine(allocator);
  }

  /** Fails when a statement left memory behind. */
  @Override
  public void afterEach(ExtensionContext context) throws IOException {
    engine.close();
    allocator.close();
    graph.close();
    try (var files = Files.walk(directory)) {
      for (Path file : files.sorted(Collections.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  Graph graph() {
    return graph;
  }

  QueryEngine engine() {
    return engine;
  }

  BufferAllocator allocator() {
    return allocator;
  }

  QueryContext context() {
    return on(BranchName.MAIN);
  }

  QueryContext on(BranchName branch) {
    return new QueryContext(Map.of("people", graph), "people", branch, Optional.empty());
  }

  /** Runs a statement as a commit of its own. */
  long run(String sql, @Nullable Object... arguments) {
    return runEach(sql, Arrays.asList(arguments)).affected();
  }

  /** Runs a statement once for each row of arguments, as one commit. */
  @SafeVarargs
  final Committed runEach(String sql, List<@Nullable Object>... rows) {
    return engine.prepareUpdate(context(), sql).commit(Arrays.asList(rows), Optional.empty());
  }

  /** Committed rows. */
  List<String> rows(String sql, Object... arguments) {
    try (PreparedQuery query = engine.prepare(context(), sql)) {
      return SqlFixture.rows(query, arguments);
    }
  }

  MutationStaging begin() {
    return graph.beginBulk(BranchName.MAIN);
  }

  /** Runs a statement inside a transaction. */
  long run(MutationStaging in, String sql, @Nullable Object... arguments) {
    List<Long> counts =
        engine.prepareUpdate(seen(in), sql).execute(List.of(Arrays.asList(arguments)), in);
    assertThat(counts).hasSize(1);
    return counts.get(0);
  }

  /** Rows as a transaction sees them. */
  List<String> rows(MutationStaging in, String sql, Object... arguments) {
    try (PreparedQuery query = engine.prepare(seen(in), sql)) {
      return SqlFixture.rows(query, arguments);
    }
  }

  PreparedQuery prepare(MutationStaging in, String sql) {
    return engine.prepare(seen(in), sql);
  }

  private QueryContext seen(MutationStaging in) {
    return context().in(new QueryContext.Transaction(in.base(), Optional.of(in)));
  }

  void commit(MutationStaging staging) {
    graph.commit(staging, CommitOptions.ANONYMOUS);
  }
}
